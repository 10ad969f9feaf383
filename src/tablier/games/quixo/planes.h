/* Planes: strings of 2^n bits, one for every number of n bits, 64 to a word.

   A set of n marked cells is a mask; who owns them is a number of n bits (bit k: the side to move owns the
   k-th marked cell, counted from below). One bit of information about every way to own the cells of a mask is
   a plane, and one machine instruction works on 64 boards. The bits of a number are called index bits.

   The value of a board is kept in two planes A and B, written as two digits AB:
     won 10, lost 01, open 00, open but never lost 11.
   "Never lost": a move that takes a neutral cube leads to a board that the other side does not win. A value
   changes at most once, and then in one of the two planes only, so threads may read what others write. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { MAX_INDEX_BITS = 25 };

/* The bits of a word whose number has bit k clear. */
static const uint64_t LOW[6] = {
    0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
    0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu,
};

static inline size_t plane_words(int n) { return n < 6 ? 1 : (size_t)1 << (n - 6); }

/* The bits of a plane's word that stand for a number. */
static inline uint64_t plane_full(int n) { return n < 6 ? ((uint64_t)1 << (1 << n)) - 1 : ~(uint64_t)0; }

/* The 32 bits of a word whose number has bit k set, side by side; and back to where they were. */
static inline uint64_t gather_portably(uint64_t x, int k) {
    x = x >> (1 << k) & LOW[k];
    for (; k < 5; k++)
        x = (x | x >> (1 << k)) & LOW[k + 1];
    return x;
}
static inline uint64_t scatter_portably(uint64_t x, int k) {
    x &= LOW[5];
    for (int i = 4; i >= k; i--)
        x = (x | x << (1 << i)) & LOW[i];
    return x << (1 << k);
}
#ifdef __BMI2__
static inline uint64_t gather(uint64_t x, int k) { return _pext_u64(x, ~LOW[k]); }
static inline uint64_t scatter(uint64_t x, int k) { return _pdep_u64(x, ~LOW[k]); }
#else
#define gather gather_portably
#define scatter scatter_portably
#endif

/* The bits of `cells` that lie in `mask`, side by side: the number of a board. */
static inline uint32_t number_in(uint32_t cells, uint32_t mask) {
    uint32_t found = 0;
    for (int k = 0; mask; mask &= mask - 1, k++)
        found |= (uint32_t)((cells & mask & -mask) != 0) << k;
    return found;
}
static inline uint32_t cells_of(uint32_t number, uint32_t mask) {
    uint32_t found = 0;
    for (; mask; mask &= mask - 1, number >>= 1)
        if (number & 1)
            found |= mask & -mask;
    return found;
}

/* Exchange index bits i < j. */
static void plane_swap(uint64_t *a, int n, int i, int j) {
    size_t all = plane_words(n), block, w;
    if (j < 6) {
        uint64_t m = ~LOW[i] & LOW[j];
        int d = (1 << j) - (1 << i);
        for (w = 0; w < all; w++) {
            uint64_t x = (a[w] >> d ^ a[w]) & m;
            a[w] ^= x ^ x << d;
        }
    } else if (i < 6) {
        size_t s = (size_t)1 << (j - 6);
        uint64_t m = LOW[i];
        int d = 1 << i;
        for (block = 0; block < all; block += 2 * s)
            for (w = block; w < block + s; w++) {
                uint64_t x = (a[w] >> d ^ a[w + s]) & m;
                a[w + s] ^= x;
                a[w] ^= x << d;
            }
    } else {
        size_t s = (size_t)1 << (j - 6), t = (size_t)1 << (i - 6), inner;
        for (block = 0; block < all; block += 2 * s)
            for (inner = block; inner < block + s; inner += 2 * t)
                for (w = inner + t; w < inner + 2 * t; w++) {
                    uint64_t x = a[w];
                    a[w] = a[w + s - t];
                    a[w + s - t] = x;
                }
    }
}

/* Bring the cells into ascending order: cell[k] is the one that index bit k stands for now. */
static void plane_sort(uint64_t *a, uint64_t *b, int n, const int *cell) {
    int rank[MAX_INDEX_BITS], at[MAX_INDEX_BITS];
    for (int k = 0; k < n; k++) {
        rank[k] = 0;
        for (int q = 0; q < n; q++)
            rank[k] += cell[q] < cell[k];
        at[rank[k]] = k;
    }
    for (int i = 0; i < n; i++) {
        int k = at[i];
        if (k == i)
            continue;
        plane_swap(a, n, i, k);
        plane_swap(b, n, i, k);
        rank[k] = rank[i];
        at[rank[k]] = k;
    }
}

