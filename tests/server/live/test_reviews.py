"""Reviews: computed once, stored, bounded, and with lower priority than live tables."""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.bots import Branch, Opinion, review
from tablier.bots.reviewing import REVIEWER
from tablier.match import Match
from tablier.server.live.registry import TableRegistry
from tablier.server.live.reviews import Reviews
from tablier.server.live.table import Table
from tablier.server.live.thinking import BotMove, ReviewRunner, SearchJob, run_review_job
from tablier.server.tables.commands import Resign
from tablier.server.tables.errors import TooEarly
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    ME,
    Server,
    first_legal,
    open_registry,
    open_table,
    play_moves,
    wait_for,
    wait_until,
)

pytestmark = pytest.mark.anyio

MOVES = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")
"""A game on a small board that ends with a line, after one proven mistake: the fifth move."""
SMALL = {"size": 3}


class CountingSearch:
    """A fast search that counts its calls; after `waits_after` of them it waits for `go`."""

    def __init__(self, *, waits_after: int | None = None) -> None:
        self.go = threading.Event()
        self.waits_after = waits_after
        self.asked: list[tuple[int, ...]] = []
        self.now = self.most = 0
        self.lock = threading.Lock()

    def __call__(self, job: SearchJob) -> Opinion:
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
async def open_reviews(
    folder: Path, search: ReviewRunner, **more: Any
) -> AsyncIterator[tuple[TableRegistry, Reviews]]:
    async with open_registry(folder, review=search, **more) as registry:
        reviews = Reviews(registry)
        async with reviews.at_work():
            yield registry, reviews


async def finish_game(registry: TableRegistry) -> Table:
    table = await open_table(registry, "quixo", ANN, BOB, options=SMALL)
    await play_moves(table, *MOVES)
    return table


async def wait_for_review(reviews: Reviews, table: Table) -> None:
    """Ask for a review until it is no longer being worked on."""
    for _ in range(500):
        if (await reviews.of(table))[1] != "working":
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the review was not finished")


async def test_a_review_equals_that_of_the_library(tmp_path: Path) -> None:
    async with open_reviews(tmp_path, run_review_job) as (registry, reviews):
        table = await finish_game(registry)
        await wait_for_review(reviews, table)
        found, state = await reviews.of(table)
        alone = review(table.state.match)
        assert state == "done"
        assert (found.shares, found.moves) == (alone.shares, alone.moves)
        assert [move.ply for move in found.mistakes()] == [4]


async def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    async with open_reviews(tmp_path, CountingSearch()) as (registry, reviews):
        table = await open_table(registry, "quixo", ANN, BOB)
        with pytest.raises(TooEarly):
            await reviews.of(table)
        with pytest.raises(TooEarly):
            await reviews.judge(table, 0, 0)


async def test_a_review_of_a_game_without_moves(tmp_path: Path) -> None:
    async with open_reviews(tmp_path, CountingSearch()) as (registry, reviews):
        table = await open_table(registry, "quixo", ANN, BOB)
        await table.submit(ANN, Resign())
        await wait_for_review(reviews, table)
        found, _ = await reviews.of(table)
        assert (len(found.shares), found.moves) == (1, ())


async def test_concurrent_requests_share_one_review(tmp_path: Path) -> None:
    search = CountingSearch()
    async with open_reviews(tmp_path, search) as (registry, reviews):
        table = await finish_game(registry)
        await asyncio.gather(*(wait_for_review(reviews, table) for _ in range(4)))
        assert len(search.asked) == len(set(search.asked))
        before = len(search.asked)
        await wait_for_review(reviews, table)
        assert len(search.asked) == before


async def test_a_review_continues_after_a_restart(tmp_path: Path) -> None:
    search = CountingSearch(waits_after=4)
    async with open_reviews(tmp_path, search) as (registry, reviews):
        table = await finish_game(registry)
        await reviews.of(table)
        await wait_until(lambda: len(search.asked) > 4)
        weighed = len(search.asked) - 1
        search.go.set()
        name = table.id
    again = CountingSearch()
    async with open_reviews(tmp_path, again) as (registry, reviews):
        table = await registry.find(name)
        first, _ = await reviews.of(table)
        assert sum(first.has(Branch(ply)) for ply in range(7))
        await wait_for_review(reviews, table)
        # Only searches that were running at the stop may be done twice.
        assert len(set(again.asked) & set(search.asked[:weighed])) == 0


