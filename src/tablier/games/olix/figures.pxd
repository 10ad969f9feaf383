"""The patterns of OLIX, twice: with their cells, around one pawn; and as bare values, of a whole field."""

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

cdef enum:
    SIZE = 11
    KINDS = 4
    KIND_O = 0
    KIND_L = 1
    KIND_I = 2
    KIND_X = 3
    MARGIN = 8             # empty lanes below and above a field: the longest line that matters

cdef struct Pattern:
    int value
    int column[3]          # the two ends and between them the corner of an L (else the first end again);
    int row[3]             # of an O two opposite corners

# One side's pawns with a margin, so that a look at any row up to MARGIN away is a plain load.
cdef struct Field:
    uint16_t row[MARGIN + 16 + MARGIN]


cdef inline bint holds(const uint16_t *own, int column, int row) noexcept nogil:
    return 0 <= column < SIZE and 0 <= row < SIZE and own[row] >> column & 1


cdef inline void lay(Field *f, const uint16_t *rows) noexcept nogil:
    memset(f, 0, sizeof(Field))
    memcpy(&f.row[MARGIN], rows, SIZE * sizeof(uint16_t))


cdef inline bint is_beyond(const int *best) noexcept nogil:
    """§O7"""
    return best[KIND_O] >= 10 or best[KIND_L] >= 9 or best[KIND_I] >= 8 or best[KIND_X] >= 8


# The best pattern of each kind (§O3) that an own pawn on a cell creates or extends; value 0 where there is
# none. `inside` are the pawns that count inside an O.
cdef void find(const uint16_t *own, const uint16_t *inside, int at, Pattern *best) noexcept nogil

# The best O around or through a cell (a negative column: anywhere), or the first of a wanted value.
cdef void find_o(
    const uint16_t *own, const uint16_t *inside, int column, int row, int wanted, Pattern *p
) noexcept nogil

# The full borders of 3x3 cells, by their centres.
cdef void find_rings(const Field *f, Field *rings) noexcept nogil

# The best value of each kind on a field, cut off at the first beyond the column; pawns inside an O count if
# they are the field's own.
cdef void measure(const Field *f, int *best) noexcept nogil
