"""Solving a game."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from tablier.board_game import Game
from tablier.core import numbering
from tablier.search.retrograde import ValueTable
from tablier.solver import file
from tablier.solver.building import Report, Tell, build
from tablier.solver.layered import LayeredSolution
from tablier.solver.numbered import NumberedSolution
from tablier.solver.plan import UnsolvableError, check_solvable, usual_path
from tablier.solver.solution import Solution


def solve(
    game: Game,
    path: str | PathLike[str] | None = None,
    *,
    threads: int = 1,
    layers: int | None = None,
    report: Report | None = None,
    tell: Tell | None = None,
    generic: bool = False,
) -> Solution:
    """Find the value of every position and keep them in a file; if they are there already, open it.

    A game with a kernel gets a folder with a file for each layer. Otherwise, until it is finished, the file
    is called `path`.part. Whoever is interrupted, in whatever way, calls again and goes on from there. The
    values do not depend on the number of threads. With `layers` a kernel solves no more than so many: what it
    leaves is a part of a table, which the same call without `layers` completes. `tell` is told sentences for
    a log. `generic` leaves the kernel alone and uses the solver for any game.

    Raises UnsolvableError for a game that cannot be solved (ShortageError: not with this memory or disk),
    SolutionError if something else lies at `path`, ValueError for numbers that make no sense.

    >>> from tablier import game
    >>> from tempfile import TemporaryDirectory
    >>> small = game("quixo", size=3)
    >>> with TemporaryDirectory() as folder:
    ...     solve(small, f"{folder}/small").value(small.start()).name
    'WIN'
    """
    if threads < 1:
        raise ValueError(f"threads is at least 1, not {threads}")
    if layers is not None and layers < 1:
        raise ValueError(f"layers is at least 1, not {layers}")
    path = usual_path(game) if path is None else Path(path)
    kernel = None if generic else game.kernel()
    if kernel is not None:
        if path.is_file():
            raise file.SolutionError(f"{path} is not a solution of a game: it is no folder")
        build(game, kernel, path, threads=threads, layers=layers, report=report, tell=tell)
        return LayeredSolution.open(path, partial=layers is not None)
    if layers is not None:
        raise UnsolvableError(f"{game!r} is not solved in layers")
    check_solvable(game)
    head = file.Head.of(game)
    if path.exists():
        if not file.read_head(path).is_about(head):
            raise file.SolutionError(f"{path} is about another game")
        return NumberedSolution.open(path)
    part = path.with_name(f"{path.name}.part")
    if not _is_begun(part, head):
        file.create(part, head)
    table = ValueTable(game.rules, file.values(part, to_write=True))
    for first, last in numbering.layers(game.rules):
        if table.count(first, last)[0]:
            table.decide(first, last, threads=threads)
        if report:
            report(last, head.positions)
    file.seal(part, head)
    part.replace(path)
    return NumberedSolution.open(path)


def _is_begun(part: Path, head: file.Head) -> bool:
    """Is there something to go on from? Values of another version could be of other rules."""
    try:
        return file.read_head(part) == head
    except (FileNotFoundError, file.SolutionError):
        return False
