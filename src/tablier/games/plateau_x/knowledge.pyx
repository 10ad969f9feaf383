"""What players of Plateau X know.

With two players alpha-beta over this estimate measured best: 16 of 16 against plain UCT in Mini at 0.1 s a
move, 6 of 8 (Mini) and 5 of 6 (Double) against a tree search that uses the same estimate. With three and four
a tree search uses it in place of random games: 0.64 of the points in Trio and 0.50 in the base game against
UCT, where 0.75 and 0.57 are all that one seat can get. Random games mean little here: pawns wander down as
well as up.
"""

from libc.stdint cimport uint64_t

from tablier.core.bits cimport count
from tablier.games.plateau_x.board cimport (
    Board, DOUBLES, LEVEL_BITS, MOST_PAWNS, NOWHERE, Relief, Tables,
    all_pawns, closed, height, joined, one, pawns_of, reach, survey,
)

cdef enum:
    FEATURES = 8

# In the order of `describe`.
cdef double[FEATURES] WEIGHT = [0.5, 1.0, 0.6, 0.3, 0.2, 0.1, 0.1, 0.3]
cdef double TEMPO = 0.3


cdef inline int highest_of(const Board *b, uint64_t cells) noexcept nogil:
    """The level of the highest of some cells."""
    cdef int i, level = 0
    for i in range(LEVEL_BITS - 1, -1, -1):
        level <<= 1
        if cells & b.level[i]:
            cells &= b.level[i]
            level |= 1
    return level


cdef void describe(const Tables *t, const Board *b, const Relief *r, int seat, double *f) noexcept nogil:
    """What a seat has: what `evaluate` weighs."""
    cdef uint64_t pawns = all_pawns(b), own = pawns_of(t, b, seat), open, ends, all_ends = 0
    cdef int slot, level, top = 0, size = 0, early = 0, reached = 0
    open = t.board & ~closed(b, r, pawns & ~own)
    for slot in range(seat * t.pawns, (seat + 1) * t.pawns):
        if b.pawn[slot] == NOWHERE:
            continue
        level = height(b, b.pawn[slot])
        ends = reach(r, one(b.pawn[slot]), open & ~(pawns ^ one(b.pawn[slot])))
        all_ends |= ends
        if level >= top:
            top = level
            early = MOST_PAWNS - b.rank[slot]
            size = count(joined(r, one(b.pawn[slot]))) if level else 0
    reached = highest_of(b, all_ends)
    f[0] = own != 0
    f[1] = top
    f[2] = max(0, reached - top)   # how much higher a walk would lead now
    f[3] = <double> count(all_ends) / (count(all_ends) + 4)
    f[4] = <double> size / (size + 4)
    f[5] = b.stock[seat]
    f[6] = b.stock[DOUBLES + seat]
    f[7] = early / 4.0


cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil:
    """Each seat's points by how many of the others it is likely to be ahead of."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Relief r
    cdef double f[FEATURES]
    cdef double worth[4]
    cdef double lead, behind
    cdef int seat, other, i
    survey(t, b, &r)
    for seat in range(t.seats):
        describe(t, b, &r, seat, f)
        worth[seat] = 0
        for i in range(FEATURES):
            worth[seat] += WEIGHT[i] * f[i]
    worth[b.turn] += TEMPO
    for seat in range(t.seats):
        behind = 0
        for other in range(t.seats):
            if other != seat:
                lead = worth[other] - worth[seat]
                behind += 0.5 + 0.5 * lead / (1 + abs(lead))
        i = min(<int> behind, t.seats - 2)
        shares[seat] = t.points[i] + (behind - i) * (t.points[i + 1] - t.points[i])
