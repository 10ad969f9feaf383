"""The moves of X that may decide the game, which tactics and tree search examine. The policy and value of X
come from a small net (`net.pyx`) over bit-parallel rollouts (`rollouts.pyx`). What was measured:
docs/bots/x.md.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from tablier.games.x.paths cimport beside, corners, flood, flood_columns, held, path_to
from tablier.games.x.rules cimport ANYONE, Board, CORNERS, LANE, MAX_SIZE, Tables, in_each_lane, vacant


cdef int deciding_corner_sets(const Tables *t, int owners, int seat, int *sets) noexcept nogil:
    """Write the minimal sets of corners, as bits, that decide the game if the seat wins them; returns how
    many."""
    cdef int which, k, after, i, n = 0
    for which in range(1, 1 << CORNERS):
        after = owners
        for k in range(CORNERS):
            if which >> k & 1:
                after = after & ~(ANYONE << 3 * k) | 1 << (3 * k + seat)
        if t.winner[held(after)] >= 0:
            for i in range(n):
                if not sets[i] & ~which:
                    break
            else:
                sets[n] = which
                n += 1
    return n


cdef void add_joining_cells(
    const Tables *t, const uint64_t *rows, const uint64_t *first, const uint64_t *last, int seat,
    const int *sets, int n_sets, uint64_t *found
) noexcept nogil:
    """Add the cells where a stone of the seat joins the edges of all corners of one of these sets."""
    cdef uint64_t column_first[MAX_SIZE]
    cdef uint64_t column_last[MAX_SIZE]
    cdef uint64_t met[4]
    cdef uint64_t cells
    cdef int i, k, r, size = t.size
    flood_columns(rows, column_first, column_last, size)
    for r in range(size):
        met[0] = beside(first, r, size) >> LANE * seat
        met[1] = beside(last, r, size) >> LANE * seat
        met[2] = beside(column_first, r, size) >> LANE * seat | 1
        met[3] = beside(column_last, r, size) >> LANE * seat | <uint64_t> 1 << (size - 1)
        if r == 0 or r == size - 1:
            met[r != 0] = t.row
        for i in range(n_sets):
            cells = t.row
            for k in range(CORNERS):
                if sets[i] >> k & 1:
                    cells &= met[k >> 1] & met[2 + (k & 1)]
            found[r] |= cells


cdef void add_barring_cells(
    const Tables *t, const uint64_t *rows, const uint64_t *first, const uint64_t *last, int owners, int seat,
    uint64_t *found
) noexcept nogil:
    """Add cells where a stone of the seat may cut others off from corners they do not own, if that can
    decide.

    At best a stone cuts off every seat but its own and the owner's. For each seat that must be cut off, one
    path to the corner is enough: a stone that is not on it does not cut that seat off.
    """
    cdef uint64_t fill[MAX_SIZE]
    cdef uint64_t could_first[MAX_SIZE]
    cdef uint64_t could_last[MAX_SIZE]
    cdef int k, other, r, open, left = 0, size = t.size
    for r in range(size):
        fill[r] = rows[r] | in_each_lane(vacant(t, rows[r]))
    flood(fill, could_first, could_last, size)
    open = corners(first, last, could_first, could_last, size)
    for k in range(CORNERS):
        left |= open & ((owners >> 3 * k & ANYONE or ANYONE) | 1 << seat) << 3 * k
    if t.winner[left] < 0:
        return
    for k in range(CORNERS):   # a seat that must be cut off whatever the others do: its path is enough
        for other in range(3):
            if open & ~left & 1 << (3 * k + other) and t.winner[left | 1 << (3 * k + other)] < 0:
                path_to(fill, last if k > 1 else first, size, k, other, found)
                return
    for k in range(CORNERS):
        for other in range(3):
            if open & ~left & 1 << (3 * k + other):
                path_to(fill, last if k > 1 else first, size, k, other, found)
                left |= 1 << (3 * k + other)
                if t.winner[left] < 0:
                    return


cdef int decisive(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil:
    """The moves that may decide the game.

    The game can be decided only if it would be with every owned corner left to its owner and the others open
    to all seats (`held`). If it would not, the move has to win corners: its stone must join the two edges of
    each, and the groups connected to the edges give all such cells at once. Otherwise it may also cut others
    off.
    """
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef uint64_t first[MAX_SIZE]
    cdef uint64_t last[MAX_SIZE]
    cdef uint64_t found[MAX_SIZE]
    cdef int sets[1 << CORNERS]
    cdef int owners, n_sets, i, kept = 0, size = t.size, seat = <int> (b.stones % 3)
    if b.stones + 1 == <uint64_t> (size * size):
        return n
    if t.to_the_end or (b.stones + 1) - (b.stones + 1) // 3 < <uint64_t> size:   # as in `certain`
        return 0
    memset(found, 0, sizeof(found))
    flood(b.rows, first, last, size)
    owners = corners(first, last, first, last, size)
    if t.winner[held(owners)] >= 0:
        n_sets = CORNERS   # winning any corner may decide
        for i in range(CORNERS):
            sets[i] = 1 << i
        add_barring_cells(t, b.rows, first, last, owners, seat, found)
    else:
        n_sets = deciding_corner_sets(t, owners, seat, sets)
        if not n_sets:
            return 0
    add_joining_cells(t, b.rows, first, last, seat, sets, n_sets, found)
    for i in range(n):
        if found[moves[i] // size] >> moves[i] % size & 1:
            moves[kept] = moves[i]
            kept += 1
    return kept
