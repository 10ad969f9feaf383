"""Tables in a real browser by its own Workers: the network is cut while they are played at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.server.harness import Server
from tests.web.people import Player

PATIENCE = 120_000
"""Milliseconds: two Pythons are loaded, perhaps on a busy machine."""
SMALL = "/local?/new?game=quixo&option.size=3&play=bot&level=1&help=hint,shares"
"""A board on which a game is short."""
ASK = """async path => {
    const script = document.querySelector('script[src$="/table.js"]').src;
    const { ask } = await import(script.replace(/table.js$/, "host.js"));
    return (await ask(path)).json();
}"""


class LocalPlayer(Player):
    """Somebody whose tables are in the browser."""

    def __init__(self, server: Server, browser: Browser) -> None:
        super().__init__(server, browser)
        self.context.set_default_timeout(PATIENCE)

    @property
    def news(self) -> dict[str, Any]:
        news: dict[str, Any] = self.page.evaluate(ASK, f"/api/tables/{self.table}")
        return news

    def move(self) -> int:
        """Play once, and wait for the computer's answer; gives the number of moves then."""
        self.play_any()
        self.may_move()
        return len(self.news["moves"])

    def kill(self) -> None:
        """The tab dies without a word, as when a phone needs its memory."""
        with suppress(Error):
            self.page.goto("chrome://crash", timeout=5000)
        with suppress(Error):
            self.page.close()
        self.page = self.tab()


@pytest.fixture
def player(server: Server, browser: Browser) -> Iterator[LocalPlayer]:
    player = LocalPlayer(server, browser)
    yield player
    player.leave()
    assert player.problems == []


def test_a_whole_game_with_a_reload_and_a_killed_tab(player: LocalPlayer) -> None:
    player.go(SMALL)
    player.context.set_offline(True)
    count = player.move()
    expect(player.page.locator("#connection")).to_be_hidden()
    moves, address = player.news["moves"], player.page.url
    player.context.set_offline(False)  # only the files of the page come from the server
    player.page.reload()
    player.arrive()
    player.may_move()
    assert player.news["moves"] == moves
    assert len(moves) == count
    player.kill()
    player.go(address)
    assert player.news["moves"] == moves
    player.context.set_offline(True)
    while player.news["status"] != "over":
        player.move()
    expect(player.page.locator(".status.over")).to_be_visible()
    player.context.set_offline(False)
    assert player.page.request.get(f"/api/tables/{player.table}").status == 404


def test_a_lesson_and_a_hint(player: LocalPlayer) -> None:
    player.page.goto("/local?/learn/quixo")
    player.page.wait_for_selector("body[data-ready='1']")
    player.page.click("#next")
    player.page.wait_for_selector("body[data-ready='2']")
    player.go("/local?/new?game=quixo&option.size=3&play=screen&help=hint")
    player.act("hint")
    player.page.wait_for_selector("#line:not([hidden])")
