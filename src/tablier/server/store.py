"""The log on disk: lines are only ever added. One interface for SQLite and PostgreSQL, chosen by a URL.

A single thread writes. It takes all appends that wait and commits them as one: the disk is waited for once,
and nobody is told of a line before it lies there.
"""

from __future__ import annotations

import asyncio
import errno
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from tablier.server import events as ev
from tablier.server import standings
from tablier.server.migrations import upgrade
from tablier.server.ratings import Played, played
from tablier.server.schema import metadata
from tablier.server.situation import replay

BATCH = 500
"""Appends that one commit may hold."""

log = sa.Table(
    "log",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ply", sa.Integer),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    # The lock between processes: of two that answer the same position, one is too late.
    sa.UniqueConstraint("match", "ply"),
)

# What can be read off the log, kept beside it to be found quickly.
matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("wake", sa.Double),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index(None, "wake"),
    sa.Index(None, "public", "status", "changed"),
)
sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(16), primary_key=True),
    # How it ended for the person, see `results`; null while it runs, and where nobody has looked yet.
    sa.Column("result", sa.String(8)),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    # As names are compared.
    sa.Column("folded", sa.String(500), nullable=False, unique=True),
    sa.Column("password", sa.String(200), nullable=False),
    # Which of the account's cards are good: those of the present epoch.
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("made", sa.Double, nullable=False),
)
# Persons whose cards are worthless: guests who became part of an account, and accounts that were deleted.
gone = sa.Table(
    "gone",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("became", sa.String(32)),
    # Do all tables know?
    sa.Column("is_done", sa.Boolean, nullable=False),
)

# What was thought of the positions of a finished match, each asked about once.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    # Made there instead of the match's own; empty for the position of the match.
    sa.Column("move", sa.String(32), primary_key=True),
    sa.Column("opinion", sa.Text, nullable=False),
)

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


class NoStore(OSError):  # noqa: N818 -- a fact to be told
    """There is none at this URL."""


class TooLate(Exception):  # noqa: N818 -- an answer: somebody else wrote this line first
    """The log already has a line of this number or ply."""


class Taken(Exception):  # noqa: N818 -- an answer
    """There is a row like this already."""


class Page(Struct, frozen=True):
    """Lines to be added to one match, and what is known of it then."""

    match: str
    entries: tuple[ev.Entry, ...]
    game: str
    status: str
    wake: float | None
    people: frozenset[str]
    results: Mapping[str, str] = {}
    """How it ended, by person."""
    played: Played | None = None
    """The rated game that these lines end."""
    public: bool = False


class Listed(Struct, frozen=True):
    """A match, as lists show it."""

    id: str
    game: str
    status: str
    changed: float
    result: str | None = None
    """For the person whose list it is: see `results`."""


