"""A game without pictures, rules, figures or a lesson: none is offered, nothing fails."""

from __future__ import annotations

import pytest

import tablier
from tablier import Game
from tablier.example import Example
from tablier.lesson import games_with_lesson, lesson_of
from tablier.registry import kind
from tablier.server.http.facts import drawn_games, game_facts
from tablier.server.tables.create import NewTable, create_event, find_drawn_game
from tablier.server.tables.errors import NoSuchGame
from tablier.server.tables.person import Person
from tablier.web.rules import examples, page_game, read_rules, rule_page

BARE = "bare"


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> type[Game]:
    """A game that has rules and nothing else."""
    base = kind(tablier.games()[0])
    kept = {name: getattr(base, name) for name in ("seats", "sides", "choices", "build", "sketch")}
    game = type("Bare", (Game,), {"id": BARE, "title": "Bare", **kept})
    assert issubclass(game, Game)
    known = {**{name: kind(name) for name in tablier.games()}, BARE: game}
    monkeypatch.setattr("tablier.registry._kinds", lambda: known)
    for cached in (lesson_of, games_with_lesson, rule_page):
        cached.cache_clear()
    return game


def test_a_game_has_no_more_than_its_class_says(bare: type[Game]) -> None:
    assert bare.scene_module is None
    assert bare.lesson is None
    assert bare.examples == {}
    assert bare.rules_text("en") is None


def test_nothing_is_offered(bare: type[Game]) -> None:
    assert BARE in tablier.games()
    assert BARE not in games_with_lesson()
    assert games_with_lesson()
    assert page_game(BARE) is bare
    assert rule_page(BARE, "fr").html == read_rules(BARE, "en") == ""
    assert examples(BARE) == {}
    with pytest.raises(LookupError, match="Bare has no lesson"):
        lesson_of(BARE)
    with pytest.raises(NotImplementedError, match="Bare has no pictures"):
        bare().layout()


def test_no_page_offers_a_game_without_pictures(bare: type[Game]) -> None:
    assert drawn_games() == tuple(name for name in tablier.games() if name != BARE)
    assert not game_facts(BARE).has_rules
    with pytest.raises(NoSuchGame):
        find_drawn_game(BARE)
    with pytest.raises(NoSuchGame):
        create_event(Person("ann", "Ann"), NewTable(BARE))


def test_a_class_may_bring_its_own(bare: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = kind(tablier.games()[0]).lesson
    assert lesson is not None
    monkeypatch.setattr(bare, "lesson", lesson)
    monkeypatch.setattr(bare, "examples", {"start": Example(BARE)})
    assert lesson_of(BARE) is lesson
    assert list(examples(BARE)) == ["start"]


def test_a_rule_page_that_is_not_translated_is_in_english() -> None:
    for name in tablier.games():
        assert read_rules(name, "xx") == read_rules(name, "en") != ""
