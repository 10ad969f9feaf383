from cpython.time cimport monotonic
from libc.stdlib cimport calloc, free


cdef uint64_t stamp_of(const Problem *p, const uint64_t *state) noexcept nogil:
    """64 bits that stand for a position as the repetition rule sees it."""
    cdef uint64_t erased[STATE_WORDS]
    cdef uint64_t h = <uint64_t> 0x243F6A8885A308D3
    cdef int i
    if p.rules.identity != NULL:
        for i in range(p.words):
            erased[i] = state[i]
        p.rules.identity(p.rules, erased)
        state = erased
    for i in range(p.words):
        h = (h ^ state[i]) * <uint64_t> 0x9E3779B97F4A7C15
        h ^= h >> 29
    return h


cdef bint is_closed(const Problem *p, uint64_t stamp) noexcept nogil:
    """Would the position stand for the third time?"""
    cdef uint64_t at
    if not p.closed_mask:
        return False
    at = stamp & p.closed_mask
    while p.closed[at]:
        if p.closed[at] == stamp:
            return True
        at = (at + 1) & p.closed_mask
    return False


cdef void share(const Problem *p, const double *scores, double *shares) noexcept nogil:
    """Each side's part of all points."""
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
    """Has the board ended the game? Then writes the shares."""
    cdef double scores[MAX_SEATS]
    if not p.rules.result(p.rules, state, scores):
        return False
    share(p, scores, shares)
    return True


cdef bint is_time_up(const Problem *p) noexcept nogil:
    return read_flag(p.stop) or (p.deadline != 0 and monotonic() >= p.deadline)


cdef double logarithm(uint32_t n) noexcept nogil:
    """ln n, by sums and products only (a library's may differ in the last bit from machine to machine)."""
    cdef double x = n, power = 0, y, y2
    while x > 1.5:
        x *= 0.5
        power += 1
    y = (x - 1) / (x + 1)
    y2 = y * y
    return power * 0.6931471805599453 + 2 * y * (1 + y2 * (1.0 / 3 + y2 * (0.2 + y2 / 7)))


cdef double exponential(double x) noexcept nogil:
    """e to the power of x, near enough for an estimate, by sums and products only."""
    cdef double power = 1 + min(max(x, -20), 20) / 4096
    for _ in range(12):
        power *= power
    return power


cdef double logistic(double x) noexcept nogil:
    return 1 / (1 + exponential(-x))


cdef class Stop:
    """A way to end a search from another thread: it then answers at once with the best it has found."""

    def __cinit__(self):
        self.flag = 0

    def set(self):
        self.flag = 1

    def is_set(self):
        return self.flag != 0


cdef class Position:
    """A state to search from, who plays with whom, and which positions would stand for the third time."""

    def __cinit__(self, State state not None, *, sides, earlier=(), Stop stop=None):
        cdef uint64_t size, at, stamp
        if not state.rules.c.seats:
            raise TypeError("this state belongs to no game")
        self.state = state
        self.sides = tuple([tuple(side) for side in sides])
        if sorted([seat for side in self.sides for seat in side]) != list(range(state.rules.c.seats)):
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
        twice = _twice(state, earlier)
        if twice:
            size = 4
            while size < <uint64_t> (2 * len(twice)):
                size *= 2
            self.p.closed = <uint64_t *> calloc(size, sizeof(uint64_t))
            if self.p.closed == NULL:
                raise MemoryError
            self.p.closed_mask = size - 1
            for again in twice:
                stamp = stamp_of(&self.p, (<State> again).raw)
                at = stamp & self.p.closed_mask
                while self.p.closed[at]:
                    at = (at + 1) & self.p.closed_mask
                self.p.closed[at] = stamp

    def __dealloc__(self):
        free(self.p.closed)

    cdef tuple by_seat(self, const double *shares):
        """Shares of the sides as shares of the seats: partners divide theirs evenly."""
        return tuple([
            shares[self.p.side[seat]] / len(self.sides[self.p.side[seat]])
            for seat in range(self.p.rules.seats)
        ])


def _twice(state, earlier):
    """One state for each position that has stood twice, the present one counted."""
    seen, twice = set(), {}
    for other in (*earlier, state):
        if (<State?> other).rules is not (<State> state).rules:
            raise ValueError("the earlier states belong to another game")
        identity = other.identity
        if identity in seen:
            twice[identity] = other
        seen.add(identity)
    return tuple(twice.values())
