"""The collection. Adding a game: its folder, and its line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tablier.game import Game, chosen

FOLDERS = ("quixo",)


def games() -> tuple[str, ...]:
    """The ids of all games and variants, in the order of the collection."""
    return tuple(_kinds())


def game(name: str, /, **options: Any) -> Game:
    """The game with this id and these options; asked twice, the same object.

    >>> game("quixo", size=3)
    tablier.game('quixo', size=3)
    """
    found = kind(name)
    return _made(found, tuple(chosen(name, found.choices, options).items()))  # type: ignore[arg-type]


def kind(name: str) -> type[Game]:
    """The class of a game, for what is true of it with any options: title, seats, choices."""
    found = _kinds().get(name) if isinstance(name, str) else None
    if found is None:
        raise ValueError(f"there is no game {name!r}: choose one of {', '.join(games())}")
    return found


@cache
def _kinds() -> dict[str, type[Game]]:
    """Every folder's games; found at the first question, so that importing the package costs nothing."""
    return {kind.id: kind for folder in FOLDERS for kind in import_module(f"tablier.games.{folder}").GAMES}


@cache
def _made(kind: type[Game], options: tuple[tuple[str, Any], ...]) -> Game:
    return kind(**dict(options))