class Store:
    """The log of all matches."""

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        self._waiting: SimpleQueue[tuple[tuple[Page, ...], Future[None]] | None] = SimpleQueue()
        self._one = threading.Lock()
        """One writes at a time: SQLite would let the others try again and again, and fail in the end."""
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    async def append(self, *pages: Page) -> None:
        """Add lines, all or none; returns when they are on disk. TooLate if one of them is there already."""
        done: Future[None] = Future()
        self._waiting.put((pages, done))
        # Cancelling would leave it open whether the lines were written.
        await asyncio.shield(asyncio.wrap_future(done))

    async def read(self, match: str, *, after: int = 0) -> list[ev.Entry]:
        """The lines of a match, in order."""
        return [_entry(row) for row in await self.ask(lines_of(match, after=after))]

    async def due(self, before: float) -> list[str]:
        """The matches that go on by themselves before a moment: a bot is to move, or time runs out."""
        return [row.id for row in await self.ask(sa.select(matches.c.id).where(matches.c.wake <= before))]

    async def of(
        self,
        person: str,
        *,
        over: bool | None = None,
        game: str = "",
        result: str = "",
        most: int | None = 50,
        skip: int = 0,
    ) -> list[Listed]:
        """Somebody's matches, the latest first: all, or those that are over, of a game, with a result."""
        query = (
            sa.select(matches.c.id, matches.c.game, matches.c.status, matches.c.changed, sitters.c.result)
            .join(sitters, sitters.c.match == matches.c.id)
            .where(sitters.c.person == person)
            .order_by(matches.c.changed.desc(), matches.c.id)
            .limit(most)
            .offset(skip)
        )
        if over is not None:
            query = query.where((matches.c.status == "over") == over)
        if game:
            query = query.where(matches.c.game == game)
        if result:
            query = query.where(sitters.c.result == result)
        rows = await self.ask(query)
        return [Listed(row.id, row.game, row.status, row.changed, row.result) for row in rows]

    async def public(self, status: str, *, since: float, most: int) -> list[str]:
        """The listed matches in this state where something happened since then, the latest first."""
        query = (
            sa.select(matches.c.id)
            .where(matches.c.public, matches.c.status == status, matches.c.changed > since)
            .order_by(matches.c.changed.desc())
            .limit(most)
        )
        return [row.id for row in await self.ask(query)]

    async def tally(self, person: str) -> dict[str, dict[str, int]]:
        """How many of somebody's finished matches there are, by game and result."""
        query = (
            sa.select(matches.c.game, sitters.c.result, sa.func.count().label("total"))
            .join(sitters, sitters.c.match == matches.c.id)
            .where(sitters.c.person == person, matches.c.status == "over")
            .group_by(matches.c.game, sitters.c.result)
        )
        found: dict[str, dict[str, int]] = {}
        for row in await self.ask(query):
            found.setdefault(row.game, {})[row.result or ""] = row.total
        return found

    async def unresolved(self, person: str) -> list[str]:
        """Somebody's finished matches whose result is not kept: they ended before results were."""
        query = (
            sa.select(matches.c.id)
            .join(sitters, sitters.c.match == matches.c.id)
            .where(sitters.c.person == person, matches.c.status == "over", sitters.c.result.is_(None))
        )
        return [row.id for row in await self.ask(query)]

    async def resolve(self, match: str, results: Mapping[str, str]) -> None:
        """Keep the results of a match."""
        here = sa.update(sitters).where(sitters.c.match == match)
        changes = (
            here.where(sitters.c.person == person).values(result=result) for person, result in results.items()
        )
        await self.change(*changes)

    async def ask(self, query: sa.Select[Any] | sa.CompoundSelect[Any]) -> Sequence[sa.Row[Any]]:
        """What the tables beside the log hold."""

        def ask() -> Sequence[sa.Row[Any]]:
            with self._engine.connect() as connection:
                return connection.execute(query).all()

        return await asyncio.to_thread(ask)

    async def change(self, *statements: sa.Insert | sa.Update | sa.Delete) -> int:
        """Change the tables beside the log, by all of these or by none; how many rows the first one met.

        Taken if a row is there already that must be there once.
        """

        def change() -> int:
            with self._one, self._engine.begin() as connection:
                met = [connection.execute(statement).rowcount for statement in statements]
                return met[0]

        try:
            return await asyncio.to_thread(change)
        except sa.exc.IntegrityError:
            raise Taken from None

    async def rate_anew(self) -> None:
        """Compute all ratings anew from the log. Games that end meanwhile wait."""

        def anew() -> None:
            with self._one, self._engine.begin() as connection:
                standings.clear(connection)
                for game in sorted(_rated_games(connection), key=lambda game: game.key):
                    standings.enter(connection, game)

        await asyncio.to_thread(anew)

    def secret(self) -> bytes:
        """What cards are signed with: made once, the same for all processes."""
        if self._known("secret") is None:
            self._learn("secret", secrets.token_hex(32))
        return bytes.fromhex(str(self._known("secret")))

    async def alive(self, at: float) -> float | None:
        """Note that we are at work; gives when that was last noted."""
        before = await asyncio.to_thread(self._known, "alive")
        await asyncio.to_thread(self._keep, "alive", repr(at))
        return None if before is None else float(before)

    def close(self) -> None:
        """Write what still waits, and end."""
        self._waiting.put(None)
        self._writer.join()
        self._engine.dispose()

    def _known(self, name: str) -> str | None:
        with self._engine.connect() as connection:
            return connection.scalar(sa.select(facts.c.value).where(facts.c.name == name))

    def _keep(self, name: str, value: str) -> None:
        with self._one, self._engine.begin() as connection:
            change = sa.update(facts).where(facts.c.name == name).values(value=value)
            is_new = not connection.execute(change).rowcount
        if is_new:
            self._learn(name, value)

    def _learn(self, name: str, value: str) -> None:
        """Keep a new fact, unless another process has just done so."""
        with suppress(sa.exc.IntegrityError), self._one, self._engine.begin() as connection:
            connection.execute(sa.insert(facts).values(name=name, value=value))

    def _write(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch, is_last = [first], False
            while len(batch) < BATCH and not self._waiting.empty():
                if (item := self._waiting.get()) is None:
                    is_last = True
                    break
                batch.append(item)
            self._commit(batch)
            if is_last:
                return

    def _commit(self, batch: list[tuple[tuple[Page, ...], Future[None]]]) -> None:
        """One commit for all; if a line of one of them is too late, each by itself."""
        try:
            with self._one, self._engine.begin() as connection:
                _add(connection, [page for pages, _ in batch for page in pages])
        except sa.exc.IntegrityError:
            if len(batch) == 1:
                batch[0][1].set_exception(TooLate())
            else:
                for item in batch:
                    self._commit([item])
        except Exception as error:
            for _, done in batch:
                done.set_exception(error)
        else:
            for _, done in batch:
                done.set_result(None)


def _add(connection: sa.Connection, pages: list[Page]) -> None:
    connection.execute(
        sa.insert(log),
        [
            {
                "match": page.match,
                "number": entry.number,
                "ply": entry.ply,
                "at": entry.at,
                "event": ev.write(entry.event).decode(),
            }
            for page in pages
            for entry in page.entries
        ],
    )
    new = [page for page in pages if page.entries[0].number == 1]
    known = {page.match: page for page in pages if page.entries[0].number > 1}.values()
    if new:
        connection.execute(
            sa.insert(matches).values(changed=sa.bindparam("at")),
            [{"id": page.match, **_known_of(page)} for page in new],
        )
    if known:
        connection.execute(
            sa.update(matches)
            .where(matches.c.id == sa.bindparam("which"))
            .values(changed=sa.func.coalesce(sa.bindparam("at"), matches.c.changed)),
            [{"which": page.match, **_known_of(page)} for page in known],
        )
    _seat(
        connection,
        [page for page in pages if page.results or any(_seats(entry.event) for entry in page.entries)],
    )
    # At last: whoever holds the ratings waits for nobody else.
    for game in sorted((page.played for page in pages if page.played), key=lambda game: game.key):
        standings.enter(connection, game)


def _known_of(page: Page) -> dict[str, Any]:
    lively = [entry.at for entry in page.entries if not isinstance(entry.event, ev.Became | ev.Forgotten)]
    changed = lively[-1] if lively else None
    return {"game": page.game, "status": page.status, "wake": page.wake, "at": changed, "public": page.public}


def _seats(event: ev.AnyEvent) -> bool:
    return isinstance(event, ev.Created | ev.Sat | ev.Left | ev.Became | ev.Forgotten)


def _seat(connection: sa.Connection, pages: list[Page]) -> None:
    """Who sits at a match, and how it ended, is written anew when that changes, which is seldom."""
    for page in pages:
        connection.execute(sa.delete(sitters).where(sitters.c.match == page.match))
        rows = [
            {"person": person, "match": page.match, "result": page.results.get(person)}
            for person in sorted(page.people)
        ]
        if rows:
            connection.execute(sa.insert(sitters), rows)


def _rated_games(connection: sa.Connection) -> Iterator[Played]:
    """The rated games that the log tells of."""
    firsts = sa.select(log.c.match, log.c.event).where(log.c.number == 1)
    for match, text in connection.execute(firsts).all():
        first = ev.read(text)
        if isinstance(first, ev.Created) and first.terms.rated:
            lines = connection.execute(lines_of(match)).all()
            if game := played(match, replay([_entry(row) for row in lines])):
                yield game


def lines_of(match: str, *, after: int = 0) -> sa.Select[Any]:
    return (
        sa.select(log.c.number, log.c.at, log.c.event, log.c.ply)
        .where(log.c.match == match, log.c.number > after)
        .order_by(log.c.number)
    )


def _entry(row: sa.Row[Any]) -> ev.Entry:
    return ev.Entry(row.number, row.at, ev.read(row.event), row.ply)


def _open(url: str) -> sa.Engine:
    """A database with the schema of today; NoStore where that cannot be."""
    try:
        engine = sa.create_engine(url, pool_pre_ping=True)  # a database may have been away
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _prepare)
        upgrade(engine)
    except sa.exc.OperationalError as error:
        raise NoStore(errno.ENOENT, f"This store cannot be used: {error.orig}") from error
    except (sa.exc.ArgumentError, ImportError) as error:
        raise NoStore(errno.EINVAL, f"This store cannot be used: {error}.") from error
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Readers do not wait for the writer, a commit is on disk, and another process's commit is waited for."""
    for setting in ("journal_mode = wal", "synchronous = full", "busy_timeout = 10000"):
        connection.execute(f"pragma {setting}")
