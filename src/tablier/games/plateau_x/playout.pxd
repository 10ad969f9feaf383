"""Random games."""

from tablier.core.rules cimport Random, Rules

cdef enum:
    BOUND = 16384   # plies of a random game, and so the size of its hash table

cdef int playout(const Rules *rules, void *state, Random *rng, double *scores) noexcept nogil
