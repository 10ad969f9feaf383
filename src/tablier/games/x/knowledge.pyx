"""What players of X know, and why it is done so.

Tree search, with all-moves-as-first statistics and random games that learn habits at the best level. Shares
are one seat's part of the games against two of plain UCT on the board of ten: a fair share is 33 %, 60 games
may be off by 6 points. Before the 40th stone nobody we know can tell who will win; what an estimate is worth
was seen from how well it foretells later stages of 436 games (the mean of -log of the winner's share: 1.10
knows nothing, less is better).

- All moves as first: who fills which cell decides a random game, not when. So it says as much about every
  cell of the mover as about the first one: with 3000 games a move for all, 87 % of 45 games, without 24 %.
  For the same reason more of them soon teach nothing new: five times the games made no stronger level. The
  lower levels do without, each then gains by its games.
- Habits: of two cells drawn, a seat takes the one that brought it more in the games before, so that they
  become better, not only more. They foretell better: .569 instead of .598 after 8000 games from the 40th
  stone on. With the same time, a tenth of a second, whole games against UCT went 43 % of 60, without habits
  38 %; 34 % of 77 where the newest game counts for 2 % instead of 0.3 %: that is mostly noise on an empty
  board. Of three cells, or replies that won last time: no better.
- The shorter the time, the larger its lead over UCT: 88 % of 60 games with 0.01 s a move, 60 % with 0.02 s,
  42 % with 0.05 s, 38 % with 0.1 s. Twice the fair share is not reached once UCT plays hundreds of games for
  every cell: then all know what random games can tell. With ten times UCT's time (300,000 games a move
  against 57,000) it gets 54 % of 24. Nor does an early lead last, it seems that the two others hold back
  whoever is ahead: among two of UCT with 12,000 games a move a seat that takes any cell up to the 22nd stone
  still gets 27 % (of 48 games), from there to the 40th 23 %, to the 58th 15 %, after 13 %.
- Random games save no bridges. Both others may intrude before the answer, and most bridges lead nowhere:
  games that saved them foretold worse (.889 instead of .865 from 200 games each). So did games that join own
  groups or cut those of others.
- Nor does counting help: the stones still missing on the way around each corner, or the conductance of the
  cells for it, foretell less than random games do (.93 and .97 instead of .90 around the 45th stone), and
  next to nothing beside them.
- Exploring 0.3 to 2, trust in echoes 60 to 3000, unfolding after 5 or 20 visits: no difference in 120 games
  each of one seat against two. 20 saves memory: the pool lasts for the two seconds of the best level.
- A small net of hexagonal convolutions (seven layers of sixteen numbers a cell, 40 us a position), taught by
  6,005 games of ours, foretold the winner better than 3000 random games before the 40th stone (.97 instead of
  1.00 from the 20th on), worse after it (.79 and .74 around the 47th). Half net and half random games made
  29 % of 24 games with a tenth of a second against UCT, as a prior beside habits 42 % of 60. Taught by 18,700
  games with itself, its search mixed with random games, in 45 minutes: 400 visits a move then won 82 % of 45
  games against UCT with 4000, but with a tenth of a second 22 % of 36, with eight times that 38 % of 24, as a
  prior beside habits 39 % of 36.
- UCB1 with habits instead of echoes: 42 % of 45 with 20,000 games a move for all.
- Patterns of the six cells around one, learned by 17 million fast games of chance among themselves (policy
  gradient, two minutes): games that draw four cells and prefer by them win 70 % against two by chance alone.
  They foretell better before the 40th stone, worse after it, and cost twice the time: 40 % of 60 against UCT.
  As a prior beside habits, by width and training: 55, 43 and 37 %, each of 60. With patterns twice as wide,
  edges reached and corners owned as well, the policy made 69 % of 120 without any search against UCT with
  1000 games a move; as a prior it made 40 % of 60, and its own games foretell worse from the 20th stone on
  than those of chance.
- Wins by the corners of the others (2-2-0) need no word: random games and the exact look know them.
- The exact look two turns ahead asks only about moves that may decide the game (`closing`).
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from tablier.core.bits cimport lowest
from tablier.core.rules cimport draw
from tablier.games.x.paths cimport beside, corners, flood, flood_columns, held, path_to
from tablier.games.x.rules cimport (
    ANYONE, Board, CORNERS, LANE, MOST_CELLS, MOST_SIZE, Tables, in_each_lane, vacant, wins
)

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


cdef int rollout(
    const Rules *rules, void *state, Random *chance, const float *habits, double *scores
) noexcept nogil:
    """A game to the full board in which each seat takes, of two cells drawn, the one that brought it more."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef Board *b = <Board *> state
    cdef uint16_t free[MOST_CELLS]
    cdef uint64_t first[MOST_SIZE]
    cdef uint64_t last[MOST_SIZE]
    cdef uint64_t row, bits
    cdef uint32_t left = 0, one, other
    cdef int r, n = t.size, cells = n * n, plies = cells - <int> b.stones, seat = <int> (b.stones % 3)
    cdef const float *habit
    for r in range(n):
        row = vacant(t, b.rows[r])
        while row:
            free[left] = r * n + lowest(row)
            left += 1
            row &= row - 1
    while left:
        habit = habits + seat * cells
        bits = draw(chance)
        one = <uint32_t> ((bits >> 32) * left >> 32)
        other = <uint32_t> (<uint64_t> <uint32_t> bits * left >> 32)
        one = other if habit[free[other]] > habit[free[one]] else one
        r = t.place[free[one]]
        b.rows[r >> 5] |= <uint64_t> 1 << ((r & 31) + LANE * seat)
        left -= 1
        free[one] = free[left]
        seat = seat + 1 if seat < 2 else 0
    b.stones = cells
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
