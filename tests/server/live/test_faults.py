"""Invalid input is refused, and an unreadable table affects no other."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tablier.server.live import table as live_table
from tablier.server.live.lobby import Lobby
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import log_batch
from tablier.server.live.thinking import BotMove, SearchJob
from tablier.server.store.batch import LogBatch
from tablier.server.tables import events
from tablier.server.tables.clocks import Control
from tablier.server.tables.commands import Sit
from tablier.server.tables.errors import NotStored, Unreadable
from tablier.server.tables.events import UnreadableEvent
from tests.server.browsers import csrf_token
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    ME,
    ManualClock,
    Server,
    assert_replay_equal,
    first_legal,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_until,
)


@pytest.mark.parametrize(
    "clock",
    ["game:300:5000", "game:300:-5", "game:300:inf", "game:300:nan", "game:nan", "foo:3", "game:1:2:3"],
)
@pytest.mark.parametrize("play", ["table", "bot"])
def test_a_clock_that_could_not_be_read_back_is_refused(server: Server, clock: str, play: str) -> None:
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    page = browser.open(f"{server.address}/signin").read().decode()
    form = {"_csrf_token": csrf_token(page), "game": "quixo", "play": play, "seat": "1", "clock": clock}
    with pytest.raises(HTTPError) as refused:
        browser.open(f"{server.address}/new", urlencode(form).encode())
    assert refused.value.code == 400
    refused.value.close()
    assert browser.open(server.address).status == 200
    assert json.load(browser.open(f"{server.address}/api/tables")) == []


@pytest.mark.anyio
async def test_nothing_is_stored_that_cannot_be_read_back(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        before = await registry.store.read(table.id)
        terms = events.Terms(clock=Control("game", 300, 5000))
        for event in (events.Created("quixo", {}, (), terms), events.Held(float("nan"))):
            batch = log_batch(table.id, table.state, (events.Entry(3, 0.0, event),))
            with pytest.raises(UnreadableEvent):
                await registry.store.append(batch)
        assert await registry.store.read(table.id) == before


class UnreliableStore:
    """Lets the appends of a store fail while `is_away`, and counts them."""

    def __init__(self, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_away = False
        self.attempts = 0
        self._append = registry.store.append
        monkeypatch.setattr(registry.store, "append", self.append)

    async def append(self, *batches: LogBatch) -> None:
        self.attempts += 1
        if self.is_away:
            raise OSError("the disk is full")
        await self._append(*batches)


@pytest.mark.anyio
async def test_a_clock_that_ran_out_while_the_store_was_away_falls_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live_table, "RETRY_SECONDS", 0.02)
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        store = UnreliableStore(registry, monkeypatch)
        table = await open_table(registry, "quixo", ANN, BOB, clock=Control("move", 5))
        await play_moves(table, "a1e1")
        clock.now += 6
        store.is_away = True
        store.attempts = 0
        table.schedule()
        await wait_until(lambda: store.attempts > 3)
        assert news(table).status == "playing"
        store.is_away = False
        await wait_until(lambda: news(table).status == "over")
        await assert_replay_equal(table, registry)
    assert sum("could not be written" in line.getMessage() for line in caplog.records) == 1


@pytest.mark.anyio
async def test_a_bots_move_waits_for_the_store_without_haste(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "RETRY_SECONDS", 0.1)
    searches = []

    def search(job: SearchJob, player: object = None) -> BotMove:
        searches.append(job)
        return first_legal(job)

    async with open_registry(tmp_path, think=search) as registry:
        store = UnreliableStore(registry, monkeypatch)
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        store.is_away = True
        with pytest.raises(NotStored):
            await play_moves(table, "a1e1")
        store.is_away = False
        await play_moves(table, "a1e1")
        store.is_away = True
        store.attempts = 0
        await wait_until(lambda: store.attempts > 2)
        assert len(searches) == 1  # the move that was found is kept
        store.is_away = False
        await wait_until(lambda: len(news(table).moves) == 2)
    assert len(searches) == 1


def make_unreadable(data: Path, table: str) -> None:
    """Damage the log of a table, as a bad disk or another version of the program would."""
    with closing(sqlite3.connect(data / "log.sqlite")) as connection, connection:
        connection.execute(
            "update log set event = replace(event, '\"kind\"', '\"sort\"') where match = ?", (table,)
        )


@pytest.mark.anyio
async def test_an_unreadable_table_affects_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_registry(tmp_path) as registry:
        due = await open_table(registry, "quixo", ANN, seats=(BOT, ME))
        listed = await open_table(registry, "quixo", ANN, public=True)
        sound = await open_table(registry, "quixo", ANN, public=True)
        await wait_until(lambda: len(due.state.match.moves) == 1)
    with closing(sqlite3.connect(tmp_path / "log.sqlite")) as connection, connection:
        connection.execute("update matches set wake = 0 where id = ?", (due.id,))
    make_unreadable(tmp_path, due.id)
    make_unreadable(tmp_path, listed.id)
    async with open_registry(tmp_path) as registry:  # it starts
        listings = await Lobby(registry).listings(BOB, str)
        assert [each.table for each in listings.open] == [sound.id]
        for _ in range(2):
            with pytest.raises(Unreadable, match="cannot be opened"):
                await registry.find(listed.id)
        found = await registry.find(sound.id)
        await found.submit(BOB, Sit(seat=1))
        await play_moves(found, "a1e1")
        assert news(found).moves == ("a1e1",)
    lines = [line.getMessage() for line in caplog.records if "set aside" in line.getMessage()]
    assert sum(due.id in line for line in lines) == 1
    assert sum(listed.id in line for line in lines) == 1
