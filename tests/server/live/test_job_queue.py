"""The queue of searches: few at once, everybody in turn, the strength of rated bots kept, all cancellable."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tablier.bots.reviewing import Opinion
from tablier.level import Limit
from tablier.server.live import job_queue
from tablier.server.live.ceiling import Ceiling
from tablier.server.live.job_queue import JobQueue, Owner, Search, SearchCancelled
from tablier.server.live.reviews import Reviews
from tablier.server.live.thinking import BotMove, SearchJob, run_job, run_review_job
from tablier.server.tables import commands
from tablier.server.tables.create import NewSeat
from tablier.server.tables.errors import NoSuchTable, StalePly
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    ME,
    FakeListener,
    first_legal,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_until,
)

pytestmark = pytest.mark.anyio

JOB = SearchJob("quixo", {}, (), "level:8")
LONG = Ceiling(seconds=600.0, nodes=2**60)
ORACLE = NewSeat("bot", bot="level:8")


@dataclass
class Gate:
    """Searches that wait until they are let through, and write down their order."""

    go: threading.Event = field(default_factory=threading.Event)
    begun: list[SearchJob] = field(default_factory=list)

    def __call__(self, job: SearchJob, *_: object) -> BotMove:
        self.begun.append(job)
        assert self.go.wait(20)
        return first_legal(job)


@asynccontextmanager
async def open_queue(slots: int = 1) -> AsyncIterator[JobQueue]:
    with ThreadPoolExecutor(slots) as pool:
        queue = JobQueue(pool, slots=lambda: slots)
        try:
            yield queue
        finally:
            queue.close()


async def finish(gate: Gate, *searches: Search[Any]) -> None:
    gate.go.set()
    await asyncio.wait_for(asyncio.gather(*(search.answer for search in searches)), 30)


def mark(number: int) -> SearchJob:
    """A job that can be told from others: by its seconds."""
    return replace(JOB, seconds=float(number))


async def test_addresses_take_turns_and_their_persons_too() -> None:
    gate = Gate()
    owners = [
        *[Owner("a", "192.0.2.1")] * 3, Owner("b", "192.0.2.1"), *[Owner("c", "192.0.2.2")] * 2, Owner("d"),
    ]  # fmt: skip
    async with open_queue() as queue:
        first = queue.submit(gate, mark(99), owner=Owner("z", "192.0.2.9"))
        waiting = [queue.submit(gate, mark(number), owner=owner) for number, owner in enumerate(owners)]
        await finish(gate, first, *waiting)
    order = [owners[int(job.seconds or 0)].person for job in gate.begun[1:]]
    assert order == ["a", "c", "d", "b", "c", "a", "a"]


async def test_who_waits_is_told_how_many_come_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "PLACE_SECONDS", 0.01)
    gate, told = Gate(), []
    async with open_queue() as queue:
        searches = [queue.submit(gate, JOB, owner=Owner(f"{number}")) for number in range(3)]
        last = queue.submit(gate, JOB, owner=Owner("last"), on_change=lambda: told.append(last.ahead))
        await wait_until(lambda: told == [3])
        searches[1].cancel()
        await wait_until(lambda: told == [3, 2])
        gate.go.set()
        await last
    assert told[-1] == 0


async def test_rated_bots_keep_their_time_and_casual_ones_think_less() -> None:
    gate = Gate()
    async with open_queue(slots=2) as queue:
        jobs = [replace(JOB, is_rated=number % 2 == 0) for number in range(20)]
        searches = [queue.submit(gate, job, owner=Owner(f"{n}")) for n, job in enumerate(jobs)]
        await finish(gate, *searches)
    assert {job.share for job in gate.begun if job.is_rated} == {1.0}
    casual = [job.share for job in gate.begun if not job.is_rated]
    assert casual[0] == 1.0, "the first one had not to share"
    assert job_queue.MIN_SHARE <= min(casual) < 0.5
    assert casual[-1] == 1.0, "the queue is short again"
    reduced = [search for search in searches if search.is_reduced]
    assert reduced
    assert not any(search.job.is_rated for search in reduced)


async def test_a_bot_that_counts_nodes_is_not_reduced() -> None:
    gate = Gate()
    async with open_queue() as queue:
        job = replace(JOB, bot="level:3")
        searches = [queue.submit(gate, job, owner=Owner(f"{n}")) for n in range(20)]
        await finish(gate, *searches)
        assert not any(search.is_reduced for search in searches)


async def test_a_search_that_waits_and_is_cancelled_is_never_begun() -> None:
    gate = Gate()
    async with open_queue() as queue:
        first = queue.submit(gate, JOB, owner=Owner())
        second, third = (queue.submit(gate, mark(n), owner=Owner()) for n in (2, 3))
        second.cancel()
        with pytest.raises(SearchCancelled):
            await second
        assert len(queue) == 2
        await finish(gate, first, third)
    assert [job.seconds for job in gate.begun] == [None, 3.0]


async def test_who_is_cancelled_cancels_the_search() -> None:
    async with open_queue() as queue:
        search = queue.submit(run_job, replace(JOB, seconds=600.0, ceiling=LONG), owner=Owner())

        async def wait() -> None:
            await search

        task = asyncio.create_task(wait())
        await asyncio.sleep(0)  # it awaits the search now
        await wait_until(lambda: search.future and search.future.running())
        task.cancel()
        await wait_until(lambda: len(queue) == 0)
        assert search.answer.cancelled()


async def test_an_error_of_a_search_is_its_owners() -> None:
    def fail(job: SearchJob) -> BotMove:
        raise ZeroDivisionError

    async with open_queue() as queue:
        with pytest.raises(ZeroDivisionError):
            await queue.submit(fail, JOB, owner=Owner())
        gate = Gate()
        await finish(gate, queue.submit(gate, JOB, owner=Owner()))


class LongSearch:
    """A real search of a level that would last ten minutes, unless it is stopped."""

    def __init__(self) -> None:
        self.running = 0
        self.jobs: list[SearchJob] = []

    def __call__(self, job: SearchJob, player: Any = None) -> BotMove:
        self.running += 1
        self.jobs.append(job)
        try:
            return run_job(replace(job, bot="level:8", seconds=600.0), player)
        finally:
            self.running -= 1


async def resign(table: Any) -> None:
    await table.submit(ANN, commands.Resign())


async def take_back(table: Any) -> None:
    await table.submit(ANN, commands.MakeOffer(matter="takeback"))


async def pause(table: Any) -> None:
    await table.submit(ANN, commands.MakeOffer(matter="pause"))


async def discard(table: Any) -> None:
    await table.discard(ANN)


@pytest.mark.parametrize("game", ["quixo", "olix"])  # alpha-beta, MCTS
@pytest.mark.parametrize("move_on", [resign, take_back, pause, discard])
async def test_a_table_that_moves_on_ends_the_search_of_its_bot(
    tmp_path: Path, game: str, move_on: Any
) -> None:
    long = LongSearch()
    async with open_registry(tmp_path, think=long, ceiling=LONG) as registry:
        table = await open_table(registry, game, ANN, seats=(ME, ORACLE))
        texts = table.state.match.game.texts
        await play_moves(table, texts[table.state.match.legal_moves[0]])
        await wait_until(lambda: long.running)
        await move_on(table)
        await wait_until(lambda: registry.thinking == 0 and not long.running)
        assert not table.is_thinking
        assert len(table.state.match.moves) < 2, "its move came too late"


async def test_a_removed_table_ends_all_its_searches(tmp_path: Path) -> None:
    long = LongSearch()
    async with open_registry(tmp_path, think=long, ceiling=LONG, threads=3) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ORACLE, ME), allow=("hint",))
        await wait_until(lambda: long.running)
        hint = asyncio.create_task(table.advise(ANN, "hint", None))
        await wait_until(lambda: long.running == 2)
        await registry.remove(table.id)
        with pytest.raises(StalePly):
            await hint
        await wait_until(lambda: registry.thinking == 0 and not long.running)


async def test_the_slot_of_a_cancelled_search_is_free_for_the_next(tmp_path: Path) -> None:
    long = LongSearch()

    def think(job: SearchJob, player: Any = None) -> BotMove:
        return long(job, player) if job.bot == "level:8" else first_legal(job)

    async with open_registry(tmp_path, think=think, ceiling=LONG) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ORACLE, ME))
        await wait_until(lambda: long.running)
        other = await open_table(registry, "quixo", BOB, seats=(BOT, ME))
        await table.submit(ANN, commands.Resign())
        await wait_until(lambda: len(other.state.match.moves) == 1)


async def test_a_hint_ends_when_the_game_moves_on(tmp_path: Path) -> None:
    long = LongSearch()
    async with open_registry(tmp_path, think=long, ceiling=LONG) as registry:
        table = await open_table(registry, "quixo", ANN, BOB, allow=("hint",))
        hint = asyncio.create_task(table.advise(ANN, "hint", None))
        await wait_until(lambda: long.running)
        await play_moves(table, "a1e1")
        with pytest.raises(StalePly):
            await hint
        await wait_until(lambda: not long.running)


async def test_a_review_ends_with_its_table(tmp_path: Path) -> None:
    long = LongSearch()

    def search(job: SearchJob) -> Opinion:
        found = long(job)
        return Opinion(found.shares, found.move, (found.move,), False)

    async with open_registry(tmp_path, review=search, ceiling=LONG) as registry:
        reviews = Reviews(registry)
        async with reviews.at_work():
            table = await open_table(registry, "quixo", ANN, BOB)
            await play_moves(table, "a1e1")
            await table.submit(ANN, commands.Resign())
            _, state = await reviews.of(table)
            assert state == "working"
            tried = asyncio.create_task(reviews.judge(table, 0, table.state.match.moves[0]))
            await wait_until(lambda: long.running)
            await registry.remove(table.id)
            with pytest.raises(NoSuchTable):
                await tried
            await wait_until(lambda: registry.thinking == 0 and not long.running)


async def test_a_review_has_a_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limit] = []
    monkeypatch.setattr(
        "tablier.server.live.thinking.opinion", lambda match, *, limit, **_: limits.append(limit)
    )
    job = replace(JOB, bot="level:7")
    run_review_job(job)
    run_review_job(replace(job, ceiling=Ceiling(seconds=0.5, nodes=10)))
    assert limits[0].nodes is not None
    assert 10 < limits[0].nodes < Ceiling().nodes, "its own limit"
    assert limits[1] == Limit(seconds=0.5, nodes=10)


async def test_the_table_says_how_many_come_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "PLACE_SECONDS", 0.01)
    gate = Gate()
    async with open_registry(tmp_path, think=gate) as registry:
        others = [await open_table(registry, "quixo", BOB, seats=(ORACLE, ME)) for _ in range(3)]
        table = await open_table(registry, "quixo", ANN, seats=(ORACLE, ME))
        listener = FakeListener(ANN)
        table.join(listener)
        said = partial(lambda: listener.messages[-1])
        await wait_until(lambda: said()["type"] == "thinking")
        assert said()["ahead"] == 2, "it is Ann's turn before Bob's third game"
        assert said()["headline"] == ["Oracle is in the queue, 2 ahead"]
        assert (news(table).ahead, news(table).headline) == (2, ("Oracle is in the queue, 2 ahead",))
        gate.go.set()
        await wait_until(lambda: news(table).ply == 1)
        assert news(table).ahead == 0
        assert all(other.state for other in others)


async def test_the_table_says_that_its_bot_thinks_less(tmp_path: Path) -> None:
    gate = Gate()
    less = "The computer thinks less: many games are running"
    async with open_registry(tmp_path, think=gate) as registry:
        crowd = [registry.search(JOB, Owner(f"{number}")) for number in range(10)]
        table = await open_table(registry, "quixo", ANN, seats=(ORACLE, ME))
        more = [registry.search(JOB, Owner(f"{number}")) for number in range(10, 30)]
        listener = FakeListener(ANN)
        table.join(listener)
        gate.go.set()
        await wait_until(lambda: news(table).ply == 1)
        assert less in news(table).headline
        assert any(message["type"] == "thinking" and message["reduced"] for message in listener.messages)
        await asyncio.gather(*(search.answer for search in (*crowd, *more)))
        await play_moves(table, table.state.match.game.texts[table.state.match.legal_moves[0]])
        await wait_until(lambda: news(table).ply == 3)
        assert not news(table).reduced, "there is time again"
        assert less not in news(table).headline
