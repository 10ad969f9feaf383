"""Evaluation and prior of OLIX for Monte-Carlo tree search. The evaluation is a logistic regression on the
columns held and on the patterns that would take a column, or lie beyond it, and lack one, two or three pawns;
the prior is a linear model over the cells of those patterns. All places of a shape are found at once, one
lane per row. How the weights were fitted and what was measured: docs/bots/olix.md.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
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
    MAX_THREATS = 40
    MAX_CELLS = 14
    MAX_VALUE = 10
    NEAR = 3           # the most pawns that a counted shape may lack
    FEATURES = KINDS * (2 + NEAR) + NEAR   # see `describe`
    MARKS = (KINDS + 1) * NEAR             # see `chart`
    MAX_TURNS = 16     # the longest win by threats that is looked for
    FEWEST = 12        # plies before anybody can have a pattern beyond its column that lacks two pawns

# Four blocks: side to move at the start of the game, what is added by its end, then the same for the other
# side. A block: for each column held, how far up, patterns that would take it and lack one, two, three pawns;
# then patterns beyond a column that lack one, two, three. Last: the bias for the side to move.
cdef double[4 * FEATURES + 1] WEIGHTS = [
    0.47, -0.37, -0.16, 0.38, -0.14,
    -0.28, -0.08, 0.37, 0.73, -0.2,
    0.89, -0.29, 0.93, 1.63, 0.53,
    0.58, -0.25, 0.28, -0.01, 1.55,
    8.27, 1.86, 1.36,

    -0.44, 1.46, 2.26, 2.09, 2.23,
    0.84, 1.92, 2.76, 1.46, 2.28,
    1.25, 1.25, 1.49, 1.24, 2.89,
    0.81, 1.62, 2.33, 2.71, 1.33,
    7.2, -1.11, 0.18,

    -0.42, 0.3, -0.07, -0.19, -0.16,
    0.18, 0.25, -0.64, -1, 0.11,
    -0.91, 0.2, -1.12, -1.42, -0.61,
    -0.85, 0.33, -0.29, -0.25, -1.2,
    -2.08, -1.66, -0.59,

    0.31, -1.38, -1.67, -1.66, -2.27,
    -1.11, -1.92, -0.9, -0.3, -1.74,
    -1.21, -1.32, -0.4, -0.48, -2.5,
    -0.45, -1.69, -1.79, -2.24, -2.34,
    1.4, 2, -0.46,

    0.37,
]

# Weights of the prior. Own patterns through the cell that would take column O, L, I, X or lie beyond one, and
# lack one, two, three pawns; then the other side's.
cdef double[2 * MARKS] PRIOR_WEIGHTS = [
    1.58, 0.67, 0.56,
    1.87, 0.85, 0.54,
    2.44, 1.57, 1.03,
    2.29, 0.63, 0.29,
    5.39, 1.89, 1.45,

    1.42, -0.01, 0.06,
    1.49, 0.45, 0.16,
    1.57, 1.19, 0.5,
    1.58, 0.52, 0.31,
    3.61, 1.27, 1.23,
]

# A minimal pattern of a value: its cells relative to the lower left.
cdef struct Shape:
    int n
    int column[MAX_CELLS]
    int row[MAX_CELLS]

cdef Shape SHAPE[MAX_SHAPES]
cdef int FIRST[KINDS][MAX_VALUE + 2]   # the shapes of a kind from this value up to below the next

# The patterns beyond their columns, of which each larger one has one within, but for O: its border need not
# have another within, up to the size at which two of its sides are an L beyond its column.
cdef Shape THREAT[MAX_THREATS]
cdef int THREATS = 0
LARGER_BOXES = ((3, 5), (3, 6), (4, 4), (4, 5))


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
    return rectangles(boxes, filled=value == 9)


cdef list rectangles(boxes, bint filled):
    """The cells, or the borders, of rectangles of these sizes, lying and standing."""
    return [
        {(c, r) for c in range(w) for r in range(h) if filled or c in (0, w - 1) or r in (0, h - 1)}
        for box in boxes for w, h in {box, box[::-1]}
    ]


cdef Shape make_shape(cells) except *:
    cdef Shape made
    cdef int i
    memset(&made, 0, sizeof(Shape))
    made.n = len(cells)
    assert made.n <= MAX_CELLS
    for i, (column, row) in enumerate(sorted(cells)):
        made.column[i] = column
        made.row[i] = row
    return made


cdef int list_shapes() except -1:
    """Fill SHAPE, FIRST and THREAT."""
    global THREATS
    cdef int n = 0, kind, value
    for kind in range(KINDS):
        for value in range(MAX_VALUE + 1):
            FIRST[kind][value] = n
            if SMALLEST[kind] <= value <= BEYOND[kind]:
                for cells in shapes_of(kind, value):
                    SHAPE[n] = make_shape(cells)
                    n += 1
        FIRST[kind][MAX_VALUE + 1] = n
    assert n <= MAX_SHAPES
    beyond = [cells for kind in range(KINDS) for cells in shapes_of(kind, BEYOND[kind])]
    for cells in beyond + rectangles(LARGER_BOXES, filled=False):
        THREAT[THREATS] = make_shape(cells)
        THREATS += 1
    assert THREATS <= MAX_THREATS
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


cdef inline int wanted(const Board *b, int kind, int side) noexcept nogil:
    """The value with which a side would get a marker in the column, or improve on its own one (§O6)."""
    cdef int value = b.value[kind] + (b.holders[kind] >> side & 1) if b.value[kind] else SMALLEST[kind]
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
    cdef int kind, which, side
    memset(cells, 0, 2 * MARKS * sizeof(Field))
    for which in range(2):
        side = (b.plies & 1) ^ which
        lay_out(b, side, &own, &free)
        for kind in range(KINDS):
            through(&own, &free, kind, wanted(b, kind, side), cells + which * MARKS + kind * NEAR)
            through(&own, &free, kind, BEYOND[kind], cells + which * MARKS + KINDS * NEAR)


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
        near(&own, &free, kind, wanted(b, kind, side), missing)
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


# Wins by threats (§O7): a pawn after which a pattern beyond its column lacks one more must be answered on
# that cell, and two such cells cannot be answered. Nothing else needs to be looked at: an opponent who can
# complete such a pattern wins first, and no game is decided or exhausted while pawns are left for one.

# What is left of a search.
cdef struct Hunt:
    int nodes
    int first   # the cell, as 16 * row + column, with which the win begins


cdef inline void find_threats(const Field *own, const Field *free, Field *one, Field *two) noexcept nogil:
    """The empty cells that complete a pattern beyond its column, and those after which one lacks one pawn."""
    cdef lanes lack[NEAR]
    cdef lanes at, empty
    cdef int i, j
    memset(one, 0, sizeof(Field))
    memset(two, 0, sizeof(Field))
    for i in range(THREATS):
        lacking(own, free, &THREAT[i], lack)
        if has_any(lack[0]):
            for j in range(THREAT[i].n):
                at = lack[0] << THREAT[i].column[j]
                mark(&one.row[MARGIN + THREAT[i].row[j]], at)
        if has_any(lack[1]):
            for j in range(THREAT[i].n):
                at = lack[1] << THREAT[i].column[j]
                mark(&two.row[MARGIN + THREAT[i].row[j]], at)
    empty = lanes_at(&free.row[MARGIN])
    at = lanes_at(&one.row[MARGIN]) & empty
    memcpy(&one.row[MARGIN], &at, SIZE * sizeof(uint16_t))
    at = lanes_at(&two.row[MARGIN]) & empty
    memcpy(&two.row[MARGIN], &at, SIZE * sizeof(uint16_t))


cdef inline int list_cells(const Field *cells, uint8_t *out) noexcept nogil:
    """The marked cells, as 16 * row + column."""
    cdef int row, n = 0
    cdef uint16_t left
    for row in range(SIZE):
        left = cells.row[MARGIN + row]
        while left:
            out[n] = 16 * row + lowest(left)
            left &= left - 1
            n += 1
    return n


cdef inline void flip(Field *cells, int at) noexcept nogil:
    cells.row[MARGIN + (at >> 4)] ^= 1 << (at & 15)


cdef int hunt(Field *own, Field *other, Field *free, int turns, Hunt *left) noexcept nogil:
    """The turns in which the side to move wins by threats alone, at most so many; 0 if it does not.

    The fields are changed and restored.
    """
    cdef Field one, two, reply, unused
    cdef uint8_t cells[CELLS]
    cdef uint8_t replies[CELLS]
    cdef uint8_t answers[CELLS]
    cdef int i, n, found, kept = 0
    left.nodes -= 1
    find_threats(own, free, &one, &two)
    if list_cells(&one, cells):
        left.first = cells[0]
        return 1
    n = list_cells(&two, cells)
    if turns < 2 or not n:
        return 0
    find_threats(other, free, &reply, &unused)
    found = list_cells(&reply, replies)
    if found > 1:
        return 0
    if found:   # the opponent's threat has to be stopped by the same pawn
        for i in range(n):
            if cells[i] == replies[0]:
                cells[0] = replies[0]
                break
        else:
            return 0
        n = 1
    for i in range(n):
        flip(own, cells[i])
        flip(free, cells[i])
        find_threats(own, free, &reply, &unused)
        flip(own, cells[i])
        flip(free, cells[i])
        found = list_cells(&reply, replies)
        if found > 1:
            left.first = cells[i]
            return 2
        cells[kept] = cells[i]
        answers[kept] = replies[0]
        kept += 1
        left.nodes -= 1
    if turns < 3:
        return 0
    for i in range(kept):
        if left.nodes <= 0:
            break
        flip(own, cells[i])
        flip(other, answers[i])
        flip(free, cells[i])
        flip(free, answers[i])
        found = hunt(own, other, free, turns - 1, left)
        flip(own, cells[i])
        flip(other, answers[i])
        flip(free, cells[i])
        flip(free, answers[i])
        if found:
            left.first = cells[i]
            return found + 1
    return 0


cdef int force(const Rules *rules, const void *state, int nodes, Move *move) noexcept nogil:
    cdef const Board *b = <const Board *> state
    cdef Field own, other, free, one, unused
    cdef uint8_t cells[CELLS]
    cdef Hunt left
    cdef int found, turns, most, side = b.plies & 1
    move[0] = -1
    if b.plies < FEWEST or b.plies >= PLIES:
        return 0
    lay_out(b, side, &own, &free)
    lay(&other, b.rows[side ^ 1])
    left.nodes = nodes
    most = min(<int> (PLIES - b.plies + 1) // 2, MAX_TURNS)
    turns = min(most, 2)
    while True:   # the shortest win first
        found = hunt(&own, &other, &free, turns, &left)
        if found:
            move[0] = (left.first >> 4) * SIZE + (left.first & 15)
            return found
        if turns == most or left.nodes <= 0:
            break
        turns = min(turns + 2, most)
    find_threats(&other, &free, &one, &unused)
    found = list_cells(&one, cells)
    if not found or b.plies + 1 >= PLIES:
        return 0
    if found > 1:
        return -1
    move[0] = (cells[0] >> 4) * SIZE + (cells[0] & 15)
    return 0
