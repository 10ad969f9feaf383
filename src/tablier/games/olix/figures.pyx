"""Pattern detection for OLIX: around one pawn by scanning, on a whole field by bit-parallel shifts."""

from libc.stdint cimport uint16_t, uint32_t
from libc.string cimport memcpy, memset

from tablier.core.bits cimport count, lowest
from tablier.games.olix.lanes cimport has_any, has_any_low, joined, lanes, lanes_at, low_at, low_lanes, low_of


# Patterns of one pawn (§O3, §O4)

cdef int reach(const uint16_t *own, int column, int row, int right, int up) noexcept nogil:
    """The number of own pawns that follow in a direction without a gap."""
    cdef int n = 0
    while holds(own, column + right * (n + 1), row + up * (n + 1)):
        n += 1
    return n


cdef void improve(Pattern *p, int value, int c0, int r0, int c1, int r1, int c2, int r2) noexcept nogil:
    """Take a pattern if it is worth more than the best so far."""
    if value > p.value:
        p.value = value
        p.column[0], p.column[1], p.column[2] = c0, c1, c2
        p.row[0], p.row[1], p.row[2] = r0, r1, r2


cdef void find_line(const uint16_t *own, int c, int r, int right, int up, Pattern *p) noexcept nogil:
    """The line through this pawn in a direction and its opposite."""
    cdef int ahead = reach(own, c, r, right, up), behind = reach(own, c, r, -right, -up)
    cdef int c0 = c - behind * right, r0 = r - behind * up
    if ahead + behind + 1 >= SMALLEST[KIND_I]:   # the same for X
        improve(p, ahead + behind + 1, c0, r0, c0, r0, c + ahead * right, r + ahead * up)


cdef void find_corner(
    const uint16_t *own, int c, int r, int right, int up, int arm, Pattern *p
) noexcept nogil:
    """The best L with its corner here and one arm given by its direction and its length without the
    corner."""
    cdef int side, other
    if arm < 2:
        return
    for side in range(-1, 2, 2):
        other = reach(own, c, r, side * up, side * right)   # across the arm
        if other >= 2:
            improve(
                p, arm + other + 1, c + arm * right, r + arm * up, c, r,
                c + other * side * up, r + other * side * right,
            )


cdef void find_l(const uint16_t *own, int c, int r, Pattern *p) noexcept nogil:
    """The best L that contains this pawn: for each of four directions, the pawn lies on the arm that points
    there, at any distance from the corner (0 if it is the corner)."""
    cdef int turn, right, up, behind, ahead, back
    for turn in range(4):
        right = (turn == 0) - (turn == 1)
        up = (turn == 2) - (turn == 3)
        ahead = reach(own, c, r, right, up)
        behind = reach(own, c, r, -right, -up)
        for back in range(behind + 1):
            find_corner(own, c - back * right, r - back * up, right, up, ahead + back, p)


cdef void find_o(
    const uint16_t *own, const uint16_t *inside, int column, int row, int wanted, Pattern *p
) noexcept nogil:
    cdef int low, high, left, right, at, value
    cdef uint32_t sides, first, second, box
    for low in range(SIZE if column < 0 else row + 1):
        sides = own[low]
        for high in range(low + 1, SIZE):
            sides &= own[high]
            if not sides:
                break
            if column >= 0 and high < row:
                continue
            first = sides if column < 0 else sides & ((2 << column) - 1)
            while first:
                left = lowest(first)
                first &= first - 1
                second = sides >> (left + 1) << (left + 1)
                if column >= 0:
                    second = second >> column << column
                while second:
                    right = lowest(second)
                    second &= second - 1
                    box = (2 << right) - (1 << left)
                    if (own[low] & own[high] & box) != box:
                        break
                    value = 0
                    for at in range(low, high + 1):
                        value += count(inside[at] & box)
                    if not wanted or value == wanted:
                        improve(p, value, left, low, left, low, right, high)


