"""Thinking about positions of the analysis board, as jobs of the queue: in slices, one by one.

The first slice of an analysis is a job like a hint; each further one waits like a review, until no bot does.
Between two slices the search rests with its tree.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from tablier.analysis import (
    Analysis,
    Insight,
    MoveValue,
    Reason,
    Stop,
    Thought,
    explain,
    insight,
    rate_moves,
)
from tablier.level import Limit
from tablier.match import Match
from tablier.server.live.thinking import SearchJob, replay_job

FIRST_SLICE, SLICE = 0.4, 1.5
"""Seconds of the first slice of an analysis, and of the others."""
LONGEST = 120.0
"""Seconds that the server thinks about one position at most, however long one looks."""
MAX_RUNS = 8
"""Analyses that keep their search between two slices: each may take 44 MB. Others begin anew."""
RATING_SECONDS = 1.5
"""Seconds for the values of all moves."""
BEST_SECONDS = 1.0
"""Seconds in which the best move is looked for, before a move is compared with it."""

Tell = Callable[[Thought], None]


def _tell_nobody(_thought: Thought) -> None:
    pass


class AnalysisRun:
    """One analysis from its first slice to its last."""

    def __init__(self, lines: int, tell: Tell = _tell_nobody) -> None:
        self.lines = lines
        self.tell = tell
        """Called with every thought, in the thread that thinks."""
        self.stop = Stop()
        self.thoughts: Iterator[Thought] | None = None
        self.used = 0.0
        """Seconds thought so far."""

    def __reduce__(self) -> tuple[Any, ...]:
        # In a worker elsewhere it begins anew, and the last thought of each slice is all that comes back.
        return AnalysisRun, (self.lines,)


def run_slice(job: SearchJob, run: AnalysisRun, seconds: float) -> Thought:
    """Think on for so many seconds; the last thought."""
    began = monotonic()
    if run.thoughts is None:
        limit = Limit(seconds=2 * LONGEST, nodes=job.ceiling.nodes)
        run.thoughts = iter(Analysis(replay_job(job), run.lines, limit, run.stop))
    for thought in run.thoughts:
        run.tell(thought)
        spent = monotonic() - began
        is_stopped = job.stop is not None and job.stop.is_set()
        if thought.is_final or is_stopped or spent >= seconds:
            break
    run.used += monotonic() - began
    return thought


class KeptRuns:
    """The analyses that rest with their searches; the one that thought longest ago gives its search up."""

    def __init__(self, size: int = MAX_RUNS) -> None:
        self._size = size
        self._runs: OrderedDict[int, AnalysisRun] = OrderedDict()

    def touch(self, run: AnalysisRun) -> None:
        self._runs[id(run)] = run
        self._runs.move_to_end(id(run))
        while len(self._runs) > self._size:
            _, oldest = self._runs.popitem(last=False)
            oldest.thoughts = None

    def drop(self, run: AnalysisRun) -> None:
        self._runs.pop(id(run), None)
        run.thoughts = None

    def __len__(self) -> int:
        return len(self._runs)


def rate_job(job: SearchJob) -> dict[int, MoveValue]:
    """The value of every legal move."""
    seconds = min(RATING_SECONDS * job.share, job.ceiling.seconds)
    return rate_moves(replay_job(job), limit=Limit(seconds=seconds, nodes=job.ceiling.nodes), stop=job.stop)


def insight_job(job: SearchJob) -> Insight | None:
    """Who gets what, by the game's own knowledge."""
    return insight(replay_job(job).state)


def reason_job(job: SearchJob, move: int | None) -> tuple[Match, int, int | None, Reason | None]:
    """Why a move is a mistake, or the best one; without a move the best one is explained. The match before
    it, the move, the better one if there is one, and the reason."""
    match = replay_job(job)
    seconds = min(BEST_SECONDS * job.share, job.ceiling.seconds)
    *_, last = Analysis(match, 1, Limit(seconds=seconds, nodes=job.ceiling.nodes), job.stop)
    best = last.lines[0].moves[0]
    chosen = best if move is None else move
    better = None if chosen == best else best
    return match, chosen, better, explain(match, chosen, better)
