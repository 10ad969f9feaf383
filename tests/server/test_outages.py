"""Redis or PostgreSQL goes away and comes back, and of two server processes one dies: no game is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablier.cli import main
from tablier.server import refusals as no
from tablier.server.acts import Play
from tablier.server.bus import open_bus
from tablier.server.hall import Hall
from tests.server.houses import (
    ANN,
    BOB,
    CID,
    Ear,
    Server,
    a_hall,
    a_table,
    news,
    played,
    replayed_same,
    until,
)
from tests.server.services import PostgreSQL, Redis, running

pytestmark = pytest.mark.anyio


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    with running(Redis) as service:
        yield service


@pytest.fixture
async def apart(tmp_path: Path, own_redis: Redis) -> AsyncIterator[tuple[Hall, Hall]]:
    """The halls of two processes whose news can be cut off."""
    one, other = (a_hall(tmp_path, bus=open_bus(own_redis.url)) for _ in range(2))
    async with one as first, other as second:
        yield first, second


@pytest.fixture
def own_postgresql() -> Iterator[PostgreSQL]:
    with running(PostgreSQL) as service:
        yield service


async def test_without_news_everybody_plays_on_and_catches_up(
    apart: tuple[Hall, Hall], own_redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = apart
    table = await a_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    far = Ear(CID)
    same.join(far)
    own_redis.stop()
    await played(table, "a1e1", "a5a1")
    assert len(news(table).moves) == 2
    assert not news(same).moves
    # Whoever acts on what is past is told, and then knows.
    with pytest.raises(no.StalePly):
        await same.act(ANN, Play(move="b1e1", ply=0))
    await played(same, "b1b5")
    assert len(news(same).moves) == 3
    await until(lambda: "news of other processes do not arrive" in caplog.text)
    own_redis.start()
    await until(lambda: len(news(table).moves) == 3)
    await played(table, "c1c5")
    await until(lambda: far.heard[-1]["type"] == "news" and far.heard[-1]["move"] == "c1c5")
    await replayed_same(same, other)


async def test_whose_cards_changed_without_news_is_found_out(
    apart: tuple[Hall, Hall], own_redis: Redis
) -> None:
    one, other = apart
    table = await a_table(one, "quixo", ANN, BOB)
    there = await other.find(table.id)
    ann, bob = Ear(ANN), Ear(BOB)
    there.join(ann)
    there.join(bob)
    assert await other.accounts.admit(ANN) == ANN
    own_redis.stop()
    await one.accounts.sign_up(ANN, name="Ann", password="correct horse")
    await one.recall(ANN.id)
    own_redis.start()
    await until(lambda: ann.heard[-1]["type"] == "dismissed")
    assert all(message["type"] != "dismissed" for message in bob.heard)


async def test_without_the_store_nothing_is_played_and_nothing_is_lost(own_postgresql: PostgreSQL) -> None:
    async with a_hall(own_postgresql.create()) as hall:
        table = await a_table(hall, "quixo", ANN, BOB)
        await played(table, "a1e1")
        await asyncio.to_thread(own_postgresql.stop)
        with pytest.raises(no.NotStored):
            await played(table, "a5a1")
        assert len(news(table).moves) == 1
        await asyncio.to_thread(own_postgresql.start)
        await played(table, "a5a1", "b1b5")
        await replayed_same(table, hall)


def test_many_open_a_new_store_at_once(url: str) -> None:
    code = "import sys; from tablier.server.store import Store; print(Store(sys.argv[1]).secret().hex())"
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
def test_what_cannot_be_used_is_said(tmp_path: Path, setting: str, url: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path), setting, url])
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: This {setting.strip('-')} cannot be used: ")
