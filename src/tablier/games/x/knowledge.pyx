"""What players of X know.

Tree search with random games and all-moves-as-first statistics: a seat of it took 27 of 30 games from two of
plain UCT with the same number of games a move, without those statistics 16 of 30. Nothing else is told to the
search: random games know by themselves that the player without a corner may win.
"""

from libc.stdint cimport uint64_t

from tablier.core.bits cimport lowest
from tablier.games.x.paths cimport beside, corners, flood, flood_columns, held
from tablier.games.x.rules cimport ANYONE, Board, CORNERS, LANE, MOST_SIZE, Tables


cdef void trace(const Rules *rules, const void *state, signed char *who) noexcept nogil:
    """A stone stays where it was put: the board says who made which move."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef uint64_t row
    cdef int r, seat
    for r in range(t.size * t.size):
        who[r] = -1
    for r in range(t.size):
        for seat in range(3):
            row = b.rows[r] >> LANE * seat & t.row
            while row:
                who[r * t.size + lowest(row)] = seat
                row &= row - 1


cdef int enough(const Tables *t, int owners, int seat, int *sets) noexcept nogil:
    """The smallest sets of corners, as bits, that decide if the seat wins them all; how many there are."""
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


cdef int closing(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil:
    """The moves that may decide the game.

    It is decided only if it would be with every owned corner left to its owner and the others to anybody
    (`held`). If that is not so yet, the move has to win corners: its stone must join the two edges of each.
    From the groups at the edges all cells that do so are seen at once.
    """
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef uint64_t edge[4][MOST_SIZE]   # connected to the first row, the last, the first column, the last
    cdef uint64_t met[4]
    cdef uint64_t found[MOST_SIZE]
    cdef uint64_t cells
    cdef int sets[1 << CORNERS]
    cdef int owners, n_sets, i, k, r, kept = 0, size = t.size, seat = <int> (b.stones % 3)
    if b.stones + 1 == <uint64_t> (size * size):
        return n
    if t.to_the_end or (b.stones + 1) - (b.stones + 1) // 3 < <uint64_t> size:   # as in `certain`
        return 0
    flood(b.rows, edge[0], edge[1], size)
    owners = corners(edge[0], edge[1], edge[0], edge[1], size)
    if t.winner[held(owners)] >= 0:
        return n
    n_sets = enough(t, owners, seat, sets)
    if not n_sets:
        return 0
    flood_columns(b.rows, edge[2], edge[3], size)
    for r in range(size):
        for k in range(4):
            met[k] = beside(edge[k], r, size) >> LANE * seat
        if r == 0 or r == size - 1:
            met[r != 0] = t.row
        met[2] |= 1
        met[3] |= <uint64_t> 1 << (size - 1)
        found[r] = 0
        for i in range(n_sets):
            cells = t.row
            for k in range(CORNERS):
                if sets[i] >> k & 1:
                    cells &= met[k >> 1] & met[2 + (k & 1)]
            found[r] |= cells
    for i in range(n):
        if found[moves[i] // size] >> moves[i] % size & 1:
            moves[kept] = moves[i]
            kept += 1
    return kept
