"""Evaluation of Plateau X: for every two seats, which is likely to finish ahead, by a linear model of level,
reach, stocks and standing whose weights change with the stage of the game; and the moves that a tree search
expands first. How the weights were fitted and what was measured: docs/bots/plateau-x.md.
"""

from libc.stdint cimport uint64_t

from tablier.core.bits cimport count
from tablier.core.rules cimport State
from tablier.games.plateau_x.board cimport (
    Board, CORNERS, DOUBLES, KINDS, LEVEL_BITS, LYING, MAX_PAWNS, NOWHERE, Relief, SINGLE, TRIPLES, Tables,
    UPRIGHT, all_pawns, fits, ground, joined, one, pawns_of, rated, reach, spread, fill_relief,
)

from itertools import combinations

cdef enum:
    SEATS = 4
    FEATURES = 11
    SIGNS = 2
    WEIGHTS = FEATURES + SIGNS
    HALF = 8         # places for a Triple at which lateness is one half
    MAX_LOST = 32    # the most places for a Triple that one move can remove

# In the order of `features`: weights at lateness 0, and what is added at lateness 1.
cdef double[WEIGHTS] WEIGHT = [
    1.16, 0.6, -0.06, 0.6, 0.23, 0.28, 0.06, -0.24, -0.02, 0.12, -0.62, 0.0, -0.25,
]
cdef double[WEIGHTS] LATE = [
    1.96, 1.71, 0.11, 0.86, 1.34, 0.52, 0.41, 0.01, 1.86, 0.73, 0.72, 0.88, 0.64,
]
cdef double IN_PLAY = 0.3   # of a pawn in play; set by hand, since the fit makes it negative

# Intermediate results of one position. By seat: own pawns, the cells not closed to it, where it can walk to.
cdef struct Analysis:
    Relief relief
    uint64_t pawns
    uint64_t fit[KINDS]
    int triples                  # places for a Triple
    uint64_t raised              # the cells that a Triple could raise
    uint64_t plateau[MAX_PAWNS]
    uint64_t own[SEATS]
    uint64_t open[SEATS]
    uint64_t ends[SEATS]


cdef inline uint64_t under_triples(const uint64_t *fit) noexcept nogil:
    """The cells that a Triple could raise."""
    cdef uint64_t right = fit[CORNERS] | fit[CORNERS + 3], left = fit[CORNERS + 1] | fit[CORNERS + 2]
    cdef uint64_t up = fit[CORNERS] | fit[CORNERS + 1], down = fit[CORNERS + 2] | fit[CORNERS + 3]
    return right | left | right << 1 | left >> 1 | up << 8 | down >> 8


cdef inline void analyse(const Tables *t, const Board *b, Analysis *v) noexcept nogil:
    """Fill in the intermediate results of a position."""
    cdef int seat, slot, i
    cdef uint64_t shut = 0, twice = 0
    v.pawns = all_pawns(b)
    fill_relief(t, b, &v.relief)
    fits(t, b, &v.relief, v.pawns, v.fit)
    v.triples = 0
    v.raised = 0
    if b.stock[TRIPLES]:
        v.raised = under_triples(v.fit)
        for i in range(CORNERS, KINDS):
            v.triples += count(v.fit[i])
    for seat in range(t.seats):
        v.own[seat] = pawns_of(t, b, seat)
        v.open[seat] = 0
        for slot in range(seat * t.pawns, (seat + 1) * t.pawns):
            v.plateau[slot] = 0
            if b.pawn[slot] != NOWHERE:
                v.plateau[slot] = joined(&v.relief, one(b.pawn[slot]) & ~ground(b))
                v.open[seat] |= v.plateau[slot]
        twice |= shut & v.open[seat]
        shut |= v.open[seat]
    for seat in range(t.seats):
        v.open[seat] = t.board & ~(shut & ~v.open[seat] | twice)   # its own plateau is closed if shared (§P9)
        v.ends[seat] = 0
        for slot in range(seat * t.pawns, (seat + 1) * t.pawns):
            if b.pawn[slot] != NOWHERE:
                v.ends[seat] |= reach(
                    &v.relief, one(b.pawn[slot]), v.open[seat] & ~(v.pawns ^ one(b.pawn[slot]))
                )


cdef inline uint64_t highest_of(const Board *b, uint64_t cells, int *level) noexcept nogil:
    """The subset of highest cells; writes their level."""
    cdef int i
    level[0] = 0
    for i in range(LEVEL_BITS - 1, -1, -1):
        level[0] <<= 1
        if cells & b.level[i]:
            cells &= b.level[i]
            level[0] |= 1
    return cells


cdef inline uint64_t on_level(const Board *b, uint64_t cells, int level) noexcept nogil:
    """The subset of cells on this level."""
    cdef int i
    for i in range(LEVEL_BITS):
        cells &= b.level[i] if level >> i & 1 else ~b.level[i]
    return cells


cdef inline double part(int n) noexcept nogil:
    """n / (n + 4): diminishing returns."""
    return <double> n / (n + 4)