/* The plane read backwards: every board as the other side sees it. */
static void plane_reverse(uint64_t *out, const uint64_t *a, int n) {
    size_t all = plane_words(n);
    for (size_t w = 0; w < all; w++) {
        uint64_t x = a[all - 1 - w];
        for (int k = 0; k < 6 && k < n; k++)
            x = (x >> (1 << k) & LOW[k]) | (x & LOW[k]) << (1 << k);
        out[w] = x;
    }
}

/* A move that takes an own cube: index bit i, which is set, becomes index bit j. The boards it leads to have
   the values A, B for the other side. `some` gains the boards from which it leads to a lost one, `every` loses
   those from which it does not lead to a won one. */
static void plane_take_own(uint64_t *some, uint64_t *every, const uint64_t *A, const uint64_t *B, int n,
                           int i, int j) {
    size_t all = plane_words(n), h, k, w;
    if (i < 6 && j < 6) {
        uint64_t others = LOW[i];
        for (w = 0; w < all; w++) {
            uint64_t a = A[w], b = B[w];
            some[w] |= scatter(gather(b & ~a, j), i);
            every[w] &= scatter(gather(a & ~b, j), i) | others;
        }
    } else if (i < 6) {
        uint64_t others = LOW[i];
        size_t half = (size_t)1 << (j - 6);
        for (h = 0; h < all; h += 2 * half)
            for (k = 0; k < half; k++) {
                uint64_t a = A[h + half + k], b = B[h + half + k], lost = b & ~a, won = a & ~b;
                some[h + 2 * k] |= scatter(lost, i);
                some[h + 2 * k + 1] |= scatter(lost >> 32, i);
                every[h + 2 * k] &= scatter(won, i) | others;
                every[h + 2 * k + 1] &= scatter(won >> 32, i) | others;
            }
    } else if (j < 6) {
        size_t t = (size_t)1 << (i - 6);
        for (h = 0; h < all; h += 2 * t)
            for (k = 0; k < t; k++) {
                uint64_t a = A[h + 2 * k], b = B[h + 2 * k], c = A[h + 2 * k + 1], d = B[h + 2 * k + 1];
                some[h + t + k] |= gather(b & ~a, j) | gather(d & ~c, j) << 32;
                every[h + t + k] &= gather(a & ~b, j) | gather(c & ~d, j) << 32;
            }
    } else {
        size_t ti = (size_t)1 << (i - 6), tj = (size_t)1 << (j - 6);
        size_t top = ti > tj ? ti : tj, low = ti < tj ? ti : tj;
        for (h = 0; h < all; h += 2 * top)
            for (k = 0; k < top; k += low) {
                size_t to = h + ti + (j >= i ? 2 * k : k), from = h + tj + (j >= i ? k : 2 * k);
                for (w = 0; w < low; w++) {
                    uint64_t a = A[from + w], b = B[from + w];
                    some[to + w] |= b & ~a;
                    every[to + w] &= a & ~b;
                }
            }
    }
}

/* The same for a neutral cube: an index bit 1 comes in at j. A and B have n + 1 index bits. */
static void plane_take_neutral(uint64_t *some, uint64_t *every, const uint64_t *A, const uint64_t *B, int n,
                               int j) {
    size_t all = plane_words(n), h, w;
    if (n < 6) {
        for (uint32_t s = 0; s < (uint32_t)1 << n; s++) {
            uint32_t t = s >> j << (j + 1) | (uint32_t)1 << j | (s & (((uint32_t)1 << j) - 1));
            uint64_t a = A[t >> 6] >> (t & 63) & 1, b = B[t >> 6] >> (t & 63) & 1;
            some[0] |= (b & ~a) << s;
            every[0] &= ~((uint64_t)(a <= b) << s);  /* not won */
        }
    } else if (j < 6) {
        for (w = 0; w < all; w++) {
            uint64_t a = A[2 * w], b = B[2 * w], c = A[2 * w + 1], d = B[2 * w + 1];
            some[w] |= gather(b & ~a, j) | gather(d & ~c, j) << 32;
            every[w] &= gather(a & ~b, j) | gather(c & ~d, j) << 32;
        }
    } else {
        size_t t = (size_t)1 << (j - 6);
        for (h = 0; h < all; h += t)
            for (w = 0; w < t; w++) {
                uint64_t a = A[2 * h + t + w], b = B[2 * h + t + w];
                some[h + w] |= b & ~a;
                every[h + w] &= a & ~b;
            }
    }
}

