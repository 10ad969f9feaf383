from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from tablier.core.rules cimport MAX_SEATS, Random, State, STATE_WORDS, random_bits

from tablier.core.values import whole_number

from typing import NamedTuple

# Games are played in blocks, each with its own random numbers: the result does not depend on the threads.
cdef enum:
    BLOCK = 256
    MAX_THREADS = 1024


class Playouts(NamedTuple):
    """The means of many random games: score per seat, plies.

    >>> import tablier
    >>> found = tablier.playouts(tablier.game("x", size=6).start(), 1000)
    >>> found.games, round(sum(found.scores), 6)
    (1000, 1.0)
    """

    scores: tuple
    plies: float
    games: int


def playouts(State state not None, n, *, seed=0, threads=1):
    """Play n random games from `state` to the end; the same seed gives the same answer on any number of
    threads.

    Each legal move is equally likely. A game's own fast playout may go on past the point where the winner is
    certain: that changes `plies`, never the scores.

    `n` is how many, at least 1; ValueError otherwise.

    >>> import tablier
    >>> start = tablier.game("quixo").start()
    >>> tablier.playouts(start, 500, seed=7) == tablier.playouts(start, 500, seed=7, threads=2)
    True
    """
    n, seed, threads = whole_number(n, "n"), whole_number(seed, "seed"), whole_number(threads, "threads")
    if not 0 < n < 2**62:
        raise ValueError(f"n is the number of random games to play, at least 1, not {n}")
    if not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"threads is 1 to {MAX_THREADS}, not {threads}")
    if not state.rules.seats:
        raise TypeError("this state belongs to no game")
    if (ended := state.outcome) is not None:
        return Playouts(ended.scores, 0.0, n)
    blocks = -(-n // BLOCK)
    seed %= 2**64
    if threads == 1:
        parts = [_run(state, seed, 0, blocks, n)]
    else:
        from concurrent.futures import ThreadPoolExecutor  # a slow import that most programs do not need
        cuts = [blocks * i // threads for i in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(lambda a, b: _run(state, seed, a, b, n), cuts, cuts[1:]))
    totals = [sum(column) for column in zip(*parts)]
    return Playouts(tuple([total / n for total in totals[:-1]]), totals[-1] / n, n)


cdef tuple _run(State state, uint64_t seed, uint64_t first, uint64_t last, uint64_t n):
    """The totals of blocks first to last - 1: scores per seat, then plies."""
    cdef uint64_t work[STATE_WORDS]
    cdef double scores[MAX_SEATS]
    cdef double totals[MAX_SEATS + 1]
    cdef Random rng
    cdef uint64_t block, _game
    cdef int seat, seats = state.rules.c.seats
    for seat in range(seats + 1):
        totals[seat] = 0
    with nogil:
        for block in range(first, last):
            rng.s = seed
            rng.s = random_bits(&rng) ^ block
            rng.s = random_bits(&rng)
            for _game in range(block * BLOCK, min((block + 1) * BLOCK, n)):
                memcpy(work, state.raw, state.rules.c.bytes)
                totals[seats] += state.rules.c.playout(&state.rules.c, work, &rng, scores)
                for seat in range(seats):
                    totals[seat] += scores[seat]
    return tuple([totals[seat] for seat in range(seats + 1)])
