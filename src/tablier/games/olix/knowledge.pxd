"""Evaluation, prior, AMAF trace and forced wins of OLIX."""

from tablier.core.rules cimport Move, Rules

cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil
cdef int force(const Rules *rules, const void *state, int nodes, Move *move) noexcept nogil
cdef void move_seats(const Rules *rules, const void *state, signed char *who) noexcept nogil
cdef void prior(
    const Rules *rules, const void *state, const Move *moves, int n, float *weights
) noexcept nogil
