"""Solving a game."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from tablier.core.numbering import layers
from tablier.core.retrograde import Table
from tablier.game import Game
from tablier.solver import file
from tablier.solver.plan import check, usual_path
from tablier.solver.probe import Solution

Report = Callable[[int, int], None]
"""Told how many positions are done, and of how many."""


def solve(
    game: Game,
    path: str | PathLike[str] | None = None,
    *,
    threads: int = 1,
    report: Report | None = None,
) -> Solution:
    """Find the value of every position and keep them in a file; if they are there already, open it.

    Until it is finished the file is called `path`.part. Whoever is interrupted, in whatever way, calls again
    and goes on from there. The answer does not depend on the number of threads.
    """
    check(game)
    if threads < 1:
        raise ValueError(f"threads is at least 1, not {threads}")
    path = usual_path(game) if path is None else Path(path)
    head = file.Head.of(game)
    if path.exists():
        if not file.read_head(path).is_about(head):
            raise file.SolutionError(f"{path} is about another game")
        return Solution.open(path)
    part = path.with_name(f"{path.name}.part")
    if not _is_begun(part, head):
        file.create(part, head)
    table = Table(game.rules, file.values(part, to_write=True))
    for first, last in layers(game.rules):
        if table.count(first, last)[0]:
            table.decide(first, last, threads=threads)
        if report:
            report(last, head.positions)
    file.seal(part, head)
    part.replace(path)
    return Solution.open(path)


def _is_begun(part: Path, head: file.Head) -> bool:
    """Is there something to go on from? Values of another version could be of other rules."""
    try:
        return file.read_head(part) == head
    except (FileNotFoundError, file.SolutionError):
        return False
