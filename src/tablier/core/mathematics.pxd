"""Elementary functions that give the same bits on every machine."""

from libc.stdint cimport uint32_t

cdef double logarithm(uint32_t n) noexcept nogil
cdef double exponential(double x) noexcept nogil
cdef double logistic(double x) noexcept nogil
