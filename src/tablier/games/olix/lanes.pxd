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
    /* The first eight lanes. */
    typedef uint16_t tablier_low __attribute__((vector_size(16)));
    typedef uint16_t tablier_low_rows __attribute__((vector_size(16), aligned(2), may_alias));
    #define TABLIER_LOW(rows) (*(const tablier_low_rows *) (rows))
    static inline tablier_low tablier_low_of(const void *lanes) {
        tablier_low low;
        memcpy(&low, lanes, sizeof low);
        return low;
    }
    #define TABLIER_LOW_OF(lanes) tablier_low_of(&(lanes))
    #ifdef __AVX2__
    #define TABLIER_JOINED(lanes, low) \
        ((lanes) | (tablier_lanes) _mm256_inserti128_si256(_mm256_setzero_si256(), (__m128i) (low), 0))
    #define TABLIER_ANY_LOW(low) (!_mm_testz_si128((__m128i) (low), (__m128i) (low)))
    #else
    #define TABLIER_JOINED(lanes, low) \
        ((lanes) | ({ tablier_lanes wide = {0}; memcpy(&wide, &(low), sizeof(low)); wide; }))
    #ifdef __wasm_simd128__
    #define TABLIER_ANY_LOW(low) __builtin_wasm_any_true_v128((tablier_half) (low))
    #else
    static inline int tablier_any_low(const void *low) {
        uint64_t part[2];
        memcpy(part, low, sizeof part);
        return (part[0] | part[1]) != 0;
    }
    #define TABLIER_ANY_LOW(low) tablier_any_low(&(low))
    #endif
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
    ctypedef unsigned int low_lanes "tablier_low"
    low_lanes low_at "TABLIER_LOW"(const uint16_t *rows) noexcept nogil   # eight rows from here on
    low_lanes low_of "TABLIER_LOW_OF"(lanes word) noexcept nogil   # takes a variable, not an expression
    lanes joined "TABLIER_JOINED"(lanes word, low_lanes low) noexcept nogil   # the union; `low` is a variable
    bint has_any_low "TABLIER_ANY_LOW"(low_lanes word) noexcept nogil   # takes a variable, not an expression
    void count_up "tablier_count_up"(uint8_t *out, uint8_t first) noexcept nogil   # from `first` on
