# By sums and products only: the C library's functions may differ in the last bit from machine to machine.

cdef double logarithm(uint32_t n) noexcept nogil:
    """ln n for n >= 1, to about 5 decimals: halve to (0.75, 1.5], then a series."""
    cdef double x = n, power = 0, y, y2
    while x > 1.5:
        x *= 0.5
        power += 1
    y = (x - 1) / (x + 1)
    y2 = y * y
    return power * 0.6931471805599453 + 2 * y * (1 + y2 * (1.0 / 3 + y2 * (0.2 + y2 / 7)))


cdef double exponential(double x) noexcept nogil:
    """e^x for x in [-20, 20], clamped beyond, as (1 + x / 4096)^4096."""
    cdef double power = 1 + min(max(x, -20), 20) / 4096
    for _ in range(12):
        power *= power
    return power


cdef double logistic(double x) noexcept nogil:
    """1 / (1 + e^-x)."""
    return 1 / (1 + exponential(-x))
