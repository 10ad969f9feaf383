"""Ranks and symmetries of the boards of Quixo for two."""

from libc.stdint cimport uint32_t, uint64_t

from tablier.core.rules cimport Rules
from tablier.games.quixo.rules cimport Tables

cdef void fill_ranks(Tables *t) noexcept nogil
cdef uint64_t rank(const Rules *rules, const void *state) noexcept nogil
cdef void unrank(const Rules *rules, uint64_t number, void *state) noexcept nogil
cdef uint64_t layer(const Rules *rules, int layer) noexcept nogil
cdef void image(const Rules *rules, const void *state, int which, void *image) noexcept nogil

cdef inline uint32_t image_of(const Tables *t, uint32_t marks, int which) noexcept nogil:
    """A set of cells under a symmetry of the board."""
    cdef int fifth
    cdef uint32_t found = 0
    for fifth in range(5):
        found |= t.image[which][fifth][marks >> 5 * fifth & 31]
    return found
