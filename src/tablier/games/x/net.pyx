# A net of hexagonal convolutions over what two surveys say of each cell. It is small, so that a search can
# ask it often. Every sum is made in one order, vectors or not: one seed grows one tree, anywhere.

from array import array
from pathlib import Path
from struct import unpack

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from tablier.core.rules cimport State
from tablier.core.search cimport exponential
from tablier.games.x.rules cimport Board, LANE, MOST_CELLS, MOST_SIZE, Tables
from tablier.games.x.survey cimport Survey, gain, is_open, survey

cpdef enum:
    LAYERS = 4
    WIDE = 16     # numbers a cell
    HIDDEN = 32

cdef enum:
    AROUND = 7    # a cell and the six it touches
    POOLED = 2 * WIDE + 3
    NUMBERS = (LAYERS * (AROUND * WIDE + 1) + 1) * WIDE + (POOLED + 1) * HIDDEN + 3 * (HIDDEN + 4)
    ASIDE = 4     # cells of a row that are worked on together
    MOST_PADDED = (MOST_SIZE + 2) * (MOST_SIZE + 2)

cdef float SHARP = 4   # gains are small numbers

cdef extern from *:
    """
    typedef float tablier_numbers __attribute__((vector_size(64)));
    """
    ctypedef float Numbers "tablier_numbers"   # WIDE of them: it knows + and * with its kind and a number
    Numbers ZERO "((tablier_numbers) {0})"

cdef struct Net:   # first from where, then to where
    Numbers weights[LAYERS][AROUND][WIDE]
    Numbers bias[LAYERS]
    Numbers policy
    float hidden[POOLED][HIDDEN]
    float hidden_bias[HIDDEN]
    float value[HIDDEN][3]
    float direct[3][3]   # from what the surveys say at once
    float value_bias[3]

cdef Net net


def load(numbers):
    """Take these weights, in the order of `Net`."""
    cdef float[::1] found = array("f", numbers)
    if found.shape[0] != NUMBERS:
        raise ValueError(f"the net has {NUMBERS} weights, not {found.shape[0]}")
    memcpy(&net, &found[0], NUMBERS * sizeof(float))


