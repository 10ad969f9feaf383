"""What players of Quixo know; why it is so is in knowledge.pyx."""

from tablier.core.rules cimport Rules
from tablier.games.quixo.rules cimport Tables

cdef void learn(Tables *t) noexcept
cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil
cdef void team_evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil
