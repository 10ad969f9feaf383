"""What any game says about its positions and moves can be drawn, translated and trusted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations, translation
from random import Random
from typing import Any

from tablier import Game, Match
from tablier.analysis import explain, insight
from tablier.insight import Overlay
from tablier.scene import Phrase, Words, as_data
from tablier.web.languages import DOMAIN, LOCALES

PLIES = 120


def wander(game: Game, rng: Random) -> Iterator[Match]:
    """A random match, now and then."""
    match = Match(game)
    while match.legal_moves and len(match.moves) < PLIES:
        if rng.random() < 0.2:
            yield match
        match.push(rng.choice(match.legal_moves))
    yield match


def templates(words: Words) -> Iterator[str]:
    if isinstance(words, Phrase):
        yield words.template
        for _, value in words.values:
            yield from templates(value)


def check_overlays(game: Game, overlays: tuple[Overlay, ...]) -> None:
    spots = {spot.name for spot in game.layout().spots}
    for overlay in overlays:
        assert overlay.spots
        assert set(overlay.spots) <= spots
        assert overlay.seat is None or overlay.seat in range(len(game.seats))
        assert 0 <= overlay.weight <= 1
        assert overlay.kind in ("area", "path", "text", "arrow")


class Unknown(NullTranslations):
    """What is asked where a catalogue has nothing."""

    def gettext(self, message: str) -> str:
        raise AssertionError(f"{message!r} is not translated")


@cache
def french() -> NullTranslations:
    catalogue = translation(DOMAIN, LOCALES, ["fr"])
    catalogue.add_fallback(Unknown())
    return catalogue


def check_translated(game: Game, *said: Words) -> None:
    """Seats of games that other packages bring are translated by those."""
    for words in said:
        for template in templates(words):
            if template not in game.seats:
                assert french().gettext(template)


def test_an_insight_can_be_drawn_and_translated(compiled_game: Game) -> None:
    for match in wander(compiled_game, Random(repr(compiled_game))):
        found = insight(match.state)
        assert found is not None
        assert found.legend
        assert insight(match.state) == found
        check_overlays(compiled_game, found.overlays)
        check_translated(compiled_game, found.title, *(entry.text for entry in found.legend))
        assert as_data(found)["title"]


def test_a_reason_can_be_drawn_and_translated(game: Game) -> None:
    rng = Random(repr(game))
    for match in wander(game, rng):
        if not match.legal_moves:
            continue
        move, best = (rng.choice(match.legal_moves) for _ in range(2))
        before = match.copy()
        for better in (None, best):
            reason = explain(match, move, better)
            if reason is not None:
                data: dict[str, Any] = as_data(reason)
                assert "{" not in data["says"]
                if game.scene_module is not None:
                    check_overlays(game, reason.overlays)
                check_translated(game, reason.says)
        assert match == before
