from cpython.time cimport monotonic
from libc.stdlib cimport calloc, free

from tablier.core.rules cimport MAX_MOVES

from tablier.core.values import whole_number


cdef uint64_t position_key(const Problem *p, const uint64_t *state) noexcept nogil:
    """A 64-bit hash of what the repetition rule compares."""
    cdef uint64_t erased[STATE_WORDS]
    cdef uint64_t h = <uint64_t> 0x243F6A8885A308D3
    cdef int i
    if p.rules.repetition_key != NULL:
        for i in range(p.words):
            erased[i] = state[i]
        p.rules.repetition_key(p.rules, erased)
        state = erased
    for i in range(p.words):
        h = (h ^ state[i]) * <uint64_t> 0x9E3779B97F4A7C15
        h ^= h >> 29
    return h


cdef bint is_repeated(const Problem *p, uint64_t key) noexcept nogil:
    """True if the position with this key has stood twice, so that it would now stand for the third time."""
    cdef uint64_t at
    if not p.repeated_mask:
        return False
    at = key & p.repeated_mask
    while p.repeated[at]:
        if p.repeated[at] == key:
            return True
        at = (at + 1) & p.repeated_mask
    return False


cdef void share(const Problem *p, const double *scores, double *shares) noexcept nogil:
    """Scores by seat as shares by side, which add up to 1."""
    cdef double total = 0
    cdef int i
    for i in range(p.sides):
        shares[i] = 0
    for i in range(p.rules.seats):
        total += scores[i]
        shares[p.side[i]] += scores[i]
    for i in range(p.sides):
        shares[i] = shares[i] / total if total > 0 else 1.0 / p.sides


cdef bint is_over(const Problem *p, const uint64_t *state, double *shares) noexcept nogil:
    """True, with the shares written, if the board has ended the game."""
    cdef double scores[MAX_SEATS]
    if not p.rules.result(p.rules, state, scores):
        return False
    share(p, scores, shares)
    return True


cdef bint is_time_up(const Problem *p) noexcept nogil:
    """True after the deadline or once the search has been stopped."""
    return read_flag(p.stop) or (p.deadline != 0 and monotonic() >= p.deadline)


cdef bint is_legal(const Problem *p, const uint64_t *state, Move move) noexcept nogil:
    cdef Move moves[MAX_MOVES]
    cdef int i
    for i in range(p.rules.moves(p.rules, state, moves)):
        if moves[i] == move:
            return True
    return False


cdef int check_decision(const Problem *p, const uint64_t *root, Move move, int winner, int turns) except -1:
    """ValueError unless `move` is legal at the root, `winner` a side and `turns` the length of a forced
    win."""
    if not is_legal(p, root, move):
        raise ValueError(f"{move} is no legal move of the root")
    if not 0 <= winner < p.sides:
        raise ValueError(f"there is no side {winner}: they are 0 to {p.sides - 1}")
    if not 0 <= turns <= MAX_DECIDED_TURNS:
        raise ValueError(f"a forced win takes 0 to {MAX_DECIDED_TURNS} turns, not {turns}")
    return 0


cdef class Stop:
    """A flag that ends a search from another thread: it then returns at once with the best found so far.

    A pickled one is another flag in its process.

    >>> stop = Stop()
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def __cinit__(self):
        self.flag = 0

    def set(self):
        """End the search."""
        self.flag = 1

    def is_set(self):
        """Whether the search has been told to end."""
        return self.flag != 0

    def __reduce__(self):
        return Stop, ()


cdef class RootPosition:
    """The root of a search: a state, the seats of each side, and the positions that have stood twice.

    `earlier` are the states before this one, by which repetitions are counted; `stop` ends the search from
    another thread. TypeError for a state that belongs to no game, ValueError for sides that do not name each
    seat once and for earlier states of another game.
    """

    def __cinit__(self, State state not None, *, sides, earlier=(), Stop stop=None):
        cdef uint64_t size, at, key
        if not state.rules.c.seats:
            raise TypeError("this state belongs to no game")
        self.state = state
        self.sides = tuple([tuple([whole_number(seat, "a seat") for seat in side]) for side in sides])
        if not all(self.sides) or (
            sorted([seat for side in self.sides for seat in side]) != list(range(state.rules.c.seats))
        ):
            raise ValueError(f"the sides {self.sides} do not name each of {state.rules.c.seats} seats once")
        self.stop = Stop() if stop is None else stop
        self.p.rules = &state.rules.c
        self.p.words = (state.rules.c.bytes + 7) // 8
        self.p.sides = len(self.sides)
        self.p.deadline = 0
        self.p.stop = &self.stop.flag
        for number, side in enumerate(self.sides):
            for seat in side:
                self.p.side[<int> seat] = number
        twice = _repeated_states(state, earlier)
        if twice:
            size = 4
            while size < <uint64_t> (2 * len(twice)):
                size *= 2
            self.p.repeated = <uint64_t *> calloc(size, sizeof(uint64_t))
            if self.p.repeated == NULL:
                raise MemoryError
            self.p.repeated_mask = size - 1
            for again in twice:
                key = position_key(&self.p, (<State> again).raw)
                at = key & self.p.repeated_mask
                while self.p.repeated[at]:
                    at = (at + 1) & self.p.repeated_mask
                self.p.repeated[at] = key

    def __dealloc__(self):
        free(self.p.repeated)

    cdef tuple by_seat(self, const double *shares):
        """Shares by side as shares by seat: partners divide theirs evenly."""
        return tuple([
            shares[self.p.side[seat]] / len(self.sides[self.p.side[seat]])
            for seat in range(self.p.rules.seats)
        ])


cdef tuple _repeated_states(State state, earlier):
    """One state for each position that has stood twice, the root counted."""
    seen, twice = set(), {}
    for other in (*earlier, state):
        if other is None:
            raise TypeError("an earlier state is a State, not None")
        if (<State?> other).rules is not (<State> state).rules:
            raise ValueError("the earlier states belong to another game")
        identity = other.repetition_key
        if identity in seen:
            twice[identity] = other
        seen.add(identity)
    return tuple(twice.values())
