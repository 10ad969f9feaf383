"""What players of X know, and why it is done so.

Tree search with random games that save bridges, and all-moves-as-first statistics. The figures are one seat's
share of the games against two of plain UCT on the board of ten; a fair share is 33 %, and with so few games
they may be off by 10 points.

- All moves as first: who fills which cell decides a random game, not when. So it says as much about every
  cell of the mover as about the first one: with 3000 games a move for all, 87 % of 45 games, without 24 %.
  For the same reason more games of that kind soon teach nothing new: 8000 games had 52 % of 21 against UCT
  with 12,000. The games must become better, not more.
- Bridges: a seat answers a stone put between two of its own, or between one and an edge, if that joins them
  again. 3000 such games had 62 % of 24 against UCT with 12,000, which thought half as long again; 8000 had
  no more. With the same time, a quarter of a second on a busy machine, it was 44 % of 18: twice the fair
  share is not reached. Both others may intrude before the answer: a bridge of X is not safe as in games for
  two, so it is saved in random games but never taken as proven.
- Nodes unfold after 20 visits, so that by reckoning the pool lasts for the two seconds of the best level.
- Exploring 0.3: without bridges 1.5 had the same 52 % of 21, 5 had 29 %. With bridges and 1000 games a
  move, one seat against two of 0.3, 0.1 and 0.8 had 23 % and 22 % of 60. Echoes trusted five times as much:
  37 %.
- Wins by the corners of the others (2-2-0) need no word: random games and the exact look know them.
- The exact look two turns ahead asks only about moves that may decide the game (`closing`).
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from tablier.core.bits cimport lowest
from tablier.core.rules cimport below
from tablier.games.x.paths cimport beside, corners, flood, flood_columns, held, path_to
from tablier.games.x.rules cimport (
    ANYONE, Board, CORNERS, LANE, MOST_CELLS, MOST_SIZE, Tables, in_each_lane, vacant, wins
)

cdef enum:
    NOBODY = 3   # on a cell of the board that playing by bridges looks at
    WALL = 4     # beyond it


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


cdef inline int rejoin(const signed char *board, int at, const int *around, signed char seat) noexcept nogil:
    """Where the seat saves a bridge over which the stone on this cell was put, or to an edge; or 0.

    Of the six cells around the stone one is empty, and the two beside it are the seat's, or one of them lies
    beyond an edge.
    """
    cdef unsigned int own = 0, wall = 0, empty = 0, hits
    cdef int i
    cdef signed char there
    for i in range(6):
        there = board[at + around[i]]
        own |= <unsigned int> (there == seat) << i
        wall |= <unsigned int> (there == WALL) << i
        empty |= <unsigned int> (there == NOBODY) << i
    if not own or not empty:
        return 0
    own |= own << 6      # once more, so that the last has the first beside it
    wall |= wall << 6
    hits = (own >> 5 & own >> 1 | own >> 5 & wall >> 1 | wall >> 5 & own >> 1) & empty
    return at + around[lowest(hits)] if hits else 0


cdef int rollout(const Rules *rules, void *state, Random *chance, double *scores) noexcept nogil:
    """A random game to the full board in which bridges are saved when one of the others intrudes."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef signed char board[(MOST_SIZE + 2) * (MOST_SIZE + 2)]
    cdef uint16_t free[MOST_CELLS]
    cdef uint64_t first[MOST_SIZE]
    cdef uint64_t last[MOST_SIZE]
    cdef int around[6]
    cdef uint64_t row
    cdef uint32_t left = 0, draws
    cdef int r, c, seat, at, n = t.size, wide = n + 2, before = 0, newest = 0
    cdef int plies = n * n - <int> b.stones
    around[0], around[1], around[2] = 1, wide, wide - 1
    around[3], around[4], around[5] = -1, -wide, 1 - wide
    memset(board, WALL, sizeof(board))
    for r in range(n):
        for seat in range(3):
            row = b.rows[r] >> LANE * seat & t.row
            while row:
                board[(r + 1) * wide + 1 + lowest(row)] = seat
                row &= row - 1
        row = vacant(t, b.rows[r])
        while row:
            at = (r + 1) * wide + 1 + lowest(row)
            board[at] = NOBODY
            free[left] = at
            left += 1
            row &= row - 1
    seat = <int> (b.stones % 3)
    for _ply in range(plies):
        at = rejoin(board, newest, around, seat) if newest else 0
        if not at and before:
            at = rejoin(board, before, around, seat)
        while not at:
            draws = below(chance, left)
            left -= 1
            if board[free[draws]] == NOBODY:
                at = free[draws]
            free[draws] = free[left]
        board[at] = seat
        before = newest
        newest = at
        seat = seat + 1 if seat < 2 else 0
    for r in range(n):
        row = 0
        for c in range(n):
            row |= <uint64_t> 1 << (c + LANE * board[(r + 1) * wide + 1 + c])
        b.rows[r] = row
    b.stones = n * n
    flood(b.rows, first, last, n)
    wins(t.winner[corners(first, last, first, last, n)], scores)
    return plies


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


cdef void joins(
    const Tables *t, const uint64_t *rows, const uint64_t *first, const uint64_t *last, int seat,
    const int *sets, int n_sets, uint64_t *found
) noexcept nogil:
    """Add the cells where a stone of the seat joins the edges of all corners of one of these sets."""
    cdef uint64_t column_first[MOST_SIZE]
    cdef uint64_t column_last[MOST_SIZE]
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


cdef void bars(
    const Tables *t, const uint64_t *rows, const uint64_t *first, const uint64_t *last, int owners, int seat,
    uint64_t *found
) noexcept nogil:
    """Add cells where a stone of the seat may bar others from corners they do not own, if that can decide.

    All that seat can bar at once is everybody but itself and the owner. Of those who then must not be left,
    one path each to the corner is enough to know: a stone beside it bars nobody.
    """
    cdef uint64_t fill[MOST_SIZE]
    cdef uint64_t could_first[MOST_SIZE]
    cdef uint64_t could_last[MOST_SIZE]
    cdef int k, other, r, open, left = 0, size = t.size
    for r in range(size):
        fill[r] = rows[r] | in_each_lane(vacant(t, rows[r]))
    flood(fill, could_first, could_last, size)
    open = corners(first, last, could_first, could_last, size)
    for k in range(CORNERS):
        left |= open & ((owners >> 3 * k & ANYONE or ANYONE) | 1 << seat) << 3 * k
    if t.winner[left] < 0:
        return
    for k in range(CORNERS):   # one who has to go for himself is enough
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


cdef int closing(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil:
    """The moves that may decide the game.

    It is decided only if it would be with every owned corner left to its owner and the others to anybody
    (`held`). If that is not so yet, the move has to win corners: its stone must join the two edges of each.
    From the groups at the edges all cells that do so are seen at once. Otherwise it may also bar others.
    """
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef uint64_t first[MOST_SIZE]
    cdef uint64_t last[MOST_SIZE]
    cdef uint64_t found[MOST_SIZE]
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
        n_sets = CORNERS   # any corner may do
        for i in range(CORNERS):
            sets[i] = 1 << i
        bars(t, b.rows, first, last, owners, seat, found)
    else:
        n_sets = enough(t, owners, seat, sets)
        if not n_sets:
            return 0
    joins(t, b.rows, first, last, seat, sets, n_sets, found)
    for i in range(n):
        if found[moves[i] // size] >> moves[i] % size & 1:
            moves[kept] = moves[i]
            kept += 1
    return kept
