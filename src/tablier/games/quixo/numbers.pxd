"""The boards of Quixo for two as numbers, and their symmetries; how it is done is in numbers.pyx."""

from libc.stdint cimport uint64_t

from tablier.core.rules cimport Rules
from tablier.games.quixo.rules cimport Tables

cdef void number(Tables *t) noexcept nogil
cdef uint64_t rank(const Rules *rules, const void *state) noexcept nogil
cdef void unrank(const Rules *rules, uint64_t number, void *state) noexcept nogil
cdef uint64_t layer(const Rules *rules, int layer) noexcept nogil
cdef void image(const Rules *rules, const void *state, int which, void *image) noexcept nogil
