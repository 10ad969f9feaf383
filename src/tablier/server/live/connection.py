"""One connection at a table, whatever carries it: incoming messages become commands and queries, news and
answers go out."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Protocol

from msgspec.json import encode
from msgspec.structs import replace

from tablier.server.live import answers
from tablier.server.live.perspective import check_perspective
from tablier.server.live.table import Table
from tablier.server.messages.news import Perspective
from tablier.server.tables import commands
from tablier.server.tables.errors import InternalError, NotIdentified, Refusal, TooFast
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState
from tablier.web.languages import translator

MAX_BACKLOG = 100
"""Outgoing messages that wait for a client that does not read; of news only the latest is kept."""
MAX_SEARCHES = 4
"""Hints and evaluations that one connection may wait for."""

logger = logging.getLogger(__name__)


class Admission(Protocol):
    """What a host asks before it does what a message wants; each may raise a Refusal."""

    def admit_search(self) -> None: ...
    async def admit_act(self, person: Person, command: commands.AnyCommand) -> None: ...
    def admit_next(self, person: Person) -> Callable[[TableState], None]:
        """Called with a table before another one is created after it."""


class Connection:
    """A browser tab or a program at a table."""

    def __init__(self, person: Person | None, perspective: Perspective) -> None:
        self.person = person
        self.perspective = perspective
        self.is_disconnected = False
        self._news: bytes | None = None
        self._others: deque[bytes] = deque(maxlen=MAX_BACKLOG)
        self._ready = asyncio.Event()
        self._answers: set[asyncio.Task[None]] = set()

    def tell(self, message: bytes, *, is_news: bool) -> None:
        """Queue a message; news replaces news that has not been sent yet."""
        if is_news:
            self._news = message
        else:
            self._others.append(message)
        self._ready.set()

    def disconnect(self) -> None:
        """End the connection after the messages in the queue."""
        self.is_disconnected = True
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

    async def messages(self) -> AsyncIterator[bytes]:
        """The queued messages, until the connection is ended."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._news is not None or self._others:
                message, self._news = self._news, None
                yield self._others.popleft() if message is None else message
            if self.is_disconnected:
                return


def refusal_of(error: Exception) -> Refusal:
    """The error itself if it is a refusal; otherwise it is logged, and the client gets InternalError."""
    if isinstance(error, Refusal):
        return error
    logger.error("a message could not be handled", exc_info=error)
    return InternalError()


async def handle_message(
    table: Table, connection: Connection, data: str | bytes, admission: Admission
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
            admission.admit_search()
        answer = answers.answer_query(table, person, connection.perspective, message)
        if is_search:
            connection.answer_later(answer, data)
        else:
            connection.tell(await answer, is_news=False)
    elif person is None:
        raise NotIdentified
    else:
        await admission.admit_act(person, message)
        await table.submit(person, message, admit_next=admission.admit_next(person))