cdef inline int place(int cell, int size) noexcept nogil:
    """Of a cell, on a board with a border of nothing."""
    return (cell // size + 1) * (size + 2) + cell % size + 1


cdef void see(const Tables *t, const Board *b, Random *chance, Numbers *board, float *scores) noexcept nogil:
    """What surveys say, all by seats from the mover on.

    Of a cell: whose stone is there, who had it in how many of the games, how much more each won if it was
    each one's; and that it is on the board.
    """
    cdef Survey found
    cdef float *cell
    cdef uint64_t stones
    cdef int mover = <int> (b.stones % 3), at, i, k, seat, size = t.size
    memset(&found, 0, sizeof(found))
    survey(t, b, chance, &found)
    survey(t, b, chance, &found)
    for i in range(3):
        scores[i] = <float> found.won[(mover + i) % 3] / found.games
    for at in range(size * size):
        cell = <float *> &board[place(at, size)]
        stones = b.rows[at // size] >> at % size
        for i in range(3):
            seat = (mover + i) % 3
            cell[i] = stones >> LANE * seat & 1
            cell[3 + i] = <float> found.had[seat][at] / found.games if is_open(&found, seat, at) else 0
            for k in range(3):
                cell[6 + 3 * i + k] = SHARP * gain(&found, seat, (mover + k) % 3, at)
        cell[15] = 1


cdef inline Numbers positive(Numbers numbers) noexcept nogil:
    cdef float *each = <float *> &numbers
    cdef int i
    for i in range(WIDE):
        each[i] = each[i] if each[i] > 0 else 0
    return numbers


cdef void convolve(
    const Numbers *board, Numbers *out, const Numbers (*weights)[WIDE], Numbers bias, int size
) noexcept nogil:
    """From every cell and the six around it."""
    cdef int row = size + 2
    cdef int[AROUND] steps = [-row, 1 - row, -1, 0, 1, row - 1, row]
    cdef Numbers one, two, three, four, weight
    cdef const float *near
    cdef int r, c, at, i, k
    for r in range(1, size + 1):
        c = 1
        while c <= size:
            c = min(c, size + 1 - ASIDE)   # some twice rather than three of them alone
            at = r * row + c
            one = two = three = four = bias
            for k in range(AROUND):
                near = <const float *> &board[at + steps[k]]
                for i in range(WIDE):
                    weight = weights[k][i]
                    one += weight * near[i]
                    two += weight * near[WIDE + i]
                    three += weight * near[2 * WIDE + i]
                    four += weight * near[3 * WIDE + i]
            out[at], out[at + 1] = positive(one), positive(two)
            out[at + 2], out[at + 3] = positive(three), positive(four)
            c += ASIDE


cdef void weigh(const float *pooled, double *shares) noexcept nogil:
    """The mover's share first."""
    cdef float hidden[HIDDEN]
    cdef float total = 0, value
    cdef int i, k
    for i in range(HIDDEN):
        hidden[i] = net.hidden_bias[i]
    for k in range(POOLED):
        for i in range(HIDDEN):
            hidden[i] += pooled[k] * net.hidden[k][i]
    for i in range(3):
        value = net.value_bias[i]
        for k in range(HIDDEN):
            value += max(hidden[k], 0) * net.value[k][i]
        for k in range(3):
            value += pooled[2 * WIDE + k] * net.direct[k][i]
        shares[i] = exponential(value)
        total += shares[i]
    for i in range(3):
        shares[i] /= total


cdef void appraise(
    const Rules *rules, const void *state, Random *chance, const Move *moves, int n, float *weights,
    double *scores
) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Numbers boards[2][MOST_PADDED]
    cdef Numbers *board = boards[0]
    cdef Numbers *out = boards[1]
    cdef Numbers total = ZERO, product
    cdef float pooled[POOLED]
    cdef double shares[3]
    cdef const float *each
    cdef float sum
    cdef int at, i, k, size = t.size, cells = t.size * t.size
    memset(board, 0, (size + 2) * (size + 2) * sizeof(Numbers))
    memset(out, 0, (size + 2) * (size + 2) * sizeof(Numbers))
    see(t, b, chance, board, pooled + 2 * WIDE)
    for k in range(LAYERS):
        convolve(board, out, net.weights[k], net.bias[k], size)
        if k:
            for at in range(cells):
                out[place(at, size)] += board[place(at, size)]
        board, out = out, board
    memset(pooled, 0, 2 * WIDE * sizeof(float))   # no number is below it
    for at in range(cells):
        total += board[place(at, size)]
        each = <const float *> &board[place(at, size)]
        for i in range(WIDE):
            pooled[WIDE + i] = max(pooled[WIDE + i], each[i])
    for i in range(WIDE):
        pooled[i] = (<const float *> &total)[i] / cells
    weigh(pooled, shares)
    for i in range(3):
        scores[(b.stones + i) % 3] = shares[i]
    for k in range(n):
        product = board[place(moves[k], size)] * net.policy
        each = <const float *> &product
        sum = 0
        for i in range(WIDE):
            sum += each[i]
        weights[k] = exponential(sum)


def seen(states, *, unsigned long long seed=0):
    """What the net is shown of these positions, the numbers of all cells and the scores: to teach it."""
    cdef Numbers board[MOST_PADDED]
    cdef Random chance
    cdef State state
    cdef const Tables *t
    cdef float[::1] cells, scores
    cdef int r, at = 0, i
    shown = array("f", bytes(sum(len(state.game.paths) for state in states) * sizeof(Numbers)))
    won = array("f", bytes(len(states) * 3 * sizeof(float)))
    cells, scores = shown, won
    chance.s = seed
    for i, state in enumerate(states):
        t = <const Tables *> state.rules.c.tables
        see(t, <const Board *> state.raw, &chance, board, &scores[3 * i])
        for r in range(t.size):
            memcpy(&cells[at], &board[place(r * t.size, t.size)], t.size * sizeof(Numbers))
            at += t.size * WIDE
    return shown, won


def opinion(State state not None, *, unsigned long long seed=0):
    """What the net thinks: the shares, and how likely each legal move is."""
    cdef Move moves[MOST_CELLS]
    cdef float weights[MOST_CELLS]
    cdef double scores[3]
    cdef Random chance
    cdef int i, n = state.rules.c.moves(&state.rules.c, state.raw, moves)
    chance.s = seed
    appraise(&state.rules.c, state.raw, &chance, moves, n, weights, scores)
    total = sum(weights[i] for i in range(n))
    return [scores[0], scores[1], scores[2]], {moves[i]: weights[i] / total for i in range(n)}


WEIGHTS = Path(__file__).with_name("net.weights")


def taught():
    """The weights that lie beside it: halves, in the order of `Net`."""
    found = WEIGHTS.read_bytes()
    return unpack(f"<{len(found) // 2}e", found)


load(taught())
