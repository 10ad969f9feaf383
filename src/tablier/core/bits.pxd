"""Sets of small numbers as the bits of a word."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifdef __BMI2__
    #include <immintrin.h>
    #endif
    static inline int tablier_count(uint64_t set) { return __builtin_popcountll(set); }
    static inline int tablier_lowest(uint64_t set) { return __builtin_ctzll(set); }
    static inline int tablier_nth(uint64_t set, unsigned n) {
    #ifdef __BMI2__
        return __builtin_ctzll(_pdep_u64(1ull << n, set));
    #else
        while (n--) set &= set - 1;
        return __builtin_ctzll(set);
    #endif
    }
    """
    int count "tablier_count"(uint64_t bits) noexcept nogil
    int lowest "tablier_lowest"(uint64_t bits) noexcept nogil             # of a set that is not empty
    int nth "tablier_nth"(uint64_t bits, unsigned int n) noexcept nogil   # the n-th lowest, counted from 0