cdef void find(const uint16_t *own, const uint16_t *inside, int at, Pattern *best) noexcept nogil:
    cdef int c = at % SIZE, r = at // SIZE
    memset(best, 0, KINDS * sizeof(Pattern))
    find_o(own, inside, c, r, 0, &best[KIND_O])
    find_l(own, c, r, &best[KIND_L])
    find_line(own, c, r, 1, 0, &best[KIND_I])
    find_line(own, c, r, 0, 1, &best[KIND_I])
    find_line(own, c, r, 1, 1, &best[KIND_X])
    find_line(own, c, r, 1, -1, &best[KIND_X])


# Patterns of a whole field

cdef void find_rings(const Field *f, Field *rings) noexcept nogil:
    cdef lanes top, middle, bottom, word
    top = lanes_at(&f.row[MARGIN + 1])
    middle = lanes_at(&f.row[MARGIN])
    bottom = lanes_at(&f.row[MARGIN - 1])
    word = top & bottom
    word = word & word << 1 & word >> 1 & middle << 1 & middle >> 1
    memset(rings, 0, sizeof(Field))
    memcpy(&rings.row[MARGIN], &word, SIZE * sizeof(uint16_t))


cdef void measure(const Field *f, int *best) noexcept nogil:
    """Bit-parallel over all cells. `right3` has a bit for each cell that begins three in a row to the right,
    and so on, each derived from the one before; patterns are found by their corner cell. Patterns that only
    occur together with one beyond its column are not searched for: lines past 8, arms past 7, an O with sides
    of 8 or with sides that make an L of 9.

    What goes up by three rows or more begins in one of the first eight: half the lanes hold it.
    """
    cdef lanes p, q, word, more
    cdef lanes right2, right3, right4, right5, right6, right7, right8, up2, up3
    cdef lanes left3, left4, left5, left6, left7, down3, down4, down5, down6, down7
    cdef lanes pair3, pair4, row, ring
    cdef low_lanes low, high, line, open, up4, up5, up6, up7, up8
    cdef low_lanes rise3, rise4, rise5, rise6, rise7, rise8, fall3, fall4, fall5, fall6, fall7, fall8
    p = lanes_at(&f.row[MARGIN])

    right2 = p & p >> 1
    right3 = right2 & p >> 2
    right4 = right3 & p >> 3
    right5 = right4 & p >> 4
    right6 = right5 & p >> 5
    right7 = right6 & p >> 6
    right8 = right7 & p >> 7
    left3 = p & p << 1 & p << 2
    left4 = left3 & p << 3
    left5 = left4 & p << 4
    left6 = left5 & p << 5
    left7 = left6 & p << 6

    low = low_of(p)
    q = lanes_at(&f.row[MARGIN + 1])
    up2 = p & q
    high = low_of(q)
    rise3 = low & high >> 1
    fall3 = low & high << 1
    q = lanes_at(&f.row[MARGIN + 2])
    up3 = up2 & q
    high = low_of(q)
    rise3 = rise3 & high >> 2
    fall3 = fall3 & high << 2
    high = low_at(&f.row[MARGIN + 3])
    up4 = low_of(up3)
    up4 = up4 & high
    rise4 = rise3 & high >> 3
    fall4 = fall3 & high << 3
    high = low_at(&f.row[MARGIN + 4])
    up5 = up4 & high
    rise5 = rise4 & high >> 4
    fall5 = fall4 & high << 4
    high = low_at(&f.row[MARGIN + 5])
    up6 = up5 & high
    rise6 = rise5 & high >> 5
    fall6 = fall5 & high << 5
    high = low_at(&f.row[MARGIN + 6])
    up7 = up6 & high
    rise7 = rise6 & high >> 6
    fall7 = fall6 & high << 6
    high = low_at(&f.row[MARGIN + 7])
    up8 = up7 & high
    rise8 = rise7 & high >> 7
    fall8 = fall7 & high << 7

    q = lanes_at(&f.row[MARGIN - 1])
    down3 = p & q
    q = lanes_at(&f.row[MARGIN - 2])
    down3 = down3 & q
    q = lanes_at(&f.row[MARGIN - 3])
    down4 = down3 & q
    q = lanes_at(&f.row[MARGIN - 4])
    down5 = down4 & q
    q = lanes_at(&f.row[MARGIN - 5])
    down6 = down5 & q
    q = lanes_at(&f.row[MARGIN - 6])
    down7 = down6 & q

    word = joined(right4, up4)
    best[KIND_I] = 4 * has_any(word)
    word = joined(right5, up5)
    best[KIND_I] += has_any(word)
    word = joined(right6, up6)
    best[KIND_I] += has_any(word)
    word = joined(right7, up7)
    best[KIND_I] += has_any(word)
    word = joined(right8, up8)
    best[KIND_I] += has_any(word)

    line = rise4 | fall4
    best[KIND_X] = 4 * has_any_low(line)
    line = rise5 | fall5
    best[KIND_X] += has_any_low(line)
    line = rise6 | fall6
    best[KIND_X] += has_any_low(line)
    line = rise7 | fall7
    best[KIND_X] += has_any_low(line)
    line = rise8 | fall8
    best[KIND_X] += has_any_low(line)

    # Arms to either side, from the corner.
    left3 = left3 | right3
    left4 = left4 | right4
    left5 = left5 | right5
    left6 = left6 | right6
    left7 = left7 | right7
    down3 = down3 | up3
    down4 = joined(down4, up4)
    down5 = joined(down5, up5)
    down6 = joined(down6, up6)
    down7 = joined(down7, up7)
    word = left3 & down3
    best[KIND_L] = 5 * has_any(word)
    word = left3 & down4 | left4 & down3
    best[KIND_L] += has_any(word)
    word = left3 & down5 | left4 & down4 | left5 & down3
    best[KIND_L] += has_any(word)
    word = left3 & down6 | left4 & down5 | left5 & down4 | left6 & down3
    best[KIND_L] += has_any(word)
    word = left3 & down7 | left4 & down6 | left5 & down5 | left6 & down4 | left7 & down3
    best[KIND_L] += has_any(word)

    # 2x2, 2x3, 2x4, 2x5 cells, lying or standing: `up2` are the lower halves of two-high columns.
    best[KIND_O] = 0
    word = up2 & up2 >> 1
    if has_any(word):
        best[KIND_O] = 4
    pair3 = word & up2 >> 2
    word = up3 & up3 >> 1 | pair3
    if has_any(word):
        best[KIND_O] = 6
    pair4 = pair3 & up2 >> 3
    more = pair4 & up2 >> 4
    open = up5 & up5 >> 1
    # Both sides at least 3: `q`, or `high`, are the cells in both the lowest and the highest row.
    q = lanes_at(&f.row[MARGIN + 2])
    q = q & p
    row = q & q >> 1 & q >> 2
    ring = row & up3 & up3 >> 2
    line = up4 & up4 >> 1
    word = joined(pair4 | ring, line)
    if has_any(word):
        best[KIND_O] = 8
    row = row & q >> 3
    more = more | row & up3 & up3 >> 3
    row = row & q >> 4
    more = more | row & up3 & up3 >> 4
    row = row & q >> 5
    more = more | row & up3 & up3 >> 5
    high = low_at(&f.row[MARGIN + 3])
    high = high & low
    line = high & high >> 1 & high >> 2
    open = open | line & up4 & up4 >> 2
    line = line & high >> 3
    open = open | line & up4 & up4 >> 3
    line = line & high >> 4
    open = open | line & up4 & up4 >> 4
    high = low_at(&f.row[MARGIN + 4])
    high = high & low
    line = high & high >> 1 & high >> 2
    open = open | line & up5 & up5 >> 2
    line = line & high >> 3
    open = open | line & up5 & up5 >> 3
    high = low_at(&f.row[MARGIN + 5])
    high = high & low
    line = high & high >> 1 & high >> 2
    open = open | line & up6 & up6 >> 2
    q = lanes_at(&f.row[MARGIN + 1])
    word = ring & q >> 1
    if has_any(word):
        best[KIND_O] = 9
    word = joined(more, open)
    if has_any(word):
        best[KIND_O] = 10
