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
        /* Broadword selection: the bits of bytes 0 to i stand in byte i of `sums`; bytes that end before the
           n-th bit are passed over at once. */
        const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
        uint64_t sums = set - ((set >> 1) & 0x5555555555555555u);
        sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
        sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
        int first = 8 * __builtin_popcountll(((n * ones | high) - sums) & high);
        n -= (sums << 8 >> first) & 255;
        set >>= first;
        while (n--) set &= set - 1;
        return first + __builtin_ctzll(set);
    #endif
    }
    """
    int count "tablier_count"(uint64_t bits) noexcept nogil
    int lowest "tablier_lowest"(uint64_t bits) noexcept nogil             # of a set that is not empty
    int nth "tablier_nth"(uint64_t bits, unsigned int n) noexcept nogil   # the n-th lowest, counted from 0
