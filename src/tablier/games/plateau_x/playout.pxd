"""Random games."""

from tablier.core.rules cimport Random, Rules

cdef enum:
    BOUND = 16384   # plies of a random game, and so the most positions between two bricks

cdef int playout(const Rules *rules, void *state, Random *chance, double *scores) noexcept nogil
