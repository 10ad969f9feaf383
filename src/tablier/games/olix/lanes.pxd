"""A SIMD vector of sixteen lanes of sixteen bits, one lane per row: one operation works on every cell at
once.

The compiler maps it to the machine's registers (one of 32 bytes, or several shorter ones). Cython takes the
type for an integer, which is enough to write `&`, `|`, `>>` and `<<` with it.
"""

from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    BYTES = 16   # how many numbers `count_up` writes

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifdef __AVX2__
    #include <immintrin.h>
    #endif
    typedef uint16_t tablier_lanes __attribute__((vector_size(32)));
    typedef uint16_t tablier_rows __attribute__((vector_size(32), aligned(2), may_alias));
    #define TABLIER_LANES(rows) (*(const tablier_rows *) (rows))
    #define TABLIER_MARK(rows, lanes) (*(tablier_rows *) (rows) |= (lanes))
    #ifdef __AVX2__
    #define TABLIER_ANY(lanes) (!_mm256_testz_si256((__m256i) (lanes), (__m256i) (lanes)))
    #elif defined(__wasm_simd128__)
    typedef int8_t tablier_half __attribute__((vector_size(16)));
    static inline int tablier_any(const void *lanes) {
        tablier_half part[2];
        memcpy(part, lanes, sizeof part);
        return __builtin_wasm_any_true_v128(part[0] | part[1]);
    }
    #define TABLIER_ANY(lanes) tablier_any(&(lanes))
    #else
    static inline int tablier_any(const void *lanes) {
        uint64_t part[4];
        memcpy(part, lanes, sizeof part);
        return (part[0] | part[1] | part[2] | part[3]) != 0;
    }
    #define TABLIER_ANY(lanes) tablier_any(&(lanes))
    #endif
    typedef uint8_t tablier_bytes __attribute__((vector_size(16)));
    static inline void tablier_count_up(uint8_t *out, uint8_t first) {
        tablier_bytes word = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        word += first;
        memcpy(out, &word, sizeof word);
    }
    """
    ctypedef unsigned long lanes "tablier_lanes"
    lanes lanes_at "TABLIER_LANES"(const uint16_t *rows) noexcept nogil   # sixteen rows from here on
    void mark "TABLIER_MARK"(uint16_t *rows, lanes word) noexcept nogil   # sixteen rows from here on
    bint has_any "TABLIER_ANY"(lanes word) noexcept nogil   # takes a variable, not an expression
    void count_up "tablier_count_up"(uint8_t *out, uint8_t first) noexcept nogil   # from `first` on
