from cpython.object cimport Py_EQ, Py_NE
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New, PyTuple_SET_ITEM
from libc.string cimport memcmp, memcpy, memset
cimport cython

from tablier.core.values import ContractError, IllegalMove, Outcome, whole_number


cdef void settle_equally(const Rules *rules, const void *state, int without, double *scores) noexcept nogil:
    """A draw: every seat gets 1 / sides, and 0 the side of the seat that comes last, if one does."""
    cdef int seat, sides = 0
    for seat in range(rules.seats):
        sides = max(sides, rules.side[seat] + 1)
    sides -= without >= 0 and sides > 1
    for seat in range(rules.seats):
        scores[seat] = 0 if without >= 0 and rules.side[seat] == rules.side[without] else 1.0 / sides


cdef int play_out(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil:
    """A random game by the required functions alone: each legal move is equally likely."""
    cdef Move moves[MAX_MOVES]
    cdef int plies = 0
    while not rules.result(rules, state, scores):
        if plies == rules.bound:
            rules.settle(rules, state, -1, scores)
            break
        rules.play(rules, state, moves[random_below(rng, rules.moves(rules, state, moves))])
        plies += 1
    return plies


cdef void observe(const Rules *rules, const void *state, int seat, uint8_t *planes) noexcept nogil:
    cdef int cells = rules.rows * rules.columns
    rules.observe(rules, state, seat, planes)
    planes += rules.planes * cells
    memset(planes, 0, rules.seats * cells)
    memset(planes + rules.turn(rules, state) * cells, 1, cells)


# The table of a plain `RuleSet()`, which belongs to no game: no seats, no moves, over at once.
cdef void no_start(const Rules *rules, void *state) noexcept nogil:
    pass

cdef int no_turn(const Rules *rules, const void *state) noexcept nogil:
    return 0

cdef int no_moves(const Rules *rules, const void *state, Move *out) noexcept nogil:
    return 0

cdef void no_play(const Rules *rules, void *state, Move move) noexcept nogil:
    pass

cdef int no_result(const Rules *rules, const void *state, double *scores) noexcept nogil:
    return 1


cdef uint64_t one_layer(const Rules *rules, int layer) noexcept nogil:
    return rules.ranks if layer else 0

cdef void same_image(const Rules *rules, const void *state, int which, void *image) noexcept nogil:
    memcpy(image, state, rules.bytes)


cdef class RuleSet:
    """The rules of one game with its options. A game's folder derives from it and fills in the table `c`."""

    def __cinit__(self, *args, **options):
        self.c.bytes = 8
        self.c.seats = 0
        for seat in range(MAX_SEATS):
            self.c.side[<int> seat] = seat
        self.c.n_moves = 0
        self.c.bound = 100_000
        self.c.start = no_start
        self.c.turn = no_turn
        self.c.moves = no_moves
        self.c.play = no_play
        self.c.result = no_result
        self.c.settle = settle_equally
        self.c.repetition_key = NULL
        self.c.playout = play_out
        self.c.policy_value = NULL
        self.c.evaluate = NULL
        self.c.prior = NULL
        self.c.move_seats = NULL
        self.c.decisive = NULL
        self.c.force = NULL
        self.c.max_share = 1
        self.c.ranks = 0
        self.c.rank = NULL
        self.c.unrank = NULL
        self.c.layers = 1
        self.c.layer = one_layer
        self.c.images = 1
        self.c.image = same_image
        self.c.planes = self.c.rows = self.c.columns = 0
        self.c.observe = NULL
        self.reasons = ("none",)

    cdef State blank(self):
        """A state of these rules with all bytes zero, for the caller to fill in."""
        cdef State state = State.__new__(State)
        state.rules = self
        return state

    cdef int check(self, State state) except -1:
        """ValueError for the state of other rules: its bytes would mean nothing here."""
        if state.rules is not self:
            raise ValueError(f"this position belongs to {state.rules.game!r}, not to {self.game!r}")
        return 0

    cdef int check_move(self, int move) except -1:
        """ValueError for a number that is no move of the table."""
        if not 0 <= move < self.c.n_moves:
            raise ValueError(f"{self.game!r} has no move {move}: it has {self.c.n_moves}")
        return 0

    def bind(self, game):
        """Take `game` as the game these rules belong to, once; ContractError if they break the contract."""
        if self.game is not None:
            raise ContractError(f"these rules belong to {self.game!r} already")
        try:
            name, sides = game.id, tuple([tuple(side) for side in game.sides])
            seats, paths = len(game.seats), len(game.paths)
        except AttributeError:
            raise TypeError(f"rules belong to a Game, not to a value of type {type(game).__name__}") from None
        problem = self.find_problem(seats, sides, paths)
        if problem:
            raise ContractError(f"{name}: {problem}")
        self.game = game

    cdef str find_problem(self, seats, sides, paths):
        """The first clause of the contract that these rules break, as a sentence; None if they keep it."""
        cdef Rules *c = &self.c
        given = tuple([
            tuple([seat for seat in range(c.seats) if c.side[<int> seat] == side])
            for side in range(len(sides))
        ])
        for broken, problem in (
            (not 0 < c.bytes <= 8 * STATE_WORDS, f"a state has 1 to {8 * STATE_WORDS} bytes, not {c.bytes}"),
            (not 0 < c.seats <= MAX_SEATS, f"a game has 1 to {MAX_SEATS} seats, not {c.seats}"),
            (c.seats != seats, f"the rules are for {c.seats} seats, the game has {seats}"),
            (given != sides, f"the game's sides are {sides}, those of the rules {given}"),
            (sum([len(side) for side in sides]) != seats, f"the sides {sides} do not name each seat once"),
            (not 0 < c.n_moves <= MAX_MOVE, f"a table has 1 to {MAX_MOVE} moves, not {c.n_moves}"),
            (c.n_moves != paths, f"the rules number {c.n_moves} moves, the game has {paths} paths"),
            (c.bound < 1, f"a random game is cut short after at least 1 ply, not {c.bound}"),
            (not 0 < c.max_share <= 1, f"the largest share is above 0 and at most 1, not {c.max_share}"),
            (not self.reasons or not all([isinstance(reason, str) for reason in self.reasons]),
             f"the reasons for an end are texts, at least one, not {self.reasons!r}"),
            (c.start == NULL or c.start == no_start, "the rules lack `start`"),
            (c.turn == NULL or c.turn == no_turn, "the rules lack `turn`"),
            (c.moves == NULL or c.moves == no_moves, "the rules lack `moves`"),
            (c.play == NULL or c.play == no_play, "the rules lack `play`"),
            (c.result == NULL or c.result == no_result, "the rules lack `result`"),
            (c.settle == NULL, "the rules lack `settle`"),
            (c.playout == NULL, "the rules lack `playout`"),
            (c.ranks and (c.rank == NULL or c.unrank == NULL), "ranks want both `rank` and `unrank`"),
            (c.layers < 1 or c.layer == NULL, f"ranks have at least one layer, not {c.layers}"),
            (c.images < 1 or c.image == NULL, f"a board has at least one image, not {c.images}"),
            (c.observe != NULL and not all([0 < n <= MAX_PLANES for n in (c.planes, c.rows, c.columns)]),
             f"`observe` writes 1 to {MAX_PLANES} planes of so many rows and columns,"
             f" not {c.planes} of {c.rows} x {c.columns}"),
        ):
            if broken:
                return problem
        return None

    @property
    def seats(self):
        """The number of seats."""
        return self.c.seats

    @property
    def max_share(self):
        """The largest share of all points that one side can get."""
        return self.c.max_share

    @property
    def bound(self):
        """Plies after which a random game is cut short and scored as it stands."""
        return self.c.bound

    @property
    def observes(self):
        """True if the rules write observation planes of their own."""
        return self.c.observe != NULL

    @property
    def planes_shape(self):
        """Planes, rows and columns of what `observe` writes.

        Rules without planes of their own have one, with what `cells` says of each cell: a square if their
        number is one, otherwise a row.
        """
        if self.c.observe != NULL:
            return self.c.planes + self.c.seats, self.c.rows, self.c.columns
        n = len(self.cells(self.start()))
        side = round(n ** 0.5)
        return 1 + self.c.seats, side if side * side == n else 1, side if side * side == n else n

    def observe(self, State state not None, seat=None):
        """The planes of a position as a seat sees it, by default the one to move: a byte for each cell.

        The game's own planes come first, then one for each seat, full of ones for the seat to move.
        """
        cdef int own = self.c.turn(&self.c, state.raw)
        self.check(state)
        if seat is not None:
            own = whole_number(seat, "a seat")
            if not 0 <= own < self.c.seats:
                raise ValueError(f"there is no seat {own}")
        planes, rows, columns = self.planes_shape
        found = bytearray(planes * rows * columns)
        if self.c.observe != NULL:
            observe(&self.c, state.raw, own, found)
            return bytes(found)
        turns = [bytes([who == state.turn]) * (rows * columns) for who in range(self.c.seats)]
        return b"".join([self.cells(state), *turns])

    def start(self):
        """The first position."""
        cdef State state = self.blank()
        self.c.start(&self.c, state.raw)
        return state

    # Text and values for Python. Each game overrides these and calls `check` before it reads a state.

    def write(self, State state not None):
        """The position text of a state."""
        raise TypeError("these rules belong to no game")

    def cells(self, State state not None):
        """What lies on each cell, a byte each, row by row from a1; 0: nothing, the rest as the game says."""
        raise TypeError("these rules belong to no game")

    def read(self, str text not None):
        """The state a position text describes; NotationError when there is none."""
        raise TypeError("these rules belong to no game")

    def refusal(self, State state not None, int move):
        """The reason why a move of the table is illegal in an unfinished game: (clause, sentence)."""
        raise TypeError("these rules belong to no game")

    def facts(self, State state not None):
        """What is shown beside the board (corners, columns, levels ...), as a value; None if nothing is."""
        self.check(state)
        return None


cdef RuleSet NOBODYS = RuleSet()

# The numbers of moves as Python objects, made once: a tuple of moves then only takes references.
cdef tuple NUMBERS = tuple(range(MAX_MOVE))


@cython.final
@cython.no_gc          # a state refers to its rules only, and its rules to no state: no cycles
@cython.freelist(256)
cdef class State:
    """A position: an immutable, hashable value. `rules` are its compiled rules. It has no history: a
    `Match` has one.

    >>> import tablier
    >>> state = tablier.game("quixo").start()
    >>> state.turn, len(state.legal_moves), state.outcome
    (0, 44, None)
    >>> after = state.after(state.game.move("a1e1"))
    >>> str(after), after == state.game.read("5/5/5/5/4x o")
    ('5/5/5/5/4x o', True)
    """

    def __cinit__(self):
        self.rules = NOBODYS

    def __init__(self):
        raise TypeError("states come from game.start(), game.read(text) and state.after(move)")

    cdef State copy(self):
        cdef State state = State.__new__(State)
        state.rules = self.rules
        memcpy(state.raw, self.raw, self.rules.c.bytes)
        return state

    @property
    def game(self):
        """The Game this position belongs to; None for a state of a plain `RuleSet()`."""
        return self.rules.game

    @property
    def turn(self):
        """The seat to move."""
        return self.rules.c.turn(&self.rules.c, self.raw)

    @property
    def legal_moves(self):
        """The legal moves, ascending; empty exactly when the game is over."""
        cdef Move moves[MAX_MOVES]
        cdef int n = self.rules.c.moves(&self.rules.c, self.raw, moves)
        cdef int i
        cdef tuple found = PyTuple_New(n)
        for i in range(n):
            move = <object> PyTuple_GET_ITEM(NUMBERS, moves[i])
            Py_INCREF(move)
            PyTuple_SET_ITEM(found, i, move)
        return found

    def after(self, move):
        """The state a legal move leads to; IllegalMove, with the clause, for any other."""
        cdef Move moves[MAX_MOVES]
        cdef State state
        cdef int n, i
        cdef long long asked
        if type(move) is not int:
            move = whole_number(move, "a move")
        try:
            asked = move
        except OverflowError:
            asked = -1
        n = self.rules.c.moves(&self.rules.c, self.raw, moves)
        for i in range(n):
            if moves[i] == asked:
                state = self.copy()
                self.rules.c.play(&self.rules.c, state.raw, moves[i])
                return state
        raise _illegal(self, move)

    @property
    def outcome(self):
        """The Outcome by which the board ended the game; None while it goes on."""
        cdef double scores[MAX_SEATS]
        cdef int seat
        cdef int reason = self.rules.c.result(&self.rules.c, self.raw, scores)
        if not reason:
            return None
        return Outcome(
            tuple([scores[seat] for seat in range(self.rules.c.seats)]),
            self.rules.reasons[reason - 1],
            self.rules.facts(self),
        )

    @property
    def facts(self):
        """What is shown beside the board: corners, columns, levels ..."""
        return self.rules.facts(self)

    @property
    def repetition_key(self):
        """Bytes that are equal for two positions exactly when the repetition rule takes them for the same."""
        cdef State erased = self
        if self.rules.c.repetition_key != NULL:
            erased = self.copy()
            self.rules.c.repetition_key(&self.rules.c, erased.raw)
        return (<const char *> erased.raw)[:self.rules.c.bytes]

    def settle(self, *, without=None):
        """The scores if the game stopped here, the seat `without` (if given) coming last; ValueError if there
        is no such seat."""
        cdef double scores[MAX_SEATS]
        cdef int seat = -1
        if without is not None:
            without = whole_number(without, "a seat")
            if not 0 <= without < self.rules.c.seats:
                raise ValueError(f"there is no seat {without}")
            seat = without
        self.rules.c.settle(&self.rules.c, self.raw, seat, scores)
        return tuple([scores[seat] for seat in range(self.rules.c.seats)])

    def __richcmp__(self, other, int op):
        cdef State one, two
        if op not in (Py_EQ, Py_NE) or not isinstance(other, State):
            return NotImplemented
        one, two = self, other
        same = one.rules is two.rules and memcmp(one.raw, two.raw, one.rules.c.bytes) == 0
        return same if op == Py_EQ else not same

    def __hash__(self):
        cdef uint64_t h = <size_t> <void *> self.rules
        cdef size_t i
        for i in range((self.rules.c.bytes + 7) // 8):
            h = (h ^ self.raw[i]) * <uint64_t> 0x9E3779B97F4A7C15
            h ^= h >> 29
        return <Py_ssize_t> h

    def __str__(self):
        return self.rules.write(self)

    def __repr__(self):
        if self.rules.game is None:
            return "<a State of no game>"
        return f"{self.rules.game!r}.read({str(self)!r})"

    def _repr_svg_(self):
        """The board as SVG, for notebooks."""
        return _game_of(self).picture(self)

    def _repr_mimebundle_(self, **wanted):
        """The board as text and, if the game has pictures, as SVG, for notebooks."""
        return _game_of(self).show(self)

    def __reduce__(self):
        return _game_of(self).read, (str(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


cdef object _illegal(State state, move):
    """The IllegalMove for a move that is not legal: no move of the table, the game is over, or the rules'
    reason."""
    game = state.rules.game
    if game is None or not 0 <= move < state.rules.c.n_moves:
        return IllegalMove("There is no such move.", clause="", move=str(move))
    if not state.legal_moves:
        return IllegalMove("The game is over.", clause="", move=game.text(move))
    clause, reason = state.rules.refusal(state, move)
    return IllegalMove(reason, clause=clause, move=game.text(move))


cdef object _game_of(State state):
    if state.rules.game is None:
        raise TypeError("this state belongs to no game")
    return state.rules.game
