"""Evaluation and prior of OLIX for Monte-Carlo tree search. The evaluation is a logistic regression on the
columns held and on the patterns that would take a column, or lie beyond it, and lack one, two or three pawns;
the prior is a linear model over the cells of those patterns. All places of a shape are found at once, one
lane per row. How the weights were fitted and what was measured: docs/bots/olix.md.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memset

from tablier.core.bits cimport count, lowest
from tablier.core.rules cimport State
from tablier.core.mathematics cimport exponential, logistic
from tablier.games.olix.figures cimport (
    BEYOND, Field, KIND_I, KIND_L, KIND_O, KIND_X, KINDS, MARGIN, SIZE, SMALLEST, lay
)
from tablier.games.olix.lanes cimport has_any, lanes, lanes_at, mark
from tablier.games.olix.rules cimport Board, CELLS, PLIES, ROW

from itertools import product

cdef enum:
    MAX_SHAPES = 128
    MAX_CELLS = 10
    MAX_VALUE = 10
    NEAR = 3           # the most pawns that a counted shape may lack
    FEATURES = KINDS * (2 + NEAR) + NEAR   # see `describe`
    MARKS = (KINDS + 1) * NEAR             # see `chart`

# Four blocks: side to move at the start of the game, what is added by its end, then the same for the other
# side. A block: for each column held, how far up, patterns that would take it and lack one, two, three pawns;
# then patterns beyond a column that lack one, two, three. Last: the bias for the side to move.
cdef double[4 * FEATURES + 1] WEIGHTS = [
    0.3, -0.26, -0.48, -0.21, -0.57,
    -0.14, 0.01, -0.32, 0.1, -0.17,
    0.22, 0.04, 1.6, 1.3, 0.71,
    0.43, -0.12, 0.54, 0.57, 1.19,
    10.32, 2.62, 1.66,

    -1.43, 0.88, 1.86, 1.17, 1.88,
    -0.67, 0.73, 3.27, 0.9, 2.04,
    0.16, 0.41, -2.58, 0.27, 1.21,
    -1.38, 1.04, -0.51, 0.43, 0.59,
    9.08, -2.14, -0.89,

    -0.41, 0.22, 0.47, -0.13, 0.51,
    0.18, 0.02, -0.16, -0.09, 0.32,
    -0.04, 0.06, -1.21, -1.14, -0.55,
    -0.6, -0.04, -0.62, -0.53, -1.46,
    -3.47, -2.07, -1.43,

    1.46, -0.83, -1.62, -0.39, -2.18,
    0.39, -0.64, -1.53, -0.34, -2.53,
    -0.16, -0.68, 1.71, -0.05, -1.48,
    1.61, -0.91, 0.7, -0.98, 0.02,
    3.74, 2.64, 1.43,

    0.29,
]

# Weights of the prior. Own patterns through the cell that would take column O, L, I, X or lie beyond one, and
# lack one, two, three pawns; then the other side's.
cdef double[2 * MARKS] PRIOR_WEIGHTS = [
    1.17, 0.53, 0.5,
    1.46, 0.54, 0.38,
    2.09, 1.33, 0.77,
    1.44, 0.46, 0.2,
    5.64, 1.28, 0.67,

    0.62, -0.01, 0.06,
    0.78, 0.23, 0.11,
    0.66, 0.76, 0.2,
    0.82, 0.31, 0.2,
    3.95, 0.63, 0.45,
]

# A minimal pattern of a value: its cells relative to the lower left.
cdef struct Shape:
    int n
    int column[MAX_CELLS]
    int row[MAX_CELLS]

cdef Shape SHAPE[MAX_SHAPES]
cdef int FIRST[KINDS][MAX_VALUE + 2]   # the shapes of a kind from this value up to below the next


cdef list shapes_of(int kind, int value):
    """The smallest patterns of a value, as sets of cells."""
    if kind == KIND_I:
        return [{(i, 0) for i in range(value)}, {(0, i) for i in range(value)}]
    if kind == KIND_X:
        return [{(i, i) for i in range(value)}, {(i, value - 1 - i) for i in range(value)}]
    if kind == KIND_L:
        return [
            {(i, 0 if low else up - 1) for i in range(right)}
            | {(0 if near else right - 1, i) for i in range(up)}
            for right in range(3, value - 1) for up in [value + 1 - right]
            for low, near in product((True, False), repeat=2)
        ]
    boxes = {4: [(2, 2)], 6: [(2, 3)], 8: [(2, 4), (3, 3)], 9: [(3, 3)], 10: [(2, 5), (3, 4)]}.get(value, [])
    return [
        {(c, r) for c in range(w) for r in range(h) if value == 9 or c in (0, w - 1) or r in (0, h - 1)}
        for box in boxes for w, h in {box, box[::-1]}
    ]


cdef int list_shapes() except -1:
    """Fill SHAPE and FIRST."""
    cdef int n = 0, i, kind, value
    for kind in range(KINDS):
        for value in range(MAX_VALUE + 1):
            FIRST[kind][value] = n
            if SMALLEST[kind] <= value <= BEYOND[kind]:
                for shape in shapes_of(kind, value):
                    SHAPE[n].n = len(shape)
                    for i, (column, row) in enumerate(sorted(shape)):
                        SHAPE[n].column[i] = column
                        SHAPE[n].row[i] = row
                    n += 1
        FIRST[kind][MAX_VALUE + 1] = n
    assert n <= MAX_SHAPES
    return 0


list_shapes()


cdef inline int size(lanes word) noexcept nogil:
    """The number of bits set."""
    cdef uint64_t part[4]
    memcpy(part, &word, sizeof(part))
    return count(part[0]) + count(part[1]) + count(part[2]) + count(part[3])


cdef inline void lacking(const Field *own, const Field *free, const Shape *s, lanes *lack) noexcept nogil:
    """The places (lower left cells) where a shape can still be completed and lacks one, two, three pawns."""
    cdef lanes fits, need, ones, twos, more, carry
    cdef int j
    need = lanes_at(&free.row[MARGIN])
    ones = need ^ need
    twos = ones
    more = ones
    fits = ~ones
    for j in range(s.n):
        need = lanes_at(&free.row[MARGIN + s.row[j]]) >> s.column[j]
        fits = fits & (need | lanes_at(&own.row[MARGIN + s.row[j]]) >> s.column[j])
        carry = ones & need
        ones = ones ^ need
        more = more | twos & carry
        twos = twos ^ carry
    fits = fits & ~more
    lack[0] = fits & ones & ~twos
    lack[1] = fits & twos & ~ones
    lack[2] = fits & twos & ones


cdef void near(const Field *own, const Field *free, int kind, int value, int *missing) noexcept nogil:
    """The number of completable patterns of this value that lack one, two, three pawns."""
    cdef lanes lack[NEAR]
    cdef int i, k
    missing[0] = missing[1] = missing[2] = 0
    for i in range(FIRST[kind][value], FIRST[kind][value + 1]):
        lacking(own, free, &SHAPE[i], lack)
        for k in range(NEAR):
            missing[k] += size(lack[k])


cdef void through(const Field *own, const Field *free, int kind, int value, Field *cells) noexcept nogil:
    """Mark the cells of patterns of this value that lack one, two, three pawns."""
    cdef lanes lack[NEAR]
    cdef lanes at
    cdef int i, j, k
    for i in range(FIRST[kind][value], FIRST[kind][value + 1]):
        lacking(own, free, &SHAPE[i], lack)
        for k in range(NEAR):
            if has_any(lack[k]):
                for j in range(SHAPE[i].n):
                    at = lack[k] << SHAPE[i].column[j]
                    mark(&cells[k].row[MARGIN + SHAPE[i].row[j]], at)


cdef inline int wanted(const Board *b, int kind) noexcept nogil:
    """The value that would take the column, or improve on the own one."""
    cdef int value = b.value[kind] + 1 if b.value[kind] else SMALLEST[kind]
    if kind == KIND_O and value in (5, 7):   # no O has so many cells
        value += 1
    return min(value, MAX_VALUE)   # a pattern that has won may be larger


cdef inline void lay_out(const Board *b, int side, Field *own, Field *free) noexcept nogil:
    """A side's pawns and the empty cells as fields."""
    cdef int row
    lay(own, b.rows[side])
    memset(free, 0, sizeof(Field))
    for row in range(SIZE):
        free.row[MARGIN + row] = ROW & ~(b.rows[0][row] | b.rows[1][row])


