"""Evaluation of Quixo."""

from tablier.core.rules cimport Rules
from tablier.games.quixo.rules cimport Tables

cdef void fill_evaluation(Tables *t) noexcept
cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil
cdef void team_evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil
