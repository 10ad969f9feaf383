"""Monte-Carlo tree search for any number of seats."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from tablier.core.rules cimport MAX_MOVE, MAX_SEATS, Move, Random, STATE_WORDS
from tablier.search.problem cimport Problem, RootPosition

cdef enum:
    MAX_PATH = 512      # plies below the root; a longer line is evaluated where it stands
    MAX_PROVEN = 250    # different proven results (shares by side) in one tree
    RAVE_CACHED = 256   # visits for which RAVE weights are computed in advance: few moves have more

cdef struct Node:
    uint32_t first         # index of the first child; children are consecutive
    uint32_t visits
    # simulations in which the same seat made this move here or later (all moves as first)
    uint32_t amaf_visits
    float amaf_sum         # the sum of that seat's side's shares in those
    float prior            # prior probability among its siblings
    float mean[MAX_SEATS]  # mean share by side
    Move move
    uint16_t children      # 0: not expanded
    uint8_t proven         # 0: open; otherwise 1 + index of the proven result
    uint8_t turns          # of the winner until the forced win, where `decide` gave it; otherwise 0
    # An opponent has a forced win after this move; the other seats' shares are unknown, so it is neither
    # proven nor a candidate while another move is.
    bint opponent_wins

# The fields of tablier.level.TreeSettings, which says what they mean. A dict of them becomes this struct.
cdef struct TreeParameters:
    double c_puct
    bint ucb1
    double fpu_reduction
    double rave_k
    bint policy_value
    double value_weight
    uint32_t expand_after
    bint check_terminal
    bint evaluate_children
    bint prove
    double overlook_chance
    int force_nodes

cdef class Tree:
    cdef RootPosition position
    cdef Problem p
    cdef TreeParameters settings
    cdef Random rng
    cdef Node *nodes
    cdef uint32_t used, capacity
    cdef readonly unsigned long long simulations
    cdef readonly int depth
    cdef double proven_shares[MAX_PROVEN][MAX_SEATS]
    cdef int n_proven
    cdef uint64_t signature_hash
    cdef bint running
    cdef uint64_t root[STATE_WORDS]
    cdef signed char move_seats[MAX_MOVE]
    cdef double policy_value_scores[MAX_SEATS]   # by seat, of the node that was expanded last
    cdef double rave_weights[RAVE_CACHED]
    cdef void simulate(self) noexcept nogil
    cdef bint repeats(self, const uint64_t *keys, int depth) noexcept nogil
    cdef int overlook(self, Move *moves, int n) noexcept nogil
    cdef uint32_t visits_to_expand(self) noexcept nogil
    cdef int force_node(self, uint32_t at, const uint64_t *state, Move *moves, int n) noexcept nogil
    cdef void force_root(self) noexcept nogil
    cdef void prove_win(self, uint32_t at, int winner) noexcept nogil
    cdef bint expand(self, uint32_t at, const uint64_t *state) noexcept nogil
    cdef double rave_weight(self, uint32_t visits) noexcept nogil
    cdef uint32_t select_child(self, uint32_t at, int side) noexcept nogil
    cdef void evaluate_leaf(self, uint64_t *state, double *shares) noexcept nogil
    cdef void apply_policy(self, uint32_t at, const uint64_t *state) noexcept nogil
    cdef int proven_index(self, const double *shares) noexcept nogil
    cdef bint prove_node(self, uint32_t at, int side) noexcept nogil
    cdef void backup_amaf(
        self, const uint32_t *path, const signed char *seats, int depth, const double *shares
    ) noexcept nogil
    cdef uint32_t best_child(self, uint32_t at, int side) noexcept nogil
    cdef uint32_t find_child(self, uint32_t at, Move move) noexcept nogil
    cdef tuple shares_of(self, uint32_t at)
    cdef int check_idle(self) except -1
