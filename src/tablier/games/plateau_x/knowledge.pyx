"""What players of Plateau X know.

The estimate asks of every two seats who is likely to finish ahead. What counts changes with the stage: while
there are many places for Triples a level is soon overtaken; when nothing can be built any more, where a pawn
stands or can walk to is nearly all, then the size of its plateau, then who is ahead as it stands. A level
that a walk leads to counts like one that is reached. The weights were fitted to the results of some 4,000
games of the four variants, one set for all (a set for each predicted hardly better): of games held back it
foretold 78 of 100 pairs with a log loss of 0.45, weights set by hand 0.51. The fit disliked pawns in play
and large plateaus early; with that taken out it did better against the old weights in all variants but Mini
(there 54 of 100 games instead of 60).

With two players alpha-beta over this estimate measured best. With three and four a tree search uses it in
place of random games, which mean little here: pawns wander down as well as up. There are a hundred moves and
more to choose from, so the tree begins each of them with its estimate instead of visiting all in turn.
Against plain UCT, 0.1 s a move, one seat of four then gets 44 % of the points in the arena and 49 % after
openings half as long, of 56 and 60 games (57 % is the most there is). Exploring 0.1, 0.2, 0.4 or 0.8 makes no
difference (.502, .493, .521, .493 of 60). A child unfolds at its second visit; at its fifth it is the same,
at once it is much worse (.350).
"""

from libc.stdint cimport uint64_t

from tablier.core.bits cimport count
from tablier.games.plateau_x.board cimport (
    Board, CORNERS, DOUBLES, KINDS, LEVEL_BITS, LYING, NOWHERE, Relief, SINGLE, TRIPLES, Tables, UPRIGHT,
    all_pawns, closed, fits, one, pawns_of, reach, spread, survey, worth_of,
)

cdef enum:
    FEATURES = 8
    HALF = 8   # places for a Triple when half of what is late has come

# In the order of `describe`: what a thing is worth while there is much to build, and what more in the end.
cdef double[FEATURES] WEIGHT = [0.3, 0.93, 0.56, 0.3, 0.0, 0.46, 0.38, 0.34]
cdef double[FEATURES] LATE = [0.0, 2.18, 2.23, 0.0, 2.5, 0.0, 0.0, 0.0]
cdef double STANDING = 0.79   # what it is worth in the end to be ahead already
cdef double ORDER = 0.28      # what it costs to move last


cdef inline int highest_of(const Board *b, uint64_t cells) noexcept nogil:
    """The level of the highest of some cells."""
    cdef int i, level = 0
    for i in range(LEVEL_BITS - 1, -1, -1):
        level <<= 1
        if cells & b.level[i]:
            cells &= b.level[i]
            level |= 1
    return level


cdef inline uint64_t under_triples(const uint64_t *fit) noexcept nogil:
    """The cells that a Triple could raise."""
    cdef uint64_t right = fit[CORNERS] | fit[CORNERS + 3], left = fit[CORNERS + 1] | fit[CORNERS + 2]
    cdef uint64_t up = fit[CORNERS] | fit[CORNERS + 1], down = fit[CORNERS + 2] | fit[CORNERS + 3]
    return right | left | right << 1 | left >> 1 | up << 8 | down >> 8


cdef int describe(
    const Tables *t, const Board *b, const Relief *r, uint64_t pawns, const uint64_t *fit, uint64_t raised,
    int seat, double *f,
) noexcept nogil:
    """What a seat has: what `evaluate` weighs. Returns what decides the places (§P13)."""
    cdef uint64_t own = pawns_of(t, b, seat), open, near, ends = 0
    cdef int slot, top, size, n, reached, best = 0
    open = t.board & ~closed(b, r, pawns & ~own)
    for slot in range(seat * t.pawns, (seat + 1) * t.pawns):
        if b.pawn[slot] == NOWHERE:
            continue
        ends |= reach(r, one(b.pawn[slot]), open & ~(pawns ^ one(b.pawn[slot])))
        best = max(best, worth_of(b, r, slot))
    top = best >> 16
    size = best >> 8 & 255
    n = count(ends)
    reached = max(top, highest_of(b, ends))
    if b.stock[seat]:
        raised |= fit[SINGLE]
    if b.stock[DOUBLES + seat]:
        raised |= fit[LYING] | fit[LYING] << 1 | fit[UPRIGHT] | fit[UPRIGHT] << 8
    near = spread(raised & open, r.flat_beside, r.flat_above) & (ends | own)
    f[0] = own != 0
    f[1] = top
    f[2] = reached - top   # how much higher a walk would lead now
    f[3] = <double> n / (n + 4)
    f[4] = <double> size / (size + 4)
    f[5] = b.stock[seat]
    f[6] = b.stock[DOUBLES + seat]
    f[7] = near and highest_of(b, near) >= reached   # one brick makes a way still higher
    return best


cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil:
    """Each seat's points by how many of the others it is likely to be ahead of."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Relief r
    cdef uint64_t fit[KINDS]
    cdef double f[FEATURES]
    cdef double worth[4]
    cdef int standing[4]
    cdef uint64_t pawns = all_pawns(b), raised = 0
    cdef double lead, behind, late = 1
    cdef int seat, other, i, n = 0
    survey(t, b, &r)
    fits(t, b, &r, pawns, fit)
    if b.stock[TRIPLES]:
        raised = under_triples(fit)
        for i in range(CORNERS, KINDS):
            n += count(fit[i])
        late = <double> HALF / (HALF + n)
    for seat in range(t.seats):
        standing[seat] = describe(t, b, &r, pawns, fit, raised, seat, f)
        worth[seat] = 0
        for i in range(FEATURES):
            worth[seat] += (WEIGHT[i] + late * LATE[i]) * f[i]
        i = seat - b.turn if seat >= b.turn else seat - b.turn + t.seats   # turns to wait
        worth[seat] -= ORDER * i / t.seats
    for seat in range(t.seats):
        behind = 0
        for other in range(t.seats):
            if other != seat:
                lead = worth[other] - worth[seat]
                if standing[other] > standing[seat]:
                    lead += STANDING * late
                elif standing[other] < standing[seat]:
                    lead -= STANDING * late
                behind += 0.5 + 0.5 * lead / (1 + abs(lead))
        i = min(<int> behind, t.seats - 2)
        shares[seat] = t.points[i] + (behind - i) * (t.points[i + 1] - t.points[i])
