"""Alpha-beta search for two sides."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from tablier.core.rules cimport MAX_MOVES, Move, STATE_WORDS
from tablier.search.problem cimport Problem, RootPosition

cdef enum:
    MAX_DEPTH = 96            # plies
    WIN = 30_000              # the value of a win, less the plies until then
    PROVEN = 29_000           # values from here on are certain wins
    MAX_EVALUATION = 20_000   # the largest value of an evaluation
    KILLERS = 2               # killer moves remembered per ply

cdef struct TTEntry:   # an entry of the transposition table
    uint64_t key
    int16_t value
    uint16_t move      # 1 + the best move, 0 for none
    uint8_t depth
    uint8_t bound

cdef struct RootMove:
    Move move
    int value
    uint64_t nodes
    bint is_given      # the value was given by `decide` and is not searched

cdef class AlphaBeta:
    cdef RootPosition position
    cdef Problem p
    cdef uint64_t root[STATE_WORDS]
    cdef TTEntry *table
    cdef uint64_t mask
    cdef int *history          # history heuristic, by side and move: weighted beta cutoffs
    cdef int moves             # of the game's table
    cdef int seat[2]           # the first seat of each side
    cdef Move killers[MAX_DEPTH + 1][KILLERS]
    cdef uint64_t keys[MAX_DEPTH + 1]
    cdef RootMove root_moves[MAX_MOVES]
    cdef int n_root_moves
    cdef uint64_t limit, seed
    cdef int noise, contempt
    cdef int mover             # the side to move at the root
    cdef int lines             # how many of the best root moves get an exact value
    cdef bint stopped
    cdef readonly unsigned long long nodes
    cdef readonly int depth
    cdef uint64_t signature_hash
    cdef int list_root_moves(self, allowed) except -1
    cdef tuple shares_of(self, int value)
    cdef bint check_stop(self) noexcept nogil
    cdef bint is_decided(self) noexcept nogil
    cdef int root_turn(self) noexcept nogil
    cdef int evaluate_state(self, const uint64_t *state, int side) noexcept nogil
    cdef int search(self, const uint64_t *state, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int search_move(
        self, const uint64_t *state, Move move, int depth, int alpha, int beta, int ply, int side
    ) noexcept nogil
    cdef void order_moves(
        self, const uint64_t *state, const Move *moves, int n, int *scores_by_move, int ply, int side,
        Move first
    ) noexcept nogil
    cdef void promote_unproven(self) noexcept nogil
    cdef bint search_root(self, int depth) noexcept nogil
    cdef TTEntry *tt_probe(self, uint64_t key) noexcept nogil
    cdef void tt_store(self, uint64_t key, int value, Move move, int depth, int bound, int ply) noexcept nogil
