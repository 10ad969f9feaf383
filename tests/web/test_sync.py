"""What a browser keeps of games at the server, and what it sends there: by IndexedDB, without the engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, Route

from tests.server.offline_games import ALONE, OfflineCopy
from tests.web.people import PATIENCE, Player

Visit = Callable[..., Player]

RUN = """async (given) => {
    const { src } = document.querySelector("script[src$='/turns.js']");
    const load = (name) => import(src.replace("turns.js", name));
    const { IndexedLog } = await load("indexed_log.js");
    const log = await IndexedLog.open();
    try {
        return await (SCRIPT)(log, load, given);
    } finally {
        log.database.close();
    }
}"""
READ = """async (log, _, [id]) => [
    JSON.parse(await log.matches()).find((each) => each.id === id),
    JSON.parse(await log.lines(id, 0)).length,
]"""
ADD = "(log, _, [lines, match]) => log.append(JSON.stringify({ lines, matches: [match] }))"
SYNC = "async (_, load) => (await load('sync.js')).syncAll()"
PLAYED = [(4, '{"kind":"moved","seat":0,"move":"e1a1"}'), (5, '{"kind":"moved","seat":1,"move":"a5e5"}')]
TAKEN = {"status": "playing", "added": 3, "is_fork": False}
FOLLOW = """async (_, load) => {
    const { carrier } = await load("carry.js");
    return carrier.kept && carrier.kept === carrier.wanted && !carrier.isBusy ? carrier.kept : "";
}"""


def run(page: Page, script: str, *given: Any) -> Any:
    """What a function of the log of this browser gives."""
    return page.evaluate(RUN.replace("SCRIPT", script), given)


def read(page: Page, match: str) -> tuple[dict[str, Any] | None, int]:
    """The row of a match in this browser, and how many lines it has."""
    row, lines = run(page, READ, match)
    return row, lines


def add(page: Page, match: str, copy: OfflineCopy, *, since: int = 0, **row: Any) -> None:
    """Put the lines of a game after number `since` into the log of this browser."""
    lines = [{"match": match, **to_builtins(line)} for line in copy.upload().lines[since:]]
    for line in lines:
        if line["ply"] is None:
            del line["ply"]  # as no key of the index
    status = copy.state.status
    more = {"game": "quixo", "status": status, "changed": copy.entries[-1].at, "people": ["me"], **row}
    assert run(page, ADD, lines, {"id": match, "results": {}, **more})


def begin(plies: int = 2, *, seed: int = 1, is_over: bool = False, **chosen: Any) -> OfflineCopy:
    copy, random = OfflineCopy.begin(seats=ALONE, **chosen), Random(seed)
    while len(copy.state.match.moves) < plies or (is_over and copy.state.status != "over"):
        copy.play(random)
    return copy


def follow(page: Page) -> str:
    """Wait until the page has kept its game here; gives the ply and the status."""
    page.wait_for_selector("body[data-ready]")
    for _ in range(PATIENCE // 100):
        if kept := run(page, FOLLOW):
            return str(kept)
        page.wait_for_timeout(100)
    raise AssertionError("nothing is kept")


@pytest.fixture
def ann(visit: Visit) -> Player:
    """Somebody who keeps games for offline, at a server without an engine."""
    ann = visit()
    ann.context.add_init_script("localStorage.kept = '{}'")
    ann.page.goto("/me")
    return ann


def open_game(ann: Player) -> str:
    """A game at one screen, of which the page has kept two moves; gives its id."""
    page = ann.create(game="quixo", seats=[{"who": "me"}, {"who": "me"}])
    ann.send_moves(page, 2)
    ann.page.goto(page)
    assert follow(ann.page) == "2 playing"
    return ann.table


def test_the_end_of_a_game_is_kept(ann: Player) -> None:
    table = open_game(ann)
    ann.act("resign")
    ann.page.get_by_role("button", name="Resign").last.click()
    ann.page.wait_for_selector("body[data-status=over]")
    assert follow(ann.page) == "2 over"
    row, lines = read(ann.page, table)
    assert row is not None
    assert (row["status"], lines, row["sent"]) == ("over", 4, 4)
    assert list(row["results"].values()) == ["self"]


def test_a_game_that_was_over_before_is_not_kept(ann: Player) -> None:
    page = ann.create(game="quixo", seats=[{"who": "me"}, {"who": "me"}])
    ann.send_moves(page, 2)
    ann.ask(f"/api/tables/{page.rpartition('/')[2]}/acts", act="resign", seat=0)
    ann.page.goto(page)
    assert follow(ann.page) == "2 over"
    assert read(ann.page, ann.table) == (None, 0)


def tell(route: Route, status: int, problem: str = "") -> None:
    """Answer in the place of the server: with a problem of ours, or as something on the way does."""
    if problem:
        route.fulfill(status=status, json={"type": "problem", "code": "bad_offline_game", "says": problem})
    else:
        route.fulfill(status=status, body="<html>No</html>", content_type="text/html")


def test_a_refused_game_keeps_what_was_played_offline(ann: Player) -> None:
    """The server has the table, but does not take the moves; then the table is looked at there."""
    table = open_game(ann)
    ann.page.goto("/me")
    moves = [{"match": table, "number": number, "at": 0, "event": event} for number, event in PLAYED]
    row, lines = read(ann.page, table)
    assert row is not None
    assert run(ann.page, ADD, moves, row)
    sent: list[str] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.url)
        tell(route, 400, "This is not to be.")

    ann.context.route("**/api/offline", refuse)
    run(ann.page, SYNC)
    ann.page.goto(f"/t/{table}")
    follow(ann.page)
    ann.page.goto("/me")
    row, lines = read(ann.page, table)
    assert row is not None
    assert (lines, row["sent"], row["refused"], row["problem"]) == (5, 3, 5, "This is not to be.")
    run(ann.page, SYNC)
    assert len(sent) == 1, "it would be refused again"
    # One more move, and this time it is taken.
    more = {**moves[-1], "number": 6}
    assert run(ann.page, ADD, [more], row)
    ann.context.unroute("**/api/offline")
    ann.context.route("**/api/offline", lambda route: route.fulfill(json=TAKEN | {"table": table}))
    run(ann.page, SYNC)
    ann.page.goto(f"/t/{table}")
    follow(ann.page)
    row, lines = read(ann.page, table)
    assert row is not None
    assert (lines, row["sent"], row["problem"]) == (3, 3, ""), "what the server has"


def test_what_was_refused_on_the_way_is_sent_again(ann: Player) -> None:
    add(ann.page, "somegame", begin(is_over=True))
    answers = iter([413, 404, 405, 502])
    ann.context.route("**/api/offline", lambda route: tell(route, next(answers)))
    for _ in range(4):
        run(ann.page, SYNC)
        row, _ = read(ann.page, "somegame")
        assert row is not None
        assert "sent" not in row
        assert "problem" not in row
    ann.context.unroute("**/api/offline")
    run(ann.page, SYNC)
    row, lines = read(ann.page, "somegame")
    assert row is not None
    assert (row["sent"], row["problem"]) == (lines, "")
    ann.page.reload()
    assert ann.page.get_by_text("played offline").count() == 1


COUNT_READS = """async (_, load) => {
    let count = 0;
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function (...given) {
        if (this.name === "log") count++;
        return getAll.apply(this, given);
    };
    await (await load("sync.js")).syncAll();
    IDBObjectStore.prototype.getAll = getAll;
    return count;
}"""


def test_of_games_that_were_sent_no_line_is_read(ann: Player) -> None:
    over = begin(is_over=True)
    lines = len(over.entries)
    add(ann.page, "sentgame", over, server="sentgame", sent=lines)
    add(ann.page, "refusedgame", over, refused=lines)
    assert run(ann.page, COUNT_READS) == 0
    add(ann.page, "newgame", over)
    ann.context.route("**/api/offline", lambda route: tell(route, 502))
    assert run(ann.page, COUNT_READS) == 1


BROKEN_STORE = """
    localStorage.unsent = "yes";
    window.count = 0;
    indexedDB.databases = () => {
        window.count++;
        return Promise.reject(new DOMException("", "UnknownError"));
    };
"""


def test_a_store_that_cannot_be_read_is_asked_again(ann: Player) -> None:
    """As private windows may answer; the page goes on without a word."""
    page = ann.page
    page.add_init_script(BROKEN_STORE)
    page.goto("/me")
    page.wait_for_function("() => window.count === 1")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => window.count === 2")
    assert page.evaluate("localStorage.unsent") == "yes"
    assert ann.problems == []


def test_over_quota_the_others_wait(ann: Player) -> None:
    """A running game may be one too many against the computer: those that are over go first."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        asked.append(sent["key"].rpartition("-")[2])
        if asked[-1].startswith("running"):
            tell(route, 429, "Too many.")
        else:
            route.fulfill(json=TAKEN | {"table": asked[-1]})

    ann.context.route("**/api/offline", answer)
    for number in (1, 2):
        add(ann.page, f"running{number}", begin(), changed=number)
        add(ann.page, f"over{number}", begin(is_over=True), changed=10 + number)
    run(ann.page, SYNC)
    assert asked == ["over1", "over2", "running1"]
    row, _ = read(ann.page, "running1")
    assert row is not None
    assert "problem" not in row