cdef inline void describe(
    const Tables *t, const Board *b, const Analysis *v, int seat, double *f, int *standing, int *goal
) noexcept nogil:
    """The features of a seat, its sort key now (§P13), and its sort key after the best walk."""
    cdef const Relief *r = &v.relief
    cdef uint64_t own = v.own[seat], ends = v.ends[seat], beside, near, raised = v.raised
    cdef int slot, top, size, reached, level
    standing[0] = 0
    for slot in range(seat * t.pawns, (seat + 1) * t.pawns):
        if b.pawn[slot] != NOWHERE:
            standing[0] = max(standing[0], rated(b, slot, v.plateau[slot]))
    top = standing[0] >> 16
    size = count(joined(r, highest_of(b, ends | own, &reached) & ~ground(b)))
    goal[0] = reached << 8 | size
    if b.stock[seat]:
        raised |= v.fit[SINGLE]
    if b.stock[DOUBLES + seat]:
        raised |= v.fit[LYING] | v.fit[LYING] << 1 | v.fit[UPRIGHT] | v.fit[UPRIGHT] << 8
    near = spread(raised & v.open[seat], r.flat_beside, r.flat_above) & (ends | own)
    highest_of(b, near, &level)
    beside = spread(own, t.beside, t.below)
    f[0] = top
    f[1] = reached - top   # levels that a walk would gain now
    f[2] = part(count(ends))
    f[3] = part(standing[0] >> 8 & 255)
    f[4] = b.stock[seat]
    f[5] = b.stock[DOUBLES + seat]
    f[6] = near and level >= reached   # one brick opens a higher level
    f[7] = 4 * count(own) - count(beside)   # neighbours beyond the edge of the board
    f[8] = part(size)
    f[9] = count(on_level(b, beside & v.open[seat], top + 1)) if own else 0   # ways up
    f[10] = (<double> seat - b.turn) / t.seats + (seat < b.turn)   # part of a round until its turn


cdef inline double lateness(const Analysis *v) noexcept nogil:
    """The stage of the game: 1 when no Triple fits any more, towards 0 with many places."""
    return <double> HALF / (HALF + v.triples)


cdef inline int sign(int mine, int yours) noexcept nogil:
    return (mine > yours) - (mine < yours)


def features(State state not None):
    """For every two seats, the features of the first finishing ahead of the second, to fit the weights: the
    constant term, the features, and the features scaled by lateness. ValueError for a state of another
    game."""
    cdef const Tables *t = <const Tables *> state.rules.c.tables
    cdef const Board *b = <const Board *> state.raw
    cdef Analysis v
    cdef double f[SEATS][FEATURES]
    cdef int standing[SEATS]
    cdef int goal[SEATS]
    cdef int seat, first, second
    if state.rules.c.evaluate != evaluate:
        raise ValueError(f"this position belongs to {state.rules.game!r}, not to Plateau X")
    analyse(t, b, &v)
    for seat in range(t.seats):
        describe(t, b, &v, seat, f[seat], &standing[seat], &goal[seat])
    found = {}
    for first, second in combinations(range(t.seats), 2):
        x = [f[first][i] - f[second][i] for i in range(FEATURES)]
        x += [sign(standing[first], standing[second]), sign(goal[first], goal[second])]
        given = IN_PLAY * ((v.own[first] != 0) - (v.own[second] != 0))
        found[first, second] = (given, *x, *[lateness(&v) * each for each in x])
    return found


cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil:
    """Expected points of each seat, interpolated at the expected number of seats ahead of it."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Analysis v
    cdef double weight[WEIGHTS]
    cdef double f[FEATURES]
    cdef double worth[SEATS]
    cdef double behind[SEATS]
    cdef int standing[SEATS]
    cdef int goal[SEATS]
    cdef double lead, late
    cdef int seat, other, i
    analyse(t, b, &v)
    late = lateness(&v)
    for i in range(WEIGHTS):
        weight[i] = WEIGHT[i] + late * LATE[i]
    for seat in range(t.seats):
        describe(t, b, &v, seat, f, &standing[seat], &goal[seat])
        worth[seat] = IN_PLAY if v.own[seat] else 0
        for i in range(FEATURES):
            worth[seat] += weight[i] * f[i]
        behind[seat] = 0
    for seat in range(t.seats):
        for other in range(seat + 1, t.seats):
            lead = worth[other] - worth[seat]
            lead += weight[FEATURES] * sign(standing[other], standing[seat])
            lead += weight[FEATURES + 1] * sign(goal[other], goal[seat])
            lead = 0.5 + 0.5 * lead / (1 + abs(lead))
            behind[seat] += lead
            behind[other] += 1 - lead
        i = min(<int> behind[seat], t.seats - 2)
        shares[seat] = t.points[i] + (behind[seat] - i) * (t.points[i + 1] - t.points[i])


cdef int decisive(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil:
    """The moves to expand first: all, if one of them may block the next player (§P12). Otherwise walks and
    entries, Triples on or beside cells that a seat can reach, smaller bricks on or beside the highest of
    those.
    """
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef const uint64_t *near
    cdef Analysis v
    cdef uint64_t wide = 0, tops = 0
    cdef int following = b.turn + 1 if b.turn + 1 < t.seats else 0
    cdef int seat, i, level, kept = 0
    analyse(t, b, &v)
    if not (
        (b.stock[TRIPLES] > 1 and v.triples > MAX_LOST)
        or (b.stock[following] and count(v.fit[SINGLE]) > 1)   # a move takes one place for a Single at most
    ):
        return n
    for seat in range(t.seats):
        wide |= v.ends[seat] | v.own[seat]
        tops |= highest_of(b, v.ends[seat] | v.own[seat], &level)
    wide = wide | spread(wide, t.beside, t.below) if wide else t.board
    tops |= spread(tops, t.beside, t.below)
    for i in range(n):
        if moves[i] < t.enter:
            near = &wide if t.place[moves[i]].kind >= CORNERS else &tops
            if not t.place[moves[i]].cells & near[0]:
                continue
        moves[kept] = moves[i]
        kept += 1
    return kept
