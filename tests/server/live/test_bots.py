"""Bots at tables: they search in the pool, their moves are checked as people's, no other table waits."""

from __future__ import annotations

import asyncio
import pickle
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import tablier
from tablier import Match
from tablier.bots import Bot, Choice, Limit, Subject, bot, choosing
from tablier.bots.choosing import SearchRequest, reuse_tree
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition
from tablier.server.live.answers import hint_at, shares_at
from tablier.server.live.ceiling import Ceiling
from tablier.server.live.thinking import BotCache, BotMove, SearchJob, run_job
from tablier.server.tables import commands
from tablier.server.tables.create import NewSeat
from tablier.server.tables.errors import NoSuchBot
from tablier.solver import Value, probe
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    ME,
    first_legal,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_until,
)

pytestmark = pytest.mark.anyio


class BlockingBot:
    """A bot whose search lasts until `go` is set."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked = 0

    def __call__(self, job: SearchJob, player: object = None) -> BotMove:
        self.asked += 1
        assert self.go.wait(10)
        return first_legal(job)


async def test_a_bot_answers(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(BOT, ME))
        await wait_until(lambda: news(table).turn == 1)
        assert len(news(table).moves) == 1


@pytest.mark.parametrize("name", ["uct:100000000000000", "uct:999999s", "uct:100", "random"])
async def test_a_new_table_takes_levels_only_as_bots(tmp_path: Path, name: str) -> None:
    async with open_registry(tmp_path) as registry:
        with pytest.raises(NoSuchBot, match="one of its levels"):
            await open_table(registry, "quixo", ANN, seats=(NewSeat("bot", bot=name), ME))


@pytest.mark.parametrize("name", ["uct:100000000000000", "uct:999999s"])
@pytest.mark.parametrize("ceiling", [Ceiling(seconds=0.05), Ceiling(nodes=100)])
async def test_every_search_job_has_a_ceiling_of_time_and_nodes(name: str, ceiling: Ceiling) -> None:
    game = tablier.game("quixo")
    job = SearchJob(game.id, {}, (), name, ceiling=ceiling)
    assert (await asyncio.wait_for(asyncio.to_thread(run_job, job), 60)).move in game.start().legal_moves


async def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(BOT, BOT), options={"size": 3})
        await wait_until(lambda: news(table).status == "over")


async def test_a_thinking_bot_delays_no_other_table(tmp_path: Path) -> None:
    blocking = BlockingBot()
    async with open_registry(tmp_path, think=blocking) as registry:
        waiting = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        await play_moves(waiting, "a1e1")
        await wait_until(lambda: blocking.asked)
        other = await open_table(registry, "quixo", ANN, BOB)
        await play_moves(other, "a1e1", "a5a1")
        assert waiting.is_thinking
        blocking.go.set()
        await wait_until(lambda: len(news(waiting).moves) == 2)


async def test_a_bots_answer_to_a_stale_position_is_dropped(tmp_path: Path) -> None:
    blocking = BlockingBot()
    async with open_registry(tmp_path, think=blocking) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        await play_moves(table, "a1e1")
        await wait_until(lambda: blocking.asked)
        await table.submit(ANN, commands.MakeOffer(matter="takeback"))
        blocking.go.set()
        await wait_until(lambda: not table.is_thinking)
        assert news(table).moves == ()
        await play_moves(table, "b1e1")
        await wait_until(lambda: len(news(table).moves) == 2)
        assert news(table).moves[0] == "b1e1"


async def test_a_seat_handed_back_is_not_played_by_the_bot(tmp_path: Path) -> None:
    blocking = BlockingBot()
    async with open_registry(tmp_path, think=blocking) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await play_moves(table, "a1e1")
        await table.submit(BOB, commands.Leave())
        await wait_until(lambda: blocking.asked)
        await table.submit(BOB, commands.Return(seat=1))
        blocking.go.set()
        await wait_until(lambda: not table.is_thinking)
        assert news(table).moves == ("a1e1",)


async def test_where_many_think_rated_bots_keep_their_time(tmp_path: Path) -> None:
    shares: dict[bool, list[float]] = {True: [], False: []}

    def search(job: SearchJob, player: object = None) -> BotMove:
        shares[job.is_rated].append(job.share)
        return first_legal(job)

    async with open_registry(tmp_path, think=search) as registry:
        jobs = [SearchJob("quixo", {}, (), "level:1", is_rated=number % 2 == 0) for number in range(200)]
        await asyncio.gather(*(registry.think(job) for job in jobs))
    assert set(shares[True]) == {1.0}
    assert min(shares[False]) < 1.0


async def test_a_bot_that_raises_is_not_asked_again(tmp_path: Path) -> None:
    asked = []

    def broken(job: SearchJob, player: object = None) -> BotMove:
        asked.append(job)
        raise RuntimeError("the search failed")

    async with open_registry(tmp_path, think=broken) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        await play_moves(table, "a1e1")
        await wait_until(lambda: asked and not table.is_thinking)
        await table.submit(ANN, commands.MakeOffer(matter="takeback"))
        await play_moves(table, "b1e1")
        await wait_until(lambda: len(asked) == 2 and not table.is_thinking)


async def test_a_bot_continues_after_a_restart(tmp_path: Path) -> None:
    def lost(job: SearchJob, player: object = None) -> BotMove:
        raise RuntimeError("the power went")

    async with open_registry(tmp_path, think=lost) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        await play_moves(table, "a1e1")
    async with open_registry(tmp_path) as registry:
        await wait_until(
            lambda: [len(news(table).moves) for table in registry.tables] == [2]
        )  # without a request


def test_a_search_job_can_be_pickled_and_run() -> None:
    job: SearchJob = pickle.loads(pickle.dumps(SearchJob("quixo", {"size": 5}, (), "level:1", 0.05)))
    thought = pickle.loads(pickle.dumps(run_job(job)))
    assert sum(thought.shares) == pytest.approx(1)
    assert thought.move >= 0


@pytest.mark.parametrize("size", [3, 4])
def test_advice_is_exact_where_the_board_is_solved(size: int) -> None:
    """A weak adviser's mistakes are corrected; at a table the same bot plays as badly as it should."""
    game, chance = tablier.game("quixo", size=size), Random(3)
    worth = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}
    match, corrected = Match(game), 0
    for _ in range(40):
        if match.outcome:
            match = Match(game)
        job = SearchJob(game.id, dict(game.options), tuple(match.moves), "level:1")
        advice, known = run_job(replace(job, exact=True)), probe(match.state)
        assert advice.move in known.moves
        assert advice.proven
        assert (advice.shares[match.turn], sum(advice.shares)) == (worth[known.value], 1)
        corrected += run_job(job).move not in known.moves
        match.push(chance.choice(match.legal_moves))
    assert corrected


