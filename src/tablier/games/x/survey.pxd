"""Many random games of X at once."""

from tablier.core.rules cimport Random
from tablier.games.x.rules cimport Board, MOST_CELLS, Tables

cdef struct Survey:
    int games
    int won[3]
    int had[3][MOST_CELLS]          # the games in which a seat had a cell
    int brought[3][3][MOST_CELLS]   # of those, won by whom: seat, winner, cell

cdef void survey(const Tables *t, const Board *b, Random *chance, Survey *found) noexcept nogil


cdef inline bint is_open(const Survey *found, int seat, int cell) noexcept nogil:
    """Did the seat have the cell in some games and not in others?"""
    return 0 < found.had[seat][cell] < found.games


cdef inline float gain(const Survey *found, int seat, int who, int cell) noexcept nogil:
    """How much more of the games somebody won in which the seat had the cell."""
    cdef float won = found.won[who]
    cdef float brought = found.brought[seat][who][cell]
    return brought / found.had[seat][cell] - won / found.games if is_open(found, seat, cell) else 0
