"""Connections and owners of the corners, for all three seats at once."""

from libc.stdint cimport uint64_t

from tablier.games.x.rules cimport ANYONE, CORNERS, LANE, MAX_CELLS, MAX_SIZE, in_each_lane, seats_in


cdef inline uint64_t spread(uint64_t reached, uint64_t row) noexcept nogil:
    """All cells of the row in the runs that were reached: to higher bits by the carry of an addition, then to
    lower."""
    reached |= row & ~(row + reached)
    reached |= reached >> 1 & row
    row &= row >> 1
    reached |= reached >> 2 & row
    row &= row >> 2
    reached |= reached >> 4 & row
    row &= row >> 4
    reached |= reached >> 8 & row
    row &= row >> 8
    reached |= reached >> 16 & row
    return reached


cdef inline bint sweep_up(const uint64_t *rows, uint64_t *reached, int last) noexcept nogil:
    """Extend from each row to the one above it; True if a cell was added."""
    cdef uint64_t more
    cdef int r
    cdef bint new = False
    for r in range(1, last + 1):
        more = (reached[r - 1] | reached[r - 1] >> 1) & rows[r] & ~reached[r]
        if more:
            reached[r] = spread(reached[r] | more, rows[r])
            new = True
    return new


cdef inline bint sweep_down(const uint64_t *rows, uint64_t *reached, int last) noexcept nogil:
    """Extend from each row to the one below it; True if a cell was added."""
    cdef uint64_t more
    cdef int r
    cdef bint new = False
    for r in range(last - 1, -1, -1):
        more = (reached[r + 1] | reached[r + 1] << 1) & rows[r] & ~reached[r]
        if more:
            reached[r] = spread(reached[r] | more, rows[r])
            new = True
    return new


cdef inline void flood(const uint64_t *rows, uint64_t *from_first, uint64_t *from_last, int n) noexcept nogil:
    """Flood fill within each lane from the first row, and from the last."""
    cdef int r
    for r in range(n):
        from_first[r] = from_last[r] = 0
    from_first[0] = rows[0]
    from_last[n - 1] = rows[n - 1]
    sweep_up(rows, from_first, n - 1)
    while sweep_down(rows, from_first, n - 1) and sweep_up(rows, from_first, n - 1):
        pass
    sweep_down(rows, from_last, n - 1)
    while sweep_up(rows, from_last, n - 1) and sweep_down(rows, from_last, n - 1):
        pass


cdef inline void flood_columns(
    const uint64_t *rows, uint64_t *from_first, uint64_t *from_last, int n
) noexcept nogil:
    """Flood fill within each lane from the first column, and from the last."""
    cdef int r
    for r in range(n):
        from_first[r] = spread(rows[r] & in_each_lane(1), rows[r])
        from_last[r] = spread(rows[r] & in_each_lane(<uint64_t> 1 << (n - 1)), rows[r])
    sweep_up(rows, from_first, n - 1)
    while sweep_down(rows, from_first, n - 1) and sweep_up(rows, from_first, n - 1):
        pass
    sweep_up(rows, from_last, n - 1)
    while sweep_down(rows, from_last, n - 1) and sweep_up(rows, from_last, n - 1):
        pass


cdef inline uint64_t beside(const uint64_t *cells, int r, int n) noexcept nogil:
    """The cells of row r that touch one of these cells."""
    cdef uint64_t found = cells[r] << 1 | cells[r] >> 1
    if r:
        found |= cells[r - 1] | cells[r - 1] >> 1
    if r < n - 1:
        found |= cells[r + 1] | cells[r + 1] << 1
    return found


cdef inline int corner(
    const uint64_t *now, const uint64_t *could, int column, int near, int far
) noexcept nogil:
    """The seats that can still own the corner in this column and the row `near`.

    Given what is connected to that row now, and what would be if the seat had every empty cell. Walk the
    column's edge towards the corner: a seat has to meet it before the first path that lies there (§X5, §X8).
    With `could` equal to `now` only that path's owner is left, or no seat.
    """
    cdef uint64_t edge = in_each_lane(<uint64_t> 1 << column), met = 0
    cdef int r = far, step = 1 if near > far else -1
    while True:
        met |= could[r]
        if now[r] & edge or r == near:
            return seats_in(met >> column)
        r += step


cdef inline int corners(
    const uint64_t *now_first, const uint64_t *now_last,
    const uint64_t *could_first, const uint64_t *could_last, int n
) noexcept nogil:
    """The seats that can still own each corner, three bits a corner."""
    return (
        corner(now_first, could_first, 0, 0, n - 1)
        | corner(now_first, could_first, n - 1, 0, n - 1) << 3
        | corner(now_last, could_last, 0, n - 1, 0) << 6
        | corner(now_last, could_last, n - 1, n - 1, 0) << 9
    )


cdef inline void path_to(
    const uint64_t *fill, const uint64_t *now, int n, int k, int seat, uint64_t *found
) noexcept nogil:
    """Add the cells of one path in the seat's lane by which it would own the k-th corner, which has an owner.

    It leads, by ever more steps, from beyond the first path that lies on the corner's column, to its row.
    """
    cdef uint64_t layers[MAX_CELLS][MAX_SIZE]
    cdef uint64_t visited[MAX_SIZE]
    cdef uint64_t edge = <uint64_t> 1 << (n - 1 if k & 1 else 0), lane = (<uint64_t> 1 << n) - 1
    cdef uint64_t more, at, any_row
    cdef int near = n - 1 if k & 2 else 0, step = 1 if near else -1, r, depth = 0
    for r in range(n):
        visited[r] = layers[0][r] = 0
    r = n - 1 - near
    while not now[r] & in_each_lane(edge) and r != near:
        visited[r] = layers[0][r] = fill[r] >> LANE * seat & edge
        r += step
    while not layers[depth][near]:
        depth += 1
        any_row = 0
        for r in range(n):
            layers[depth][r] = beside(layers[depth - 1], r, n) & lane & fill[r] >> LANE * seat & ~visited[r]
            any_row |= layers[depth][r]
        if not any_row:
            return
        for r in range(n):
            visited[r] |= layers[depth][r]
    r = near
    at = layers[depth][near] & -layers[depth][near]
    while True:
        found[r] |= at
        if not depth:
            return
        depth -= 1
        more = (at << 1 | at >> 1) & layers[depth][r]
        if not more and r:
            more = (at | at << 1) & layers[depth][r - 1]
            if more:
                r -= 1
        if not more and r < n - 1:
            more = (at | at >> 1) & layers[depth][r + 1]
            if more:
                r += 1
        at = more & -more


cdef inline int held(int owners) noexcept nogil:
    """The seats left to each corner if every owned corner stays with its owner and the others are open to
    all."""
    cdef int k
    for k in range(CORNERS):
        if not owners >> 3 * k & ANYONE:
            owners |= ANYONE << 3 * k
    return owners
