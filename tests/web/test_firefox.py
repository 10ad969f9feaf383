"""A newcomer's evening in Firefox: a lesson, the four games, a review, the other language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import tablier
from tablier.web.rules import page_game
from tests.programs import FIREFOX, require
from tests.server.harness import Server
from tests.web.firefox import Firefox, open_firefox

MOVES = 3


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    with open_firefox(require(FIREFOX), tmp_path) as firefox:
        yield firefox


def test_a_newcomers_evening(firefox: Firefox, server: Server) -> None:
    firefox.go(f"{server.address}/")
    firefox.evaluate("localStorage.setItem('pace', 'none')")
    take_first_steps(firefox)
    for game in dict.fromkeys(page_game(name).id for name in tablier.games()):
        play_the_computer(firefox, server, game)
        resign(firefox)
    firefox.click("a[href$='/review']")
    firefox.see("body[data-review=done]")
    firefox.go(f"{server.address}/")
    assert firefox.evaluate("document.documentElement.lang") == "en"
    firefox.click(".language")
    firefox.wait("document.documentElement.lang === 'fr'")
    assert firefox.problems == []
    firefox.evaluate("console.error('noticed')")
    assert firefox.problems == ["noticed"]


def take_first_steps(firefox: Firefox) -> None:
    """The lesson's first steps that are only looked at, and the first move, as it would be shown."""
    firefox.click("a[href^='/learn/']")
    firefox.see("body[data-ready='1']")
    step = 1
    while firefox.evaluate("document.body.dataset.kind") == "look":
        firefox.click("#next")
        step += 1
        firefox.see(f"body[data-ready='{step}']")
    lesson = firefox.evaluate("location.pathname").rpartition("/")[2]
    path = firefox.fetch(f"/api/lessons/{lesson}/{step}")["hint"]["path"]
    click_path(firefox, path)
    firefox.see(f"body[data-done='{step}']")


def play_the_computer(firefox: Firefox, server: Server, game: str) -> None:
    """From the home page by the form, then some moves by mouse, each answered."""
    firefox.go(f"{server.address}/")
    firefox.click(f"[popovertarget=new-{game}]")
    firefox.evaluate(f"document.querySelector('#new-{game} [name=level]').value = 1")
    firefox.click(f"#new-{game} button[value=bot]")
    for _ in range(MOVES):
        see_own_turn(firefox)
        table = firefox.evaluate("location.pathname").rpartition("/")[2]
        news = firefox.fetch(f"/api/tables/{table}")
        match = tablier.Match(tablier.game(game)).play(*news["moves"])
        move = match.legal_moves[len(match.legal_moves) // 2]
        click_path(firefox, match.game.paths[move])
        firefox.wait(f"Number(document.body.dataset.at) > {len(match.moves)}")


def see_own_turn(firefox: Firefox) -> None:
    firefox.see("body[data-ready] :is(.spot.live, #tray .live)")


def click_path(firefox: Firefox, path: Sequence[str]) -> None:
    for name in path:
        firefox.click(f":is(.spot, #tray button)[data-name='{name}']")


def resign(firefox: Firefox) -> None:
    see_own_turn(firefox)  # the bots' moves would take the question away
    for _ in range(2):  # it asks
        firefox.click("#acts [data-act=resign]")
    firefox.see(".status.over")
