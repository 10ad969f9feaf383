"""Tables in a real browser by its own Workers: the network is cut while they are played at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tablier.lesson import lesson_of
from tablier.server.messages.lesson_steps import (
    describe_answer,
    describe_step,
    find_step,
    lesson_perspective,
)
from tests.server.harness import Server
from tests.wasm.files import FileSite
from tests.web.people import Player

PATIENCE = 120_000
"""Milliseconds: two Pythons are loaded, perhaps on a busy machine."""
SMALL_GAME = "/new?game=quixo&option.size=3&play=bot&level=1&help=hint,shares"
"""A board on which a game is short."""
SMALL = f"/local?{SMALL_GAME}"
ASK = """async path => {
    const script = document.querySelector('script[src$="/table.js"]').src;
    const { ask } = await import(script.replace(/table.js$/, "host.js"));
    return (await ask(path)).json();
}"""


SEEN_LINKS = """[...document.querySelectorAll("a[href^='/']")].filter((link) => link.checkVisibility())
    .map((link) => link.getAttribute("href"))"""
ANSWERED = re.compile(r"/(t/\w+(/review)?|learn/[\w-]+|analysis/[\w-]+([?#].*)?|rules/[\w-]+([?#].*)?)?")
"""Paths that are in the browser, on a site of files too."""


def check_links(page: Page) -> None:
    """No link that is seen leads to what only a server has."""
    links: list[str] = page.evaluate(SEEN_LINKS)
    assert links
    assert [link for link in links if not ANSWERED.fullmatch(link)] == []


class LocalPlayer(Player):
    """Somebody whose tables are in the browser."""

    def __init__(self, server: Server, browser: Browser) -> None:
        super().__init__(server, browser)
        self.context.set_default_timeout(PATIENCE)

    def enter(self, path: str) -> None:
        """Open a table by its path, or by that of the form, in the shell."""
        self.go(f"{self.shell}?{path}")

    @property
    def shell(self) -> str:
        """The address of the shell, relative to that of the place."""
        return "local.html" if isinstance(self.server, FileSite) else "local"

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
def player(place: Server, browser: Browser) -> Iterator[LocalPlayer]:
    player = LocalPlayer(place, browser)
    yield player
    player.leave()
    assert player.problems == []


def test_a_whole_game_with_a_reload_and_a_killed_tab(player: LocalPlayer) -> None:
    player.enter(SMALL_GAME)
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
    if not isinstance(player.server, FileSite):  # it has had no part in the game
        assert player.page.request.get(f"/api/tables/{player.table}").status == 404


def take_lesson(player: LocalPlayer, game: str) -> None:
    """All steps without a network, each by the move that it would show; the next thing to do is offered."""
    page, perspective = player.page, lesson_perspective("en", game, "")
    page.goto(f"{player.shell}?/learn/{game}")
    steps = len(lesson_of(game).steps)
    for number in range(1, steps + 1):
        page.wait_for_selector(f"body[data-ready='{number}']")
        player.context.set_offline(True)
        step = find_step(game, number)
        hint, moves = describe_step(step, number, perspective).hint, tuple[str, ...]()
        while hint:
            player.may_move()
            for name in hint.path:
                player.click(name)
            answer = describe_answer(step, number, (*moves, hint.move), perspective)
            expect(page.locator("#spoken")).to_have_text(" ".join(answer.told))
            hint, moves = answer.hint, answer.moves
        if number < steps:
            page.click("#next")
    page.wait_for_selector(f"body[data-done='{steps}']")
    expect(page.locator("#end [name=play]")).to_be_visible()
    check_links(page)


def test_a_lesson_and_a_hint(player: LocalPlayer) -> None:
    take_lesson(player, "quixo")
    player.context.set_offline(False)  # only the files of the page come from there
    player.enter("/new?game=quixo&option.size=3&play=screen&help=hint")
    player.act("hint")
    player.page.wait_for_selector("#line:not([hidden])")


COPY_MATCH = """async (count) => {
    const request = indexedDB.open("tablier");
    const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const transaction = database.transaction("matches", "readwrite");
    const store = transaction.objectStore("matches");
    const all = store.getAll();
    all.onsuccess = () => {
        for (let at = 1; at <= count; at++) store.put({ ...all.result[0], id: `copy${at}`, changed: at });
    };
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
}"""
DATABASES = "indexedDB.databases().then((all) => all.map(({ name }) => name))"


def test_all_games_of_the_device_are_listed_and_deleted(player: LocalPlayer) -> None:
    player.enter(SMALL_GAME)
    check_links(player.page)
    player.page.evaluate(COPY_MATCH, 9)
    player.page.goto("index.html" if isinstance(player.server, FileSite) else "offline")
    page, links = player.page, player.page.locator("#own-games a:visible")
    expect(links).to_have_count(8)
    page.get_by_role("button", name="Show all").click()
    expect(links).to_have_count(10)
    expect(links.nth(8)).to_be_focused()
    expect(links.nth(9)).to_have_text(re.compile("^Quixo · continue (Jan 1|Dec 31)$"))  # of 1970
    page.locator("#forget-games summary").click()
    page.get_by_role("button", name="Delete them").click()
    expect(page.locator("#forget")).to_have_text("Deleted.")
    expect(links).to_have_count(0)
    assert "tablier" not in page.evaluate(DATABASES)
    page.reload()
    expect(page.locator("#storage")).to_be_hidden()
