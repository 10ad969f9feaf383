"""Thinking about positions of the analysis board, as jobs of the queue: in slices, one by one.

The first slice of an analysis is a job like a hint; each further one waits like a review, until no bot does.
Between two slices the search rests with its tree.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from time import monotonic
from typing import Any

from msgspec.structs import replace

from tablier.analysis import Analysis, Stop, Thought, explain, insight, rating
from tablier.analysis.reasons import as_good_as
from tablier.analysis.steps import Steps, finish
from tablier.analysis.thinking import LONGEST_SLICE
from tablier.bots.reviewing import REVIEWER, search_noise
from tablier.level import Limit
from tablier.match import Match
from tablier.server.live.thinking import SearchJob, replay_job
from tablier.server.messages.analysis import AskedPosition
from tablier.server.messages.thoughts import (
    AskThoughts,
    InsightNews,
    MoveValuesNews,
    ReasonNews,
    describe_insight,
    describe_reason,
    describe_values,
)
from tablier.server.tables.errors import GameOver
from tablier.web.languages import translator

FIRST_SLICE, SLICE = 0.4, 1.5
"""Seconds of the first slice of an analysis, and of the others."""
LONGEST = 120.0
"""Seconds that the server thinks about one position at most, however long one looks."""
MAX_RUNS = 8
"""Analyses that keep their search between two slices: each may take 48 MB. Others begin anew."""
RATING_SECONDS = 1.5
"""Seconds for the values of all moves."""
BEST_SECONDS, COMPARING_SECONDS = 1.0, 0.5
"""Seconds in which the best move is looked for, and a move compared with it."""

Tell = Callable[[Thought], None]


def _tell_nobody(_thought: Thought) -> None:
    pass


class AnalysisRun:
    """One analysis from its first slice to its last."""

    def __init__(
        self,
        lines: int,
        tell: Tell = _tell_nobody,
        *,
        longest: float = LONGEST,
        longest_slice: float = LONGEST_SLICE,
    ) -> None:
        """`longest`: seconds that it thinks at most; `longest_slice`: seconds between two thoughts."""
        self.lines = lines
        self.longest = longest
        self.longest_slice = longest_slice
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
        limit = Limit(seconds=2 * run.longest, nodes=job.ceiling.nodes)
        analysis = Analysis(replay_job(job), run.lines, limit, run.stop, longest_slice=run.longest_slice)
        run.thoughts = iter(analysis)
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


def limit_of(job: SearchJob, seconds: float) -> Limit:
    """So many seconds, less while more jobs run than processors, and no more than any search may have."""
    return Limit(seconds=min(seconds * job.share, job.ceiling.seconds), nodes=job.ceiling.nodes)


def rate_in_steps(job: SearchJob, step: float = 0.0) -> Steps[MoveValuesNews]:
    """The value of every legal move; after every `step` seconds or so other things can be done."""
    match = replay_job(job)
    limit = limit_of(job, RATING_SECONDS)
    values = yield from rating.rate_in_steps(match, limit=limit, stop=job.stop, step=step)
    return describe_values(match, values)


def rate_job(job: SearchJob) -> MoveValuesNews:
    """The value of every legal move."""
    return finish(rate_in_steps(job))


def insight_job(job: SearchJob, language: str) -> InsightNews:
    """Who gets what, by the game's own knowledge."""
    return describe_insight(insight(replay_job(job).state), translator(language))


def reason_in_steps(
    job: SearchJob, move: int | None, language: str, step: float = LONGEST_SLICE
) -> Steps[ReasonNews]:
    """Why a move is a mistake, or good; without a move the best one is explained. After every `step` seconds
    or so other things can be done."""
    match = replay_job(job)
    for thought in Analysis(match, 1, limit_of(job, BEST_SECONDS), job.stop, longest_slice=step):
        last = thought
        yield
    best = last.lines[0].moves[0]
    chosen = best if move is None else move
    translate = translator(language)
    if chosen == best:
        return describe_reason(match, best, None, explain(match, best), translate)
    limit = limit_of(job, COMPARING_SECONDS)
    values = yield from rating.rate_in_steps(
        match, moves=(chosen, best), limit=limit, stop=job.stop, step=step
    )
    if is_clearly_worse(values[chosen], values[best]):
        return describe_reason(match, chosen, best, explain(match, chosen, best), translate)
    reason = explain(match, chosen) or as_good_as(match.game, best)
    return describe_reason(match, chosen, None, reason, translate)


def is_clearly_worse(own: rating.MoveValue, best: rating.MoveValue) -> bool:
    """Whether a move gives away more than a search may be wrong by, or a win or a draw for certain."""
    if own.verdict == "lost" or (best.verdict == "won" and own.verdict != "won"):
        return True
    return best.share - own.share > search_noise(bool(own.verdict), bool(best.verdict))


def reason_job(job: SearchJob, move: int | None, language: str) -> ReasonNews:
    """The same at once."""
    return finish(reason_in_steps(job, move, language))


Think = Callable[..., Awaitable[Any]]
"""Has work on a position done in its turn: `await think(work, job, *arguments)`."""


def analysis_job(asked: AskedPosition | AskThoughts, match: Match) -> SearchJob:
    """The job of a question, whose line was played."""
    return SearchJob(asked.game, dict(match.game.options), tuple(match.moves), REVIEWER, start=asked.start)


async def find_values(think: Think, asked: AskedPosition, match: Match) -> MoveValuesNews:
    """What every legal move gives; raises GameOver."""
    if match.outcome is not None:
        raise GameOver
    values: MoveValuesNews = await think(rate_job, analysis_job(asked, match))
    return values


async def find_insight(think: Think, asked: AskedPosition, match: Match, language: str) -> InsightNews:
    found: InsightNews = await think(insight_job, analysis_job(asked, match), language)
    return found


async def find_reason(think: Think, asked: AskedPosition, match: Match, language: str) -> ReasonNews:
    """Why the last move is good or bad; without one, why the best is. Raises GameOver."""
    move = match.moves[-1] if match.moves else None
    if move is None and match.outcome is not None:
        raise GameOver
    job = analysis_job(asked, match)
    before = replace(job, moves=job.moves[:-1])
    reason: ReasonNews = await think(reason_job, before, move, language)
    return reason
