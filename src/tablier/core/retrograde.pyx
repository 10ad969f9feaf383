"""Exact values of all numbered positions of a game for two, whose positions may repeat.

A position is won if some move leads to one that is lost for the other side, lost if all moves lead to won
ones; what is neither, however long one goes on, is drawn: both sides can avoid the loss for ever. The values
are found layer by layer, each by passing over its undecided positions until a pass decides nothing more.

A value, once written, is final: whoever is interrupted goes on from the same table, whatever it holds.
"""

from libc.stdint cimport uint32_t, uint64_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from tablier.core.rules cimport MAX_MOVES, MAX_SEATS, Move, Rules, RuleSet, STATE_WORDS

from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum

cdef extern from *:
    """
    /* Four values a byte; several threads may write to one of them. */
    static inline int tablier_look(const uint8_t *values, uint64_t number) {
        return __atomic_load_n(values + (number >> 2), __ATOMIC_RELAXED) >> 2 * (number & 3) & 3;
    }
    static inline void tablier_enter(uint8_t *values, uint64_t number, int value) {
        __atomic_fetch_or(values + (number >> 2), value << 2 * (number & 3), __ATOMIC_RELAXED);
    }
    """
    int look "tablier_look"(const uint8_t *values, uint64_t number) noexcept nogil
    void enter "tablier_enter"(uint8_t *values, uint64_t number, int value) noexcept nogil

cdef enum:
    UNKNOWN = 0
    LOST = 1
    DRAWN = 2
    WON = 3
    SHARES = 8       # parts of a layer for each thread: what is left to do lies unevenly
    SMALL = 20_000   # a layer with fewer numbers is not worth sharing out
    ROOM = 1 << 16   # undecided positions for which room is made at a time

cdef int[4] MIRROR = [UNKNOWN, WON, DRAWN, LOST]   # a value seen from the other side

MOST = 2**32
"""Positions that can be solved at most: within a layer they are counted in 32 bits."""


class Value(IntEnum):
    """What a position is worth to the side to move, if both play as well as can be."""

    LOSS = LOST
    DRAW = DRAWN
    WIN = WON

    @property
    def mirrored(self):
        """The same seen from the other side."""
        return Value(MIRROR[<int> self])


cdef int judge(const Rules *rules, const uint8_t *values, const uint64_t *state) noexcept nogil:
    """The value that follows from the board or from the values of the positions one move on."""
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
        value = look(values, rules.rank(rules, following))
        if rules.turn(rules, following) != turn:
            value = MIRROR[value]
        if value == WON:
            return WON
        if value == UNKNOWN:
            is_open = True
        elif value > best:
            best = value
    return UNKNOWN if is_open else best


cdef void enter_all(const Rules *rules, uint8_t *values, const uint64_t *state, int value) noexcept nogil:
    """Write a value down for all images of a position."""
    cdef uint64_t image[STATE_WORDS]
    cdef int i
    for i in range(rules.images):
        rules.image(rules, state, i, image)
        enter(values, rules.rank(rules, image), value)


cdef bint is_first(const Rules *rules, const uint64_t *state, uint64_t number) noexcept nogil:
    """Has none of the images a smaller number? Only one of them is looked at, for all."""
    cdef uint64_t image[STATE_WORDS]
    cdef int i
    for i in range(rules.images):
        rules.image(rules, state, i, image)
        if rules.rank(rules, image) < number:
            return False
    return True


