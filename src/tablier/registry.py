"""Finding a game by its id. `tablier.games` lists the collection; it is looked at when first asked."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from tablier.game import Game, chosen


def games() -> tuple[str, ...]:
    """The ids of all games and variants, in the order of the collection."""
    return tuple(_kinds())


def game(name: str, /, **options: Any) -> Game:
    """The game with this id and these options; asked twice, the same object.

    >>> game("quixo", size=3)
    tablier.game('quixo', size=3)
    """
    found = kind(name)
    return _made(found, tuple(chosen(name, found.choices, options).items()))


def kind(name: str) -> type[Game]:
    """The class of a game, for what is true of it with any options: title, seats, choices."""
    found = _kinds().get(name) if isinstance(name, str) else None
    if found is None:
        raise ValueError(f"there is no game {name!r}: choose one of {', '.join(games())}")
    return found


@cache
def _kinds() -> dict[str, type[Game]]:
    """Every folder's games. By name, so that this ring knows none of them and importing it costs nothing."""
    folders = import_module("tablier.games").FOLDERS
    return {kind.id: kind for folder in folders for kind in import_module(f"tablier.games.{folder}").GAMES}


@cache
def _made(kind: type[Game], options: tuple[tuple[str, Any], ...]) -> Game:
    return kind(**dict(options))
