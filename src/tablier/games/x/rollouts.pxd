"""Bit-parallel rollouts of X: 256 random games at once, with statistics per cell."""

from tablier.core.rules cimport Random
from tablier.games.x.rules cimport Board, CORNERS, MAX_CELLS, Tables

cdef struct RolloutStats:
    int games
    int won[3]
    int corners[3][CORNERS]           # games in which a seat owned a corner
    int owned[3][MAX_CELLS]           # games in which a seat owned a cell
    int owned_wins[3][3][MAX_CELLS]   # of those, games won: by owner, winner, cell

cdef void rollout_batch(const Tables *t, const Board *b, Random *rng, RolloutStats *found) noexcept nogil


cdef inline bint is_open(const RolloutStats *found, int seat, int cell) noexcept nogil:
    """True if the seat owned the cell in some games and not in others."""
    return 0 < found.owned[seat][cell] < found.games


cdef inline float gain(const RolloutStats *found, int seat, int who, int cell) noexcept nogil:
    """The win rate of `who` when the seat owns the cell, minus its win rate overall."""
    cdef float won = found.won[who]
    cdef float owned_wins = found.owned_wins[seat][who][cell]
    return owned_wins / found.owned[seat][cell] - won / found.games if is_open(found, seat, cell) else 0
