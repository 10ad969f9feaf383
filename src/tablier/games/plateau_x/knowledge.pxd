"""Evaluation of Plateau X, and its moves worth expanding first."""

from tablier.core.rules cimport Move, Rules

cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil
cdef int decisive(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil
