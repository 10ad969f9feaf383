"""Bitboards of Plateau X.

Cells are bits of a word, eight to a row, so that the last column or two stay empty and a shift never runs
into the next row. Levels are six such words, one per binary digit: all cells are compared with their
neighbours at once.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from tablier.core.bits cimport count

cdef enum:
    KINDS = 7            # a Single, a Double in two turns, a Triple in four
    SINGLE = 0
    LYING = 1            # the Doubles
    UPRIGHT = 2
    CORNERS = 3          # the first of the Triples
    MAX_BRICKS = 277     # places for bricks on the 7x7 board
    LEVEL_BITS = 6       # there are at most 49 bricks
    MAX_PAWNS = 4
    NOWHERE = 255        # the cell of a pawn that is not in play yet
    DOUBLES = 4          # index of the first seat's Doubles in `stock`, after the Singles of each seat
    TRIPLES = 8          # index of the common Triples in `stock`
    SHELVES = 9          # entries of `stock`

cdef struct Place:
    uint64_t cells
    uint64_t anchor      # the cell clicked to lay the brick
    int kind
    uint8_t bit[3]       # its cells; smaller bricks repeat one
    uint8_t part[3]      # the part of the brick on each cell

cdef struct Tables:
    int size
    int seats
    int pawns            # of one seat
    int singles
    int doubles
    int triples
    uint64_t board
    uint64_t beside      # cells that have a neighbour on their right
    uint64_t below       # cells that have one above them
    int enter            # the first move that brings a pawn in
    int travel           # the first move of a pawn: from cell by cell
    uint8_t bit[49]      # by number of a cell
    uint8_t number[64]   # by bit
    uint16_t move[KINDS][64]
    Place place[MAX_BRICKS]
    double points[4]

# A state. `bare` follows from `part`: which bricks show whole, as the bits of the cells clicked to lay them;
# only those can forbid a brick (§P5), for nothing uncovers a brick again. A seat's pawns are in order of
# cells, so that it does not matter which is which.
cdef struct Board:
    uint64_t level[LEVEL_BITS]
    uint64_t bare[KINDS]
    uint8_t part[56]
    uint8_t pawn[MAX_PAWNS]   # by seat: its bit, or NOWHERE
    uint8_t rank[MAX_PAWNS]   # 1 for the earliest arrival; 0 before it comes in
    uint8_t stock[SHELVES]
    uint8_t turn
    uint8_t unused[6]

# Pairs of neighbours, as the bit of the left or the lower cell.
cdef struct Relief:
    uint64_t flat_beside
    uint64_t flat_above
    uint64_t step_beside
    uint64_t step_above


cdef inline uint64_t one(int bit) noexcept nogil:
    """The set of one cell."""
    return <uint64_t> 1 << bit


cdef inline uint64_t ground(const Board *b) noexcept nogil:
    """The cells of level 0; bits that are no cells are set too."""
    return ~(b.level[0] | b.level[1] | b.level[2] | b.level[3] | b.level[4] | b.level[5])


cdef inline int height(const Board *b, int bit) noexcept nogil:
    """The level of a cell."""
    cdef int i, level = 0
    for i in range(LEVEL_BITS):
        level |= <int> (b.level[i] >> bit & 1) << i
    return level


cdef inline void fill_relief(const Tables *t, const Board *b, Relief *r) noexcept nogil:
    """Find the pairs of neighbours of equal level and those one level apart, digit by digit."""
    cdef uint64_t x, y, z, carry = ~(<uint64_t> 0)
    cdef uint64_t beside = 0, beside_up = 0, beside_down = 0, above = 0, above_up = 0, above_down = 0
    cdef int i
    for i in range(LEVEL_BITS):
        x = b.level[i]
        z = x ^ carry          # this digit of every level + 1
        carry &= x
        y = x >> 1
        beside |= x ^ y
        beside_up |= z ^ y
        beside_down |= x ^ z >> 1
        y = x >> 8
        above |= x ^ y
        above_up |= z ^ y
        above_down |= x ^ z >> 8
    r.flat_beside = ~beside & t.beside
    r.flat_above = ~above & t.below
    r.step_beside = ~(beside_up & beside_down) & t.beside
    r.step_above = ~(above_up & above_down) & t.below


cdef inline uint64_t spread(uint64_t x, uint64_t beside, uint64_t above) noexcept nogil:
    """The cells that share one of these pairs with a cell of the set."""
    return (x & beside) << 1 | (x >> 1 & beside) | (x & above) << 8 | (x >> 8 & above)


cdef inline uint64_t joined(const Relief *r, uint64_t x) noexcept nogil:
    """Flood fill over equal levels: the plateaus of these cells (§P8)."""
    cdef uint64_t y = x | spread(x, r.flat_beside, r.flat_above)
    while y != x:
        x = y
        y |= spread(y, r.flat_beside, r.flat_above)
    return x


cdef inline uint64_t all_pawns(const Board *b) noexcept nogil:
    """The cells of all pawns in play."""
    cdef uint64_t x = 0
    cdef int i
    for i in range(MAX_PAWNS):
        x |= one(b.pawn[i] & 63) if b.pawn[i] != NOWHERE else 0
    return x


cdef inline uint64_t pawns_of(const Tables *t, const Board *b, int seat) noexcept nogil:
    """The cells of a seat's pawns in play."""
    cdef uint64_t x = 0
    cdef int i
    for i in range(seat * t.pawns, (seat + 1) * t.pawns):
        x |= one(b.pawn[i] & 63) if b.pawn[i] != NOWHERE else 0
    return x


