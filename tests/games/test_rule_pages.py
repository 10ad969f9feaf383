"""The rule pages: what a figure claims holds in the engine, and both languages tell of the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablier
from tablier import IllegalMove
from tablier.example import Example, fact
from tablier.registry import kind
from tablier.web.languages import LANGUAGES
from tablier.web.rules import examples, page_game, read_rules, rule_page

GAMES = Path(tablier.__file__).parent / "games"
PAGES = sorted({page_game(name).id for name in tablier.games()})
FIGURES = [(page, name) for page in PAGES for name in examples(page)]
every_page = pytest.mark.parametrize("page", PAGES)
languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize(("page", "name"), FIGURES, ids=lambda part: part)
def test_a_figure_tells_the_truth(page: str, name: str) -> None:
    example: Example = examples(page)[name]
    state, game = example.states[-1], example.played
    for move in example.may.split():
        state.after(game.move(move))
    for move, clause in example.may_not.items():
        with pytest.raises(IllegalMove) as refused:
            state.after(game.move(move))
        assert refused.value.clause == clause, move
    if example.becomes:
        assert str(state) == example.becomes
    assert (state.outcome and state.outcome.scores) == example.scores
    if example.settled is not None:
        assert state.settle() == example.settled
    for move, way in example.ways.items():
        assert "-".join(game.scene(state).routes[move]) == way
    for fact_name, value in example.facts.items():
        assert fact(state.facts, fact_name) == value, fact_name
    assert example.picture().startswith("<svg")


@pytest.mark.parametrize(("page", "name"), FIGURES, ids=lambda part: part)
def test_a_figure_claims_something(page: str, name: str) -> None:
    example = examples(page)[name]
    claims = (example.may, example.may_not, example.becomes, example.scores, example.settled, example.ways)
    assert any(claims) or example.facts


@every_page
@languages
def test_a_page_has_every_clause_once_and_every_figure(page: str, language: str) -> None:
    html = rule_page(page, language).html
    ruled = re.findall(r"\*\*(§[A-Z]\d+)", _rules(page))
    anchors = re.findall(r'class="clause" id="([A-Z]\d+)"', html)
    assert [f"§{anchor}" for anchor in anchors] == ruled
    figures = re.findall(r'id="figure-([\w-]+)"', html)
    assert sorted(figures) == sorted(examples(page))
    cited = set(re.findall(r'href="#([A-Z]\d+)"', html))
    assert cited == set(anchors)


def _rules(page: str) -> str:
    folder = kind(page).__module__.rpartition(".")[2]
    return (GAMES / folder / "RULES.md").read_text()


@every_page
def test_both_languages_are_built_alike(page: str) -> None:
    def shape(language: str) -> list[str]:
        text = read_rules(page, language)
        return re.findall(r"^(?:#+|§[A-Z]\d+|\| ---|- )|\]\([\w-]+\)$|\{#[\w-]+\}", text, re.MULTILINE)

    first, *others = [shape(language) for language in LANGUAGES]
    assert all(other == first for other in others)


@every_page
@languages
def test_every_variant_has_its_anchor_and_the_author_his_credit(page: str, language: str) -> None:
    html = rule_page(page, language).html
    for name in tablier.games():
        if page_game(name).id == page:
            assert f'id="{name}"' in html
            assert kind(name).author in html
            assert str(kind(name).year) in html
    assert "{#" not in html


def test_what_is_refused_can_be_looked_up() -> None:
    for page in PAGES:
        html = rule_page(page, "en").html
        for example in examples(page).values():
            assert all(f'id="{clause}"' in html for clause in example.may_not.values())
