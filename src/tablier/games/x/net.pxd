"""Policy and value of X by a convolutional net."""

from tablier.core.rules cimport Move, Random, Rules

cdef void policy_value(
    const Rules *rules, const void *state, Random *rng, const Move *moves, int n, float *weights,
    double *scores
) noexcept nogil
