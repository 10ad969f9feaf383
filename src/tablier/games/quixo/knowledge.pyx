"""Evaluation of Quixo for alpha-beta: own marks and the marks in each line, weighted and mapped to a share of
a win. How the weights were fitted and what was measured: docs/bots/quixo.md.
"""

from libc.stdint cimport uint32_t, uint64_t

from tablier.core.bits cimport count
from tablier.games.quixo.rules cimport Board, Tables, TeamBoard

# Weights in hundredths of the log odds, fitted to games of an earlier version against itself. The number of
# own marks counts most by far: a turn that takes an own cube instead of a neutral one is a lost turn.
cdef int MARK = 300
cdef int[8] LINE = [0, 28, 66, 105, 180, 0, 0, 0]   # by the own marks in a line; a full one ends the game
cdef int TEMPO = 180
cdef double SCALE = 350


cdef enum:
    MARKS = 36   # bits of twelve lines, three each; above them the marks are counted


cdef void fill_evaluation(Tables *t) noexcept:
    """Fill the lookup tables: five sums count the marks in all lines at once, four lookups weigh them."""
    cdef int fifth, held, i
    for fifth in range(5):
        for held in range(32):
            t.tally[fifth][held] = <uint64_t> count(held) << MARKS
            for i in range(t.lines):
                t.tally[fifth][held] += <uint64_t> count(t.line[i] & <uint32_t> held << 5 * fifth) << 3 * i
    for i in range(512):
        t.worth[i] = LINE[i & 7] + LINE[i >> 3 & 7] + LINE[i >> 6]


cdef inline int strength(const Tables *t, uint32_t marks) noexcept nogil:
    """The weighted marks and lines of one side."""
    cdef uint64_t n = (
        t.tally[0][marks & 31] + t.tally[1][marks >> 5 & 31] + t.tally[2][marks >> 10 & 31]
        + t.tally[3][marks >> 15 & 31] + t.tally[4][marks >> 20]
    )
    return (
        MARK * <int> (n >> MARKS) + t.worth[n & 511] + t.worth[n >> 9 & 511] + t.worth[n >> 18 & 511]
        + t.worth[n >> 27 & 511]
    )


cdef inline double guess(double lead) noexcept nogil:
    """A lead as a share between 0 and 1."""
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
