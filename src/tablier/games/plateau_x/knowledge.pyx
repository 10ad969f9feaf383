"""What players of Plateau X know.

The estimate asks of every two seats who is likely to finish ahead. What counts changes with the stage: while
there are many places for Triples a level is soon overtaken; when nothing can be built any more, where a pawn
stands or can walk to is nearly all, then the size of the plateau there, then who is ahead as it stands and
after a walk. A level that a walk leads to counts like one that is reached. Singles are worth more late.

One set of weights serves all variants (a set for each foretells hardly better). It was fitted to 1,651 games
of three and four seats, every stage of a game counting the same: a fifth of them, held back, it foretold with
a log loss of 0.410; the features there were before 0.416, the weights before 0.418. `python -m bench.fit
plateau-x plateau-x-trio` fits the same features but draws positions more simply: its weights are alike, not
the same, and were not played with. Weights of two earlier ways to draw got .502 of 31 and .444 of 19 games
against UCT in the arena; these got .554 of 33 and were chosen. What a pawn in play is worth is set by hand:
the games say less than nothing. Boosted trees over three times as many features foretold little better
(0.398, a linear fit 0.404, four seats): the rest is not seen in a position.

With two players alpha-beta over this estimate measured best. With three and four a tree search uses it in
place of random games, which mean little here: pawns wander down as well as up, and mixed in by three tenths
they lose (-.098 ± .033 of 48). There are a hundred moves and more to choose from, so the tree begins each
with its estimate instead of visiting all in turn; but first only those worth a look (`closing`), about half.
The others wait, thought as good as the position was, until all of these turn out worse. That makes 1.4 times
as many nodes in the same time. Fewer moves worth a look play the same (-.005 ± .030 of 60).

Against plain UCT in the other seats, 0.1 s a move, one of four seats then got .501 of the points in 120
games, .447 of 88 before (.571 is the most there is); one of three .703 of 118, .658 of 60 before (of .750).
Exploring 0.1, 0.2, 0.4 or 0.8 made no difference before (.502, .493, .521, .493 of 60). A child unfolds at
its second visit; at its fifth it is the same, at once it is much worse (.350). Points by the chances of each
place, instead of by the mean number of seats ahead, foretell better but play no better (-.038 ± .030 of 60).

Thinking longer soon brings little with three and four: the best level was ahead of one with 12,000 nodes a
move in only half of the meetings of 18 games, with 2 s a move. So level 7 has 3,300. By then the pool of the
tree has long been full (after about 14,000 games), but that is not why: dropping what was visited least, to
go on growing, got .20 of 17 games among three that do not (fair is .25; 0.3 s a move).
"""

from libc.stdint cimport uint64_t

from tablier.core.bits cimport count
from tablier.core.rules cimport State
from tablier.games.plateau_x.board cimport (
    Board, CORNERS, DOUBLES, KINDS, LEVEL_BITS, LYING, MOST_PAWNS, NOWHERE, Relief, SINGLE, TRIPLES, Tables,
    UPRIGHT, all_pawns, fits, ground, joined, one, pawns_of, rated, reach, spread, survey,
)

from itertools import combinations

cdef enum:
    SEATS = 4
    FEATURES = 11
    SIGNS = 2
    WEIGHTS = FEATURES + SIGNS
    HALF = 8        # places for a Triple when half of what is late has come
    MOST_LOST = 32  # places for a Triple that one move can take away

# In the order of `features`: what a thing is worth while there is much to build, and what more in the end.
cdef double[WEIGHTS] WEIGHT = [
    1.16, 0.6, -0.06, 0.6, 0.23, 0.28, 0.06, -0.24, -0.02, 0.12, -0.62, 0.0, -0.25,
]
cdef double[WEIGHTS] LATE = [
    1.96, 1.71, 0.11, 0.86, 1.34, 0.52, 0.41, 0.01, 1.86, 0.73, 0.72, 0.88, 0.64,
]
cdef double IN_PLAY = 0.3   # by hand: games taught that it is worth less than nothing

# What is asked of a position more than once. By seat: the cells not closed to it, and where it can walk to.
cdef struct Survey:
    Relief relief
    uint64_t pawns
    uint64_t fit[KINDS]
    int triples                  # places for one
    uint64_t raised              # the cells that one could raise
    uint64_t plateau[MOST_PAWNS]
    uint64_t own[SEATS]
    uint64_t open[SEATS]
    uint64_t ends[SEATS]


