"""The live connection: words from outside become acts at the table, the table's news becomes words."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec.json import encode
from msgspec.structs import replace

from tablier.scene import Phrase, say
from tablier.server import asks
from tablier.server.accounts import Accounts
from tablier.server.doors import Pace, TheHall, language_of, same_origin, short, who
from tablier.server.news import Look
from tablier.server.refusals import Broken, Nobody, NoSuchSeat, NoSuchView, Refusal, SignedOut, TooFast
from tablier.server.seats import Person
from tablier.server.situation import Situation
from tablier.server.table import Table
from tablier.web.languages import translator

RATE, BURST = 10.0, 40.0
"""Messages a second, and at once."""
BACKLOG = 100
"""Messages that wait for somebody who does not read them; news counts once, only the latest matters."""
PATIENCE = 200
"""Messages refused for haste before the connection is ended."""
CLOSE_REFUSED = 4000
"""Added to the refusal's HTTP status it is the code the socket closes with: 4404 for no such table."""
COME_AGAIN = 1012
"""The code a socket closes with whose card is to be shown anew."""

logger = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]


class Listening:
    """One open tab or program at a table."""

    def __init__(self, socket: Socket, person: Person | None, look: Look) -> None:
        self.person = person
        self.look = look
        self._socket = socket
        self._news: bytes | None = None
        self._others: deque[bytes] = deque(maxlen=BACKLOG)
        self._ready = asyncio.Event()
        self._is_dismissed = False

    def tell(self, message: bytes, *, is_news: bool) -> None:
        """Have a message sent as soon as the line is free."""
        if is_news:
            self._news = message
        else:
            self._others.append(message)
        self._ready.set()

    def dismiss(self) -> None:
        self._is_dismissed = True
        self._ready.set()

    async def send(self) -> None:
        """Send what is to be told, for as long as the connection lasts."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._news is not None or self._others:
                message, self._news = self._news, None
                if message is None:
                    message = self._others.popleft()
                await self._socket.send_text(message.decode())
            if self._is_dismissed:
                await self._socket.close(COME_AGAIN, "recalled")
                return


@websocket("/api/tables/{table:str}/live")
async def live(
    socket: Socket,
    table: FromPath[str],
    hall: TheHall,
    viewpoint: FromQuery[int | None] = None,
    view: FromQuery[str] = "",
    language: FromQuery[str] = "",
) -> None:
    """News of a table as it comes, and the way to act at it."""
    await socket.accept()
    look = Look(viewpoint, view, language_of(socket, language))
    try:
        same_origin(socket)
        person = who(socket)
        found = await hall.find(table)
        listening = Listening(socket, person, checked(found.situation, look))
    except Refusal as refusal:
        await socket.send_text(encode(refusal.problem(translator(look.language))).decode())
        await socket.close(CLOSE_REFUSED + refusal.status, refusal.code)
        return
    found.join(listening)
    sending = asyncio.create_task(listening.send())
    try:
        await listen(socket, found, listening, hall.accounts)
    finally:
        found.leave(listening)
        sending.cancel()
        with suppress(asyncio.CancelledError, Exception):  # whatever ended the sending, it has ended
            await sending


async def listen(socket: Socket, table: Table, listening: Listening, accounts: Accounts) -> None:
    """Do what comes in, one message after the other, until the other end hangs up."""
    pace = Pace(rate=RATE, burst=BURST)
    hasty = 0
    with suppress(WebSocketDisconnect):
        while hasty < PATIENCE:
            message = await receive(socket)
            try:
                pace.step()
                short(message)
                await hear(table, listening, accounts, message)
            except Exception as error:
                refusal = refusal_of(error)
                hasty += isinstance(refusal, TooFast)
                problem = replace(
                    refusal.problem(translator(listening.look.language)),
                    re=asks.name_of(message) if len(message) < 10_000 else None,
                )
                listening.tell(encode(problem), is_news=False)
        await socket.close(1008, "too_fast")


def refusal_of(error: Exception) -> Refusal:
    """What to say of it. If it is our own mistake, the log has the rest."""
    if isinstance(error, Refusal):
        return error
    logger.error("a message could not be dealt with", exc_info=error)
    return Broken()


async def receive(socket: Socket) -> str | bytes:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    return cast(str | None, event.get("text")) or cast(bytes | None, event.get("bytes")) or ""


async def hear(table: Table, listening: Listening, accounts: Accounts, data: str | bytes) -> None:
    message = asks.read(data)
    person = listening.person
    if isinstance(message, asks.ChangeLook):
        listening.look = checked(
            table.situation, replace(listening.look, viewpoint=message.viewpoint, view=message.view)
        )
        table.greet(listening)
    elif isinstance(message, asks.Ask):
        listening.tell(await asks.answer(table, person, listening.look, message), is_news=False)
    elif person is None:
        raise Nobody
    else:
        try:
            await accounts.admit(person)
        except SignedOut:
            listening.dismiss()
            raise
        await table.act(person, message)


def checked(now: Situation, look: Look) -> Look:
    """A look that the game knows."""
    game = now.match.game
    if look.viewpoint is not None and look.viewpoint not in range(len(game.seats)):
        raise NoSuchSeat(seat=look.viewpoint)
    if look.view and look.view not in game.views:
        raise NoSuchView(
            problem=say(
                "{game} has no view of this name: it has {views}.",
                game=Phrase(game.title),
                views=", ".join(game.views),
            )
        )
    return look