cdef class Share:
    """A part of a layer, and its positions that are not decided yet."""

    cdef Table table
    cdef uint64_t first, last
    cdef uint32_t *undecided   # counted from `first`
    cdef size_t n, room

    def __cinit__(self, Table table, first, last):
        self.table, self.first, self.last = table, first, last

    def __dealloc__(self):
        free(self.undecided)

    cdef bint keep(self, uint64_t number) noexcept nogil:
        """Put a number on the list; false if there is no memory for it."""
        cdef void *more
        if self.n == self.room:
            more = realloc(self.undecided, (self.room + ROOM) * sizeof(uint32_t))
            if more == NULL:
                return False
            self.undecided = <uint32_t *> more
            self.room += ROOM
        self.undecided[self.n] = <uint32_t> (number - self.first)
        self.n += 1
        return True

    def begin(self):
        """Decide what follows from earlier layers, list the rest; how much was decided."""
        cdef const Rules *rules = &self.table.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef uint64_t number, decided = 0
        cdef int value
        cdef bint is_kept = True
        with nogil:
            for number in range(self.first, self.last):
                rules.unrank(rules, number, state)
                if not is_first(rules, state, number):
                    continue
                # One that was written already may have been interrupted before its images were.
                value = look(self.table.values, number) or judge(rules, self.table.values, state)
                if value:
                    enter_all(rules, self.table.values, state, value)
                    decided += 1
                elif not self.keep(number):
                    is_kept = False
                    break
        if not is_kept:
            raise MemoryError
        return decided

    def go_on(self):
        """Pass over the list once; how much was decided."""
        cdef const Rules *rules = &self.table.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef size_t i, left = 0
        cdef uint64_t decided
        cdef int value
        with nogil:
            for i in range(self.n):
                rules.unrank(rules, self.first + self.undecided[i], state)
                value = judge(rules, self.table.values, state)
                if value:
                    enter_all(rules, self.table.values, state, value)
                else:
                    self.undecided[left] = self.undecided[i]
                    left += 1
        decided = self.n - left
        self.n = left
        return decided

    def end(self):
        """What is on the list now is drawn."""
        cdef const Rules *rules = &self.table.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef size_t i
        with nogil:
            for i in range(self.n):
                rules.unrank(rules, self.first + self.undecided[i], state)
                enter_all(rules, self.table.values, state, DRAWN)
        self.n = 0


cdef class Table:
    """The values of all numbered positions of a game, four a byte, in memory that somebody else keeps.

    All bytes 0 is a table in which nothing is decided.
    """

    cdef RuleSet rules
    cdef const uint8_t[::1] view
    cdef uint8_t *values

    def __cinit__(self, RuleSet rules not None, data):
        if rules.c.seats != 2 or not rules.c.ranks:
            raise ValueError(f"{rules.game!r} does not number the positions of a game for two")
        self.rules = rules
        self.view = data
        if <uint64_t> self.view.shape[0] != (rules.c.ranks + 3) // 4:
            raise ValueError(f"{rules.c.ranks} values want {(rules.c.ranks + 3) // 4} bytes, not {len(data)}")
        self.values = <uint8_t *> &self.view[0]

    def value(self, uint64_t number):
        """The value of a numbered position; None if it is not decided."""
        if number >= self.rules.c.ranks:
            raise ValueError(f"{self.rules.game!r} has no position {number}: it numbers {self.rules.c.ranks}")
        value = look(self.values, number)
        return Value(value) if value else None

    def count(self, first, last):
        """How many of these numbers are undecided, lost, drawn and won."""
        cdef uint64_t number, start = first, end = self._within(last)
        cdef uint64_t counts[4]
        counts[:] = [0, 0, 0, 0]
        with nogil:
            for number in range(start, end):
                counts[look(self.values, number)] += 1
        return tuple(counts)

    def decide(self, first, last, *, threads=1):
        """Find the values of a layer; those of the layers before it must be there."""
        if memoryview(self.view.base).readonly:
            raise ValueError("this table is only to be read")
        last = self._within(last)
        if last - first > MOST:
            raise ValueError(f"a layer of {last - first} positions is too large")
        parts = 1 if threads == 1 or last - first < SMALL else threads * SHARES
        cuts = [first + (last - first) * i // parts for i in range(parts + 1)]
        shares = [Share(self, one, other) for one, other in zip(cuts, cuts[1:])]
        if parts == 1:
            self._decide(shares, map)
            return
        with ThreadPoolExecutor(threads) as pool:
            self._decide(shares, pool.map)

    def _decide(self, shares, each):
        sum(each(Share.begin, shares))
        while sum(each(Share.go_on, shares)):
            pass
        list(each(Share.end, shares))

    def faults(self, first, last, *, step=1, most=10):
        """Up to so many of these numbers whose values do not fit those of the positions one move on."""
        cdef const Rules *rules = &self.rules.c
        cdef uint64_t state[STATE_WORDS]
        cdef uint64_t number = first, end = self._within(last), stride = step
        cdef int value
        found = []
        if not stride:
            raise ValueError("the step from one number to the next is at least 1")
        while len(found) < most:
            with nogil:
                while number < end:
                    rules.unrank(rules, number, state)
                    value = look(self.values, number)
                    if value == UNKNOWN or value != judge(rules, self.values, state):
                        break
                    number += stride
            if number >= end:
                break
            found.append(number)
            number += stride
        return found

    def _within(self, last):
        if not 0 <= last <= self.rules.c.ranks:
            raise ValueError(f"{self.rules.game!r} numbers {self.rules.c.ranks} positions, not {last}")
        return last
