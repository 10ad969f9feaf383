"""Many random games of X at once."""

from tablier.core.rules cimport Random, Rules

cdef void survey(
    const Rules *rules, const void *state, Random *chance, const float *habits, float *made, float *won,
    double *scores
) noexcept nogil
