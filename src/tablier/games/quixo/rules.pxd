"""The states of Quixo and the tables of its boards."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    MAX_PUSHES = 44
    MAX_LINES = 12
    MAX_CELLS = 25
    MAX_LAYERS = 182   # unordered divisions of 0 to MAX_CELLS marks between two sides
    MAX_KINDS = 351    # ordered divisions
    SYMMETRIES = 8
    SIDES = 128        # values of `sides_of`
    ROW_STRIDE = 16    # at least the pushes that take a cube of the first row, 13
    SIDES_STRIDE = 32  # at least those that take a cube of the sides, 18

# A push takes a rim cube out, shifts the cubes between the gap and the end where it comes in, and puts it
# there. Both sides' marks lie in one word (the side to move low, the other high): one shift moves both.
cdef struct Push:
    uint64_t shifted   # the cubes that shift, in both halves
    uint64_t kept      # the cubes that the push does not touch, in both halves
    uint32_t taken
    uint32_t entry
    int turn           # bits by which the word is rotated left to shift them

# The boards with so many marks of the side to move and of the other, numbered from `first` on.
cdef struct Kind:
    int own
    int other
    uint64_t first

cdef struct Tables:
    int size
    int pushes
    int lines
    uint32_t rim
    uint32_t line[MAX_LINES]
    Push push[MAX_PUSHES]
    # of the 5x5 board, by part of the rim and the other side's marks there: how many pushes are still legal,
    # and their numbers; the parts are the first row, the sides between (`sides_of`) and the last row
    uint8_t first_count[32]
    uint8_t sides_count[SIDES]
    uint8_t last_count[32]
    uint8_t legal[32 * ROW_STRIDE + SIDES * SIDES_STRIDE + 32 * ROW_STRIDE]
    # filled in by knowledge.pyx
    uint64_t tally[5][32]  # by fifth of the board and one side's marks there: how many, and in which lines
    int worth[512]         # the weight of three lines, by the marks in each
    # filled in by numbers.pyx, for two players
    uint64_t boards
    int layers
    int kinds
    uint64_t layer[MAX_LAYERS + 1]
    Kind kind[MAX_KINDS]
    uint64_t first[MAX_CELLS + 1][MAX_CELLS + 1]    # by marks of the side to move, then of the other
    uint32_t choose[MAX_CELLS + 1][MAX_CELLS + 1]
    uint32_t image[SYMMETRIES][5][32]               # the images of the marks in each fifth of the board

cdef struct Board:
    uint64_t marks     # low half: marks of the side to move; high half: of the other
    uint64_t turn

cdef struct TeamBoard:
    uint32_t marks[2]  # crosses, circles
    uint32_t dots      # of marked cubes: 0 for the side's first seat, 1 for the second
    uint32_t turn

cdef inline uint64_t rotated(uint64_t x, int k) noexcept nogil:
    """x rotated left by k bits."""
    return (x << (k & 63)) | (x >> (-k & 63))

cdef inline bint five(uint32_t x) noexcept nogil:
    """True if the marks fill a line of five on the 5x5 board."""
    cdef uint32_t row = x & (x >> 1)
    cdef uint32_t column = x & (x >> 5)
    return (
        (row & (row >> 2) & (x >> 4) & 0x108421)
        | (column & (column >> 10) & (x >> 20) & 0x1F)
    ) != 0 or (x & 0x1041041) == 0x1041041 or (x & 0x111110) == 0x111110

cdef inline uint64_t fives(uint64_t x) noexcept nogil:
    """Not 0 if either half of a word has a line of five. Halves have 25 bits: what a shift brings from the
    high one into the low one lies outside all masks."""
    cdef uint64_t row = x & x >> 1, column = x & x >> 5, rising = x & x >> 6, falling = x & x >> 4
    return (
        (row & row >> 2 & x >> 4 & 0x10842100108421ULL)
        | (column & column >> 10 & x >> 20 & 0x1F0000001FULL)
        | (rising & rising >> 12 & x >> 24 & 0x100000001ULL)
        | (falling & falling >> 8 & x >> 16 & 0x1000000010ULL)
    )

cdef inline uint32_t sides_of(uint32_t marks) noexcept nogil:
    """The marks in the first and the last column between the corners, as bits 0 to 2 and 4 to 6."""
    cdef uint32_t found = marks >> 5 & 0x4631
    return (found | found >> 8) & (SIDES - 1)

cdef inline uint64_t pushed(uint64_t marks, const Push *p) noexcept nogil:
    """The marks after a push by the side in the low half, whose mark comes up (§Q3, §Q4)."""
    return (marks & p.kept) | rotated(marks & p.shifted, p.turn) | p.entry
