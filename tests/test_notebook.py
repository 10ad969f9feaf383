"""What notebooks show of positions, matches, choices, reviews and records."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import sync_playwright

import tablier
from tablier import Match, Record
from tablier.bots import Limit, bot, review
from tests.programs import BROWSER, require

MOVES = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")


def played() -> Match:
    return Match(tablier.game("quixo", size=3)).play(*MOVES)


@pytest.mark.parametrize("name", tablier.games())
def test_every_game_is_shown(name: str) -> None:
    game = tablier.game(name)
    match = Match(game)
    for _ in range(3):
        match.push(match.legal_moves[0])
    shown = match._repr_mimebundle_()
    assert set(shown) == {"text/plain", "image/svg+xml", "text/html"}
    assert shown["image/svg+xml"] == match._repr_svg_()
    ElementTree.fromstring(shown["image/svg+xml"])
    state = match.state._repr_mimebundle_()
    assert state["text/plain"].startswith(repr(match.state))
    ElementTree.fromstring(state["image/svg+xml"])


def test_a_frame_needs_nothing_else() -> None:
    page = unescape(played()._repr_mimebundle_()["text/html"])
    assert not re.search(r"""(src|href)=["']?(https?:)?//|@import|url\(["']?http""", page)
    assert 'sandbox="allow-scripts"' in page


def test_a_match_steps_through_in_a_browser(tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{played()._repr_mimebundle_()['text/html']}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=require(BROWSER),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(file.as_uri())
        frame = page.frame_locator("iframe")
        says, pieces = frame.locator("#says"), frame.locator("g.pieces use")
        assert says.inner_text().startswith("6. Circle: a2a1 — ")
        assert frame.locator("g.marks path").count() > 0
        count = pieces.count()
        frame.locator("#first").click()
        assert says.inner_text() == "Start"
        assert frame.locator("g.pieces").count() == 1
        frame.locator("#on").click()
        assert says.inner_text() == "1. Cross: a2a1"
        frame.locator("#end").click()
        assert pieces.count() == count
        browser.close()
    assert not problems


def test_a_choice_is_shown_in_the_games_notation() -> None:
    state = tablier.game("quixo").read("xxxx1/5/ooo2/5/5 x")
    choice = bot("level:4").choose(state, seed=1)
    shown = choice._repr_mimebundle_()
    assert shown["text/plain"] == str(choice)
    assert str(choice).startswith(f"{state.game.text(choice.move)}: shares 100% 0%, proven")
    expected = state.game.picture(state.after(choice.move), last=choice.move, before=state)
    assert shown["image/svg+xml"] == expected


def test_a_review_is_shown_with_its_mistakes() -> None:
    seen = review(played(), limit=Limit(nodes=3000))
    shown = seen._repr_mimebundle_()
    assert "5. Cross: c1c3 gives away 100% of the points, c1a1 is better" in shown["text/plain"]
    plot = ElementTree.fromstring(shown["image/svg+xml"])
    lines = plot.findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [len(MOVES) + 1] * 2
    assert "c1c3 — gives away 100%, c1a1 is better" in unescape(shown["text/html"])


def test_a_record_is_shown_as_its_text_and_its_match() -> None:
    record = Record(played(), players=("Ann", "Bob"))
    shown = record._repr_mimebundle_()
    assert shown["text/plain"] == str(record)
    assert shown["image/svg+xml"] == record.match._repr_svg_() == record._repr_svg_()
    assert shown["text/html"] == record.match._repr_mimebundle_()["text/html"]
