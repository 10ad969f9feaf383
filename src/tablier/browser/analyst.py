"""Thoughts about positions of the analysis board, in the Worker that thinks.

That Worker has one thread, and reads messages only between two steps of a search: so steps are short, and a
new position is thought about at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from msgspec.json import decode, encode

from tablier.analysis import Thought
from tablier.analysis.steps import Steps
from tablier.browser.messages import Request, Response, as_json, read_body, refuse
from tablier.match import Match
from tablier.server.live.analysis import (
    KeptRuns,
    find_insight,
    find_reason,
    find_values,
    rate_in_steps,
    rate_job,
    reason_in_steps,
    reason_job,
    run_slice,
)
from tablier.server.live.connection import refusal_of
from tablier.server.live.thinking import SearchJob
from tablier.server.live.thought_stream import Pace, SliceJob, ThoughtStream, read_question
from tablier.server.messages.analysis import AskedPosition, play_line
from tablier.server.messages.thoughts import AskThoughts, MoveValuesNews
from tablier.server.tables.errors import InternalError

STEP = 0.1
"""Seconds between two looks at the messages that have come."""
PAUSE = 0.005
"""Seconds of such a look. Pyodide does what sleeps for less before it reads messages: none would come."""
PACE = Pace(first=0.0, slice=0.0, thought=STEP, longest=3600.0, silence=0.25)
"""One thought a slice; a page is told of four a second."""


class OpenStream(NamedTuple):
    stream: ThoughtStream
    sending: asyncio.Task[None]


class Analyst:
    """What the Worker's script calls: a page's questions about positions, by request and by socket."""

    def __init__(self, tell: Callable[[int, str], None]) -> None:
        """`tell` sends a message over a socket, by its number."""
        self._tell = tell
        self._runs = KeptRuns(1)
        self._streams: dict[int, OpenStream] = {}
        self._tasks: dict[str, tuple[Request, asyncio.Task[Response]]] = {}

    async def respond(self, text: str) -> str:
        """Answer a request, both as JSON. A page looks at one position: another question of a kind ends the
        one before."""
        asked = decode(text, type=Request)
        before, task = self._tasks.get(asked.path, (None, None))
        if task is None or before != asked:
            if task is not None:
                task.cancel()
            task = asyncio.ensure_future(self._respond(asked))
            self._tasks[asked.path] = asked, task
        await asyncio.wait([task])
        # The page has left the position of a question that was ended: it waits for no answer.
        response = refuse(asked, InternalError()) if task.cancelled() else task.result()
        return encode(response).decode()

    async def _respond(self, asked: Request) -> Response:
        try:
            find = FINDERS[asked.path]
            question = read_body(asked, AskedPosition)
            return as_json(await find(question, play_line(question), asked.language))
        except Exception as error:
            return refuse(asked, refusal_of(error))

    def open(self, number: int, language: str) -> None:
        """A page has opened a socket."""

        async def send(message: bytes) -> None:
            self._tell(number, message.decode())

        stream = ThoughtStream(
            send, replay=replay, think=think_slice, runs=self._runs, language=language, pace=PACE
        )
        self._streams[number] = OpenStream(stream, asyncio.ensure_future(stream.send()))

    def receive(self, number: int, text: str) -> None:
        """A message came over a socket."""
        stream = self._streams[number].stream
        try:
            question = read_question(text)
            stream.stop()
            if isinstance(question, AskThoughts):
                stream.ask(question)
        except Exception as error:
            stream.tell_problem(error, None)

    def close(self, number: int) -> None:
        """The page has closed a socket."""
        if found := self._streams.pop(number, None):
            found.stream.stop()
            found.sending.cancel()


async def replay(asked: AskedPosition) -> Match:
    return play_line(asked)


async def think_slice(asked: SliceJob) -> Thought:
    await asyncio.sleep(PAUSE)
    return run_slice(asked.job, asked.run, asked.seconds)


async def think_in_steps(steps: Steps[Any]) -> Any:
    """Do some work, and look at the messages that have come between its steps."""
    while True:
        await asyncio.sleep(PAUSE)
        try:
            next(steps)
        except StopIteration as end:
            return end.value


async def think(work: Callable[..., Any], job: SearchJob, *arguments: Any) -> Any:
    """Do one of the works of `live.analysis`, in steps where it has some."""
    if work in STEPWISE:
        return await think_in_steps(STEPWISE[work](job, *arguments, step=STEP))
    return work(job, *arguments)


async def read_values(asked: AskedPosition, match: Match, _language: str) -> MoveValuesNews:
    return await find_values(think, asked, match)


STEPWISE: dict[Callable[..., Any], Callable[..., Steps[Any]]] = {
    rate_job: rate_in_steps,
    reason_job: reason_in_steps,
}
FINDERS: dict[str, Callable[[AskedPosition, Match, str], Awaitable[Any]]] = {
    "/api/analysis/moves": read_values,
    "/api/analysis/insight": partial(find_insight, think),
    "/api/analysis/reason": partial(find_reason, think),
}
"""By path."""
