"""Rules whose functions are written in Python.

A state is one byte and an encoded value of the author's, padded with zeros: equality, hashing, copies,
pickling and the searches need nothing more than for compiled rules. The byte is 1 where the author's `play`
has raised an exception: then the value is the one before that move.

The author's functions cannot harm a search. What they say of a value is asked for at once and checked; where
they raise or break the contract, the log has the traceback and the game is over there, all sides equal, with
the reason "error".
"""

from cpython.exc cimport PyErr_SetInterrupt
from libc.string cimport memcpy, memset
cimport cython

from tablier.core.rules cimport (
    MAX_MOVE, MAX_MOVES, MAX_SEATS, Move, Random, Rules, RuleSet, STATE_WORDS, State, random_below,
    settle_equally
)

from tablier.core.values import ContractError, NotationError, whole_number

import logging

logger = logging.getLogger("tablier.python")

ERROR = "error"

cdef enum:
    REMEMBERED = 16      # values whose answers are kept: one position is asked for several things in a row
    MAX_TOLD = 50        # different faults that are logged
    BROKEN = 1           # the first byte of a state whose move could not be made


cdef void _start(const Rules *rules, void *state) noexcept with gil:
    cdef PythonRules own = <PythonRules> rules.tables
    memset(state, 0, rules.bytes)
    try:
        own.encode(own.host.setup(), <unsigned char *> state)
    except BaseException as error:
        (<unsigned char *> state)[0] = BROKEN
        own.tell(error, "setup")

cdef int _turn(const Rules *rules, const void *state) noexcept with gil:
    return (<PythonRules> rules.tables).examine(<const unsigned char *> state).turn

cdef int _moves(const Rules *rules, const void *state, Move *out) noexcept with gil:
    cdef Examined found = (<PythonRules> rules.tables).examine(<const unsigned char *> state)
    memcpy(out, <const char *> found.moves, found.n * sizeof(Move))
    return found.n

cdef void _play(const Rules *rules, void *state, Move move) noexcept with gil:
    (<PythonRules> rules.tables).make_move(<unsigned char *> state, move)

cdef int _result(const Rules *rules, const void *state, double *scores) noexcept with gil:
    cdef Examined found = (<PythonRules> rules.tables).examine(<const unsigned char *> state)
    if found.reason:
        memcpy(scores, found.scores, sizeof(found.scores))
    return found.reason

cdef int _playout(const Rules *rules, void *state, Random *rng, double *scores) noexcept with gil:
    return (<PythonRules> rules.tables).play_randomly(<const unsigned char *> state, rng, scores)


@cython.final
@cython.auto_pickle(False)
cdef class Examined:
    """What the author's functions say of one value."""

    def __cinit__(self):
        self.moves = b""


