"""Thoughts about positions of the analysis board: in slices, in turn with everybody else, not for ever."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.analysis import MoveValue, Thought
from tablier.server.http.analysis_socket import slice_queue
from tablier.server.live.analysis import AnalysisRun, KeptRuns, is_clearly_worse, reason_job, run_slice
from tablier.server.live.ceiling import Ceiling
from tablier.server.live.job_queue import Owner
from tablier.server.live.thinking import SearchJob
from tablier.server.live.thought_stream import Pace, SliceJob, ThoughtStream
from tablier.server.messages.analysis import AskedPosition, play_line
from tablier.server.messages.thoughts import AskThoughts, ReasonNews
from tests.server.harness import first_legal, open_registry, wait_until

pytestmark = pytest.mark.anyio

SHORT = Pace(first=0.05, slice=0.05, thought=0.05, longest=0.3)
ENDLESS = AskThoughts(re=1, game="x")
JOB = SearchJob("x", {}, (), "level:8")


class Listener:
    """What is told over a connection, and the slices that were thought."""

    def __init__(self, think: Any = None, *, runs: KeptRuns | None = None, pace: Pace = SHORT) -> None:
        self.told: list[dict[str, Any]] = []
        self.slices: list[SliceJob] = []
        self.runs = KeptRuns() if runs is None else runs
        self._think = think
        self.stream = ThoughtStream(
            self._send, replay=self._replay, think=self._slice, runs=self.runs, language="en", pace=pace
        )
        self.sending = asyncio.create_task(self.stream.send())

    async def _send(self, message: bytes) -> None:
        self.told.append(json.loads(message))

    async def _replay(self, asked: AskedPosition) -> tablier.Match:
        return play_line(asked)

    async def _slice(self, asked: SliceJob) -> Thought:
        self.slices.append(asked)
        if self._think:
            thought: Thought = await self._think(asked)
            return thought
        return await asyncio.to_thread(run_slice, asked.job, asked.run, asked.seconds)

    @property
    def is_done(self) -> bool:
        return any(news.get("final") for news in self.told)

    async def end(self) -> None:
        self.stream.stop()
        self.sending.cancel()
        await asyncio.gather(self.sending, return_exceptions=True)


async def test_a_server_thinks_so_long_at_most_however_long_one_looks() -> None:
    listener = Listener()
    listener.stream.ask(ENDLESS)
    await wait_until(lambda: listener.is_done)
    assert [each.is_first for each in listener.slices[:2]] == [True, False]
    assert listener.slices[-1].run.used >= SHORT.longest
    await wait_until(lambda: len(listener.runs) == 0)
    assert listener.slices[-1].run.stop.is_set()
    told = len(listener.told)
    await asyncio.sleep(3 * SHORT.slice)
    assert len(listener.told) == told
    await listener.end()


async def test_the_tree_grows_on_from_slice_to_slice_unless_others_need_its_room() -> None:
    runs = KeptRuns(1)
    first, second = AnalysisRun(1), AnalysisRun(1)
    runs.touch(first)
    nodes = [run_slice(JOB, first, 0.05).nodes for _ in range(2)]
    assert nodes[1] > nodes[0]
    runs.touch(second)
    assert (len(runs), first.thoughts) == (1, None)
    assert run_slice(JOB, first, 0.0).nodes < nodes[1]  # anew


async def test_computer_players_do_not_wait_for_what_thinks_on(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:  # one thread
        pace = Pace(first=0.05, slice=0.05, thought=0.05, longest=600.0)
        listeners = [
            Listener(slice_queue(registry, Owner(f"looks {number}", f"192.0.2.{number}")), pace=pace)
            for number in range(6)
        ]
        for listener in listeners:
            listener.stream.ask(ENDLESS)
        await wait_until(lambda: min(len(listener.slices) for listener in listeners) > 2)
        before = sum(len(listener.slices) for listener in listeners)
        await registry.queue_work(first_legal, JOB, owner=Owner("plays", "192.0.2.9"))
        asked = sum(len(listener.slices) for listener in listeners) - before
        assert asked < 3, "one slice ran already"
        for listener in listeners:
            await listener.end()


NEARLY_EQUAL = "i2 h5 i8 g1 k1 a11 g7 d2 g5 e8 i1 f7 k3 e1 f2 k6"
"""Of OLIX: g6 stops an X of 4 in Blue's column, and i3 gives nearly as much."""


def explain_move(game: str, line: str, move: str) -> ReasonNews:
    played = tablier.Match(tablier.game(game)).play(*line.split())
    ceiling = Ceiling(seconds=60, nodes=20_000)
    job = SearchJob(game, {}, tuple(played.moves), "level:8", share=60, ceiling=ceiling)
    return reason_job(job, played.game.move(move), "en")


def test_a_move_nearly_as_good_as_the_best_is_not_explained_like_a_mistake() -> None:
    near, best = (explain_move("olix", NEARLY_EQUAL, move) for move in ("i3", "g6"))
    assert (near.best, near.says) == ("", "About as good as g6.")
    assert best.says.startswith("Keeps Blue from an X of 4")
    worse = explain_move("olix", NEARLY_EQUAL, "a2")
    assert worse.best == "g6"
    assert worse.says.startswith("Leaves g6 open")


@pytest.mark.parametrize(
    ("own", "best", "is_worse"),
    [
        (MoveValue(0.52, "", None, 9), MoveValue(0.55, "", None, 9), False),
        (MoveValue(0.40, "", None, 9), MoveValue(0.55, "", None, 9), True),
        (MoveValue(0.97, "", None, 9), MoveValue(1.0, "won", 3, 9), True),
        (MoveValue(1.0, "won", 5, 9), MoveValue(1.0, "won", 3, 9), False),
        (MoveValue(0.0, "lost", 2, 9), MoveValue(0.03, "", None, 9), True),
        (MoveValue(0.5, "drawn", 0, 0), MoveValue(0.5, "drawn", 0, 0), False),
    ],
)
def test_a_move_is_clearly_worse_beyond_the_error_of_a_search(
    own: MoveValue, best: MoveValue, is_worse: bool
) -> None:
    assert is_clearly_worse(own, best) is is_worse
