"""The host of tables in a Worker: it answers the paths and the sockets that pages ask a server for."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import decode, encode

from tablier.browser.messages import Request, Response, refuse
from tablier.browser.pages import Pages
from tablier.browser.pool import ThinkerPool
from tablier.browser.registry import BrowserRegistry
from tablier.browser.store import BrowserStore, Shelf
from tablier.server.live.connection import Connection, handle_message, refusal_of
from tablier.server.live.perspective import check_perspective
from tablier.server.live.reviews import Reviews
from tablier.server.live.table import Table
from tablier.server.tables import commands
from tablier.server.tables.errors import Refusal
from tablier.server.tables.person import Person, new_guest
from tablier.server.tables.state import TableState
from tablier.web.languages import translator

CLOSE_NORMAL = 1000
CLOSE_REFUSED = 4000
"""Close code of a refused connection, less the status of the refusal, as on a server."""


class Visitor(Struct):
    """Who plays in this browser."""

    id: str
    name: str

    @property
    def person(self) -> Person:
        return Person(self.id, self.name)


class Settings(Struct, frozen=True):
    static: str
    nonce: str = ""
    language: str = "en"


class OpenAdmission:
    """One person uses this browser: nothing has to be shared out."""

    def admit_search(self) -> None: ...
    async def admit_act(self, person: Person, command: commands.AnyCommand) -> None: ...
    def admit_next(self, person: Person) -> Callable[[TableState], None]:
        return lambda _: None


class OpenSocket(NamedTuple):
    table: Table
    connection: Connection
    sending: asyncio.Task[None]


Tell = Callable[[int, str], None]


class Host:
    """What the Worker's script calls."""

    def __init__(
        self,
        shelf: Shelf,
        pool: ThinkerPool,
        settings: Settings,
        visitor: Visitor,
        *,
        tell: Tell,
        announce: Callable[[str], None],
    ) -> None:
        """`tell` sends a message over a socket, by its number; `announce` tells other pages of a change."""
        self.registry = BrowserRegistry(BrowserStore(shelf), pool, announce=announce)
        self.reviews = Reviews(self.registry)
        self.pages = Pages(static=settings.static, nonce=settings.nonce)
        self.visitor = visitor
        self._shelf = shelf
        self._tell = tell
        self._sockets: dict[int, OpenSocket] = {}
        self._opening: set[int] = set()
        self._admission = OpenAdmission()

    @property
    def person(self) -> Person:
        return self.visitor.person

    async def rename(self, name: str) -> None:
        """The visitor has chosen a name, for all tables from now on."""
        self.visitor.name = name
        await keep_visitor(self._shelf, self.visitor)

    def refuse(self, asked: Request, refusal: Refusal) -> Response:
        if asked.path.startswith("/api/"):
            return refuse(asked, refusal)
        problem = refusal.problem(translator(asked.language))
        page = self.pages.render(
            "problem.html", asked.language, {"problem": problem, "status": refusal.status}
        )
        return Response(refusal.status, "text/html", page)

    async def open(self, number: int, address: str, language: str) -> int:
        """Open a socket at a table; the code with which it is closed at once, or 0."""
        asked = Request("GET", address, language=language)
        found = re.fullmatch(r"/api/tables/(\w+)/live", asked.path)
        self._opening.add(number)
        try:
            table = await self.registry.find(found[1] if found else "")
            perspective = check_perspective(table.state, asked.perspective)
        except Exception as error:
            self._opening.discard(number)
            refusal = refusal_of(error)
            self._tell(number, encode(refusal.problem(translator(language))).decode())
            return CLOSE_REFUSED + refusal.status
        if number not in self._opening:
            return CLOSE_NORMAL
        connection = Connection(self.person, perspective)
        sending = asyncio.create_task(self._send(number, connection))
        self._sockets[number] = OpenSocket(table, connection, sending)
        table.join(connection)
        self._opening.remove(number)
        return 0

    async def _send(self, number: int, connection: Connection) -> None:
        async for message in connection.messages():
            self._tell(number, message.decode())

    async def receive(self, number: int, text: str) -> None:
        """A message came over a socket."""
        if number not in self._sockets:
            return
        table, connection, _ = self._sockets[number]
        try:
            await handle_message(table, connection, text, self._admission)
        except Exception as error:
            connection.tell_problem(error, text)

    def close(self, number: int) -> None:
        """The page has closed a socket; it may not be open yet."""
        self._opening.discard(number)
        if socket := self._sockets.pop(number, None):
            socket.table.leave(socket.connection)
            socket.connection.cancel_answers()
            socket.sending.cancel()


async def find_visitor(shelf: Shelf, language: str) -> Visitor:
    """Who plays in this browser; somebody new, the first time."""
    if known := await shelf.fact("visitor"):
        return decode(known, type=Visitor)
    visitor = new_visitor(language)
    await keep_visitor(shelf, visitor)
    return visitor


async def keep_visitor(shelf: Shelf, visitor: Visitor) -> None:
    await shelf.setFact("visitor", encode(visitor).decode())


def new_visitor(language: str) -> Visitor:
    """Somebody who plays in this browser for the first time."""
    person = new_guest(translate=translator(language))
    return Visitor(person.id, person.name)
