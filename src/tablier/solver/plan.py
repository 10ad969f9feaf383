"""What there is to solve, and where the answer belongs."""

from __future__ import annotations

import os
from os import PathLike
from pathlib import Path

from tablier.board_game import Game
from tablier.core.numbering import positions
from tablier.search.retrograde import MAX_POSITIONS


class UnsolvableError(ValueError):
    """This game cannot be solved here.

    >>> from tablier import game
    >>> from tablier.solver import solve
    >>> solve(game("olix"))
    Traceback (most recent call last):
    tablier.solver.plan.UnsolvableError: tablier.game('olix') cannot be solved: its positions are not numbered
    """


_chosen: list[Path] = []


def set_tables_folder(folder: str | PathLike[str] | None) -> None:
    """Look for solutions in this folder instead of the usual one; None: in the usual one again.

    >>> set_tables_folder("/srv/tables")
    >>> str(tables_folder())
    '/srv/tables'
    >>> set_tables_folder(None)
    """
    _chosen[:] = [] if folder is None else [Path(folder)]


def tables_folder() -> Path:
    """Where solutions are kept: what `set_tables_folder` said, or the environment variable TABLIER_TABLES, or
    a folder among the user's data.

    >>> tables_folder().is_absolute()
    True
    """
    if _chosen:
        return _chosen[0]
    if folder := os.environ.get("TABLIER_TABLES"):
        return Path(folder)
    from platformdirs import user_data_path  # where a folder is told, it need not be there

    return user_data_path("tablier", appauthor=False) / "solutions"


def check_solvable(game: Game) -> None:
    """Refuse a game that has no numbers for its positions, or too many."""
    count = positions(game.rules)
    if not count or len(game.seats) != 2:
        raise UnsolvableError(f"{game!r} cannot be solved: its positions are not numbered")
    if count > MAX_POSITIONS:
        raise UnsolvableError(
            f"{game!r} cannot be solved: {count:,} positions are more than {MAX_POSITIONS:,}"
        )


def file_stem(game: Game) -> str:
    """The game and its options, for a file's name."""
    return game.id + "".join(f"-{name}-{value}" for name, value in game.options.items())


def usual_path(game: Game) -> Path:
    """Where the solution of a game is kept unless somebody says otherwise; a kernel's is a folder.

    >>> from tablier import game
    >>> usual_path(game("quixo", size=4)).name
    'quixo-size-4.table'
    """
    kind = "solution" if game.kernel() is None else "table"
    return tables_folder() / f"{file_stem(game)}.{kind}"
