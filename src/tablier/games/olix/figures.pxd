"""Pattern detection for OLIX: with their cells, around one pawn (`find`); as bare values, on a whole field
(`measure`)."""

from libc.stdint cimport uint16_t
from libc.string cimport memcpy, memset

cdef enum:
    SIZE = 11
    KINDS = 4
    KIND_O = 0
    KIND_L = 1
    KIND_I = 2
    KIND_X = 3
    MARGIN = 8   # empty rows below and above a field: the longest line that is detected

cdef extern from *:
    """
    /* §O5, §O7, by kind: the smallest pattern, and the smallest beyond the score column. */
    static const int tablier_olix_smallest[4] = {4, 5, 4, 4};
    static const int tablier_olix_beyond[4] = {10, 9, 8, 8};
    """
    const int *SMALLEST "tablier_olix_smallest"
    const int *BEYOND "tablier_olix_beyond"

cdef struct Pattern:
    int value
    int column[3]   # first end, corner of an L (else the first end again), second end;
    int row[3]      # of an O two opposite corners

# One side's pawns with a margin, so that rows up to MARGIN away can be loaded without a bounds check.
cdef struct Field:
    uint16_t row[MARGIN + 16 + MARGIN]


cdef inline bint holds(const uint16_t *own, int column, int row) noexcept nogil:
    """True if the side has a pawn on this cell; False outside the board."""
    return 0 <= column < SIZE and 0 <= row < SIZE and own[row] >> column & 1


cdef inline void lay(Field *f, const uint16_t *rows) noexcept nogil:
    """Write rows into a field with an empty margin."""
    memset(f, 0, sizeof(Field))
    memcpy(&f.row[MARGIN], rows, SIZE * sizeof(uint16_t))


cdef inline bint is_beyond(const int *best) noexcept nogil:
    """True if one of these values is beyond its column (§O7)."""
    return (
        best[KIND_O] >= BEYOND[KIND_O] or best[KIND_L] >= BEYOND[KIND_L]
        or best[KIND_I] >= BEYOND[KIND_I] or best[KIND_X] >= BEYOND[KIND_X]
    )


cdef inline bint is_value(int kind, int value) noexcept nogil:
    """True for the values of a column's cells; no O has 5 or 7 cells."""
    return SMALLEST[kind] <= value < BEYOND[kind] and not (kind == KIND_O and value in (5, 7))


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
