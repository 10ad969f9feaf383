"""Several processes: who is connected to one that dies becomes absent, and one process asks each bot."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tablier.server.live import registry as registry_module
from tablier.server.live.attendance import AWAY_SECONDS
from tablier.server.live.bus import open_bus
from tablier.server.live.leases import MISSED_BEATS, Leases
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import Table
from tablier.server.live.thinking import BotMove, JobRunner, SearchJob
from tablier.server.store.leases import release_all
from tablier.server.store.log import Store
from tablier.server.tables.commands import StandIn
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    ME,
    FakeListener,
    ManualClock,
    first_legal,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_until,
)
from tests.server.services import Redis

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "PULSE_SECONDS", 0.05)


def has_moves(table: Table, plies: int) -> bool:
    return len(table.state.match.moves) == plies


async def meet(registry: TableRegistry, table: Table, same: Table) -> None:
    """Wait until Bob is seen from the other process. Redis may take a moment to subscribe: say it again."""
    while BOB.id not in same.attendance.present:
        registry.announce(table)
        await asyncio.sleep(0.1)


async def kill(registry: TableRegistry) -> None:
    """End a registry's tasks at once, as a kill would: nothing is announced or given back."""
    await registry._bus.stop_listening()
    for table in registry.tables:
        table.close()
    for task in list(registry._tasks):
        task.cancel()


async def test_who_was_at_a_process_that_died_becomes_absent(url: str, redis: Redis) -> None:
    clock = ManualClock()
    one = open_registry(url, bus=open_bus(redis.url), clock=clock)
    other = open_registry(url, bus=open_bus(redis.url), clock=clock)
    async with one as first, other as second:
        table = await open_table(first, "quixo", ANN, BOB)
        same = await second.find(table.id)
        table.join(FakeListener(BOB))
        ann = FakeListener(ANN)
        same.join(ann)
        await meet(first, table, same)
        clock.now += 2 * AWAY_SECONDS
        await kill(first)
        await wait_until(lambda: BOB.id not in same.attendance.present)
        assert BOB.id in same.attendance.recently_present, "absence is counted from the death on"
        clock.now += 2 * AWAY_SECONDS
        await same.submit(ANN, StandIn(seat=1))
        assert news(same).seats[1].bot


async def test_a_process_that_was_given_up_is_taken_in_again(url: str, redis: Redis) -> None:
    one, other = (open_registry(url, bus=open_bus(redis.url)) for _ in range(2))
    async with one as first, other as second:
        table = await open_table(first, "quixo", ANN, BOB)
        same = await second.find(table.id)
        table.join(FakeListener(BOB))
        await meet(first, table, same)
        await release_all(second.store, first._name)
        same.attendance.update(first._name, frozenset())
        assert BOB.id not in same.attendance.present
        await wait_until(lambda: BOB.id in same.attendance.present)


async def test_one_process_asks_the_bot_and_another_when_it_dies(url: str, redis: Redis) -> None:
    asked: list[str] = []

    def ask(name: str) -> JobRunner:
        def think(job: SearchJob, player: object = None) -> BotMove:
            asked.append(name)
            return first_legal(job)

        return think

    one = open_registry(url, bus=open_bus(redis.url), think=ask("one"))
    other = open_registry(url, bus=open_bus(redis.url), think=ask("other"))
    async with one as first, other as second:
        table = await open_table(first, "quixo", ANN, seats=(BOT, ME))
        await wait_until(lambda: len(table.state.match.moves) == 1)
        same = await second.find(table.id)
        await wait_until(lambda: len(same.state.match.moves) == 1)
        for plies in (3, 5, 7):  # played at the other process, answered by the first
            move = same.state.match.game.texts[same.state.match.legal_moves[-1]]
            await play_moves(same, move)
            await wait_until(partial(has_moves, same, plies))
        assert asked == ["one"] * 4
        await kill(first)
        move = same.state.match.game.texts[same.state.match.legal_moves[-1]]
        await play_moves(same, move)
        await wait_until(lambda: len(same.state.match.moves) == 9)
        assert asked == ["one"] * 4 + ["other"]


async def test_a_lease_is_held_by_one_and_passes_on(store: Store) -> None:
    one, other = (Leases(store, name, is_alone=False) for name in ("one", "other"))
    await one.beat()
    await other.beat()
    taken = await asyncio.gather(*(each.claim("table") for each in (one, other) for _ in range(4)))
    assert sorted({tuple(taken[:4]), tuple(taken[4:])}) == [(False,) * 4, (True,) * 4]
    winner, loser = (one, other) if taken[0] else (other, one)
    for _ in range(2 * MISSED_BEATS):
        await winner.beat()
        await loser.beat()
    assert not await loser.claim("table"), "its holder lives"
    for _ in range(MISSED_BEATS + 1):
        await loser.beat()
    assert not loser.processes
    assert await loser.claim("table")
    assert not await winner.beat(), "it learns that it was given up"
    assert not await winner.claim("table")
    await loser.release("table")
    assert await winner.claim("table")


async def test_a_lone_process_writes_no_lease(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(BOT, ME))
        await wait_until(lambda: len(table.state.match.moves) == 1)
        other = Leases(registry.store, "other", is_alone=False)
        await other.beat()
        assert not other.processes
        assert await other.claim(table.id)
