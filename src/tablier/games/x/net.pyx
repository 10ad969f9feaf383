# A small residual net of hexagonal convolutions with a policy and a value head. Its inputs are the statistics
# of two batches of random games (`rollouts.pyx`) for each cell. Every sum is made in one order, with SIMD or
# without: one seed grows one tree, on any machine.

from array import array
from pathlib import Path
from struct import unpack

from libc.math cimport isfinite
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from tablier.core.rules cimport State
from tablier.core.mathematics cimport exponential
from tablier.games.x.rules cimport Board, LANE, MAX_CELLS, MAX_SIZE, Tables
from tablier.games.x.rollouts cimport RolloutStats, gain, is_open, rollout_batch

cpdef enum:
    LAYERS = 4
    CHANNELS = 16
    HIDDEN = 32

cdef enum:
    NEIGHBOURHOOD = 7    # a cell and the six it touches
    POOLED = 2 * CHANNELS + 3
    CONVOLUTIONS = (LAYERS * (NEIGHBOURHOOD * CHANNELS + 1) + 1) * CHANNELS
    NUMBERS = CONVOLUTIONS + (POOLED + 1) * HIDDEN + 3 * (HIDDEN + 4)
    CELLS_AT_ONCE = 4    # cells of a row that are convolved together
    MAX_PADDED = (MAX_SIZE + 2) * (MAX_SIZE + 2)

cdef float GAIN_SCALE = 4   # brings the gains to the scale of the other inputs

cdef extern from *:
    """
    typedef float tablier_numbers __attribute__((vector_size(64)));
    """
    ctypedef float Numbers "tablier_numbers"   # CHANNELS floats, with + and * by vectors and scalars
    Numbers ZERO "((tablier_numbers) {0})"

cdef struct Net:   # indices: input, then output
    Numbers weights[LAYERS][NEIGHBOURHOOD][CHANNELS]
    Numbers bias[LAYERS]
    Numbers policy
    float hidden[POOLED][HIDDEN]
    float hidden_bias[HIDDEN]
    float value[HIDDEN][3]
    float direct[3][3]   # skip connection from the shares of the random games
    float value_bias[3]

cdef Net net


def load(numbers):
    """Replace the weights, given in the order of `Net`; ValueError unless they are as many as it has, all
    finite."""
    cdef float[::1] found = array("f", numbers)
    cdef int i
    if found.shape[0] != NUMBERS:
        raise ValueError(f"the net has {NUMBERS} weights, not {found.shape[0]}")
    for i in range(NUMBERS):
        if not isfinite(found[i]):
            raise ValueError(f"the weights of the net are finite, not {found[i]}")
    memcpy(&net, &found[0], NUMBERS * sizeof(float))


