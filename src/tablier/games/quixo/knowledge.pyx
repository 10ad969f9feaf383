from libc.stdint cimport uint32_t

from tablier.core.bits cimport count
from tablier.games.quixo.rules cimport Board, Tables, TeamBoard

# What a line with so many own marks is worth (a full one ends the game).
cdef int[6] WORTH = [0, 1, 3, 8, 20, 0]
cdef double TEMPO = 4
cdef double SCALE = 100


cdef int strength(const Tables *t, uint32_t marks) noexcept nogil:
    cdef int i, total = 0
    for i in range(t.lines):
        total += WORTH[count(marks & t.line[i])]
    return total


cdef inline double guess(double lead) noexcept nogil:
    """A lead as the share of who has it, between 0 and 1."""
    lead /= SCALE
    return 0.5 + 0.5 * lead / (1 + abs(lead))


cdef void evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const Board *b = <const Board *> state
    cdef uint32_t own = <uint32_t> b.marks, other = <uint32_t> (b.marks >> 32)
    cdef double value = guess(strength(t, own) - strength(t, other) + TEMPO)
    shares[b.turn] = value
    shares[b.turn ^ 1] = 1 - value


cdef void team_evaluate(const Rules *rules, const void *state, double *shares) noexcept nogil:
    cdef const Tables *t = <const Tables *> rules.tables
    cdef const TeamBoard *b = <const TeamBoard *> state
    cdef int side = b.turn & 1
    cdef double value = guess(strength(t, b.marks[side]) - strength(t, b.marks[side ^ 1]) + TEMPO)
    shares[side] = shares[side + 2] = value
    shares[side ^ 1] = shares[(side ^ 1) + 2] = 1 - value
