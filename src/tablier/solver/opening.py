"""Opening a solution, whatever it is kept in."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from tablier.solver.layered import LayeredSolution
from tablier.solver.numbered import NumberedSolution
from tablier.solver.solution import Solution


def open_solution(path: str | PathLike[str]) -> Solution:
    """The solution in a file or a folder; SolutionError if it is not whole or belongs to other rules.

    >>> from tablier import game
    >>> from tempfile import TemporaryDirectory
    >>> from tablier.solver import solve
    >>> with TemporaryDirectory() as folder:
    ...     kept = solve(game("quixo", size=3), f"{folder}/small").path
    ...     open_solution(kept).game
    tablier.game('quixo', size=3)
    """
    return LayeredSolution.open(path) if Path(path).is_dir() else NumberedSolution.open(path)
