"""What is known without solving: the file in the usual place, or what a game's folder brings along."""

from __future__ import annotations

import lzma
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from tablier.core.numbering import positions
from tablier.core.retrograde import Table
from tablier.game import Game
from tablier.solver.file import SolutionError, values
from tablier.solver.plan import named, usual_path
from tablier.solver.probe import Solution


def kept(game: Game) -> Solution | None:
    """What somebody has solved, if the file is sound; otherwise what the game's folder knows of it."""
    path = usual_path(game)
    if positions(game.rules) and path.exists() and (whole := _opened(path, path.stat().st_mtime_ns)):
        return whole
    return brought(game)


@cache
def _opened(path: Path, _written: int) -> Solution | None:
    try:
        return Solution.open(path)
    except SolutionError:
        return None


@cache
def brought(game: Game) -> Solution | None:
    """The end of a solution, its openings, that lies in the game's folder: all earlier values are unknown."""
    with as_file(files(type(game).__module__) / f"{named(game)}.openings") as path:
        if not path.exists():
            return None
        last = lzma.decompress(path.read_bytes())
        unknown = -(-positions(game.rules) // 4) - len(last)
        return Solution(game, path, Table(game.rules, bytes(unknown) + last))


def cut(solution: Solution, first: int) -> bytes:
    """The end of a solution from this number on, as a game's folder holds it."""
    return lzma.compress(values(solution.path)[first // 4 :], preset=9 | lzma.PRESET_EXTREME)
