"""What every search stands on: whose gain is whose, what may not come again, time, and a way to stop."""

from libc.stdint cimport uint32_t, uint64_t

from tablier.core.rules cimport MAX_SEATS, Rules, RuleSet, State, STATE_WORDS

cdef extern from *:
    """
    #define TABLIER_READ(flag) (*(volatile int *) (flag))
    """
    int read_flag "TABLIER_READ"(int *flag) noexcept nogil   # another thread may have set it

cdef struct Problem:
    const Rules *rules
    int words                  # of a state
    int sides
    int side[MAX_SEATS]        # of each seat
    uint64_t *closed           # stamps of positions that have stood twice, in an open-addressed table
    uint64_t closed_mask       # 0: there are none
    double deadline            # 0: none
    int *stop

cdef uint64_t stamp_of(const Problem *p, const uint64_t *state) noexcept nogil
cdef bint is_closed(const Problem *p, uint64_t stamp) noexcept nogil
cdef void share(const Problem *p, const double *scores, double *shares) noexcept nogil
cdef bint is_over(const Problem *p, const uint64_t *state, double *shares) noexcept nogil
cdef bint is_time_up(const Problem *p) noexcept nogil
cdef double logarithm(uint32_t n) noexcept nogil
cdef double exponential(double x) noexcept nogil
cdef double logistic(double x) noexcept nogil

cdef class Stop:
    cdef int flag

cdef class Position:
    cdef readonly State state
    cdef readonly tuple sides
    cdef Stop stop
    cdef Problem p
    cdef tuple by_seat(self, const double *shares)
