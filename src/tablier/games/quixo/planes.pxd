"""Planes of bits, one for every way to own the cells of a mask; what they are is in planes.h."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

cdef extern from "planes.h" nogil:
    enum:
        LOST_AT
        OPEN_AT
    size_t plane_words(int n) noexcept
    uint64_t plane_full(int n) noexcept
    uint64_t gather(uint64_t x, int k) noexcept
    uint64_t scatter(uint64_t x, int k) noexcept
    uint64_t gather_portably(uint64_t x, int k) noexcept
    uint64_t scatter_portably(uint64_t x, int k) noexcept
    uint32_t number_in(uint32_t cells, uint32_t mask) noexcept
    uint32_t cells_of(uint32_t number, uint32_t mask) noexcept
    void plane_sort(uint64_t *a, uint64_t *b, int n, const int *cell) noexcept
    void plane_reverse(uint64_t *out, const uint64_t *a, int n) noexcept
    void plane_take_own(
        uint64_t *some, uint64_t *every, const uint64_t *A, const uint64_t *B, int n, int i, int j
    ) noexcept
    void plane_take_neutral(
        uint64_t *some, uint64_t *every, const uint64_t *A, const uint64_t *B, int n, int j
    ) noexcept
    void plane_line(uint64_t *own, uint64_t *other, int n, uint32_t bits) noexcept
    void plane_fill(uint64_t *a, int n, uint64_t word) noexcept
    void plane_join(uint64_t *some, uint64_t *every, const uint64_t *s, const uint64_t *e, int n) noexcept
    void plane_begin(uint64_t *a, uint64_t *b, const uint64_t *some, const uint64_t *every, int n) noexcept
    int plane_judge(uint64_t *a, uint64_t *b, const uint64_t *some, const uint64_t *every, int n) noexcept
    int64_t plane_fault(
        const uint64_t *a, const uint64_t *b, const uint64_t *own, const uint64_t *other,
        const uint64_t *some, const uint64_t *every, int n
    ) noexcept
    void plane_round(uint64_t *a, uint64_t *b, const uint64_t *some, const uint64_t *every, int n) noexcept
    uint64_t plane_mark(
        uint64_t *A, uint64_t *B, const uint64_t *new_A, const uint64_t *new_B, uint16_t *distance, int n,
        uint16_t round
    ) noexcept
    int plane_recall(uint64_t *A, uint64_t *B, const uint16_t *distance, int n, uint16_t round) noexcept
    void plane_count(
        const uint64_t *A, const uint64_t *B, int n, uint64_t times, uint64_t *won, uint64_t *lost
    ) noexcept
    void plane_pack(uint64_t *out, const uint64_t *a, const uint64_t *b, int n) noexcept
    void plane_unpack(uint64_t *a, uint64_t *b, const char *data, int n) noexcept
    uint32_t shared_read(const uint32_t *at) noexcept
    void shared_write(uint32_t *at, uint32_t value) noexcept
    uint32_t shared_add(uint32_t *at, uint32_t value) noexcept
