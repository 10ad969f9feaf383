"""What goes wrong in a browser: each time a clear sentence, the way to the server, and nothing lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.server.harness import Server
from tests.wasm.test_offline import is_kept, keep
from tests.wasm.test_pages import SMALL, LocalPlayer
from tests.web.people import Player

LONG = 120_000
"""Milliseconds: Python has to be loaded, on a machine that may be busy."""
SENTENCE = "The games could not be loaded in this browser."


@pytest.fixture
def player(server: Server, browser: Browser) -> Iterator[LocalPlayer]:
    player = LocalPlayer(server, browser)
    yield player
    player.leave()


def cut(route: Route) -> None:
    route.fulfill(body=b"half of it", content_type="application/octet-stream")


def lose(route: Route) -> None:
    route.fulfill(status=404)


def tells_of_failure(player: Player) -> None:
    player.page.goto(SMALL)
    expect(player.page.locator("#loading")).to_contain_text(SENTENCE, timeout=LONG)
    player.page.locator("a.name").click()
    player.page.wait_for_url(f"{player.server.address}/")


@pytest.mark.parametrize("damage", [cut, lose])
@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "site.bin", "python_stdlib.zip"])
def test_a_part_of_the_engine_that_is_damaged(
    player: LocalPlayer, name: str, damage: Callable[[Route], None]
) -> None:
    player.context.route(f"**/engine/*/{name}", damage)
    tells_of_failure(player)


@pytest.mark.parametrize("damage", [cut, lose])
def test_without_the_memory_python_is_loaded_file_by_file(
    player: LocalPlayer, damage: Callable[[Route], None]
) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        damage(route)

    player.context.route("**/engine/*/memory.bin", answer)
    player.go(SMALL)
    assert player.move() == 2
    assert asked


BROKEN = "Something went wrong in this browser. Your games are kept."


FULL = """	append(rows) {
		if (!this.told) {
			this.told = new BroadcastChannel("test");
			this.told.onmessage = ({ data }) => {
				this.isFull = data;
				this.told.postMessage("heard");
			};
		}
		if (this.isFull) return Promise.reject(new DOMException("no room", "QuotaExceededError"));
"""
"""A database that is full when a test says so."""


FILL = """(isFull) => new Promise((resolve) => {
    const channel = new BroadcastChannel("test");
    channel.onmessage = resolve;
    channel.postMessage(isFull);
})"""


def change_host(player: LocalPlayer, old: str, new: str) -> None:
    """Have the Worker of the tables run other code: requests of its own Workers cannot be caught."""

    def change(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        assert old in text
        route.fulfill(response=answer, body="let count = 0;" + text.replace(old, new))

    player.context.route("**/host_worker.js", change)


def test_a_thinker_that_cannot_be_loaded_is_loaded_again(player: LocalPlayer) -> None:
    change_host(player, '"./thinker.js"', 'count++ ? "./thinker.js" : "./missing.js"')
    player.go(SMALL)
    assert player.move() == 2
    expect(player.page.locator("#broken")).to_have_count(0)


def test_a_thinker_that_loses_a_question_is_asked_again(player: LocalPlayer) -> None:
    change_host(
        player,
        "postMessage({ question })",
        "postMessage(++count === 2 ? { socket: 1, text: 'lost' } : { question })",
    )
    player.go(SMALL)
    assert [player.move(), player.move()] == [2, 4]
    expect(player.page.locator("#broken")).to_have_count(0)


def test_a_thinker_that_never_loads_is_told_with_a_way_on(player: LocalPlayer) -> None:
    change_host(player, '"./thinker.js"', '"./missing.js"')
    player.go(SMALL)
    player.play_any()
    expect(player.page.locator("#broken")).to_contain_text(BROKEN, timeout=LONG)
    expect(player.page.locator("#broken a")).to_have_attribute("href", "/")
    player.context.unroute("**/host_worker.js")
    player.page.get_by_role("button", name="Reload").click()
    player.sees(2)  # the move was kept, and the computer has answered
    expect(player.page.locator("#broken")).to_have_count(0)


def test_games_that_are_deleted_in_another_tab(player: LocalPlayer) -> None:
    player.go(SMALL)
    player.move()
    other = player.tab()
    other.goto("/settings")
    other.locator("#forget-games summary").click()
    other.get_by_role("button", name="Delete them").click()
    expect(player.page.get_by_text("There is no such table here.")).to_be_visible(timeout=LONG)
    player.go(SMALL)
    assert player.move() == 2
    assert player.problems == []


def test_a_full_database_says_so_and_loses_nothing(player: LocalPlayer) -> None:
    def fill(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("	append(rows) {", FULL))

    player.context.route("**/indexed_log.js", fill)
    player.go(SMALL.replace("play=bot", "play=screen"))
    player.play_any()
    player.page.evaluate(FILL, True)
    player.may_move()
    count = len(player.news["moves"])
    match = player.match
    for name in match.game.paths[match.legal_moves[0]]:
        player.click(name)
    expect(player.page.get_by_text("This could not be saved, so nothing has happened")).to_be_visible()
    assert len(player.news["moves"]) == count
    player.page.reload()  # the new Worker's has room
    player.arrive()
    assert len(player.news["moves"]) == count
    player.play_any()
    assert len(player.news["moves"]) == count + 1


@pytest.mark.parametrize(
    "address", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:window.isEvil=true"]
)
def test_a_link_of_somebody_else_leads_nowhere_else(player: LocalPlayer, address: str) -> None:
    strange: list[str] = []

    def refuse(route: Route) -> None:
        strange.append(route.request.url)
        route.abort()

    player.context.route(re.compile(r"^\w+://evil\.example"), refuse)
    player.page.goto(f"/local?{address}")
    player.page.wait_for_url(f"{player.server.address}/")
    assert strange == []


def test_no_webassembly(player: LocalPlayer) -> None:
    def remove(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body="delete globalThis.WebAssembly;" + answer.text())

    player.context.route("**/python.js", remove)
    tells_of_failure(player)


def test_a_full_device_keeps_what_it_has(player: LocalPlayer) -> None:
    player.go(SMALL)
    player.move()
    moves, address = player.news["moves"], player.page.url
    devtools = player.context.new_cdp_session(player.page)
    origin = player.server.address
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 2_000_000})
    keep(player)
    expect(player.page.locator("#keep-state")).to_contain_text("not enough room on this device", timeout=LONG)
    assert player.page.evaluate("caches.keys()") == []
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    player.page.get_by_role("button", name="Keep for offline").click()
    is_kept(player.page)
    player.go(address)
    assert player.news["moves"] == moves
    assert player.move() == len(moves) + 2