async def test_reviews_leave_a_thread_free(tmp_path: Path) -> None:
    search = CountingSearch()
    async with open_reviews(tmp_path, search, threads=3) as (registry, reviews):
        tables = [await finish_game(registry) for _ in range(5)]
        await asyncio.gather(*(wait_for_review(reviews, table) for table in tables))
        assert 1 <= search.most <= 2


async def test_bots_at_live_tables_have_priority_over_reviews(tmp_path: Path) -> None:
    count = CountingSearch()
    go = threading.Event()
    order: list[str] = []

    def think(job: SearchJob, player: object = None) -> BotMove:
        assert go.wait(10)
        order.append("bot")
        return first_legal(job)

    def search(job: SearchJob) -> Opinion:
        order.append("review")
        return count(job)

    async with open_reviews(tmp_path, search, think=think) as (registry, reviews):
        over = await finish_game(registry)
        live = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        await play_moves(live, "a1e1")
        await wait_until(lambda: live.is_thinking)
        await reviews.of(over)
        await wait_until(lambda: registry.thinking == 2)
        assert order == []
        go.set()
        await wait_for_review(reviews, over)
        assert (order[0], "review" in order) == ("bot", True)


async def test_a_search_that_raises_is_not_asked_again(tmp_path: Path) -> None:
    asked = []

    def broken(job: SearchJob) -> Opinion:
        asked.append(job)
        raise RuntimeError("the search failed")

    async with open_reviews(tmp_path, broken) as (registry, reviews):
        table = await finish_game(registry)
        await wait_for_review(reviews, table)
        assert (await reviews.of(table))[1] == "broken"
        assert len(asked) == 1


async def test_a_move_is_tried_before_the_rest_is_known(tmp_path: Path) -> None:
    search = CountingSearch()
    async with open_reviews(tmp_path, search) as (registry, reviews):
        table = await finish_game(registry)
        match = table.state.match
        other = match.states[2].legal_moves[-1]
        tried, made = await reviews.judge(table, 2, other, match.moves[2])
        assert (tried.move, made.move) == (other, match.moves[2])
        count = len(search.asked)
        assert await reviews.judge(table, 2, other, match.moves[2]) == (tried, made)
        assert len(search.asked) == count  # kept


def test_a_review_over_http(tmp_path: Path) -> None:
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
        news = poll_review(server, table, bob)
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
        tried = server.call(f"{table}/review/try?at=4&move=c1a1", token=bob)[1]
        assert (tried["tried"]["lost"], tried["made"]["lost"]) == (0, 1)
        assert tried["scene"]["pieces"]
        scene = server.call(f"{table}/review/scene?at=4", token=bob)[1]["scene"]
        assert scene["tree"]["c1"]["a1"] == "c1a1"
        for query, code in (
            ("try?at=4&move=c9", "bad_move"),
            ("try?at=4&move=a1c1", "illegal_move"),
            ("try?at=6&move=c1a1", "finished"),
            ("try?at=7&move=c1a1", "no_such_ply"),
            ("scene?at=-1", "no_such_ply"),
            ("scene?at=0&viewpoint=7", "no_such_seat"),
        ):
            status, problem = server.call(f"{table}/review/{query}", token=bob)
            assert (problem["code"], status >= 400) == (code, True)
            assert problem["says"].endswith(".")
    finally:
        server.stop()


def poll_review(server: Server, table: str, token: str) -> Any:
    """The finished review."""
    wait_for(lambda: server.call(f"{table}/review", token=token)[1]["state"] == "done")
    return server.call(f"{table}/review", token=token)[1]


def test_a_review_job_gives_the_same_after_pickling() -> None:
    job: SearchJob = pickle.loads(pickle.dumps(SearchJob("quixo", {"size": 3}, (), REVIEWER)))
    assert pickle.loads(pickle.dumps(run_review_job(job))) == run_review_job(job)
