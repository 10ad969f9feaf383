from cpython.object cimport Py_EQ, Py_NE
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_New, PyTuple_SET_ITEM
from libc.string cimport memcmp, memcpy
cimport cython

from tablier.core.values import IllegalMove, Outcome


cdef void settle_equally(const Rules *rules, const void *state, int without, double *scores) noexcept nogil:
    cdef int seat
    for seat in range(rules.seats):
        scores[seat] = 1.0 / rules.seats


cdef int play_out(const Rules *rules, void *state, Random *chance, double *scores) noexcept nogil:
    """A random game by the required functions alone."""
    cdef Move moves[MAX_MOVES]
    cdef int plies = 0
    while not rules.result(rules, state, scores):
        if plies == rules.bound:
            rules.settle(rules, state, -1, scores)
            break
        rules.play(rules, state, moves[below(chance, rules.moves(rules, state, moves))])
        plies += 1
    return plies


# A rule set that was never filled in has no seats and no moves: harmless, whoever makes one by hand.
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
        self.c.bound = 100_000
        self.c.start = no_start
        self.c.turn = no_turn
        self.c.moves = no_moves
        self.c.play = no_play
        self.c.result = no_result
        self.c.settle = settle_equally
        self.c.identity = NULL
        self.c.playout = play_out
        self.c.appraise = NULL
        self.c.evaluate = NULL
        self.c.prior = NULL
        self.c.trace = NULL
        self.c.closing = NULL
        self.c.top = 1
        self.c.ranks = 0
        self.c.rank = NULL
        self.c.unrank = NULL
        self.c.layers = 1
        self.c.layer = one_layer
        self.c.images = 1
        self.c.image = same_image
        self.reasons = ("none",)

    cdef State blank(self):
        """A state of these rules with all bytes zero, to be filled in before anyone sees it."""
        cdef State state = State.__new__(State)
        state.rules = self
        return state

    cdef int check(self, State state) except -1:
        """Refuse the state of other rules: its bytes would mean nothing here."""
        if state.rules is not self:
            raise ValueError(f"this position belongs to {state.rules.game!r}, not to {self.game!r}")
        return 0

    @property
    def seats(self):
        return self.c.seats

    @property
    def top(self):
        """The largest part of all points that one side can get."""
        return self.c.top

    def start(self):
        cdef State state = self.blank()
        self.c.start(&self.c, state.raw)
        return state

    # Words at the edge; each game says these in its own way, and calls `check` before it looks into a state.

    def write(self, State state not None):
        """The position text of a state."""
        raise TypeError("these rules belong to no game")

    def read(self, str text not None):
        """The state a position text describes; NotationError when there is none."""
        raise TypeError("these rules belong to no game")

    def refusal(self, State state not None, int move):
        """Why an illegal move of the table is illegal while the game goes on: (clause, sentence)."""
        raise TypeError("these rules belong to no game")

    def facts(self, State state not None):
        """What a player wants to see beside the board, as a value; None if the board says it all."""
        self.check(state)
        return None


cdef RuleSet NOBODYS = RuleSet()

# The numbers of moves as Python objects, made once: a list of moves is then a row of references.
cdef tuple NUMBERS = tuple(range(MAX_MOVE))


@cython.final
@cython.no_gc          # a state refers to its rules only, and nothing it refers to can come back to it
@cython.freelist(256)
cdef class State:
    """A position: a value. It knows whose turn it is and what is legal, not how it came to be."""

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
            move = _as_int(move)
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
        raise self._refuse(move)

    @property
    def outcome(self):
        """None while the game goes on, then how the board ended it."""
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
        """What a player wants to see beside the board: corners, columns, levels ..."""
        return self.rules.facts(self)

    @property
    def identity(self):
        """What counts as the same position for the repetition rule, as bytes."""
        cdef State erased = self
        if self.rules.c.identity != NULL:
            erased = self.copy()
            self.rules.c.identity(&self.rules.c, erased.raw)
        return (<const char *> erased.raw)[:self.rules.c.bytes]

    def settled(self, *, without=None):
        """The scores if the game stopped here; the seat `without` comes last."""
        cdef double scores[MAX_SEATS]
        cdef int seat = -1 if without is None else without
        if not -1 <= seat < self.rules.c.seats:
            raise ValueError(f"there is no seat {without}")
        self.rules.c.settle(&self.rules.c, self.raw, seat, scores)
        return tuple([scores[seat] for seat in range(self.rules.c.seats)])

    def _refuse(self, move):
        cdef Move moves[MAX_MOVES]
        game = self.rules.game
        if game is None or not 0 <= move < len(game.paths):
            return IllegalMove("There is no such move.", clause="", move=str(move))
        if not self.rules.c.moves(&self.rules.c, self.raw, moves):
            return IllegalMove("The game is over.", clause="", move=game.text(move))
        clause, reason = self.rules.refusal(self, move)
        return IllegalMove(reason, clause=clause, move=game.text(move))

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
        return f"{self.rules.game!r}.read({str(self)!r})"

    def _repr_svg_(self):
        """The board, in a notebook."""
        return self.rules.game.picture(self)

    def __reduce__(self):
        return self.rules.game.read, (str(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _as_int(move):
    if isinstance(move, bool) or not hasattr(move, "__index__"):
        raise TypeError(f"a move is a whole number, not {type(move).__name__}")
    return move.__index__()
