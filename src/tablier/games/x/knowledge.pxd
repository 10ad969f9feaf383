"""What players of X know; why it is so is in knowledge.pyx."""

from tablier.core.rules cimport Rules

cdef void trace(const Rules *rules, const void *state, signed char *who) noexcept nogil
