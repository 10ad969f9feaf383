"""What players of X know; why it is so is in knowledge.pyx."""

from tablier.core.rules cimport Move, Rules

cdef int closing(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil
