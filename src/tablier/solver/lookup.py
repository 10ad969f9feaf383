"""What is known of a game without being asked to solve it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tablier.board_game import Game
from tablier.core.numbering import positions
from tablier.solver.file import SolutionError
from tablier.solver.layered import AT_ONCE, LayeredSolution, solve_in_memory
from tablier.solver.numbered import NumberedSolution
from tablier.solver.plan import usual_path
from tablier.solver.solution import Solution


def find_solution(game: Game) -> Solution | None:
    """The solution of a game: in memory if that takes no time, else in the usual place, perhaps a part of it.

    None if there is none, or if what lies there is damaged.

    >>> from tablier import game
    >>> find_solution(game("quixo", size=3)) is not None, find_solution(game("olix"))
    (True, None)
    """
    if _is_small(game):
        return solve_in_memory(game)
    if not _is_solvable(game):
        return None
    path = usual_path(game)
    return _open(path, path.stat().st_mtime_ns) if path.exists() else None


@cache
def _is_small(game: Game) -> bool:
    kernel = game.kernel()
    return kernel is not None and kernel.needs().seconds <= AT_ONCE


@cache
def _is_solvable(game: Game) -> bool:
    return game.kernel() is not None or positions(game.rules) > 0


@cache
def _open(path: Path, _written: int) -> Solution | None:
    try:
        return LayeredSolution.open(path, partial=True) if path.is_dir() else NumberedSolution.open(path)
    except SolutionError:
        return None