cdef inline uint64_t under_triples(const uint64_t *fit) noexcept nogil:
    """The cells that a Triple could raise."""
    cdef uint64_t right = fit[CORNERS] | fit[CORNERS + 3], left = fit[CORNERS + 1] | fit[CORNERS + 2]
    cdef uint64_t up = fit[CORNERS] | fit[CORNERS + 1], down = fit[CORNERS + 2] | fit[CORNERS + 3]
    return right | left | right << 1 | left >> 1 | up << 8 | down >> 8


cdef inline void look(const Tables *t, const Board *b, Survey *v) noexcept nogil:
    cdef int seat, slot, i
    cdef uint64_t shut = 0, twice = 0
    v.pawns = all_pawns(b)
    survey(t, b, &v.relief)
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
    """The highest of some cells, and their level."""
    cdef int i
    level[0] = 0
    for i in range(LEVEL_BITS - 1, -1, -1):
        level[0] <<= 1
        if cells & b.level[i]:
            cells &= b.level[i]
            level[0] |= 1
    return cells


cdef inline uint64_t on_level(const Board *b, uint64_t cells, int level) noexcept nogil:
    """Those of some cells that are on this level."""
    cdef int i
    for i in range(LEVEL_BITS):
        cells &= b.level[i] if level >> i & 1 else ~b.level[i]
    return cells


cdef inline double part(int n) noexcept nogil:
    """More is better, but less and less so."""
    return <double> n / (n + 4)


cdef inline void describe(
    const Tables *t, const Board *b, const Survey *v, int seat, double *f, int *standing, int *goal
) noexcept nogil:
    """What a seat has, what places it now (§P13), and what would after a walk."""
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
    f[1] = reached - top   # how much higher a walk would lead now
    f[2] = part(count(ends))
    f[3] = part(standing[0] >> 8 & 255)
    f[4] = b.stock[seat]
    f[5] = b.stock[DOUBLES + seat]
    f[6] = near and level >= reached   # one brick makes a way still higher
    f[7] = 4 * count(own) - count(beside)   # the edge of the board
    f[8] = part(size)
    f[9] = count(on_level(b, beside & v.open[seat], top + 1)) if own else 0   # ways up
    f[10] = (<double> seat - b.turn) / t.seats + (seat < b.turn)   # how long it has to wait


cdef inline double lateness(const Survey *v) noexcept nogil:
    return <double> HALF / (HALF + v.triples)


cdef inline int sign(int mine, int yours) noexcept nogil:
    return (mine > yours) - (mine < yours)


def features(State state not None):
    """For every two seats, what speaks for the first to finish ahead of the second, to fit the weights: first
    what is given, then what is weighed, then the same by how late it is."""
    cdef const Tables *t = <const Tables *> state.rules.c.tables
    cdef const Board *b = <const Board *> state.raw
    cdef Survey v
    cdef double f[SEATS][FEATURES]
    cdef int standing[SEATS]
    cdef int goal[SEATS]
    cdef int seat, first, second
    state.rules.check(state)
    look(t, b, &v)
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
    """Each seat's points by how many of the others it is likely to be ahead of."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Survey v
    cdef double weight[WEIGHTS]
    cdef double f[FEATURES]
    cdef double worth[SEATS]
    cdef double behind[SEATS]
    cdef int standing[SEATS]
    cdef int goal[SEATS]
    cdef double lead, late
    cdef int seat, other, i
    look(t, b, &v)
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


cdef int closing(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil:
    """The moves worth a look: all, if one of them may leave the next player nothing to do (§P12). Otherwise
    walks and entries, Triples where somebody can walk or beside it, and smaller bricks where that is highest.
    """
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef const uint64_t *near
    cdef Survey v
    cdef uint64_t wide = 0, tops = 0
    cdef int following = b.turn + 1 if b.turn + 1 < t.seats else 0
    cdef int seat, i, level, kept = 0
    look(t, b, &v)
    if not (
        (b.stock[TRIPLES] > 1 and v.triples > MOST_LOST)
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
