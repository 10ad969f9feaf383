"""Monte-Carlo tree search for any number of seats."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from tablier.core.rules cimport MAX_SEATS, Move, Random, STATE_WORDS
from tablier.core.search cimport Position, Problem

cdef enum:
    MAX_PATH = 512        # plies below the root; a line that is longer is judged where it stands
    MAX_ENDS = 250        # different ways to divide the points that a tree can tell apart
    MAX_TABLE = 16384     # moves in a game's table, for the trace
    FEW = 256             # visits for which weights are worked out in advance: most moves never have more

cdef struct Node:
    uint32_t first        # its children lie here, side by side
    uint32_t visits
    uint32_t echoes       # games in which its move was made later by the same seat
    float echo            # the shares of that seat in those, added up
    float prior
    float mean[MAX_SEATS]   # shares by side
    Move move
    uint16_t children     # 0: not unfolded
    uint8_t end           # 0: open; otherwise 1 + the number of the proven division of the points
    uint8_t turns         # of the winner until it is over, where that is known; otherwise 0
    bint shunned          # somebody wins after it; how the others fare is not known

cdef struct Style:
    double explore
    bint plain            # UCB1 as in the books; otherwise PUCT
    double urgency        # how much less than its parent an unvisited move is thought to be worth
    double echo           # trust in echoes: the visits they count for; 0 turns them off
    bint appraise         # judge by what the game says of a position and its moves at once
    double judge          # the weight of `evaluate` against a game played to the end
    double blind          # the chance that a move is overlooked
    uint32_t unfold       # visits before a node gets children
    bint look             # when unfolding, see which moves end the game at once
    bint foresee          # and what `evaluate` says of the others
    bint prove

cdef class Tree:
    cdef Position position
    cdef Problem p
    cdef Style style
    cdef Random chance
    cdef Node *nodes
    cdef uint32_t used, capacity
    cdef readonly unsigned long long simulations
    cdef readonly int depth
    cdef double ends[MAX_ENDS][MAX_SEATS]
    cdef int n_ends
    cdef uint64_t fingerprint
    cdef uint64_t root[STATE_WORDS]
    cdef signed char who[MAX_TABLE]
    cdef double appraisal[MAX_SEATS]   # of the node that was unfolded last: the scores
    cdef double trust[FEW]
    cdef void simulate(self) noexcept nogil
    cdef bint repeats(self, const uint64_t *stamps, int depth) noexcept nogil
    cdef int overlook(self, Move *moves, int n) noexcept nogil
    cdef bint unfold(self, uint32_t at, const uint64_t *state) noexcept nogil
    cdef double trust_after(self, uint32_t visits) noexcept nogil
    cdef uint32_t pick(self, uint32_t at, int side) noexcept nogil
    cdef void judge(self, uint64_t *state, double *shares) noexcept nogil
    cdef void appraise(self, uint32_t at, const uint64_t *state) noexcept nogil
    cdef int end_of(self, const double *shares) noexcept nogil
    cdef bint conclude(self, uint32_t at, int side) noexcept nogil
    cdef void listen(
        self, const uint32_t *path, const signed char *seats, int depth, const double *shares
    ) noexcept nogil
    cdef uint32_t favourite(self, uint32_t at, int side) noexcept nogil
