"""Facts about the games of the collection, for the API and the pages."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tablier.registry import games, kind
from tablier.web.languages import ENGLISH


class OptionFacts(Struct, frozen=True):
    default: Any
    choices: tuple[Any, ...]
    about: str


class GameFacts(Struct, frozen=True):
    id: str
    title: str
    author: str
    year: int
    minutes: int
    pitch: str
    """One sentence that makes newcomers want to play."""
    seats: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    options: dict[str, OptionFacts]
    has_rules: bool
    """Whether it has a rule page."""


def drawn_games() -> tuple[str, ...]:
    """The ids of the games that have pictures: what a page can offer."""
    return tuple(name for name in games() if kind(name).scene_module is not None)


def game_facts(name: str) -> GameFacts:
    """The facts of a game, by its id."""
    game = kind(name)
    options = {
        key: OptionFacts(option.default, tuple(option.choices), option.about)
        for key, option in game.choices.items()
    }
    return GameFacts(
        game.id,
        game.title,
        game.author,
        game.year,
        game.minutes,
        game.pitch,
        game.seats,
        game.sides,
        options,
        bool(game.rules_text(ENGLISH)),
    )
