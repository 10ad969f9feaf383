"""Alpha-beta search for two sides."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from tablier.core.rules cimport MAX_MOVES, Move, STATE_WORDS
from tablier.core.search cimport Position, Problem

cdef enum:
    MAX_DEPTH = 96
    WON = 30_000         # less the plies until it is
    SURE = 29_000        # from here on a value is certain
    JUDGED = 20_000      # the most that an estimate can say
    KILLERS = 2

cdef struct Memory:      # one line of the transposition table
    uint64_t stamp
    int16_t value
    uint16_t move        # 1 + the move, 0 for none
    uint8_t depth
    uint8_t bound

cdef struct Reply:       # a move of the root
    Move move
    int value
    uint64_t nodes
    bint decided

cdef class AlphaBeta:
    cdef Position position
    cdef Problem p
    cdef uint64_t root[STATE_WORDS]
    cdef Memory *table
    cdef uint64_t mask
    cdef int *history          # by side and move: how often it cut a branch off
    cdef int moves
    cdef int seat[2]           # the first of each side
    cdef Move killers[MAX_DEPTH + 1][KILLERS]
    cdef uint64_t stamps[MAX_DEPTH + 1]
    cdef Reply replies[MAX_MOVES]
    cdef int n_replies
    cdef uint64_t limit, seed
    cdef int noise, pride
    cdef int mover        # the side that asks
    cdef bint halted
    cdef readonly unsigned long long nodes
    cdef readonly int depth
    cdef uint64_t fingerprint
    cdef bint is_halted(self) noexcept nogil
    cdef bint is_settled(self) noexcept nogil
    cdef int state_turn(self) noexcept nogil
    cdef int judge(self, const uint64_t *state, int side) noexcept nogil
    cdef int search(self, const uint64_t *state, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int child(
        self, const uint64_t *state, Move move, int depth, int alpha, int beta, int ply, int side
    ) noexcept nogil
    cdef void weigh(
        self, const uint64_t *state, const Move *moves, int n, int *weights, int ply, int side, Move first
    ) noexcept nogil
    cdef void flee(self) noexcept nogil
    cdef bint pass_root(self, int depth) noexcept nogil
    cdef Memory *recall(self, uint64_t stamp) noexcept nogil
    cdef void store(self, uint64_t stamp, int value, Move move, int depth, int bound, int ply) noexcept nogil
