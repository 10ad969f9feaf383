"""What a net makes of a position of X."""

from tablier.core.rules cimport Move, Random, Rules

cdef void appraise(
    const Rules *rules, const void *state, Random *chance, const Move *moves, int n, float *weights,
    double *scores
) noexcept nogil
