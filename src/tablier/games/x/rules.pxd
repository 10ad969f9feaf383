"""The state of X and the tables of its boards."""

from libc.stdint cimport int8_t, uint16_t, uint64_t

# A row of the board is one word: three lanes, one for each seat's stones, and above each lane a bit that no
# cell uses, so that shifts and carries of one lane die there. What is done to a row is done for all three.
cdef enum:
    MAX_SIZE = 20
    MAX_CELLS = 400
    LANE = 21      # bits from one lane to the next: 3 * LANE <= 64
    ANYONE = 7     # a set of seats, as bits: all three
    CORNERS = 4    # a1 and the other end of its row, then the same two in the last row

cdef struct Tables:
    int size
    bint to_the_end
    uint64_t row                      # all cells of a row, in the first lane
    uint16_t place[MAX_CELLS]         # of a cell: its row, five bits for its column
    int8_t winner[1 << 3 * CORNERS]   # by the seats left to each corner: the certain winner, or -1

cdef struct Board:
    uint64_t rows[MAX_SIZE]
    uint64_t stones


cdef inline uint64_t in_each_lane(uint64_t cells) noexcept nogil:
    """A row of cells repeated in all three lanes."""
    return cells | cells << LANE | cells << 2 * LANE


cdef inline uint64_t vacant(const Tables *t, uint64_t row) noexcept nogil:
    """The empty cells of a row, in the first lane."""
    return t.row & ~(row | row >> LANE | row >> 2 * LANE)


cdef inline int seats_in(uint64_t row) noexcept nogil:
    """The lanes in which the lowest bit is set, as a set of seats."""
    return <int> (row & 1 | row >> (LANE - 1) & 2 | row >> (2 * LANE - 2) & 4)


cdef inline void wins(int winner, double *scores) noexcept nogil:
    """Write the scores of a win."""
    cdef int seat
    for seat in range(3):
        scores[seat] = seat == winner
