"""Facts about the games of the collection, for the API and the pages."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from msgspec import Struct

from tablier.registry import games, kind
from tablier.server.messages.lists import list_bot_names
from tablier.web.languages import ENGLISH, translator
from tablier.web.rules import page_game


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


def offline_home(language: str) -> dict[str, Any]:
    """What the home page of a browser without a server shows: the games, their titles, the levels."""
    translate = translator(language)
    games = [game_facts(name) for name in drawn_games()]
    return {
        "collection": [list(of) for _, of in groupby(games, key=lambda game: page_game(game.id).id)],
        "titles": {game.id: translate(game.title) for game in games},
        "bots": list_bot_names(translate),
    }
