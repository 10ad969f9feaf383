"""What players of X know; why it is so is in knowledge.pyx."""

from tablier.core.rules cimport Move, Random, Rules

cdef void trace(const Rules *rules, const void *state, signed char *who) noexcept nogil
cdef int closing(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil
cdef int rollout(
    const Rules *rules, void *state, Random *chance, const float *habits, double *scores
) noexcept nogil