cdef inline int marked(const Field *cells, Move move) noexcept nogil:
    return cells.row[MARGIN + move // SIZE] >> move % SIZE & 1


cdef void chart(const Board *b, Field *cells) noexcept nogil:
    """The features of the prior as sets of cells, for the mover, then for the other side."""
    cdef Field own, free
    cdef int kind, side
    memset(cells, 0, 2 * MARKS * sizeof(Field))
    for side in range(2):
        lay_out(b, (b.plies & 1) ^ side, &own, &free)
        for kind in range(KINDS):
            through(&own, &free, kind, wanted(b, kind), cells + side * MARKS + kind * NEAR)
            through(&own, &free, kind, BEYOND[kind], cells + side * MARKS + KINDS * NEAR)


cdef void describe(const Board *b, int side, double *f) noexcept nogil:
    """The features of one side: columns held and patterns nearly complete."""
    cdef Field own, free
    cdef int missing[NEAR]
    cdef int kind, i, n = 0
    lay_out(b, side, &own, &free)
    for i in range(FEATURES):
        f[i] = 0
    for kind in range(KINDS):
        f[n] = b.holders[kind] >> side & 1
        f[n + 1] = f[n] * (b.value[kind] - SMALLEST[kind])
        near(&own, &free, kind, wanted(b, kind), missing)
        for i in range(NEAR):
            f[n + 2 + i] = <double> missing[i] / (missing[i] + 1 + 2 * i)
        n += 2 + NEAR
    for kind in range(KINDS):
        if kind != KIND_L:
            near(&own, &free, kind, BEYOND[kind], missing)
            for i in range(NEAR):
                f[n + i] += missing[i]
    for i in range(NEAR):
        f[n + i] = f[n + i] / (f[n + i] + 1 + i)


cdef void describe_both(const Board *b, double *x) noexcept nogil:
    """All features of the evaluation: for the mover and then the other side, plain and scaled by the part of
    the game played; then a 1 for the bias."""
    cdef int side, i
    for side in range(2):
        describe(b, (b.plies & 1) ^ side, x)
        for i in range(FEATURES):
            x[FEATURES + i] = x[i] * b.plies / PLIES
        x += 2 * FEATURES
    x[0] = 1


cdef int check_rules(State state) except -1:
    """ValueError for a state of another game: its rules estimate by other functions."""
    if state.rules.c.evaluate != evaluate:
        raise ValueError(f"this position belongs to {state.rules.game!r}, not to OLIX")
    return 0


def features(State state not None):
    """The features of the evaluation, to fit its weights; ValueError for a state of another game."""
    cdef double x[4 * FEATURES + 1]
    check_rules(state)
    describe_both(<const Board *> state.raw, x)
    return tuple([x[i] for i in range(4 * FEATURES + 1)])


cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil:
    """Logistic regression on the features."""
    cdef const Board *b = <const Board *> state
    cdef double x[4 * FEATURES + 1]
    cdef double total = 0
    cdef int side = b.plies & 1, i
    describe_both(b, x)
    for i in range(4 * FEATURES + 1):
        total += WEIGHTS[i] * x[i]
    shares[side] = logistic(total)
    shares[side ^ 1] = 1 - shares[side]


cdef void prior(
    const Rules *rules, const void *state, const Move *moves, int n, float *weights
) noexcept nogil:
    """Softmax numerators of a linear model over the cells' features."""
    cdef Field cells[2 * MARKS]
    cdef double total
    cdef int i, k
    chart(<const Board *> state, cells)
    for i in range(n):
        total = 0
        for k in range(2 * MARKS):
            total += PRIOR_WEIGHTS[k] * marked(&cells[k], moves[i])
        weights[i] = exponential(total)


def marks(State state not None):
    """The features of the prior for each legal move, to fit its weights; ValueError for a state of another
    game."""
    cdef Field cells[2 * MARKS]
    cdef int k
    check_rules(state)
    chart(<const Board *> state.raw, cells)
    return {move: tuple([marked(&cells[k], move) for k in range(2 * MARKS)]) for move in state.legal_moves}


cdef void move_seats(const Rules *rules, const void *state, signed char *who) noexcept nogil:
    """A pawn stays where it was placed: the board tells which seat made which move."""
    cdef const Board *b = <const Board *> state
    cdef uint16_t row
    cdef int r, side
    memset(who, 255, CELLS)
    for r in range(SIZE):
        for side in range(2):
            row = b.rows[side][r]
            while row:
                who[r * SIZE + lowest(row)] = side
                row &= row - 1
