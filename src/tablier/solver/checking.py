"""Checking a solution against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from tablier.core.numbering import positions, unrank
from tablier.core.rules import State
from tablier.solver.layer_checking import verify_layers
from tablier.solver.layered import LayeredSolution
from tablier.solver.numbered import NumberedSolution
from tablier.solver.solution import Solution

PARTS = 200


def verify(
    solution: Solution,
    *,
    every: int = 1,
    threads: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> tuple[State, ...]:
    """Look at every position, or at one in so many; give some of those whose value cannot be right.

    A win needs a move to a position lost for the other side, a loss has moves to won ones only, a draw has
    a move to a draw and none to a loss; finished games speak for themselves. So no win and no loss can be
    missing. What this cannot see are wins that rest on each other in a circle: `solve` writes none, because
    it decides a position only after those that its value rests on. Of a solution in layers, small layers are
    looked at whole and of large ones a sample, whatever `every` says.

    >>> from tablier import game
    >>> from tablier.solver import solve_in_memory
    >>> verify(solve_in_memory(game("quixo", size=3)))
    ()
    """
    if every < 1:
        raise ValueError(f"every is at least 1, not {every}")
    if isinstance(solution, LayeredSolution):
        return verify_layers(solution, threads=threads, report=report)
    if not isinstance(solution, NumberedSolution):
        raise TypeError(f"{solution!r} cannot be verified")
    table = solution.table
    count = positions(solution.game.rules)
    cuts = [count * i // PARTS for i in range(PARTS + 1)]

    def look(part: int) -> list[int]:
        first = -(-cuts[part] // every) * every
        return table.faults(first, cuts[part + 1], step=every)

    return tuple(unrank(solution.game.rules, number) for number in _faults(look, cuts, threads, report))


def _faults(
    look: Callable[[int], list[int]],
    cuts: list[int],
    threads: int,
    report: Callable[[int, int], None] | None,
) -> Iterator[int]:
    with ThreadPoolExecutor(threads) as pool:
        try:
            for done, numbers in zip(cuts[1:], pool.map(look, range(PARTS)), strict=True):
                yield from numbers
                if report:
                    report(done, cuts[-1])
        finally:
            pool.shutdown(cancel_futures=True)  # who interrupts does not wait for the rest
