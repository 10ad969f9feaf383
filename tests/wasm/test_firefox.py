"""Firefox without a network: usual and private windows play with what is kept, or say why not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import pytest

import tablier
from tests.programs import FIREFOX, require
from tests.server.harness import Server
from tests.wasm.test_engine import BUILT, require_engine
from tests.wasm.test_pages import ASK, SMALL
from tests.web.firefox import Firefox, open_firefox
from tests.web.test_firefox import click_path, see_own_turn

SECONDS = 120.0
"""Two Pythons are loaded, perhaps on a busy machine."""
PRIVATE = {"browser.privatebrowsing.autostart": True}
"""All windows are private ones, as "Never remember history" has it."""
WITHOUT_WORKERS = {
    **PRIVATE,
    "dom.serviceWorkers.privateBrowsing.enabled": False,
    "dom.cache.privateBrowsing.enabled": False,
}
"""A private window as Firefox had it before it allowed service workers there."""
WITHOUT_DATABASE = {**WITHOUT_WORKERS, "dom.indexedDB.privateBrowsing.enabled": False}
"""A private window as Firefox had it before 115."""


class OpenFirefox(Protocol):
    def __call__(self, preferences: Mapping[str, object]) -> AbstractContextManager[Firefox]: ...


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Server]:
    """A server that a test stops: then there is no network."""
    require_engine()
    data = tmp_path / "data"
    data.mkdir()
    server = Server(data, engine=str(BUILT.parent))
    yield server
    assert server.stop() == 0


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    profile = tmp_path / "profile"
    profile.mkdir()
    return profile


@pytest.fixture
def run(profile: Path) -> OpenFirefox:
    program = require(FIREFOX)
    return lambda preferences: open_firefox(program, profile, preferences=preferences, patience=SECONDS)


def text_of(firefox: Firefox, selector: str) -> str:
    return str(firefox.evaluate(f"document.querySelector({json.dumps(selector)}).textContent"))


def read_news(firefox: Firefox) -> dict[str, Any]:
    table = firefox.evaluate("location.search").rpartition("/")[2]
    news: dict[str, Any] = firefox.evaluate(f"({ASK})({json.dumps(f'/api/tables/{table}')})")
    return news


def see_board(firefox: Firefox) -> None:
    firefox.see("body[data-ready], body[data-failed]")
    assert firefox.evaluate("document.body.dataset.failed") is None


def move(firefox: Firefox) -> dict[str, Any]:
    """Play once by mouse, and wait for the computer's answer; gives the news then."""
    see_own_turn(firefox)
    news = read_news(firefox)
    game = tablier.game(news["game"]["id"], **news["game"]["options"])
    match = tablier.Match(game).play(*news["moves"])
    click_path(firefox, game.paths[match.legal_moves[0]])
    firefox.wait(f"Number(document.body.dataset.at) > {len(match.moves)}")
    firefox.see(".spot.live, .status.over")
    return read_news(firefox)


def find_stored(profile: Path) -> list[Path]:
    """What usual windows have stored of the server in their profile."""
    return list((profile / "storage" / "default").glob("http+++127.0.0.1*"))


@pytest.mark.parametrize("preferences", [{}, PRIVATE], ids=["usual", "private"])
def test_a_whole_game_without_a_network(
    run: OpenFirefox, away: Server, profile: Path, preferences: dict[str, object]
) -> None:
    with run(preferences) as firefox:
        firefox.go(f"{away.address}/settings")
        firefox.evaluate("localStorage.setItem('pace', 'none')")
        firefox.click("#keep-on")
        firefox.see("#keep[data-state=on]")
        firefox.wait("navigator.serviceWorker.ready.then(() => true)")
        assert away.stop() == 0
        firefox.go(f"{away.address}{SMALL}")
        see_board(firefox)
        moves = move(firefox)["moves"]
        firefox.reload()
        see_board(firefox)
        see_own_turn(firefox)
        assert read_news(firefox)["moves"] == moves
        # Away from the table and back, by the home page that stands in.
        firefox.go(f"{away.address}/")
        firefox.see("#no-network:not([hidden])")
        firefox.click("#own-games a")
        firefox.wait("location.pathname === '/local'")
        see_board(firefox)
        while move(firefox)["status"] != "over":
            pass
        firefox.see(".status.over")
        assert bool(find_stored(profile)) != bool(preferences)
        assert firefox.problems == []


def test_a_private_window_that_can_keep_nothing(run: OpenFirefox, away: Server) -> None:
    with run(WITHOUT_WORKERS) as firefox:
        firefox.go(f"{away.address}/settings")
        firefox.see("#keep[data-state=refused]")
        assert "Nothing can be kept here" in text_of(firefox, "#keep-state")
        assert firefox.evaluate("document.getElementById('keep-on').checkVisibility()") is False
        # With a network its own engine plays all the same.
        firefox.evaluate("localStorage.setItem('pace', 'none')")
        firefox.go(f"{away.address}{SMALL}")
        see_board(firefox)
        assert len(move(firefox)["moves"]) == 2
        assert firefox.problems == []


def test_a_private_window_without_a_database(run: OpenFirefox, away: Server) -> None:
    with run(WITHOUT_DATABASE) as firefox:
        firefox.go(f"{away.address}{SMALL}")
        firefox.see("body[data-failed]")
        assert "The games could not be loaded in this browser." in text_of(firefox, "#loading")
        firefox.click(".instead a")
        firefox.wait("location.pathname === '/'")
        firefox.click("[popovertarget=new-quixo]")
        firefox.click("#new-quixo button[value=bot]")
        see_own_turn(firefox)
        assert firefox.evaluate("location.pathname").startswith("/t/")
