"""What every search takes: the root with its sides and repeated positions, a deadline, a stop flag."""

from libc.stdint cimport uint64_t

from tablier.core.rules cimport MAX_SEATS, Move, Rules, State, STATE_WORDS

cdef enum:
    MAX_DECIDED_TURNS = 64   # the longest forced win that a search can be told of

cdef extern from *:
    """
    #define TABLIER_READ(flag) (*(volatile int *) (flag))
    """
    int read_flag "TABLIER_READ"(int *flag) noexcept nogil   # another thread may set it

cdef struct Problem:
    const Rules *rules
    int words                # 8-byte words of a state
    int sides                # 1 to MAX_SEATS
    int side[MAX_SEATS]      # of each seat
    uint64_t *repeated       # keys of positions that have stood twice, in an open-addressed hash table
    uint64_t repeated_mask   # size of that table - 1; 0: no position has stood twice
    double deadline          # by the monotonic clock, in seconds; 0: none
    int *stop

cdef uint64_t position_key(const Problem *p, const uint64_t *state) noexcept nogil
cdef bint is_repeated(const Problem *p, uint64_t key) noexcept nogil
cdef void share(const Problem *p, const double *scores, double *shares) noexcept nogil
cdef bint is_over(const Problem *p, const uint64_t *state, double *shares) noexcept nogil
cdef bint is_time_up(const Problem *p) noexcept nogil
cdef bint is_legal(const Problem *p, const uint64_t *state, Move move) noexcept nogil
cdef int check_decision(const Problem *p, const uint64_t *root, Move move, int winner, int turns) except -1

cdef class Stop:
    cdef int flag

cdef class RootPosition:
    cdef readonly State state
    cdef readonly tuple sides
    cdef Stop stop
    cdef Problem p
    cdef tuple by_seat(self, const double *shares)
