"""The WebSocket of the analysis board: one position at a time is thought about, the latest asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from functools import partial

from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery
from msgspec.json import encode

from tablier.analysis import Thought
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
from tablier.server.http.threads import ThreadsDependency
from tablier.server.live.analysis import KeptRuns, run_slice
from tablier.server.live.job_queue import Owner, Search
from tablier.server.live.registry import TableRegistry
from tablier.server.live.thought_stream import SliceJob, ThoughtStream, read_question
from tablier.server.messages.analysis import play_line
from tablier.server.messages.thoughts import AskThoughts
from tablier.server.people.quotas import Quotas
from tablier.server.people.throttle import Throttle
from tablier.server.tables.errors import Refusal, TooFast
from tablier.web.languages import translator


def slice_queue(registry: TableRegistry, owner: Owner) -> Callable[[SliceJob], Awaitable[Thought]]:
    """Has slices done in their turn: the first one as soon as a thread is free, the others after all bots."""

    async def think(asked: SliceJob) -> Thought:
        search: Search[Thought] = registry.queue_work(
            run_slice,
            asked.job,
            asked.run,
            asked.seconds,
            owner=owner,
            is_background=not asked.is_first,
            on_change=lambda: asked.tell_queue(search.ahead),
        )
        return await search

    return think


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
        stream = ThoughtStream(
            socket.send_text,
            replay=partial(threads.run, play_line),
            think=slice_queue(registry, owner),
            runs=runs,
            language=language,
        )
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
