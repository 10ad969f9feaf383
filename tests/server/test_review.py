"""Reviews: worked out once for all, kept, bounded, and never in the way of a live table."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.bots import Branch, Opinion, review
from tablier.bots.review import REVIEWER
from tablier.match import Match
from tablier.server import hall as halls
from tablier.server.acts import Resign
from tablier.server.hall import Hall
from tablier.server.jobs import Job, Thought, Weigh, weigh
from tablier.server.refusals import TooEarly
from tablier.server.reviews import Reviews
from tablier.server.table import Table
from tests.server.houses import ANN, BOB, BOT, ME, Server, a_hall, a_table, first_legal, played, until

pytestmark = pytest.mark.anyio

MOVES = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")
"""Of a game on a small board that ends with a line, after one mistake that is certain: the fifth."""
SMALL = {"size": 3}


class Scale:
    """Weighs quickly, and counts; after so many waits to be let go."""

    def __init__(self, *, waits_after: int | None = None) -> None:
        self.go = threading.Event()
        self.waits_after = waits_after
        self.asked: list[tuple[int, ...]] = []
        self.now = self.most = 0
        self.lock = threading.Lock()

    def __call__(self, job: Job) -> Opinion:
        with self.lock:
            self.asked.append(job.moves)
            self.now += 1
            self.most = max(self.most, self.now)
            waits = self.waits_after is not None and len(self.asked) > self.waits_after
        if waits:
            assert self.go.wait(10)
        with self.lock:
            self.now -= 1
        match = Match(tablier.game(job.game, **job.options))
        for move in job.moves:
            match.push(move)
        if match.outcome:
            return Opinion(match.outcome.scores, None, (), True)
        best = match.legal_moves[0]
        return Opinion((0.6, 0.4), best, (best,), False)


@asynccontextmanager
async def a_place(folder: Path, scale: Weigh, **more: Any) -> AsyncIterator[tuple[Hall, Reviews]]:
    async with a_hall(folder, weigh=scale, **more) as hall:
        reviews = Reviews(hall)
        async with reviews.at_work():
            yield hall, reviews


async def finished(hall: Hall) -> Table:
    table = await a_table(hall, "quixo", ANN, BOB, options=SMALL)
    await played(table, *MOVES)
    return table


async def completed(reviews: Reviews, table: Table) -> None:
    for _ in range(500):
        if (await reviews.of(table))[1] != "working":
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it was not done")


async def test_the_whole_game_is_weighed_as_the_library_does_it(tmp_path: Path) -> None:
    async with a_place(tmp_path, weigh) as (hall, reviews):
        table = await finished(hall)
        await completed(reviews, table)
        found, state = await reviews.of(table)
        alone = review(table.situation.match)
        assert state == "done"
        assert (found.shares, found.moves) == (alone.shares, alone.moves)
        assert [move.ply for move in found.mistakes()] == [4]


async def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    async with a_place(tmp_path, Scale()) as (hall, reviews):
        table = await a_table(hall, "quixo", ANN, BOB)
        with pytest.raises(TooEarly):
            await reviews.of(table)
        with pytest.raises(TooEarly):
            await reviews.judge(table, 0, 0)


async def test_a_game_given_up_before_the_first_move(tmp_path: Path) -> None:
    async with a_place(tmp_path, Scale()) as (hall, reviews):
        table = await a_table(hall, "quixo", ANN, BOB)
        await table.act(ANN, Resign())
        await completed(reviews, table)
        found, _ = await reviews.of(table)
        assert (len(found.shares), found.moves) == (1, ())


async def test_all_who_ask_share_one_work(tmp_path: Path) -> None:
    scale = Scale()
    async with a_place(tmp_path, scale) as (hall, reviews):
        table = await finished(hall)
        await asyncio.gather(*(completed(reviews, table) for _ in range(4)))
        assert len(scale.asked) == len(set(scale.asked))
        before = len(scale.asked)
        await completed(reviews, table)
        assert len(scale.asked) == before


async def test_it_goes_on_after_a_restart_where_it_was(tmp_path: Path) -> None:
    scale = Scale(waits_after=4)
    async with a_place(tmp_path, scale) as (hall, reviews):
        table = await finished(hall)
        await reviews.of(table)
        await until(lambda: len(scale.asked) > 4)
        weighed = len(scale.asked) - 1
        scale.go.set()
        name = table.id
    again = Scale()
    async with a_place(tmp_path, again) as (hall, reviews):
        table = await hall.find(name)
        first, _ = await reviews.of(table)
        assert sum(first.knows(Branch(ply)) for ply in range(7))
        await completed(reviews, table)
        # What was on its way when the power went is the only thing that may be done twice.
        assert len(set(again.asked) & set(scale.asked[:weighed])) == 0


async def test_few_positions_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scale = Scale()
    monkeypatch.setattr(halls, "SPARE", 2)
    async with a_place(tmp_path, scale, threads=6) as (hall, reviews):
        tables = [await finished(hall) for _ in range(5)]
        await asyncio.gather(*(completed(reviews, table) for table in tables))
        assert 1 <= scale.most <= 2


async def test_a_bot_that_is_to_move_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "PROCESSORS", 1)
    scale = Scale()
    go = threading.Event()

    def slow(job: Job) -> Thought:
        assert go.wait(10)
        return first_legal(job)

    async with a_place(tmp_path, scale, think=slow, threads=3) as (hall, reviews):
        over = await finished(hall)
        live = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
        await played(live, "a1e1")
        await until(lambda: live.is_thinking)
        await reviews.of(over)
        await asyncio.sleep(0.1)
        assert scale.asked == []
        go.set()
        await completed(reviews, over)
        assert scale.asked


async def test_a_search_that_breaks_down_is_not_asked_again_and_again(tmp_path: Path) -> None:
    asked = []

    def broken(job: Job) -> Opinion:
        asked.append(job)
        raise RuntimeError("lost the thread")

    async with a_place(tmp_path, broken) as (hall, reviews):
        table = await finished(hall)
        await completed(reviews, table)
        assert (await reviews.of(table))[1] == "broken"
        assert len(asked) == 1


async def test_a_move_is_tried_before_the_rest_is_known(tmp_path: Path) -> None:
    scale = Scale()
    async with a_place(tmp_path, scale) as (hall, reviews):
        table = await finished(hall)
        match = table.situation.match
        other = match.states[2].legal_moves[-1]
        tried, made = await reviews.judge(table, 2, other, match.moves[2])
        assert (tried.move, made.move) == (other, match.moves[2])
        count = len(scale.asked)
        assert await reviews.judge(table, 2, other, match.moves[2]) == (tried, made)
        assert len(scale.asked) == count  # kept


def test_over_http(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        ann = server.guest("Ann")
        _, opened = server.call(
            "/api/tables", {"game": "quixo", "options": SMALL, "seats": [{"who": "me"}, {"who": "me"}]}, ann
        )
        table = f"/api/tables/{opened['table']}"
        status, early = server.call(f"{table}/review")
        assert (status, early["code"]) == (409, "too_early")
        for ply, move in enumerate(MOVES):
            server.call(f"{table}/acts", {"act": "play", "move": move, "ply": ply}, ann)
        bob = server.guest("Bob")
        news = whole(server, table, bob)
        assert [move["move"] for move in news["moves"]] == list(MOVES)
        assert [move["ply"] for move in news["moves"] if move["mistake"]] == [4]
        assert news["moves"][4]["lost"] == 1
        assert news["moves"][4]["path"] == ["c1", "a1"]
        server.kill()
        server.start()
        assert server.call(f"{table}/review")[1] == news  # at once, to anybody, after a restart
        part = server.call(f"{table}/review?since=3")[1]
        assert part["shares"] == news["shares"][3:]
        assert part["moves"] == news["moves"][2:]
        tried = server.call(f"{table}/review/try?at=4&move=c1a1", card=bob)[1]
        assert (tried["tried"]["lost"], tried["made"]["lost"]) == (0, 1)
        assert tried["scene"]["pieces"]
        scene = server.call(f"{table}/review/scene?at=4", card=bob)[1]["scene"]
        assert scene["tree"]["c1"]["a1"] == "c1a1"
        for query, code in (
            ("try?at=4&move=c9", "bad_move"),
            ("try?at=4&move=a1c1", "illegal_move"),
            ("try?at=6&move=c1a1", "finished"),
            ("try?at=7&move=c1a1", "no_such_ply"),
            ("scene?at=-1", "no_such_ply"),
            ("scene?at=0&viewpoint=7", "no_such_seat"),
        ):
            status, problem = server.call(f"{table}/review/{query}", card=bob)
            assert (problem["code"], status >= 400) == (code, True)
            assert problem["says"].endswith(".")
    finally:
        server.stop()


def whole(server: Server, table: str, card: str) -> Any:
    for _ in range(400):
        _, news = server.call(f"{table}/review", card=card)
        if news["state"] == "done":
            return news
        time.sleep(0.1)
    raise AssertionError("it was not done")


def test_the_job_travels_and_comes_back_the_same() -> None:
    job: Job = pickle.loads(pickle.dumps(Job("quixo", {"size": 3}, (), REVIEWER)))
    assert pickle.loads(pickle.dumps(weigh(job))) == weigh(job)
