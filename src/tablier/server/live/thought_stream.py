"""Thoughts about positions for one connection: one position at a time, the latest asked for. A server has it
behind its socket, a browser in the Worker that thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import Decoder, encode
from msgspec.structs import asdict, replace

from tablier.analysis import Thought
from tablier.analysis.thinking import LONGEST_SLICE
from tablier.match import Match
from tablier.server.live.analysis import FIRST_SLICE, LONGEST, SLICE, AnalysisRun, KeptRuns, analysis_job
from tablier.server.live.connection import refusal_of
from tablier.server.live.job_queue import SearchCancelled
from tablier.server.live.thinking import SearchJob
from tablier.server.messages.analysis import AskedPosition
from tablier.server.messages.thoughts import AskThoughts, QueuedNews, StopThoughts, describe_thought
from tablier.server.tables.commands import read_json
from tablier.server.tables.errors import GameOver, Refusal, TooBig
from tablier.web.languages import translator

MAX_QUESTION = 40_000
"""Bytes of a question: a line of many moves."""
_decoder: Decoder[AskThoughts | StopThoughts] = Decoder(AskThoughts | StopThoughts)
_LINE = ("game", "options", "start", "moves")
"""What of a question is the position."""


def read_question(data: str | bytes) -> AskThoughts | StopThoughts:
    """A message of the client; raises TooBig or Malformed."""
    if len(data) > MAX_QUESTION:
        raise TooBig(most=MAX_QUESTION)
    return read_json(data, _decoder)


class Pace(NamedTuple):
    """How a host thinks, in seconds."""

    first: float = FIRST_SLICE
    """Of the first slice."""
    slice: float = SLICE
    """Of the others."""
    thought: float = LONGEST_SLICE
    """Between two thoughts at most."""
    longest: float = LONGEST
    """About one position, however long one looks."""
    silence: float = 0.0
    """Between two thoughts that are told, at least."""


class SliceJob(NamedTuple):
    """The next slice of an analysis."""

    job: SearchJob
    run: AnalysisRun
    seconds: float
    is_first: bool
    tell_queue: Callable[[int], None]
    """Told how many searches must end before it begins."""


class ThoughtStream:
    """Thinks about the position that was asked for last, and tells what it thinks."""

    def __init__(
        self,
        send: Callable[[bytes], Awaitable[None]],
        *,
        replay: Callable[[AskedPosition], Awaitable[Match]],
        think: Callable[[SliceJob], Awaitable[Thought]],
        runs: KeptRuns,
        language: str,
        pace: Pace = Pace(),  # noqa: B008 -- a value
    ) -> None:
        """`send` sends a message; `replay` plays a line, as `play_line` does; `think` does a slice."""
        self._send = send
        self._replay = replay
        self._run_slice = think
        self._runs = runs
        self._language = language
        self._pace = pace
        self._thinking: asyncio.Task[None] | None = None
        self._news: Struct | None = None
        self._ready = asyncio.Event()
        self._re: int | None = None
        self._told_at = 0.0

    def ask(self, asked: AskThoughts) -> None:
        """Think about another position."""
        self.stop()
        self._told_at = 0.0
        self._re = asked.re
        self._thinking = asyncio.create_task(self._answer(asked))

    def stop(self) -> None:
        """Think no more; what was thought and not sent yet is dropped."""
        self._re = self._news = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def tell(self, news: Struct) -> None:
        """Queue a message; it replaces one that has not been sent yet."""
        self._news = news
        self._ready.set()

    def tell_problem(self, error: Exception, re: int | None) -> Refusal:
        refusal = refusal_of(error)
        self.tell(replace(refusal.problem(translator(self._language)), re=re))
        return refusal

    async def send(self) -> None:
        """Send what is queued until the connection is closed."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            if self._news is not None:
                news, self._news = self._news, None
                await self._send(encode(news))

    async def _answer(self, asked: AskThoughts) -> None:
        try:
            await self._think(asked)
        except SearchCancelled:
            return  # the server ends
        except Exception as error:
            if self._re == asked.re:
                self.tell_problem(error, asked.re)

    async def _think(self, asked: AskThoughts) -> None:
        fields = {name: value for name, value in asdict(asked).items() if name in _LINE}
        match = await self._replay(AskedPosition(**fields))
        if match.outcome is not None:
            raise GameOver
        loop, pace = asyncio.get_running_loop(), self._pace

        def tell(thought: Thought) -> None:
            loop.call_soon_threadsafe(self._tell_thought, match, asked.re, thought)

        run = AnalysisRun(asked.lines, tell, longest=pace.longest, longest_slice=pace.thought)
        job = analysis_job(asked, match)
        most = min(asked.seconds or pace.longest, pace.longest)
        try:
            while True:
                self._runs.touch(run)
                is_first = run.used == 0
                seconds = min(pace.first if is_first else pace.slice, most - run.used)
                thought = await self._run_slice(
                    SliceJob(job, run, seconds, is_first, lambda ahead: self._tell_queue(asked.re, ahead))
                )
                is_over = thought.is_final or run.used >= most
                self._tell_thought(match, asked.re, thought, is_final=is_over)
                if is_over:
                    return
        finally:
            run.stop.set()
            self._runs.drop(run)

    def _tell_queue(self, re: int, ahead: int) -> None:
        if ahead and self._re == re:
            self.tell(QueuedNews(re, ahead))

    def _tell_thought(self, match: Match, re: int, thought: Thought, *, is_final: bool = False) -> None:
        now = monotonic()
        if self._re != re or (now - self._told_at < self._pace.silence and not is_final):
            return
        self._told_at = now
        self.tell(describe_thought(match, thought, re, is_final=is_final))