/* The boards on which one side owns all these index bits: the side to move into `own`, the other into
   `other`. */
static void plane_line(uint64_t *own, uint64_t *other, int n, uint32_t bits) {
    size_t all = plane_words(n), high = bits >> 6;
    uint64_t ones = plane_full(n), zeros = ones;
    for (int k = 0; k < 6; k++)
        if (bits >> k & 1) {
            ones &= ~LOW[k];
            zeros &= LOW[k];
        }
    for (size_t w = 0; w < all; w++) {
        if ((w & high) == high)
            own[w] |= ones;
        if (!(w & high))
            other[w] |= zeros;
    }
}

static inline void plane_fill(uint64_t *a, int n, uint64_t word) {
    size_t all = plane_words(n);
    for (size_t w = 0; w < all; w++)
        a[w] = word;
}
static inline void plane_join(uint64_t *some, uint64_t *every, const uint64_t *s, const uint64_t *e, int n) {
    size_t all = plane_words(n);
    for (size_t w = 0; w < all; w++) {
        some[w] |= s[w];
        every[w] &= e[w];
    }
}

/* From lines (own, other) and what neutral cubes lead to, the first values, in place: (own, other) becomes
   (A, B). A line of the side to move was made by the other side, who loses by it even beside its own. */
static void plane_begin(uint64_t *a, uint64_t *b, const uint64_t *some, const uint64_t *every, int n) {
    size_t all = plane_words(n);
    uint64_t full = plane_full(n);
    for (size_t w = 0; w < all; w++) {
        uint64_t lost = b[w] & ~a[w], won = a[w] | (some[w] & ~lost & full);
        uint64_t never = ~every[w] & ~won & ~lost & full;
        a[w] = won | never;
        b[w] = lost | never;
    }
}
/* Take in what own cubes lead to; has anything changed? */
static int plane_judge(uint64_t *a, uint64_t *b, const uint64_t *some, const uint64_t *every, int n) {
    size_t all = plane_words(n);
    uint64_t full = plane_full(n), changed = 0;
    for (size_t w = 0; w < all; w++) {
        uint64_t won = a[w] & ~b[w], lost = b[w] & ~a[w], open = ~a[w] & ~b[w] & full, never = a[w] & b[w];
        uint64_t wins = won | (some[w] & ~lost & full), loses = lost | (every[w] & open & ~wins);
        changed |= (wins ^ won) | (loses ^ lost);
        never &= ~wins;
        a[w] = wins | never;
        b[w] = loses | never;
    }
    return changed != 0;
}
/* The first board (A, B) that has another value than lines (own, other) and all moves say; -1: none has. */
static int64_t plane_fault(const uint64_t *a, const uint64_t *b, const uint64_t *own, const uint64_t *other,
                           const uint64_t *some, const uint64_t *every, int n) {
    size_t all = plane_words(n);
    uint64_t full = plane_full(n);
    for (size_t w = 0; w < all; w++) {
        uint64_t over = own[w] | other[w];
        uint64_t won = own[w] | (some[w] & ~over & full);
        uint64_t lost = (other[w] & ~own[w]) | (every[w] & ~over & ~won & full);
        uint64_t wrong = (won ^ (a[w] & ~b[w])) | (lost ^ (b[w] & ~a[w]));
        if (wrong)
            return (int64_t)(64 * w) + __builtin_ctzll(wrong);
    }
    return -1;
}

/* Distances: for every board the number of plies after which it is decided, with LOST_AT if it is lost. */
enum { LOST_AT = 0x8000, OPEN_AT = 0x7fff };

/* New values by what was known a round before, in place: (A, B) has them as well. */
static void plane_round(uint64_t *a, uint64_t *b, const uint64_t *some, const uint64_t *every, int n) {
    size_t all = plane_words(n);
    uint64_t full = plane_full(n);
    for (size_t w = 0; w < all; w++) {
        uint64_t open = ~a[w] & ~b[w] & full, wins = some[w] & open;
        a[w] |= wins;
        b[w] |= every[w] & open & ~wins;
    }
}
/* Write the distance of all boards that a round has decided, and take their values over; how many? */
static uint64_t plane_mark(uint64_t *A, uint64_t *B, const uint64_t *new_A, const uint64_t *new_B,
                           uint16_t *distance, int n, uint16_t round) {
    size_t all = plane_words(n);
    uint64_t found = 0;
    for (size_t w = 0; w < all; w++) {
        uint64_t wins = new_A[w] & ~A[w], losses = new_B[w] & ~B[w];
        found += (uint64_t)__builtin_popcountll(wins | losses);
        A[w] |= wins;
        B[w] |= losses;
        for (; wins; wins &= wins - 1)
            distance[64 * w + (size_t)__builtin_ctzll(wins)] = round;
        for (; losses; losses &= losses - 1)
            distance[64 * w + (size_t)__builtin_ctzll(losses)] = round | LOST_AT;
    }
    return found;
}
/* Which of 64 distances are this one, as bits. */
static inline uint64_t equal(const uint16_t *distance, uint16_t wanted) {
    uint64_t found = 0;
#ifdef __SSE2__
    const __m128i *from = (const __m128i *)distance, each = _mm_set1_epi16((short)wanted);
    for (int k = 0; k < 4; k++) {
        __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128(from + 2 * k), each);
        __m128i high = _mm_cmpeq_epi16(_mm_loadu_si128(from + 2 * k + 1), each);
        found |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << 16 * k;
    }
