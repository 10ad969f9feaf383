"""What there is to solve, and where the answer belongs."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from tablier.core.numbering import positions
from tablier.core.retrograde import MOST
from tablier.game import Game


class UnsolvableError(ValueError):
    """This game cannot be solved here."""


def check(game: Game) -> None:
    """Refuse a game that has no numbers for its positions, or too many."""
    count = positions(game.rules)
    if not count or len(game.seats) != 2:
        raise UnsolvableError(f"{game!r} cannot be solved: its positions are not numbered")
    if count > MOST:
        raise UnsolvableError(f"{game!r} cannot be solved: {count:,} positions are more than {MOST:,}")


def named(game: Game) -> str:
    """The game and its options, for a file's name."""
    return game.id + "".join(f"-{name}-{value}" for name, value in game.options.items())


def usual_path(game: Game) -> Path:
    """Where the solution of a game is kept unless somebody says otherwise."""
    return user_data_path("tablier", appauthor=False) / "solutions" / f"{named(game)}.solution"
