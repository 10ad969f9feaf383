from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from tablier.core.rules cimport MAX_SEATS, Random, State, STATE_WORDS, draw

from typing import NamedTuple

# Games are dealt in blocks, each with chance of its own: the result is the same on any number of threads.
cdef enum:
    BLOCK = 256


class Playouts(NamedTuple):
    """The sum of many random games: mean score per seat and mean number of plies."""

    scores: tuple
    plies: float
    games: int


def playouts(State state not None, n, *, seed=0, threads=1):
    """Play n random games from here to the end; the same seed gives the same answer on any number of threads.

    Moves are chosen evenly among the legal ones. A game's own fast playout may go on past the point where its
    winner is certain: that changes `plies`, never the scores.
    """
    n, seed, threads = _whole(n, "n"), _whole(seed, "seed"), _whole(threads, "threads")
    if not 0 < n < 2**62:
        raise ValueError(f"n is the number of random games to play, at least 1, not {n}")
    if threads < 1:
        raise ValueError(f"threads is at least 1, not {threads}")
    if not state.rules.seats:
        raise TypeError("this state belongs to no game")
    if (ended := state.outcome) is not None:
        return Playouts(ended.scores, 0.0, n)
    blocks = -(-n // BLOCK)
    seed %= 2**64
    if threads == 1:
        parts = [_run(state, seed, 0, blocks, n)]
    else:
        from concurrent.futures import ThreadPoolExecutor  # not needed by those who only look at a position
        cuts = [blocks * i // threads for i in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(lambda a, b: _run(state, seed, a, b, n), cuts, cuts[1:]))
    totals = [sum(column) for column in zip(*parts)]
    return Playouts(tuple([total / n for total in totals[:-1]]), totals[-1] / n, n)


def _whole(number, name):
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(number).__name__}")
    return number.__index__()


cdef tuple _run(State state, uint64_t seed, uint64_t first, uint64_t last, uint64_t n):
    """The totals of blocks first to last - 1: scores per seat, then plies."""
    cdef uint64_t work[STATE_WORDS]
    cdef double scores[MAX_SEATS]
    cdef double totals[MAX_SEATS + 1]
    cdef Random chance
    cdef uint64_t block, _game
    cdef int seat, seats = state.rules.c.seats
    for seat in range(seats + 1):
        totals[seat] = 0
    with nogil:
        for block in range(first, last):
            chance.s = seed
            chance.s = draw(&chance) ^ block
            chance.s = draw(&chance)
            for _game in range(block * BLOCK, min((block + 1) * BLOCK, n)):
                memcpy(work, state.raw, state.rules.c.bytes)
                totals[seats] += state.rules.c.playout(&state.rules.c, work, &chance, scores)
                for seat in range(seats):
                    totals[seat] += scores[seat]
    return tuple([totals[seat] for seat in range(seats + 1)])
