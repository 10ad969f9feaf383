"""A server stopped or killed during games: nothing that was acknowledged is lost, clocks stand still."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import tablier
from tablier.match import Match
from tablier.server.store import outages
from tablier.server.store.log import Store
from tablier.server.tables.clocks import Control, Outage
from tests.server.harness import (
    ANN,
    BOB,
    ManualClock,
    Server,
    assert_replay_equal,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_for,
    wait_until,
)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path)
    yield server
    server.kill()


def test_a_server_killed_between_moves_loses_nothing(own: Server) -> None:
    ann, bob = own.guest("Ann"), own.guest("Bob")
    clock = {"kind": "game", "time": 600}
    table = own.call("/api/tables", {"game": "quixo", "clock": clock}, ann)[1]["table"]
    own.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, bob)
    own.call(f"/api/tables/{table}/acts", {"act": "play", "move": "a1e1", "ply": 0}, ann)
    _, before = own.call(f"/api/tables/{table}/acts", {"act": "offer", "matter": "end"}, bob)
    own.kill()
    own.start()
    _, after = own.call(f"/api/tables/{table}", token=bob)
    for key in ("ply", "moves", "offers", "turn", "status", "scene", "you"):
        assert after[key] == before[key], key
    live = own.live(table, bob)
    live.send({"act": "play", "move": "a5a1", "ply": 1})
    assert live.at(2)["moves"] == ["a1e1", "a5a1"]
    live.close()


@pytest.mark.anyio
async def test_clocks_stand_still_while_no_server_runs(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await open_table(registry, "quixo", ANN, BOB, clock=Control("game", 600))
        await play_moves(table, "a1e1")
        clock.now += 5
        await registry.store.heartbeat(clock.now)  # as every second while a server runs
    clock.now += 100
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await registry.find(table.id)
        assert (news(table).clock.left, news(table).clock.running) == ((600.0, 595.0), 1)
        clock.now += 10
        assert news(table).clock.left == (600.0, 585.0)
        await assert_replay_equal(table, registry)


@pytest.mark.anyio
async def test_an_outage_is_one_fact_whatever_is_running(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        tables = [await open_table(registry, "quixo", ANN, BOB, clock=Control("move", 600)) for _ in range(3)]
        for table in tables:
            await play_moves(table, "a1e1")
        written = [await registry.store.read(table.id) for table in tables]
        began = clock.now
    for seconds in (1000, 2000):
        clock.now += seconds
        async with open_registry(tmp_path, clock=clock) as registry:
            assert not registry.tables  # the first answer waits for no table
            assert [await registry.store.read(table.id) for table in tables] == written
            assert await registry.store.due(clock.now + 599) == []
            assert len(await registry.store.due(clock.now + 600)) == 3
            for table in tables:
                assert news(await registry.find(table.id)).clock.left == (600.0, 600.0)
    assert registry.outages == (Outage(began, began + 1000), Outage(began + 1000, began + 3000))


@pytest.mark.anyio
async def test_time_given_back_counts_in_later_turns(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await open_table(registry, "quixo", ANN, BOB, clock=Control("game", 600))
        await play_moves(table, "a1e1")
    clock.now += 1000
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await registry.find(table.id)
        clock.now += 7
        await registry.store.heartbeat(clock.now)
        await play_moves(table, "a5a1")
        assert news(table).clock.left == (600.0, 593.0)
        await assert_replay_equal(table, registry)
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await registry.find(table.id)
        assert news(table).clock.left == (600.0, 593.0)
        assert table.state.times == (0.0, 7.0)


@pytest.mark.anyio
async def test_a_start_that_is_killed_loses_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await open_table(registry, "quixo", ANN, BOB, clock=Control("game", 60))
        await play_moves(table, "a1e1")

    def die(*_: object) -> None:
        raise SystemExit

    clock.now += 45
    store = Store(f"sqlite:///{tmp_path / 'log.sqlite'}")
    with monkeypatch.context() as patched:
        patched.setattr(outages, "_insert_outage", die)
        with pytest.raises(SystemExit):
            await outages.begin_heartbeat(store, clock.now, least=2.0)
    store.close()
    clock.now += 45
    async with open_registry(tmp_path, clock=clock) as registry:
        assert news(await registry.find(table.id)).clock.left == (60.0, 60.0)


@pytest.mark.anyio
async def test_processes_that_start_at_once_store_one_outage(url: str) -> None:
    stores = [Store(url) for _ in range(4)]
    await stores[0].heartbeat(100.0)
    await asyncio.gather(*(outages.begin_heartbeat(store, 200.0, least=2.0) for store in stores))
    assert await outages.read_outages(stores[0]) == (Outage(100.0, 200.0),)
    for store in stores:
        store.close()


@pytest.mark.anyio
async def test_a_running_process_takes_in_an_outage_found_by_another(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await open_table(registry, "quixo", ANN, BOB, clock=Control("game", 600))
        await play_moves(table, "a1e1")
        began = clock.now
        clock.now += 100
        await registry.store.transact(
            lambda connection: outages._insert_outage(connection, Outage(began, clock.now))
        )
        await wait_until(lambda: news(table).clock.left == (600.0, 600.0))
        await assert_replay_equal(table, registry)


def test_a_server_killed_during_many_games_loses_nothing(own: Server) -> None:
    """Every move that was acknowledged before the kill is in the log afterwards, at every table."""
    tokens = [own.guest(), own.guest()]
    tables = []
    for _ in range(6):
        tables.append(own.call("/api/tables", {"game": "quixo"}, tokens[0])[1]["table"])
        own.call(f"/api/tables/{tables[-1]}/acts", {"act": "sit", "seat": 1}, tokens[1])
    acknowledged: dict[str, list[str]] = {table: [] for table in tables}
    players = [
        threading.Thread(target=play_both_seats, args=(own, table, tokens, acknowledged)) for table in tables
    ]
    for player in players:
        player.start()
    wait_for(lambda: sum(map(len, acknowledged.values())) > 30)
    own.kill()
    for player in players:
        player.join()
    own.start()
    for table in tables:
        stored = own.call(f"/api/tables/{table}")[1]["moves"]
        assert stored[: len(acknowledged[table])] == acknowledged[table]
        assert len(stored) <= len(acknowledged[table]) + 1  # one may have been stored and not sent
        Match(tablier.game("quixo")).play(*stored)


def play_both_seats(
    server: Server, table: str, tokens: list[str], acknowledged: dict[str, list[str]]
) -> None:
    """Play both seats until the server is killed; record the moves that were acknowledged."""
    match = Match(tablier.game("quixo"))
    try:
        live = [server.live(table, token) for token in tokens]
        while match.outcome is None:
            player = live[match.turn]
            move = match.legal_moves[len(match.moves) % len(match.legal_moves)]
            player.send({"act": "play", "move": match.game.texts[move], "ply": len(match.moves)})
            match.push(move)
            acknowledged[table] = player.at(len(match.moves))["moves"]
    except (ConnectionClosed, OSError, TimeoutError):
        pass


def test_bots_and_clocks_continue_after_a_restart(own: Server) -> None:
    ann, bob = own.guest("Ann"), own.guest("Bob")
    timed = own.call("/api/tables", {"game": "quixo", "clock": {"kind": "move", "time": 3}}, ann)[1]["table"]
    own.call(f"/api/tables/{timed}/acts", {"act": "sit", "seat": 1}, bob)
    own.call(f"/api/tables/{timed}/acts", {"act": "play", "move": "a1e1", "ply": 0}, ann)
    seats = [{"who": "bot", "bot": "level:1"}] * 2
    bots = own.call("/api/tables", {"game": "quixo", "seats": seats}, ann)[1]["table"]
    own.kill()
    own.start()
    assert wait_for_end(own, timed)["outcome"]["reason"] == "time"
    assert wait_for_end(own, bots)["outcome"]["scores"]


def wait_for_end(server: Server, table: str) -> dict[str, Any]:
    """The last news of a game that ends by itself."""
    path = f"/api/tables/{table}"
    wait_for(lambda: server.call(path)[1]["status"] == "over")
    latest: dict[str, Any] = server.call(path)[1]
    return latest


def test_an_interrupted_server_stops_cleanly(own: Server) -> None:
    token = own.guest()
    table = own.call("/api/tables", {"game": "quixo"}, token)[1]["table"]
    live = own.live(table, token)
    assert own.stop() == 0
    with pytest.raises(ConnectionClosed):
        live.drain()
    own.start()
    assert own.call(f"/api/tables/{table}")[0] == 200