async def test_hints_and_shares_ask_the_solution(tmp_path: Path) -> None:
    async with open_registry(tmp_path, think=run_job) as registry:
        registry._adviser = "level:1"  # it does not see by itself that this position is won
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT), options={"size": 3})
        match = table.state.match
        hint, shares = await hint_at(table, ANN, None), await shares_at(table, ANN, None)
    assert match.game.move(hint.move) in probe(match.state).moves
    assert (shares.shares, shares.proven) == ((1.0, 0.0), True)


def test_a_job_with_a_smaller_share_takes_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limit] = []
    choose = Bot.choose

    def record(self: Bot, position: Subject, *, limit: Limit, **options: Any) -> Choice:
        limits.append(limit)
        return choose(self, position, limit=Limit(nodes=1), **options)

    monkeypatch.setattr(Bot, "choose", record)
    for share in (1.0, 0.1):
        run_job(SearchJob("quixo", {"size": 5}, (), "level:8", share=share))
    settings = bot("level:8").settings(tablier.game("quixo", size=5))
    assert settings is not None
    assert settings.limit.seconds is not None
    assert [limit.seconds for limit in limits] == [settings.limit.seconds, settings.limit.seconds * 0.1]


async def test_a_bot_keeps_its_tree_between_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the arena that measured it: the next search begins with what is left of the last tree."""
    reused: list[bool] = []

    def reuse(request: SearchRequest, position: RootPosition) -> Tree | None:
        tree = reuse_tree(request, position)
        reused.append(tree is not None)
        return tree

    monkeypatch.setattr(choosing, "reuse_tree", reuse)
    async with open_registry(tmp_path, think=run_job, ceiling=Ceiling(seconds=0.3)) as registry:
        table = await open_table(registry, "olix", ANN, seats=(ME, NewSeat("bot", bot="level:8")))
        for ply in (0, 2, 4):
            found = await registry.think(registry.advice_job(table.state, ply))
            await table.submit(ANN, commands.Play(move=table.state.match.game.texts[found.move], ply=ply))
            await wait_until(lambda: table.state.match.turn == 0)
        assert reused[0] is False
        assert any(reused[1:])
        assert len(registry._bots) == 1
        await table.submit(ANN, commands.Resign())
        assert len(registry._bots) == 0  # nothing is remembered of a game that is over


def test_the_trees_of_few_bots_are_kept() -> None:
    cache = BotCache(size=2)
    first = cache.get("a", 0, "level:8")
    assert cache.get("a", 0, "level:8") is first
    assert cache.get("a", 0, "level:7") is not first
    cache.get("b", 1, "level:8")
    cache.get("c", 1, "level:8")
    assert len(cache) == 2
    cache.drop("c")
    assert len(cache) == 1
