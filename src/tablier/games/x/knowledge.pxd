"""The moves of X that may decide the game."""

from tablier.core.rules cimport Move, Rules

cdef int decisive(const Rules *rules, const void *state, Move *moves, int n) noexcept nogil
