"""Retrograde analysis: the exact values of all ranked positions of a game for two whose positions may repeat.

A position is won if some move leads to one that is lost for the other side, and lost if all moves lead to won
ones; a position for which neither holds in the end is drawn, since both sides can avoid losing for ever. The
values are found layer by layer, each by passing over its undecided positions until a pass decides none.

A written value is final: an interrupted run continues from the same table.
"""

from libc.stdint cimport uint32_t, uint64_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from tablier.core.rules cimport MAX_MOVES, MAX_SEATS, Move, Rules, RuleSet, STATE_WORDS

from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum

from tablier.core.values import whole_number

cdef extern from *:
    """
    /* Four values a byte; several threads may write to the same byte. */
    static inline int tablier_look(const uint8_t *values, uint64_t number) {
        return __atomic_load_n(values + (number >> 2), __ATOMIC_RELAXED) >> 2 * (number & 3) & 3;
    }
    static inline void tablier_enter(uint8_t *values, uint64_t number, int value) {
        __atomic_fetch_or(values + (number >> 2), value << 2 * (number & 3), __ATOMIC_RELAXED);
    }
    """
    int read_value "tablier_look"(const uint8_t *values, uint64_t number) noexcept nogil
    void write_value "tablier_enter"(uint8_t *values, uint64_t number, int value) noexcept nogil

cdef enum:
    UNKNOWN = 0
    LOST = 1
    DRAWN = 2
    WON = 3
    PARTS_PER_THREAD = 8     # parts of a layer for each thread: undecided positions are spread unevenly
    MIN_PARALLEL = 20_000    # positions of a layer below which one thread does all
    LIST_STEP = 1 << 16      # undecided positions by which the list grows
    MAX_THREADS = 1024

cdef int[4] NEGATED = [UNKNOWN, WON, DRAWN, LOST]   # a value from the other side's point of view

MAX_POSITIONS = 2**32
"""The most positions that can be solved: within a layer they are counted in 32 bits."""


class Value(IntEnum):
    """The value of a position for the side to move, with best play by both.

    >>> Value.WIN.negated.name, Value.DRAW.negated.name
    ('LOSS', 'DRAW')
    """

    LOSS = LOST
    DRAW = DRAWN
    WIN = WON

    @property
    def negated(self):
        """The same value from the other side's point of view."""
        return Value(NEGATED[<int> self])


cdef int value_from_successors(
    const Rules *rules, const uint8_t *values, const uint64_t *state
) noexcept nogil:
    """The value by the board's result or by the values of the successors; UNKNOWN if these do not decide
    it."""
    cdef uint64_t following[STATE_WORDS]
    cdef double scores[MAX_SEATS]
    cdef Move moves[MAX_MOVES]
    cdef int turn = rules.turn(rules, state)
    cdef int i, value, best = LOST
    cdef bint is_open = False
    if rules.result(rules, state, scores):
        if scores[turn] == scores[turn ^ 1]:
            return DRAWN
        return WON if scores[turn] > scores[turn ^ 1] else LOST
    for i in range(rules.moves(rules, state, moves)):
        memcpy(following, state, rules.bytes)
        rules.play(rules, following, moves[i])
        value = read_value(values, rules.rank(rules, following))
        if rules.turn(rules, following) != turn:
            value = NEGATED[value]
        if value == WON:
            return WON
        if value == UNKNOWN:
            is_open = True
        elif value > best:
            best = value
    return UNKNOWN if is_open else best


cdef void write_images(const Rules *rules, uint8_t *values, const uint64_t *state, int value) noexcept nogil:
    """Write the value of a position and of all its images."""
    cdef uint64_t image[STATE_WORDS]
    cdef int i
    for i in range(rules.images):
        rules.image(rules, state, i, image)
        write_value(values, rules.rank(rules, image), value)


cdef bint is_canonical(const Rules *rules, const uint64_t *state, uint64_t number) noexcept nogil:
    """True if no image has a smaller rank: only one position of each symmetry class is searched."""
    cdef uint64_t image[STATE_WORDS]
    cdef int i
    for i in range(rules.images):
        rules.image(rules, state, i, image)
        if rules.rank(rules, image) < number:
            return False
    return True


cdef class LayerPart:
    """A range of ranks within a layer, and the list of its undecided positions."""

    cdef ValueTable table
    cdef uint64_t first, last
    cdef uint32_t *undecided   # ranks, counted from `first`
    cdef size_t n, room

    def __cinit__(self, ValueTable table not None, first, last):
        table.check_writable()
        self.first, self.last = table.check_range(first, last)
        self.table = table

    def __dealloc__(self):
        free(self.undecided)

    cdef bint append(self, uint64_t number) noexcept nogil:
        """Add a rank to the list; False if there is no memory for it."""
        cdef void *more
        if self.n == self.room:
            more = realloc(self.undecided, (self.room + LIST_STEP) * sizeof(uint32_t))
            if more == NULL:
                return False
            self.undecided = <uint32_t *> more
            self.room += LIST_STEP
        self.undecided[self.n] = <uint32_t> (number - self.first)
        self.n += 1
        return True

    def decide_from_earlier(self):
        """Decide what follows from earlier layers and list the rest; returns how many were decided."""
        cdef const Rules *rules = &self.table.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef uint64_t number, decided = 0
        cdef int value
        cdef bint is_kept = True
        with nogil:
            for number in range(self.first, self.last):
                rules.unrank(rules, number, state)
                if not is_canonical(rules, state, number):
                    continue
                # A run may have been interrupted after a value was written and before its images were.
                value = read_value(self.table.values, number)
                value = value or value_from_successors(rules, self.table.values, state)
                if value:
                    write_images(rules, self.table.values, state, value)
                    decided += 1
                elif not self.append(number):
                    is_kept = False
                    break
        if not is_kept:
            raise MemoryError
        return decided

    def decide_again(self):
        """Pass over the list once; returns how many were decided."""
        cdef const Rules *rules = &self.table.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef size_t i, left = 0
        cdef uint64_t decided
        cdef int value
        with nogil:
            for i in range(self.n):
                rules.unrank(rules, self.first + self.undecided[i], state)
                value = value_from_successors(rules, self.table.values, state)
                if value:
                    write_images(rules, self.table.values, state, value)
                else:
                    self.undecided[left] = self.undecided[i]
                    left += 1
        decided = self.n - left
        self.n = left
        return decided

    def draw_rest(self):
        """Write a draw for every position left on the list."""
        cdef const Rules *rules = &self.table.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef size_t i
        with nogil:
            for i in range(self.n):
                rules.unrank(rules, self.first + self.undecided[i], state)
                write_images(rules, self.table.values, state, DRAWN)
        self.n = 0


