"""The WebSocket of a table: incoming messages become commands and queries, news and answers go out."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec.json import encode
from msgspec.structs import replace

from tablier.server.http.auth import RegistryDependency, current_person, same_origin
from tablier.server.http.connection import check_length, client_address, request_language
from tablier.server.http.quotas import QuotasDependency, note_address, take_next_table, take_quota
from tablier.server.http.sockets import (
    CLOSE_REFUSED,
    MAX_THROTTLED,
    MESSAGE_BURST,
    MESSAGE_RATE,
    Socket,
    receive_message,
    refusal_of,
)
from tablier.server.live import answers
from tablier.server.live.perspective import check_perspective, limit_pause
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import Table
from tablier.server.messages.news import Perspective
from tablier.server.people.quotas import Quotas
from tablier.server.people.throttle import Throttle
from tablier.server.tables import commands
from tablier.server.tables.errors import NotIdentified, Refusal, SignedOut, TooFast
from tablier.server.tables.person import Person
from tablier.web.languages import translator

MAX_BACKLOG = 100
"""Outgoing messages that wait for a client that does not read; of news only the latest is kept."""
MAX_SEARCHES = 4
"""Hints and evaluations that one connection may wait for."""
CLOSE_RECONNECT = 1012
"""Close code when the token is no longer valid: the client may connect again with another one."""


class Connection:
    """One open WebSocket at a table: a browser tab or a program."""

    def __init__(self, socket: Socket, person: Person | None, perspective: Perspective) -> None:
        self.person = person
        self.perspective = perspective
        self._socket = socket
        self._news: bytes | None = None
        self._others: deque[bytes] = deque(maxlen=MAX_BACKLOG)
        self._ready = asyncio.Event()
        self._is_disconnected = False
        self._answers: set[asyncio.Task[None]] = set()

    def tell(self, message: bytes, *, is_news: bool) -> None:
        """Queue a message; news replaces news that has not been sent yet."""
        if is_news:
            self._news = message
        else:
            self._others.append(message)
        self._ready.set()

    def disconnect(self) -> None:
        """Close the connection after the messages in the queue."""
        self._is_disconnected = True
        self._ready.set()

    def tell_problem(self, error: Exception, message: str | bytes) -> Refusal:
        """Queue what is wrong with a message of the client."""
        refusal = refusal_of(error)
        problem = replace(
            refusal.problem(translator(self.perspective.language)),
            re=commands.message_name(message) if len(message) < 10_000 else None,
        )
        self.tell(encode(problem), is_news=False)
        return refusal

    def answer_later(self, answer: Coroutine[Any, Any, bytes], message: str | bytes) -> None:
        """Queue an answer when it is found; other messages do not wait for it. Raises TooFast."""
        if len(self._answers) >= MAX_SEARCHES:
            answer.close()
            raise TooFast

        async def tell_answer() -> None:
            try:
                self.tell(await answer, is_news=False)
            except Exception as error:
                self.tell_problem(error, message)

        task = asyncio.create_task(tell_answer())
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    def cancel_answers(self) -> None:
        """The client has gone: what it asked for need not be searched."""
        for task in self._answers:
            task.cancel()

    async def send(self) -> None:
        """Send the queued messages until the connection is closed."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._news is not None or self._others:
                message, self._news = self._news, None
                if message is None:
                    message = self._others.popleft()
                await self._socket.send_text(message)
            if self._is_disconnected:
                await self._socket.close(CLOSE_RECONNECT, "recalled")
                return


@websocket("/api/tables/{table:str}/live")
async def live_socket(
    socket: Socket,
    table: FromPath[str],
    registry: RegistryDependency,
    quotas: QuotasDependency,
    viewpoint: FromQuery[int | None] = None,
    view: FromQuery[str] = "",
    language: FromQuery[str] = "",
    pause: FromQuery[float] = 0.0,
) -> None:
    """Sends the news of a table as it comes, and handles the messages of the client."""
    await socket.accept()
    perspective = Perspective(viewpoint, view, request_language(socket, language), limit_pause(pause))
    with ExitStack() as counted:
        try:
            same_origin(socket)
            person = current_person(socket)
            counted.enter_context(quotas.socket(person.id if person else "", client_address(socket)))
            if person:
                note_address(socket, registry, person)
            live_table = await registry.find(table)
            connection = Connection(socket, person, check_perspective(live_table.state, perspective))
        except Refusal as refusal:
            await socket.send_text(encode(refusal.problem(translator(perspective.language))))
            await socket.close(CLOSE_REFUSED + refusal.status, refusal.code)
            return
        await serve_connection(socket, live_table, connection, registry, quotas)


async def serve_connection(
    socket: Socket, table: Table, connection: Connection, registry: TableRegistry, quotas: Quotas
) -> None:
    """Send and receive until one of the two ends the connection."""
    table.join(connection)
    if registry.announcement.says:
        registry.tell_announcement(connection)
    sending = asyncio.create_task(connection.send())
    try:
        await receive_messages(socket, table, connection, registry, quotas)
    finally:
        table.leave(connection)
        connection.cancel_answers()
        sending.cancel()
        with suppress(asyncio.CancelledError, Exception):  # the client may have gone while a message was sent
            await sending


async def receive_messages(
    socket: Socket, table: Table, connection: Connection, registry: TableRegistry, quotas: Quotas
) -> None:
    """Handle messages one after the other until the client disconnects, or sends too many."""
    throttle = Throttle(rate=MESSAGE_RATE, burst=MESSAGE_BURST)
    throttled = 0
    with suppress(WebSocketDisconnect):
        while throttled < MAX_THROTTLED:
            message = await receive_message(socket)
            try:
                throttle.take()
                check_length(message)
                await handle_message(table, connection, registry, message, socket, quotas)
            except Exception as error:
                throttled += isinstance(connection.tell_problem(error, message), TooFast)
        await socket.close(1008, "too_fast")


async def handle_message(
    table: Table,
    connection: Connection,
    registry: TableRegistry,
    data: str | bytes,
    socket: Socket,
    quotas: Quotas,
) -> None:
    """Do what a message asks for; raises a Refusal."""
    message = commands.read_message(data)
    person = connection.person
    if isinstance(message, commands.ChangePerspective):
        connection.perspective = check_perspective(
            table.state,
            replace(
                connection.perspective,
                viewpoint=message.viewpoint,
                view=message.view,
                pause=connection.perspective.pause if message.pause is None else message.pause,
            ),
        )
        table.send_news(connection)
    elif isinstance(message, commands.Query):
        is_search = isinstance(message, commands.AskHint | commands.AskShares)
        if is_search:
            take_quota(socket, quotas, "hints")
        answer = answers.answer_query(table, person, connection.perspective, message)
        if is_search:
            connection.answer_later(answer, data)
        else:
            connection.tell(await answer, is_news=False)
    elif person is None:
        raise NotIdentified
    else:
        try:
            await registry.accounts.authenticate(person)
        except SignedOut:
            connection.disconnect()
            raise
        if isinstance(message, commands.Say):
            quotas.take_chat(person.id)
        admit_next = partial(take_next_table, socket, quotas, registry, person)
        await table.submit(person, message, admit_next=admit_next)