#else
    for (int k = 0; k < 64; k++)
        found |= (uint64_t)(distance[k] == wanted) << k;
#endif
    return found;
}
/* Add the values that were decided in a round; were there any? Distances fill whole words. */
static int plane_recall(uint64_t *A, uint64_t *B, const uint16_t *distance, int n, uint16_t round) {
    size_t all = plane_words(n);
    uint64_t any = 0, full = plane_full(n);
    for (size_t w = 0; w < all; w++) {
        uint64_t wins = equal(distance + 64 * w, round) & full;
        uint64_t losses = equal(distance + 64 * w, round | LOST_AT) & full;
        any |= wins | losses;
        A[w] |= wins;
        B[w] |= losses;
    }
    return any != 0;
}

/* Boards won and lost by the number of own marks, each counted so many times; A, B as the other side sees. */
static void plane_count(const uint64_t *A, const uint64_t *B, int n, uint64_t times, uint64_t *won,
                        uint64_t *lost) {
    size_t all = plane_words(n);
    uint64_t with[7] = {0};
    for (int k = 0; k < 64; k++)
        with[__builtin_popcount(k)] |= (uint64_t)1 << k;
    for (size_t w = 0; w < all; w++) {
        uint64_t wins = A[w] & ~B[w], losses = B[w] & ~A[w];
        int others = __builtin_popcountll(w);
        for (int k = 0; k < 7 && others + k <= n; k++) {
            won[n - others - k] += times * (uint64_t)__builtin_popcountll(wins & with[k]);
            lost[n - others - k] += times * (uint64_t)__builtin_popcountll(losses & with[k]);
        }
    }
}

/* Won and lost boards as bytes, one of each in turn, and back: as files have them, because they compress better
   so than one plane after the other. */
static inline uint64_t spread_bytes(uint64_t x) {
    x = (x | x << 16) & LOW[4];
    return (x | x << 8) & LOW[3];
}
static inline uint64_t close_bytes(uint64_t x) {
    x = x & LOW[3];
    x = (x | x >> 8) & LOW[4];
    return (x | x >> 16) & LOW[5];
}
static void plane_pack(uint64_t *out, const uint64_t *a, const uint64_t *b, int n) {
    size_t all = plane_words(n);
    uint64_t full = plane_full(n);
    for (size_t w = 0; w < all; w++) {
        uint64_t won = a[w] & ~b[w] & full, lost = b[w] & ~a[w] & full;
        out[2 * w] = spread_bytes(won & LOW[5]) | spread_bytes(lost & LOW[5]) << 8;
        out[2 * w + 1] = spread_bytes(won >> 32) | spread_bytes(lost >> 32) << 8;
    }
}
static void plane_unpack(uint64_t *a, uint64_t *b, const char *data, int n) {
    size_t all = plane_words(n);
    for (size_t w = 0; w < all; w++) {
        uint64_t x[2];
        memcpy(x, data + 16 * w, 16);
        a[w] = close_bytes(x[0]) | close_bytes(x[1]) << 32;
        b[w] = close_bytes(x[0] >> 8) | close_bytes(x[1] >> 8) << 32;
    }
}

/* The clock of changes, shared by threads. */
static inline uint32_t shared_read(const uint32_t *at) { return __atomic_load_n(at, __ATOMIC_SEQ_CST); }
static inline void shared_write(uint32_t *at, uint32_t value) { __atomic_store_n(at, value, __ATOMIC_SEQ_CST); }
static inline uint32_t shared_add(uint32_t *at, uint32_t value) {
    return __atomic_add_fetch(at, value, __ATOMIC_SEQ_CST);
}