cdef class ValueTable:
    """The values of all ranked positions of a game for two, four a byte, in a buffer owned by the caller.

    A buffer of zeros is a table in which nothing is decided. ValueError for rules that do not rank positions
    of a game for two and for a buffer of another size or with gaps.
    """

    cdef RuleSet rules
    cdef const uint8_t[::1] view
    cdef uint8_t *values

    def __cinit__(self, RuleSet rules not None, data):
        if rules.c.seats != 2 or not rules.c.ranks:
            raise ValueError(f"{rules.game!r} does not number the positions of a game for two")
        if not memoryview(data).c_contiguous:
            raise ValueError("the values lie in one contiguous buffer")
        self.rules = rules
        self.view = data
        if <uint64_t> self.view.shape[0] != (rules.c.ranks + 3) // 4:
            raise ValueError(f"{rules.c.ranks} values want {(rules.c.ranks + 3) // 4} bytes, not {len(data)}")
        self.values = <uint8_t *> &self.view[0]

    def value(self, uint64_t number):
        """The Value of the position with this rank; None if undecided, ValueError if there is no such
        rank."""
        if number >= self.rules.c.ranks:
            raise ValueError(f"{self.rules.game!r} has no position {number}: it numbers {self.rules.c.ranks}")
        value = read_value(self.values, number)
        return Value(value) if value else None

    def count(self, first, last):
        """How many of the ranks from `first` to `last` - 1 are undecided, lost, drawn and won."""
        cdef uint64_t number, begin, end
        cdef uint64_t counts[4]
        begin, end = self.check_range(first, last)
        counts[:] = [0, 0, 0, 0]
        with nogil:
            for number in range(begin, end):
                counts[read_value(self.values, number)] += 1
        return tuple(counts)

    def decide(self, first, last, *, threads=1):
        """Find the values of the layer from `first` to `last` - 1; those of earlier layers must be there.

        ValueError for a read-only table, a range out of bounds or too large, and threads out of range.
        """
        self.check_writable()
        first, last = self.check_range(first, last)
        threads = whole_number(threads, "threads")
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads is 1 to {MAX_THREADS}, not {threads}")
        n = 1 if threads == 1 or last - first < MIN_PARALLEL else threads * PARTS_PER_THREAD
        cuts = [first + (last - first) * i // n for i in range(n + 1)]
        parts = [LayerPart(self, one, other) for one, other in zip(cuts, cuts[1:])]
        if n == 1:
            self.decide_parts(parts, map)
            return
        with ThreadPoolExecutor(threads) as pool:
            self.decide_parts(parts, pool.map)

    cdef int decide_parts(self, parts, each) except -1:
        """Run all passes over the parts; `each` is `map`, or that of a thread pool."""
        sum(each(LayerPart.decide_from_earlier, parts))
        while sum(each(LayerPart.decide_again, parts)):
            pass
        list(each(LayerPart.draw_rest, parts))
        return 0

    def faults(self, first, last, *, step=1, most=10):
        """Up to `most` ranks, every `step`-th from `first` to `last` - 1, whose values contradict their
        successors' or are missing."""
        cdef const Rules *rules = &self.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef uint64_t number, end, stride
        cdef int value
        found = []
        number, end = self.check_range(first, last)
        if not 1 <= step <= MAX_POSITIONS:
            raise ValueError(f"the step from one number to the next is 1 to {MAX_POSITIONS}, not {step}")
        stride = step
        while len(found) < most:
            with nogil:
                while number < end:
                    rules.unrank(rules, number, state)
                    value = read_value(self.values, number)
                    if value == UNKNOWN or value != value_from_successors(rules, self.values, state):
                        break
                    number += stride
            if number >= end:
                break
            found.append(number)
            number += stride
        return found

    cdef tuple check_range(self, first, last):
        """(first, last) as ints; ValueError unless they are a range of ranks that 32 bits can count."""
        first, last = whole_number(first, "a rank"), whole_number(last, "a rank")
        if not 0 <= last <= self.rules.c.ranks:
            raise ValueError(f"{self.rules.game!r} numbers {self.rules.c.ranks} positions, not {last}")
        if not 0 <= first <= last:
            raise ValueError(f"the first of these positions is 0 to {last}, not {first}")
        if last - first > MAX_POSITIONS:
            raise ValueError(f"{last - first} positions are too many: they are counted in 32 bits")
        return first, last

    cdef int check_writable(self) except -1:
        if memoryview(self.view.base).readonly:
            raise ValueError("this table is only to be read")
        return 0