cdef inline int padded_index(int cell, int size) noexcept nogil:
    """The index of a cell on a board with a border of zeros."""
    return (cell // size + 1) * (size + 2) + cell % size + 1


cdef void fill_inputs(
    const Tables *t, const Board *b, Random *rng, Numbers *board, float *scores
) noexcept nogil:
    """Fill the input planes and the shares of the random games, by seats from the mover on.

    Planes of a cell: stone of each seat; part of the games in which each seat owned it; gain of each seat
    when each seat owned it; 1 for being on the board.
    """
    cdef RolloutStats found
    cdef float *cell
    cdef uint64_t stones
    cdef int mover = <int> (b.stones % 3), at, i, k, seat, size = t.size
    memset(&found, 0, sizeof(found))
    rollout_batch(t, b, rng, &found)
    rollout_batch(t, b, rng, &found)
    for i in range(3):
        scores[i] = <float> found.won[(mover + i) % 3] / found.games
    for at in range(size * size):
        cell = <float *> &board[padded_index(at, size)]
        stones = b.rows[at // size] >> at % size
        for i in range(3):
            seat = (mover + i) % 3
            cell[i] = stones >> LANE * seat & 1
            cell[3 + i] = <float> found.owned[seat][at] / found.games if is_open(&found, seat, at) else 0
            for k in range(3):
                cell[6 + 3 * i + k] = GAIN_SCALE * gain(&found, seat, (mover + k) % 3, at)
        cell[15] = 1


cdef inline Numbers relu(Numbers numbers) noexcept nogil:
    cdef float *each = <float *> &numbers
    cdef int i
    for i in range(CHANNELS):
        each[i] = each[i] if each[i] > 0 else 0
    return numbers


cdef void convolve(
    const Numbers *board, Numbers *out, const Numbers (*weights)[CHANNELS], Numbers bias, int size
) noexcept nogil:
    """One hexagonal convolution over a cell and its six neighbours, with ReLU."""
    cdef int row = size + 2
    cdef int[NEIGHBOURHOOD] steps = [-row, 1 - row, -1, 0, 1, row - 1, row]
    cdef Numbers one, two, three, four, weight
    cdef const float *near
    cdef int r, c, at, i, k
    for r in range(1, size + 1):
        c = 1
        while c <= size:
            c = min(c, size + 1 - CELLS_AT_ONCE)   # the last block overlaps the one before
            at = r * row + c
            one = two = three = four = bias
            for k in range(NEIGHBOURHOOD):
                near = <const float *> &board[at + steps[k]]
                for i in range(CHANNELS):
                    weight = weights[k][i]
                    one += weight * near[i]
                    two += weight * near[CHANNELS + i]
                    three += weight * near[2 * CHANNELS + i]
                    four += weight * near[3 * CHANNELS + i]
            out[at], out[at + 1] = relu(one), relu(two)
            out[at + 2], out[at + 3] = relu(three), relu(four)
            c += CELLS_AT_ONCE


cdef void value_head(const float *pooled, double *shares) noexcept nogil:
    """The value head: shares by seats from the mover on."""
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
            value += pooled[2 * CHANNELS + k] * net.direct[k][i]
        shares[i] = exponential(value)
        total += shares[i]
    for i in range(3):
        shares[i] /= total


cdef void policy_value(
    const Rules *rules, const void *state, Random *rng, const Move *moves, int n, float *weights,
    double *scores
) noexcept nogil:
    """Forward pass: scores by seat, and a weight for each of n moves."""
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef Numbers boards[2][MAX_PADDED]
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
    fill_inputs(t, b, rng, board, pooled + 2 * CHANNELS)
    for k in range(LAYERS):
        convolve(board, out, net.weights[k], net.bias[k], size)
        if k:
            for at in range(cells):
                out[padded_index(at, size)] += board[padded_index(at, size)]
        board, out = out, board
    memset(pooled, 0, 2 * CHANNELS * sizeof(float))   # activations are not negative
    for at in range(cells):
        total += board[padded_index(at, size)]
        each = <const float *> &board[padded_index(at, size)]
        for i in range(CHANNELS):
            pooled[CHANNELS + i] = max(pooled[CHANNELS + i], each[i])
    for i in range(CHANNELS):
        pooled[i] = (<const float *> &total)[i] / cells
    value_head(pooled, shares)
    for i in range(3):
        scores[(b.stones + i) % 3] = shares[i]
    for k in range(n):
        product = board[padded_index(moves[k], size)] * net.policy
        each = <const float *> &product
        sum = 0
        for i in range(CHANNELS):
            sum += each[i]
        weights[k] = exponential(sum)


cdef int check_rules(State state) except -1:
    """ValueError for a state of another game, whose rules do not ask this net; TypeError for None."""
    if state is None:
        raise TypeError("a position of X is a State, not None")
    if state.rules.c.policy_value != policy_value:
        raise ValueError(f"this position belongs to {state.rules.game!r}, not to X")
    return 0


def net_inputs(states, *, unsigned long long seed=0):
    """The inputs of these positions, for training: planes of all cells, and the shares of the random games.

    ValueError for a state of another game.
    """
    cdef Numbers board[MAX_PADDED]
    cdef Random rng
    cdef State state
    cdef const Tables *t
    cdef float[::1] cells, scores
    cdef int r, at = 0, i
    cdef size_t n = 0
    states = tuple(states)
    for state in states:
        check_rules(state)
        n += state.rules.c.n_moves
    shown = array("f", bytes(n * sizeof(Numbers)))
    won = array("f", bytes(len(states) * 3 * sizeof(float)))
    cells, scores = shown, won
    rng.s = seed
    for i, state in enumerate(states):
        t = <const Tables *> state.rules.c.tables
        fill_inputs(t, <const Board *> state.raw, &rng, board, &scores[3 * i])
        for r in range(t.size):
            memcpy(&cells[at], &board[padded_index(r * t.size, t.size)], t.size * sizeof(Numbers))
            at += t.size * CHANNELS
    return shown, won


def evaluate_position(State state not None, *, unsigned long long seed=0):
    """The net's output: shares by seat, and the prior probability of each legal move; ValueError for a state
    of another game."""
    cdef Move moves[MAX_CELLS]
    cdef float weights[MAX_CELLS]
    cdef double scores[3]
    cdef Random rng
    cdef int i, n
    check_rules(state)
    n = state.rules.c.moves(&state.rules.c, state.raw, moves)
    rng.s = seed
    policy_value(&state.rules.c, state.raw, &rng, moves, n, weights, scores)
    total = sum(weights[i] for i in range(n))
    return [scores[0], scores[1], scores[2]], {moves[i]: weights[i] / total for i in range(n)}


WEIGHTS = Path(__file__).with_name("net.weights")


def read_weights():
    """The weights in the file beside this module: half-precision floats in the order of `Net`."""
    found = WEIGHTS.read_bytes()
    return unpack(f"<{len(found) // 2}e", found)


load(read_weights())
