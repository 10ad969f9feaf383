"""The WebSocket of the analysis board: one position at a time is thought about, the latest asked for."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress

from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery
from msgspec import MsgspecError, Struct, ValidationError
from msgspec.json import Decoder, encode
from msgspec.structs import asdict, replace

from tablier.analysis import Thought
from tablier.bots.reviewing import REVIEWER
from tablier.match import Match
from tablier.server.http.auth import RegistryDependency, current_person, same_origin
from tablier.server.http.connection import client_address, request_language
from tablier.server.http.quotas import QuotasDependency, note_address, take_quota
from tablier.server.http.sockets import (
    CLOSE_REFUSED,
    MAX_THROTTLED,
    MESSAGE_BURST,
    MESSAGE_RATE,
    Socket,
    receive_message,
)
from tablier.server.http.threads import BoundedThreads, ThreadsDependency
from tablier.server.live.analysis import FIRST_SLICE, LONGEST, SLICE, AnalysisRun, KeptRuns, run_slice
from tablier.server.live.connection import refusal_of
from tablier.server.live.job_queue import Owner, Search, SearchCancelled
from tablier.server.live.registry import TableRegistry
from tablier.server.live.thinking import SearchJob
from tablier.server.messages.analysis import AskedPosition, play_line
from tablier.server.messages.thoughts import AskThoughts, QueuedNews, StopThoughts, describe_thought
from tablier.server.people.quotas import Quotas
from tablier.server.people.throttle import Throttle
from tablier.server.tables.commands import describe_problem
from tablier.server.tables.errors import GameOver, Malformed, Refusal, TooBig, TooFast
from tablier.web.languages import translator

MAX_QUESTION = 40_000
"""Bytes of a question: a line of many moves."""
_read: Decoder[AskThoughts | StopThoughts] = Decoder(AskThoughts | StopThoughts)


def read_question(data: str | bytes) -> AskThoughts | StopThoughts:
    """A message of the client; raises TooBig or Malformed."""
    if len(data) > MAX_QUESTION:
        raise TooBig(most=MAX_QUESTION)
    try:
        return _read.decode(data)
    except ValidationError as error:
        raise Malformed(problem=describe_problem(error)) from None
    except MsgspecError:
        raise Malformed(problem="it is not JSON") from None


class ThoughtStream:
    """One open socket: thinks about the position that was asked for last, and tells what it thinks."""

    def __init__(
        self,
        socket: Socket,
        registry: TableRegistry,
        threads: BoundedThreads,
        runs: KeptRuns,
        *,
        owner: Owner,
        language: str,
    ) -> None:
        self._socket = socket
        self._registry = registry
        self._threads = threads
        self._runs = runs
        self._owner = owner
        self._language = language
        self._thinking: asyncio.Task[None] | None = None
        self._news: Struct | None = None
        self._ready = asyncio.Event()
        self._re: int | None = None

    def ask(self, asked: AskThoughts) -> None:
        """Think about another position."""
        self.stop()
        self._re = asked.re
        self._thinking = asyncio.create_task(self._answer(asked))

    def stop(self) -> None:
        """Think no more; what was thought and not sent yet is dropped."""
        self._re = None
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
                await self._socket.send_text(encode(news))

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
        match: Match = await self._threads.run(play_line, AskedPosition(**fields))
        if match.outcome is not None:
            raise GameOver
        loop = asyncio.get_running_loop()

        def tell(thought: Thought) -> None:
            loop.call_soon_threadsafe(self._tell_thought, match, asked.re, thought)

        run = AnalysisRun(asked.lines, tell)
        job = SearchJob(asked.game, dict(match.game.options), tuple(match.moves), REVIEWER, start=asked.start)
        most = min(asked.seconds or LONGEST, LONGEST)
        try:
            while True:
                self._runs.touch(run)
                thought = await self._run_slice(job, run, most, asked.re)
                is_over = thought.is_final or run.used >= most
                self._tell_thought(match, asked.re, thought, is_final=is_over)
                if is_over:
                    return
        finally:
            run.stop.set()
            self._runs.drop(run)

    async def _run_slice(self, job: SearchJob, run: AnalysisRun, most: float, re: int) -> Thought:
        """The next slice: the first one as soon as a thread is free, the others after all bots."""
        is_first = run.used == 0
        search: Search[Thought] = self._registry.queue_work(
            run_slice,
            job,
            run,
            min(FIRST_SLICE if is_first else SLICE, most - run.used),
            owner=self._owner,
            is_background=not is_first,
            on_change=lambda: self._tell_queue(re, search.ahead),
        )
        return await search

    def _tell_queue(self, re: int, ahead: int) -> None:
        if ahead and self._re == re:
            self.tell(QueuedNews(re, ahead))

    def _tell_thought(self, match: Match, re: int, thought: Thought, *, is_final: bool = False) -> None:
        if self._re == re:
            self.tell(describe_thought(match, thought, re, is_final=is_final))


_LINE = ("game", "options", "start", "moves")
"""What of a question is the position."""


@websocket("/api/analysis/live")
async def analysis_socket(
    socket: Socket,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    runs: NamedDependency[KeptRuns],
    language: FromQuery[str] = "",
) -> None:
    """Thinks about positions, one at a time, and sends better and better thoughts."""
    await socket.accept()
    language = request_language(socket, language)
    with ExitStack() as counted:
        try:
            same_origin(socket)
            person = current_person(socket)
            counted.enter_context(quotas.socket(person.id if person else "", client_address(socket)))
            address = note_address(socket, registry, person) if person else client_address(socket)
        except Refusal as refusal:
            await socket.send_text(encode(refusal.problem(translator(language))))
            await socket.close(CLOSE_REFUSED + refusal.status, refusal.code)
            return
        owner = registry.owner(person.id) if person else Owner("", address)
        stream = ThoughtStream(socket, registry, threads, runs, owner=owner, language=language)
        sending = asyncio.create_task(stream.send())
        try:
            await receive_questions(socket, stream, registry, quotas)
        finally:
            stream.stop()
            sending.cancel()
            with suppress(asyncio.CancelledError, Exception):  # the client may have gone meanwhile
                await sending


async def receive_questions(
    socket: Socket, stream: ThoughtStream, registry: TableRegistry, quotas: Quotas
) -> None:
    """Handle messages one after the other until the client disconnects, or sends too many."""
    throttle = Throttle(rate=MESSAGE_RATE, burst=MESSAGE_BURST)
    throttled = 0
    with suppress(WebSocketDisconnect):
        while throttled < MAX_THROTTLED:
            message = await receive_message(socket)
            re = None
            try:
                throttle.take()
                question = read_question(message)
                stream.stop()
                if isinstance(question, AskThoughts):
                    re = question.re
                    take_quota(socket, quotas, "thoughts")
                    person = current_person(socket)
                    if person:
                        await registry.check_help(person, question.game)
                    stream.ask(question)
            except Exception as error:
                throttled += isinstance(stream.tell_problem(error, re), TooFast)
        await socket.close(1008, "too_fast")
