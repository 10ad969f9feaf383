"""Together again: what was played without a network is at the server when it is back, and nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tablier.server.people.tokens import COOKIE
from tests.server.harness import Server
from tests.wasm.test_offline import LONG, await_board, is_kept, keep, play_corner, wait_for
from tests.web.people import Player


@pytest.fixture
def ann(server: Server, browser: Browser) -> Iterator[Player]:
    player = Player(server, browser)
    player.context.set_default_timeout(LONG)
    keep(player)
    is_kept(player.page)
    yield player
    player.leave()
    assert player.problems == []


def play_online(page: Page) -> str:
    """Begin a game against the computer at the server, and wait until it is kept here; gives its id."""
    page.goto("/")
    page.locator(".card", has_text="Quixo").get_by_role("button", name="Play · level").click()
    await_board(page)
    assert "/local" not in page.url
    play_corner(page)
    table = page.url.rsplit("/", 1)[1].split("?")[0]
    wait_for(page, COUNT_LINES, [table, 3])
    return table


COUNT_LINES = """async ([match, least]) => {
    const stored = await indexedDB.databases(); // opening would create it
    if (!stored.some(({ name }) => name === "tablier")) return false;
    const request = indexedDB.open("tablier");
    const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const store = database.transaction("log").objectStore("log");
    const lines = store.getAllKeys(IDBKeyRange.bound([match], [match, []]));
    await new Promise((resolve) => (lines.onsuccess = resolve));
    database.close();
    return lines.result.length >= least;
}"""


def play_any(page: Page, moves: int) -> None:
    """One more move of one's own, wherever one may, and the computer's answer."""
    page.wait_for_selector(".spot.live")
    for _ in range(2):
        box = page.locator(".spot.live").first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#moves button")).to_have_count(moves, timeout=LONG)


def test_a_game_played_offline_is_in_my_games_once(ann: Player) -> None:
    page = ann.page
    page.goto("/")
    ann.context.set_offline(True)
    page.locator(".card", has_text="Quixo").get_by_role("button", name="Play · level").click()
    await_board(page)
    play_corner(page)
    ann.context.set_offline(False)
    # While it is played here it stays here; the way back is offered.
    expect(page.locator("#sync")).to_contain_text("The network is back.", timeout=LONG)
    page.get_by_role("link", name="Continue online").click()
    expect(page.locator("#sync")).to_contain_text("A game played offline is now in My games.", timeout=LONG)
    page.goto("/me")
    expect(page.locator("main").get_by_text("played offline")).to_have_count(1)
    page.wait_for_function("() => !localStorage.getItem('unsent')")
    page.reload()
    expect(page.locator("main").get_by_text("played offline")).to_have_count(1)
    expect(page.locator("#sync")).to_have_count(0)


def test_a_running_game_is_carried_on_offline_and_back(ann: Player) -> None:
    page = ann.page
    table = play_online(page)
    ann.context.set_offline(True)
    page.get_by_role("link", name="Continue offline").click()
    await_board(page)
    assert f"/local?/t/{table}" in page.url
    expect(page.locator("#moves button")).to_have_count(2, timeout=LONG)
    play_any(page, 4)
    ann.context.set_offline(False)
    page.goto(f"/t/{table}")
    expect(page.locator("#moves button")).to_have_count(4, timeout=LONG)
    play_any(page, 6)
    page.goto("/me")
    expect(page.get_by_text("partly played offline")).to_have_count(1)
    # A page that cannot be had is the game of this browser.
    ann.context.set_offline(True)
    page.goto(f"/t/{table}")
    await_board(page)
    assert "/local?/t/" in page.url
    ann.context.set_offline(False)


READ_MATCH = """async (table) => {
    const request = indexedDB.open("tablier");
    const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const all = database.transaction("matches").objectStore("matches").getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    database.close();
    return all.result.find(({ server }) => server === table);
}"""


def test_a_carried_game_that_ends_online_is_over_here_too(ann: Player) -> None:
    page = ann.page
    table = play_online(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    wait_for(page, f"async (table) => (await ({READ_MATCH})(table)).status === 'over'", table)
    assert list(page.evaluate(READ_MATCH, table)["results"].values()) == ["lost"]
    ann.context.set_offline(True)
    page.goto(f"/t/{table}")
    page.wait_for_selector("body.local[data-status=over]", timeout=LONG)
    page.goto("/")
    expect(page.locator("#own-games")).to_contain_text("Quixo · view")
    expect(page.locator("#own-games")).not_to_contain_text("continue")


def test_a_fork_keeps_both_games(ann: Player, server: Server) -> None:
    page = ann.page
    table = play_online(page)
    ann.context.set_offline(True)
    page.goto(f"/t/{table}")
    await_board(page)
    play_any(page, 4)
    # Meanwhile another device plays at the server.
    token = next(each["value"] for each in ann.context.cookies() if each["name"] == COOKIE)
    for text in ("e5a5", "e5e1", "a5e5", "a5a1", "e1a1", "c1c5", "c5c1"):
        act = {"act": "play", "move": text, "ply": 2}
        if server.call(f"/api/tables/{table}/acts", act, token)[0] == 200:
            break
    _, before = server.call(f"/api/tables/{table}", token=token)
    assert before["ply"] >= 3
    ann.context.set_offline(False)
    page.goto("/me")
    expect(page.locator("#sync")).to_contain_text("went on elsewhere meanwhile", timeout=LONG)
    expect(page.locator("main").get_by_text("played offline")).to_have_count(1)  # the list has it already
    _, after = server.call(f"/api/tables/{table}", token=token)
    assert after["moves"][: len(before["moves"])] == before["moves"]
    page.reload()
    expect(page.locator("main").get_by_text("played offline")).to_have_count(1)
    assert len(server.call("/api/tables", token=token)[1]) == 2


IS_SYNCED = """async () => {
    const { held, pending } = await navigator.locks.query();
    return ![...held, ...pending].some(({ name }) => name === "tablier sync");
}"""


def look(page: Page) -> None:
    """Have the page ask for news of the server, and send what is to be sent."""
    for _ in range(2):  # by the second answer the first has been read
        with page.expect_response("**/api/turns*"):
            page.evaluate("dispatchEvent(new Event('online'))")
    wait_for(page, IS_SYNCED)


def test_moves_are_sent_that_were_made_after_another_look(ann: Player) -> None:
    """The shell is opened with a network, and there is nothing to send yet."""
    page = ann.page
    page.goto("/local?/new?game=quixo&play=bot&level=1")
    await_board(page)
    look(page)
    other = ann.tab()
    other.goto("/rules/quixo")
    look(other)
    ann.context.set_offline(True)
    play_corner(page)
    ann.context.set_offline(False)
    page.goto("/me")
    expect(page.locator("#sync")).to_contain_text("A game played offline is now in My games.", timeout=LONG)


def test_an_answer_that_is_no_json_stops_nothing_else(ann: Player) -> None:
    page = ann.page
    ann.context.set_offline(True)
    for _ in range(2):
        page.goto("/local?/new?game=quixo&play=bot&level=1")
        await_board(page)
        play_corner(page)
    page.goto("/local?/new?game=quixo&play=bot&level=1")  # nobody moves in this one
    await_board(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    page.wait_for_selector("body[data-status=over]")
    refused: list[str] = []
    taken: list[str] = []
    is_open = False

    def refuse_first(route: Route) -> None:
        key = json.loads(route.request.post_data or "")["key"]
        if not refused or (key == refused[0] and not is_open):
            refused.append(key)
            route.fulfill(status=413, body="<html>Request Entity Too Large</html>", content_type="text/html")
        else:
            taken.append(key)
            route.continue_()

    ann.context.route("**/api/offline", refuse_first)
    page.close()
    ann.context.set_offline(False)
    page = ann.tab()
    page.goto("/me")
    sent = re.compile("A game played offline is now in My games.")
    expect(page.locator("#sync")).to_have_text(sent, timeout=LONG)
    expect(page.locator("main").get_by_text("played offline")).to_have_count(1)
    # It was not the server that refused the other one.
    is_open = True
    look(page)
    page.reload()
    expect(page.locator("main").get_by_text("played offline")).to_have_count(2)
    assert taken[1:] == refused[:1]
    expect(page.get_by_text("No moves were played")).to_have_count(0)
