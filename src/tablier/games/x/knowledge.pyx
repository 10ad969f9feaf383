"""What players of X know, and why it is done so.

Tree search. The two best levels ask a small net (`net.pyx`) what a position is worth and which moves to try.
It sees what two surveys say of every cell (`survey.pyx`): 256 random games at once, in the time of 26 played
one by one, who had the cell in them and how much more each seat won then. The random games know how stones
connect, which a small net learns badly; the net knows what random games get wrong: all that comes of an
answer. It was taught by games with itself (`teach.py`), at first by games of a search that only had surveys.

Shares are one seat's part of the games against two of plain UCT on the board of ten with the same time for a
move, a tenth of a second where nothing else is said: a fair share is 33 %, 60 games may be off by 6 points.
What an estimate is worth is seen faster from how well it foretells who wins games between good players, from
positions with 28 to 70 stones (the mean of -log of the winner's share).

- 73 % of 114 games, 65 % of 120 with 0.03 s and 78 % of 120 with 0.01 s. After the first games only (6,700,
  none of its own) it was about as good against UCT, but not against what 3,775 more made of it: one seat of
  the new net among two of the old gets 36 % of 300 games with 150 positions a move, the other way round 28 %.
- Foretelling, in games that a search with 300 surveys a move played with itself: a survey .81, two, the
  second by what the first found, .78; that search .70; the net at one look .65. It is the better the earlier:
  .88 instead of 1.10 before the 18th stone, where the search knows no more than that there are three seats.
- A net of the same kind that only saw the stones (seven layers, taught by 18,700 games with itself) foretold
  better than random games before the 40th stone and worse after it: 22 % of 36.
- Surveys without a net: 60 % of 807 games, whatever was done with them (trust in all moves as first, few
  moves of a position, surveys by what earlier ones found, bolder estimates, other thoughts about the others).
  Three times the time made that no better: it knew what random games can tell. Single random games made 38 %
  of 60, with all moves as first; UCT itself gains little from some ten thousand games a move on.
- An early lead does not last, it seems that the two others hold back whoever is ahead: among two of UCT with
  12,000 games a move a seat that takes any cell up to the 22nd stone still gets 27 % (of 48 games), from
  there to the 40th 23 %, to the 58th 15 %, after 13 %.
- Tried with single random games, and of no use there: saving bridges (both others may intrude before the
  answer, and most bridges lead nowhere), joining own groups or cutting those of others; counting the stones
  still missing around each corner, or the conductance of the cells for it; patterns of the cells around one,
  learned by 17 million games, in random games or as a prior.
- The lower levels play single random games without all moves as first: each then gains by its games.
- Wins by the corners of the others (2-2-0) need no word: random games and the exact look know them.
- The exact look two turns ahead asks only about moves that may decide the game (`closing`).
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from tablier.games.x.paths cimport beside, corners, flood, flood_columns, held, path_to
from tablier.games.x.rules cimport ANYONE, Board, CORNERS, LANE, MOST_SIZE, Tables, in_each_lane, vacant


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
