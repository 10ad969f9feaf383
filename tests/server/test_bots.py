"""Bots at tables: they think elsewhere, come through the same door, and hold nobody up."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
from pathlib import Path

import pytest

import tablier
from tablier.bots import bot
from tablier.server import acts
from tablier.server.jobs import Job, Thought, think
from tests.server.houses import ANN, BOB, BOT, ME, a_hall, a_table, first_legal, news, played, until

pytestmark = pytest.mark.anyio


class Slow:
    """A bot that thinks until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked = 0

    def __call__(self, job: Job) -> Thought:
        self.asked += 1
        assert self.go.wait(10)
        return first_legal(job)


async def test_a_bot_answers(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_table(hall, "quixo", ANN, seats=(BOT, ME))
        await until(lambda: news(table).turn == 1)
        assert len(news(table).moves) == 1


async def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_table(hall, "quixo", ANN, seats=(BOT, BOT), options={"size": 3})
        await until(lambda: news(table).status == "over")


async def test_a_thinking_bot_delays_nobody(tmp_path: Path) -> None:
    slow = Slow()
    async with a_hall(tmp_path, think=slow) as hall:
        waiting = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
        await played(waiting, "a1e1")
        await until(lambda: slow.asked)
        other = await a_table(hall, "quixo", ANN, BOB)
        async with asyncio.timeout(1):
            await played(other, "a1e1", "a5a1")
        slow.go.set()
        await until(lambda: len(news(waiting).moves) == 2)


async def test_an_answer_to_a_position_that_is_gone_is_dropped(tmp_path: Path) -> None:
    slow = Slow()
    async with a_hall(tmp_path, think=slow) as hall:
        table = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
        await played(table, "a1e1")
        await until(lambda: slow.asked)
        await table.act(ANN, acts.MakeOffer(matter="takeback"))
        slow.go.set()
        await until(lambda: not table.is_thinking)
        assert news(table).moves == ()
        await played(table, "b1e1")
        await until(lambda: len(news(table).moves) == 2)
        assert news(table).moves[0] == "b1e1"


async def test_a_seat_handed_back_is_not_played_by_the_bot(tmp_path: Path) -> None:
    slow = Slow()
    async with a_hall(tmp_path, think=slow) as hall:
        table = await a_table(hall, "quixo", ANN, BOB)
        await played(table, "a1e1")
        await table.act(BOB, acts.Leave())
        await until(lambda: slow.asked)
        await table.act(BOB, acts.Return(seat=1))
        slow.go.set()
        await until(lambda: not table.is_thinking)
        assert news(table).moves == ("a1e1",)


async def test_a_bot_that_breaks_down_is_not_asked_again_and_again(tmp_path: Path) -> None:
    asked = []

    def broken(job: Job) -> Thought:
        asked.append(job)
        raise RuntimeError("lost the thread")

    async with a_hall(tmp_path, think=broken) as hall:
        table = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
        await played(table, "a1e1")
        await until(lambda: asked and not table.is_thinking)
        await table.act(ANN, acts.MakeOffer(matter="takeback"))
        await played(table, "b1e1")
        await until(lambda: len(asked) == 2 and not table.is_thinking)


async def test_a_bot_goes_on_after_a_restart(tmp_path: Path) -> None:
    def lost(job: Job) -> Thought:
        raise RuntimeError("the power went")

    async with a_hall(tmp_path, think=lost) as hall:
        table = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
        await played(table, "a1e1")
    async with a_hall(tmp_path) as hall:
        await until(lambda: [len(news(table).moves) for table in hall.tables] == [2])  # nobody had to look


def test_a_job_travels_and_real_bots_do_it() -> None:
    job: Job = pickle.loads(pickle.dumps(Job("quixo", {"size": 5}, (), "level:1", 0.05)))
    thought = pickle.loads(pickle.dumps(think(job)))
    assert sum(thought.shares) == pytest.approx(1)
    assert thought.move >= 0


def test_where_many_think_each_takes_less_time() -> None:
    game = tablier.game("quixo", size=5)
    usual = bot("level:8").plan(game)
    assert usual is not None
    assert usual.limit.seconds is not None
    begun = time.monotonic()
    think(Job("quixo", {"size": 5}, (), "level:8", share=0.1))
    assert time.monotonic() - begun < usual.limit.seconds