cdef inline uint64_t closed(const Board *b, const Relief *r, uint64_t opposing) noexcept nogil:
    """The plateaus with an opposing pawn; level 0 is no plateau (§P7, §P8)."""
    return joined(r, opposing & ~ground(b))


cdef inline uint64_t reach(const Relief *r, uint64_t pawn, uint64_t open) noexcept nogil:
    """Flood fill over steps: where a pawn can end a walk over open cells, its own cell included if it may
    return (§P7, §P9)."""
    cdef uint64_t x = spread(pawn, r.step_beside, r.step_above) & open
    cdef uint64_t y = (x | spread(x, r.step_beside, r.step_above)) & open
    while y != x:
        x = y
        y |= spread(y, r.step_beside, r.step_above) & open
    return x


cdef inline void fits(
    const Tables *t, const Board *b, const Relief *r, uint64_t pawns, uint64_t *fit
) noexcept nogil:
    """Anchors where each kind of brick can be laid, whatever the stocks: on cells of one level, without a
    pawn (§P4), not exactly on an identical brick (§P5)."""
    cdef uint64_t free = t.board & ~pawns
    cdef uint64_t right = r.flat_beside & free & free >> 1
    cdef uint64_t left = right << 1
    cdef uint64_t up = r.flat_above & free & free >> 8
    cdef uint64_t down = up << 8
    fit[SINGLE] = free & ~b.bare[SINGLE]
    fit[LYING] = right & ~b.bare[LYING]
    fit[UPRIGHT] = up & ~b.bare[UPRIGHT]
    fit[CORNERS] = right & up & ~b.bare[CORNERS]
    fit[CORNERS + 1] = left & up & ~b.bare[CORNERS + 1]
    fit[CORNERS + 2] = left & down & ~b.bare[CORNERS + 2]
    fit[CORNERS + 3] = right & down & ~b.bare[CORNERS + 3]


cdef inline int shelf(int kind, int seat) noexcept nogil:
    """The index in `stock` from which a seat takes a kind of brick (§P3)."""
    if kind == SINGLE:
        return seat
    return DOUBLES + seat if kind < CORNERS else TRIPLES


cdef inline void lay(Board *b, const Place *p) noexcept nogil:
    """Lay a brick: raise its cells by one (binary addition over the digits), update `bare`, parts and
    stock."""
    cdef uint64_t x = p.cells, carry = p.cells, digit
    cdef int i
    for i in range(LEVEL_BITS):
        digit = b.level[i]
        b.level[i] = digit ^ carry
        carry &= digit
    b.bare[SINGLE] &= ~x
    b.bare[LYING] &= ~(x | x >> 1)
    b.bare[UPRIGHT] &= ~(x | x >> 8)
    b.bare[CORNERS] &= ~(x | x >> 1 | x >> 8)
    b.bare[CORNERS + 1] &= ~(x | x << 1 | x >> 8)
    b.bare[CORNERS + 2] &= ~(x | x << 1 | x << 8)
    b.bare[CORNERS + 3] &= ~(x | x >> 1 | x << 8)
    b.bare[p.kind] |= p.anchor
    for i in range(3):
        b.part[p.bit[i]] = p.part[i]
    b.stock[shelf(p.kind, b.turn)] -= 1


cdef inline void arrive(const Tables *t, Board *b, int slot, int bit) noexcept nogil:
    """A pawn comes in or moves: it is now the latest arrival (§P9, §P13)."""
    slot &= MAX_PAWNS - 1   # callers pass a valid slot; the mask silences -Warray-bounds
    cdef int i, before = b.rank[slot] if b.rank[slot] else MAX_PAWNS + 1
    b.pawn[slot] = bit
    b.rank[slot] = 1
    for i in range(MAX_PAWNS):
        if i != slot and b.rank[i]:
            b.rank[slot] += 1
            b.rank[i] -= b.rank[i] > before
    slot &= ~1
    if t.pawns == 2 and b.pawn[slot] > b.pawn[slot + 1]:
        b.pawn[slot], b.pawn[slot + 1] = b.pawn[slot + 1], b.pawn[slot]
        b.rank[slot], b.rank[slot + 1] = b.rank[slot + 1], b.rank[slot]


cdef inline int rated(const Board *b, int slot, uint64_t plateau) noexcept nogil:
    """The sort key of a pawn in play: level, size of its plateau, earlier arrival (§P13)."""
    return height(b, b.pawn[slot]) << 16 | count(plateau) << 8 | MAX_PAWNS + 1 - b.rank[slot]


cdef inline int worth_of(const Board *b, const Relief *r, int slot) noexcept nogil:
    """The sort key of a pawn in play, its plateau found first."""
    return rated(b, slot, joined(r, one(b.pawn[slot]) & ~ground(b)))


cdef inline int slot_at(const Tables *t, const Board *b, int bit) noexcept nogil:
    """The index of the mover's pawn on this cell (NOWHERE: not in play yet); -1 if there is none."""
    cdef int i
    for i in range(b.turn * t.pawns, (b.turn + 1) * t.pawns):
        if b.pawn[i] == bit:
            return i
    return -1