cdef class PythonRules(RuleSet):
    """The rules of `host`, a `tablier.python.PythonGame`: setup, turn, moves, play, result, encode, decode.

    `size` is the number of bytes of an encoded value, `keys` are the moves of the table as the author writes
    them, `reasons` why the board can end a game, `bound` the plies after which a random game is cut short.
    """

    def __cinit__(self, host, size, keys, reasons, bound=10_000):
        cdef int seat
        if not isinstance(keys, (list, tuple)) or not isinstance(reasons, (list, tuple)):
            raise TypeError("the moves and the reasons of a game are tuples")
        try:
            name, seats, sides = host.id, tuple(host.seats), tuple([tuple(side) for side in host.sides])
        except AttributeError:
            raise TypeError(f"rules in Python belong to a PythonGame, not to {type(host).__name__}") from None
        size, bound = whole_number(size, "size"), whole_number(bound, "bound")
        # Checked here, not when the rules are bound: the functions of the table trust them.
        for broken, problem in (
            (not 0 < size < 8 * STATE_WORDS, f"a position has 1 to {8 * STATE_WORDS - 1} bytes, not {size}"),
            (not 0 < len(seats) <= MAX_SEATS, f"a game has 1 to {MAX_SEATS} seats, not {len(seats)}"),
            (not 0 < len(keys) <= MAX_MOVE, f"a table has 1 to {MAX_MOVE} moves, not {len(keys)}"),
            (not 0 < bound <= 1_000_000, f"bound is 1 to 1,000,000 plies, not {bound}"),
        ):
            if broken:
                raise ContractError(f"{name}: {problem}")
        self.host = host
        self.size = size
        self.keys = tuple(keys)
        self.numbers = {key: number for number, key in enumerate(self.keys)}
        self.reasons = (*reasons, ERROR)
        self.memo = {}
        self.told = set()
        for number, side in enumerate(sides):
            for each in side:
                if not 0 <= whole_number(each, "a seat") < len(seats):
                    raise ContractError(f"{name}: the sides name seat {each} of {len(seats)}")
                seat = each
                self.c.side[seat] = number
        self.c.bytes = 1 + self.size
        self.c.seats = len(seats)
        self.c.n_moves = len(self.keys)
        self.c.bound = bound
        self.c.tables = <void *> self   # borrowed: the table is part of the object
        self.c.start = _start
        self.c.turn = _turn
        self.c.moves = _moves
        self.c.play = _play
        self.c.result = _result
        self.c.playout = _playout

    # One position

    cdef object decode(self, const unsigned char *state):
        return self.host.decode((<const char *> state)[1:1 + self.size])

    cdef int encode(self, object value, unsigned char *state) except -1:
        cdef bytes written = self.host.encode(value)
        if len(written) > self.size:
            raise ContractError(
                f"a position takes {len(written)} bytes, and there is room for {self.size}: {value!r}"
            )
        memset(state, 0, self.c.bytes)
        memcpy(state + 1, <const char *> written, len(written))
        return 0

    cdef Examined examine(self, const unsigned char *state):
        """What the author's functions say of a position; a position where the game is over if they fail."""
        cdef bytes key = (<const char *> state)[:self.c.bytes]
        cdef Examined found = self.memo.get(key)
        if found is not None:
            return found
        value = None
        try:
            value = self.decode(state)
            found = self.fail(value, None) if state[0] == BROKEN else self.ask(value)
        except BaseException as error:
            found = self.fail(value, error)
            try:
                self.tell(error, "turn, moves or result")
            except BaseException:
                pass
            if not isinstance(error, Exception):   # an interrupt says nothing of the position
                return found
        if len(self.memo) >= REMEMBERED:
            self.memo.clear()
        self.memo[key] = found
        return found

    cdef Examined fail(self, object value, object error):
        """A position where the rules failed: over, all sides equal."""
        cdef Examined found = Examined.__new__(Examined)
        found.value, found.fault = value, error
        found.moves = b""
        found.reason = len(self.reasons)
        settle_equally(&self.c, NULL, -1, found.scores)
        return found

    cdef Examined ask(self, object value):
        cdef Examined found = Examined.__new__(Examined)
        cdef Move moves[MAX_MOVES]
        cdef int i
        found.value = value
        found.turn = whole_number(self.host.turn(value), "a turn")
        if not 0 <= found.turn < self.c.seats:
            raise ContractError(f"turn gave seat {found.turn}: the seats are 0 to {self.c.seats - 1}")
        found.end = self.host.result(value)
        if found.end is not None:
            found.reason = self.score(found.end, found.scores)
            found.moves = b""
            return found
        legal = sorted([self.number(key) for key in self.host.moves(value)])
        if not legal:
            raise ContractError("moves gave no move, and result says that the game goes on")
        if len(legal) > MAX_MOVES:
            raise ContractError(f"moves gave {len(legal)} moves: a position has at most {MAX_MOVES}")
        for i in range(len(legal)):
            moves[i] = legal[i]
            if i and moves[i] == moves[i - 1]:
                raise ContractError(f"moves gave {self.keys[moves[i]]!r} twice")
        found.n = len(legal)
        found.moves = (<const char *> moves)[:found.n * sizeof(Move)]
        return found

    def number(self, key):
        """The number of a move that the author's code wrote; ContractError if the table has none."""
        try:
            return self.numbers[key]
        except (KeyError, TypeError):
            raise ContractError(f"moves gave {key!r}, which is not one of all_moves") from None

    cdef int score(self, object end, double *scores) except -1:
        """Write the scores of an End and return 1 + the index of its reason."""
        cdef int seat
        given, reason = end.scores, end.reason
        if len(given) != self.c.seats:
            raise ContractError(f"result gave {len(given)} scores for {self.c.seats} seats")
        if reason not in self.reasons:
            raise ContractError(f"result gave the reason {reason!r}: `endings` has {', '.join(self.reasons)}")
        for seat in range(self.c.seats):
            scores[seat] = given[seat]
            if not 0 <= scores[seat] <= 1e6:
                raise ContractError(f"result gave the score {scores[seat]}: scores are 0 or more")
        return 1 + self.reasons.index(reason)

    cdef void make_move(self, unsigned char *state, Move move) noexcept:
        cdef Examined found = self.examine(state)
        try:
            if not 0 <= move < self.c.n_moves:
                raise ContractError(f"there is no move {move}")
            if found.reason:
                raise ContractError("the game is over")
            self.encode(self.host.play(found.value, self.keys[move]), state)
        except BaseException as error:
            state[0] = BROKEN
            try:
                self.tell(error, "play")
            except BaseException:
                pass

    cdef int play_randomly(self, const unsigned char *state, Random *rng, double *scores) noexcept:
        """A random game on the author's values, without encoding them."""
        cdef int plies = 0, n
        host = self.host
        try:
            if state[0] == BROKEN:
                settle_equally(&self.c, NULL, -1, scores)
                return 0
            value = self.decode(state)
            result, moves, play = host.result, host.moves, host.play
            while True:
                end = result(value)
                if end is not None:
                    self.score(end, scores)
                    return plies
                if plies == self.c.bound:
                    break
                legal = moves(value)
                if type(legal) is not list and type(legal) is not tuple:
                    legal = list(legal)
                n = len(legal)
                if not n:
                    raise ContractError("moves gave no move, and result says that the game goes on")
                value = play(value, legal[random_below(rng, n)])
                plies += 1
        except BaseException as error:
            try:
                self.tell(error, "a random game")
            except BaseException:
                pass
        settle_equally(&self.c, NULL, -1, scores)
        return plies

    cdef int tell(self, object error, str doing) except -1:
        """Log a fault of the author's code with its traceback, once."""
        if not isinstance(error, Exception):
            PyErr_SetInterrupt()   # Ctrl-C: Python raises it again once the search is over
            return 0
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        key = (type(error), None if trace is None else (trace.tb_frame.f_code, trace.tb_lineno))
        if key in self.told or len(self.told) >= MAX_TOLD:
            return 0
        self.told.add(key)
        self.last_fault = error
        logger.error(
            "%s: the rules failed in %s: %s: %s",
            self.host.id, doing, type(error).__name__, error, exc_info=error,
        )
        return 0

    # For Python

    def value(self, State state not None):
        """The author's value of a position."""
        self.check(state)
        return self.examine(<const unsigned char *> state.raw).value

    def end(self, State state not None):
        """What the author's `result` gave for a position; None while the game goes on, or if it failed."""
        self.check(state)
        return self.examine(<const unsigned char *> state.raw).end

    def fault(self, State state not None):
        """The exception by which the author's functions fail in a position; None if they do not."""
        self.check(state)
        return self.examine(<const unsigned char *> state.raw).fault

    def is_broken(self, State state not None):
        """True if the move that led to this position could not be made."""
        self.check(state)
        return (<const unsigned char *> state.raw)[0] == BROKEN

    def write(self, State state not None):
        """The position text of a state; it ends with an exclamation mark where `play` failed."""
        self.check(state)
        text = self.host.write_value(self.examine(<const unsigned char *> state.raw).value)
        return f"{text} !" if self.is_broken(state) else text

    def cells(self, State state not None):
        """What lies on each cell, a byte each; for a game without a grid, the encoded value."""
        self.check(state)
        return bytes(self.host.list_cells(self.examine(<const unsigned char *> state.raw).value))

    def read(self, str text not None):
        """The state a position text describes; NotationError when there is none."""
        cdef State state = self.blank()
        cdef unsigned char *raw = <unsigned char *> state.raw
        body = text.rstrip(" ")
        broken = body.endswith(" !")
        try:
            self.encode(self.host.read_value(body[:-2] if broken else text), raw)
        except NotationError:
            raise
        except Exception as error:
            raise NotationError(
                "this is not a position: {error}", text=text, column=1, values={"error": str(error)}
            ) from None
        if broken:
            raw[0] = BROKEN
            return state
        try:
            self.ask(self.decode(raw))
        except Exception as error:
            raise NotationError(
                "the rules cannot play on from this position: {error}",
                text=text, column=1, values={"error": str(error)}
            ) from None
        return state

    def refusal(self, State state not None, int move):
        """The reason why a move of the table is illegal in an unfinished game: (clause, sentence)."""
        self.check(state)
        self.check_move(move)
        return self.host.refuse_move(
            self.examine(<const unsigned char *> state.raw).value, self.keys[move]
        )

    def facts(self, State state not None):
        """The spots that decided the game; None while it goes on."""
        cdef Examined found
        self.check(state)
        found = self.examine(<const unsigned char *> state.raw)
        return None if found.end is None else self.host.name_spots(found.end.cells)
