"""Redis or PostgreSQL stops and starts again, one of two server processes is killed: no game is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from tablier.cli import main
from tablier.server.live.bus import open_bus
from tablier.server.live.registry import TableRegistry
from tablier.server.tables import errors
from tablier.server.tables.commands import Play
from tests.server.harness import (
    ANN,
    BOB,
    CID,
    FakeListener,
    Server,
    assert_replay_equal,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_for,
    wait_until,
)
from tests.server.services import PostgreSQL, Redis, running

pytestmark = pytest.mark.anyio


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    with running(Redis) as service:
        yield service


@pytest.fixture
async def apart(tmp_path: Path, own_redis: Redis) -> AsyncIterator[tuple[TableRegistry, TableRegistry]]:
    """The registries of two processes, with a Redis of their own that can be stopped."""
    one, other = (open_registry(tmp_path, bus=open_bus(own_redis.url)) for _ in range(2))
    async with one as first, other as second:
        yield first, second


@pytest.fixture
def own_postgresql() -> Iterator[PostgreSQL]:
    with running(PostgreSQL) as service:
        yield service


async def test_play_continues_without_redis_and_catches_up(
    apart: tuple[TableRegistry, TableRegistry], own_redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = apart
    table = await open_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    remote = FakeListener(CID)
    same.join(remote)
    own_redis.stop()
    await play_moves(table, "a1e1", "a5a1")
    assert len(news(table).moves) == 2
    assert not news(same).moves
    # A command on a stale state is refused, and the table catches up.
    with pytest.raises(errors.StalePly):
        await same.submit(ANN, Play(move="b1e1", ply=0))
    await play_moves(same, "b1b5")
    assert len(news(same).moves) == 3
    await wait_until(lambda: "news of other processes do not arrive" in caplog.text)
    own_redis.start()
    await wait_until(lambda: len(news(table).moves) == 3)
    await play_moves(table, "c1c5")
    await wait_until(lambda: remote.messages[-1]["type"] == "news" and remote.messages[-1]["move"] == "c1c5")
    await assert_replay_equal(same, other)


@pytest.mark.parametrize("fault", ["stop", "pause"])
async def test_processes_read_the_store_while_redis_is_away(
    apart: tuple[TableRegistry, TableRegistry],
    own_redis: Redis,
    fault: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, other = apart
    table = await open_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    remote = FakeListener(CID)
    same.join(remote)
    assert not one.bus_is_down
    getattr(own_redis, fault)()
    await play_moves(table, "a1e1", "a5a1")
    await wait_until(lambda: remote.messages[-1].get("moves") == ["a1e1", "a5a1"])
    await wait_until(lambda: one.bus_is_down and other.bus_is_down)
    await play_moves(same, "b1b5")
    await wait_until(lambda: len(news(table).moves) == 3)
    getattr(own_redis, {"stop": "start", "pause": "resume"}[fault])()
    await wait_until(lambda: not one.bus_is_down and not other.bus_is_down)
    told = [each for each in caplog.records if each.name == "tablier.server.live.bus"]
    assert len(told) == 4, "each process says once that the bus is away, and once that it is back"


async def test_a_revocation_missed_while_redis_was_down_is_noticed(
    apart: tuple[TableRegistry, TableRegistry], own_redis: Redis
) -> None:
    one, other = apart
    table = await open_table(one, "quixo", ANN, BOB)
    there = await other.find(table.id)
    ann, bob = FakeListener(ANN), FakeListener(BOB)
    there.join(ann)
    there.join(bob)
    assert await other.accounts.authenticate(ANN) == ANN
    own_redis.stop()
    await one.accounts.sign_up(ANN, name="Ann", password="correct horse")
    await one.drop_connections(ANN.id)
    own_redis.start()
    await wait_until(lambda: ann.messages[-1]["type"] == "disconnected")
    assert all(message["type"] != "disconnected" for message in bob.messages)


async def test_moves_are_refused_without_the_store_and_none_is_lost(own_postgresql: PostgreSQL) -> None:
    async with open_registry(own_postgresql.create()) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await play_moves(table, "a1e1")
        await asyncio.to_thread(own_postgresql.stop)
        with pytest.raises(errors.NotStored):
            await play_moves(table, "a5a1")
        assert len(news(table).moves) == 1
        await asyncio.to_thread(own_postgresql.start)
        await play_moves(table, "a5a1", "b1b5")
        await assert_replay_equal(table, registry)


@pytest.mark.parametrize("fault", ["stop", "pause"])
def test_everybody_is_told_that_postgresql_is_away(
    tmp_path: Path, own_postgresql: PostgreSQL, fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    server = Server(tmp_path, store=own_postgresql.create())
    try:
        ann, bob, late = (server.guest(name) for name in ("Ann", "Bob", "Cid"))
        table = server.call("/api/tables", {"game": "quixo"}, ann)[1]["table"]
        server.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, bob)
        server.call("/api/tables", {"game": "quixo", "seats": [{"who": "bot"}, {"who": "bot"}]}, ann)
        live = server.live(table, ann)
        live.at(0)
        getattr(own_postgresql, fault)()
        try:
            move = {"act": "play", "move": "a1e1", "ply": 0}
            assert server.call(f"/api/tables/{table}/acts", move, ann)[0] == 503
            for path in ("/", "/lobby", "/api/tables", "/ratings", "/me", "/ratings/quixo"):
                status = server.call(path, token=late, headers={"accept": "application/json"}, parse=False)[0]
                assert status == 503, path
            assert server.call("/rules/quixo", parse=False)[0] == 200, "what needs no store goes on"
            assert live.problem()["code"] in ("store_away", "not_stored")
            live.send(move)
            assert live.problem()["code"] in ("store_away", "not_stored")
            with pytest.raises(ConnectionClosed) as refused:
                server.live("never-loaded", late).drain()
            assert refused.value.rcvd is not None
            assert refused.value.rcvd.code == 4503
        finally:
            getattr(own_postgresql, {"stop": "start", "pause": "resume"}[fault])()
        wait_for(lambda: server.call(f"/api/tables/{table}", token=ann)[0] == 200)
        wait_for(lambda: server.call(f"/api/tables/{table}/acts", move, ann)[0] in (200, 201, 409))
        assert live.at(1)["moves"] == ["a1e1"]
        live.close()
    finally:
        assert server.stop() == 0
    logged = capfd.readouterr().err
    assert "the store answers again" in logged
    assert "Traceback" not in logged
    assert len(logged.splitlines()) < 20


def test_many_processes_open_a_new_store_at_once(url: str) -> None:
    code = "import sys; from tablier.server.store.log import Store; print(Store(sys.argv[1]).secret().hex())"
    words = [sys.executable, "-c", code, url]
    opening = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({each.communicate()[0] for each in opening}) == 1
    assert [each.returncode for each in opening] == [0] * 4


def test_a_game_over_two_processes_outlives_one(tmp_path: Path, postgresql: PostgreSQL, redis: Redis) -> None:
    settings = {"store": postgresql.create(), "bus": redis.url}
    one, other = Server(tmp_path, **settings), Server(tmp_path, **settings)
    ann, bob = one.guest("Ann"), other.guest("Bob")
    table = one.call("/api/tables", {"game": "quixo"}, ann)[1]["table"]
    other.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, bob)
    here, there = one.live(table, ann), other.live(table, bob)
    here.send({"act": "play", "move": "a1e1", "ply": 0})
    there.at(1)
    there.send({"act": "play", "move": "a5a1", "ply": 1})
    assert here.at(2)["moves"] == ["a1e1", "a5a1"]
    one.kill()
    again = other.live(table, ann)
    again.send({"act": "play", "move": "b1b5", "ply": 2})
    assert there.at(3)["moves"] == ["a1e1", "a5a1", "b1b5"]
    again.close()
    there.close()
    assert other.stop() == 0


@pytest.mark.parametrize("setting", ["--store", "--bus"])
@pytest.mark.parametrize("url", ["nonsense", "redis://127.0.0.1:9", "postgresql+psycopg://127.0.0.1:9/x"])
def test_an_unusable_store_or_bus_is_reported(tmp_path: Path, setting: str, url: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path), setting, url])
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: This {setting.strip('-')} cannot be used: ")
