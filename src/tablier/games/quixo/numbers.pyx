"""Ranks of boards for retrograde analysis. A rank tells the marks of the side to move from the other side's,
not crosses from circles.

A cube once marked stays marked (§Q2, §Q3). Fuller boards come first, then those where the marks are divided
more evenly: a push leads from a marks of the mover and b of the other side to b and a, or to b and a + 1. So
the boards with a and b and those with b and a form one layer. Within it a set of marks is ranked by the
combinatorial number system: cells c1 < c2 < ... have the number C(c1, 1) + C(c2, 2) + ...
"""

from libc.stdint cimport uint32_t, uint64_t

from tablier.core.bits cimport count, lowest
from tablier.games.quixo.rules cimport Board, MAX_CELLS, SYMMETRIES, Tables


cdef void fill_ranks(Tables *t) noexcept nogil:
    """Fill the tables that the functions below look up."""
    cdef int n = t.size * t.size
    cdef int i, j, marked, fewer
    for i in range(MAX_CELLS + 1):
        for j in range(MAX_CELLS + 1):
            t.choose[i][j] = 1 if j == 0 else 0 if i == 0 else t.choose[i - 1][j - 1] + t.choose[i - 1][j]
    t.kinds = t.layers = 0
    t.boards = 0
    for marked in range(n, -1, -1):
        for fewer in range(marked // 2, -1, -1):
            t.layer[t.layers] = t.boards
            t.layers += 1
            add_kind(t, fewer, marked - fewer)
            if 2 * fewer < marked:
                add_kind(t, marked - fewer, fewer)
    t.layer[t.layers] = t.boards
    for i in range(SYMMETRIES):
        fill_image(t, i)


cdef void add_kind(Tables *t, int own, int other) noexcept nogil:
    """Number the boards with so many marks of each side."""
    cdef int n = t.size * t.size
    t.kind[t.kinds].own = own
    t.kind[t.kinds].other = other
    t.kind[t.kinds].first = t.first[own][other] = t.boards
    t.kinds += 1
    t.boards += <uint64_t> t.choose[n][own] * t.choose[n - own][other]


cdef void fill_image(Tables *t, int which) noexcept nogil:
    """Tabulate a symmetry by fifths of the board: bit 0 mirrors the columns, bit 1 the rows, bit 2 swaps
    them."""
    cdef int fifth, held, at, column, row, size = t.size
    for fifth in range(5):
        for held in range(32):
            t.image[which][fifth][held] = 0
            for at in range(5 * fifth, min(5 * fifth + 5, size * size)):
                if held >> (at - 5 * fifth) & 1:
                    column, row = at % size, at // size
                    if which & 1:
                        column = size - 1 - column
                    if which & 2:
                        row = size - 1 - row
                    if which & 4:
                        column, row = row, column
                    t.image[which][fifth][held] |= <uint32_t> 1 << (row * size + column)


cdef uint64_t rank(const Rules *rules, const void *state) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef uint64_t marks = (<const Board *> state).marks
    cdef uint32_t own = <uint32_t> marks, other = <uint32_t> (marks >> 32), left, bit
    cdef int mine = count(own), theirs = count(other), i = 0
    cdef uint64_t a = 0, b = 0
    left = own
    while left:
        i += 1
        a += t.choose[lowest(left)][i]
        left &= left - 1
    left = other
    i = 0
    while left:   # ranked among the cells without own marks
        i += 1
        bit = left & -left
        b += t.choose[count(~own & (bit - 1))][i]
        left &= left - 1
    return t.first[mine][theirs] + a * t.choose[t.size * t.size - mine][theirs] + b


cdef void unrank(const Rules *rules, uint64_t number, void *state) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef int low = 0, high = t.kinds - 1, middle, n = t.size * t.size
    cdef uint32_t own, other, each
    while low < high:
        middle = (low + high + 1) // 2
        if t.kind[middle].first <= number:
            low = middle
        else:
            high = middle - 1
    number -= t.kind[low].first
    each = t.choose[n - t.kind[low].own][t.kind[low].other]
    own = unrank_set(t, <uint32_t> (number // each), t.kind[low].own, (<uint32_t> 1 << n) - 1)
    other = unrank_set(t, <uint32_t> (number % each), t.kind[low].other, ~own & ((<uint32_t> 1 << n) - 1))
    b.marks = own | <uint64_t> other << 32
    b.turn = 0


cdef uint32_t unrank_set(const Tables *t, uint32_t number, int marks, uint32_t cells) noexcept nogil:
    """Unrank a set of `marks` of these cells in the combinatorial number system."""
    cdef uint32_t found = 0, bit = <uint32_t> 1 << 31
    cdef int cell = count(cells)
    while marks:
        while not cells & bit:
            bit >>= 1
        cell -= 1
        if t.choose[cell][marks] <= number:
            number -= t.choose[cell][marks]
            marks -= 1
            found |= bit
        bit >>= 1
    return found


cdef uint64_t layer(const Rules *rules, int layer) noexcept nogil:
    return (<const Tables *> rules.tables).layer[layer]


cdef void image(const Rules *rules, const void *state, int which, void *image) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Board *found = <Board *> image
    cdef uint32_t own = <uint32_t> b.marks, other = <uint32_t> (b.marks >> 32)
    found.marks = image_of(t, own, which) | <uint64_t> image_of(t, other, which) << 32
    found.turn = b.turn
