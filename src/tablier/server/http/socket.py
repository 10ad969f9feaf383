"""The WebSocket of a table: it carries the messages of `live.connection`, within quotas."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec.json import encode

from tablier.server.http.auth import RegistryDependency, current_person, same_origin
from tablier.server.http.connection import check_length, client_address, request_language
from tablier.server.http.quotas import QuotasDependency, note_address, take_next_table, take_quota
from tablier.server.live.connection import Connection, handle_message
from tablier.server.live.perspective import check_perspective, limit_pause
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import Table
from tablier.server.messages.news import Perspective
from tablier.server.people.quotas import Quotas
from tablier.server.people.throttle import Throttle
from tablier.server.tables import commands
from tablier.server.tables.errors import Refusal, SignedOut, TooFast
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState
from tablier.web.languages import translator

MESSAGE_RATE, MESSAGE_BURST = 10.0, 40.0
"""Incoming messages: so many a second in the long run, so many at once."""
MAX_THROTTLED = 200
"""Messages over the limit after which the connection is closed."""
CLOSE_REFUSED = 4000
"""Close code of a refused connection, less the HTTP status of the refusal: 4404 for no such table."""
CLOSE_RECONNECT = 1012
"""Close code when the token is no longer valid: the client may connect again with another one."""

Socket = WebSocket[Any, Any, Any]


class SocketAdmission:
    """What a message over a socket is counted against."""

    def __init__(
        self, socket: Socket, connection: Connection, registry: TableRegistry, quotas: Quotas
    ) -> None:
        self._socket = socket
        self._connection = connection
        self._registry = registry
        self._quotas = quotas

    def admit_search(self) -> None:
        take_quota(self._socket, self._quotas, "hints")

    async def admit_act(self, person: Person, command: commands.AnyCommand) -> None:
        """Raise SignedOut, and end the connection, if the token is no longer valid."""
        try:
            await self._registry.accounts.authenticate(person)
        except SignedOut:
            self._connection.disconnect()
            raise
        if isinstance(command, commands.Say):
            self._quotas.take_chat(person.id)

    def admit_next(self, person: Person) -> Callable[[TableState], None]:
        return partial(take_next_table, self._socket, self._quotas, self._registry, person)


async def send_messages(socket: Socket, connection: Connection) -> None:
    """Send the queued messages until the connection is closed."""
    async for message in connection.messages():
        await socket.send_text(message)
    await socket.close(CLOSE_RECONNECT, "recalled")


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
            connection = Connection(person, check_perspective(live_table.state, perspective))
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
    sending = asyncio.create_task(send_messages(socket, connection))
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
    admission = SocketAdmission(socket, connection, registry, quotas)
    with suppress(WebSocketDisconnect):
        while throttled < MAX_THROTTLED:
            message = await receive_message(socket)
            try:
                throttle.take()
                check_length(message)
                await handle_message(table, connection, message, admission)
            except Exception as error:
                throttled += isinstance(connection.tell_problem(error, message), TooFast)
        await socket.close(1008, "too_fast")


async def receive_message(socket: Socket) -> str | bytes:
    """The next message, text or binary; raises WebSocketDisconnect."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    return cast(str | None, event.get("text")) or cast(bytes | None, event.get("bytes")) or ""
