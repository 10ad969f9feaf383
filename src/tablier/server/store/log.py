"""The append-only log of all matches, and queries beside it. SQLite or PostgreSQL, chosen by a URL.

Appends are written by a single thread with group commit: all that wait are one transaction and one fsync. An
append returns after its commit, so that nothing is sent to clients that is not on disk. The keys (match,
number) and (match, ply) are unique, for optimistic concurrency between processes: the later of two
appends gets LogConflict.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from time import perf_counter
from typing import Any, TypeVar

import sqlalchemy as sa

from tablier.board_game import Game
from tablier.server.ratings.model import RatedGame, rated_game
from tablier.server.store import ratings
from tablier.server.store.availability import THREADS, WAIT_SECONDS, Availability
from tablier.server.store.batch import (
    DuplicateRow,
    LogBatch,
    LogConflict,
    MatchSummary,
    last_time,
    log_line,
    read_entries,
)
from tablier.server.store.diagnosis import check_ownership, database_file, explain_failure, protect_file
from tablier.server.store.migrations import upgrade
from tablier.server.store.schema import facts, log, matches, origins, sitters
from tablier.server.store.witness import Witness
from tablier.server.tables import events
from tablier.server.tables.state import replay

logger = logging.getLogger(__name__)
T = TypeVar("T")
MAX_BATCH = 500
"""The most appends in one transaction."""
MAX_NAMED = 500
"""The most matches that one query names."""


class StoreUnavailable(OSError):  # noqa: N818 -- shown to the operator, as one sentence
    """The database at this URL cannot be opened."""


PendingAppend = tuple[tuple[LogBatch, ...], list[dict[str, Any]], Future[None]]
"""An append in the queue: its batches, their lines as rows of the log, and the future to be resolved."""


OnCommit = Callable[[int, float, bool], None]
"""Told of every commit of the log: the number of lines, the seconds, and whether it succeeded."""


class Store:
    """A database with the log of all matches. The other modules of `store` use its `query` and `execute`."""

    def __init__(self, url: str) -> None:
        self._engine = _open(url)
        self._witness = Witness(url)
        self._availability = Availability(None if self._engine.dialect.name == "sqlite" else WAIT_SECONDS)
        self._queue: SimpleQueue[PendingAppend | None] = SimpleQueue()
        self._write_lock = threading.Lock()
        """Held while writing: SQLite lets concurrent writers poll, and fail after the busy timeout."""
        self.on_commit: OnCommit | None = None
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    @property
    def is_away(self) -> bool:
        """Whether the database did not answer the last time it was asked."""
        return self._availability.is_away

    async def append(self, *batches: LogBatch) -> None:
        """Append lines, all or none; returns when they are on disk.

        Raises LogConflict if one of them exists, UnreadableEvent if one of them could not be read back,
        StoreAway if the database does not answer: then they may have been written all the same.
        """
        lines = [log_line(batch, entry) for batch in batches for entry in batch.entries]
        done: Future[None] = Future()
        self._availability.check()
        self._queue.put((batches, lines, done))
        await self._availability.wait(done)

    async def read(self, match: str, *, after: int = 0, game: Game | None = None) -> list[events.Entry]:
        """The entries of a match from number `after` + 1 on; without the first one the game must be named."""
        return read_entries(await self.lines(match, after=after), game)

    async def lines(self, match: str, *, after: int = 0) -> Sequence[sa.Row[Any]]:
        """The rows of the same entries, undecoded; `read_entries` decodes them."""
        return await self.query(lines_of(match, after=after))

    async def last_numbers(self, names: Iterable[str]) -> dict[str, int]:
        """The number of the last line of each of these matches."""
        found: dict[str, int] = {}
        left = list(names)
        while some := left[:MAX_NAMED]:
            del left[:MAX_NAMED]
            query = (
                sa.select(log.c.match, sa.func.max(log.c.number).label("last"))
                .where(log.c.match.in_(some))
                .group_by(log.c.match)
            )
            found.update({row.match: row.last for row in await self.query(query)})
        return found

    async def due(self, before: float) -> list[str]:
        """The matches whose `wake` is not later than `before`."""
        return [row.id for row in await self.query(sa.select(matches.c.id).where(matches.c.wake <= before))]

    async def matches_of(
        self,
        person: str,
        *,
        over: bool | None = None,
        game: str = "",
        result: str = "",
        most: int | None = 50,
        skip: int = 0,
    ) -> list[MatchSummary]:
        """A person's matches by their latest event: all, or only those over, of a game, with a result."""
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
        rows = await self.query(query)
        return [MatchSummary(row.id, row.game, row.status, row.changed, row.result) for row in rows]

    async def public_matches(self, status: str, *, since: float, most: int) -> list[str]:
        """The public matches with this status and an event after `since`, by the latest event."""
        query = (
            sa.select(matches.c.id)
            .where(matches.c.public, matches.c.status == status, matches.c.changed > since)
            .order_by(matches.c.changed.desc())
            .limit(most)
        )
        return [row.id for row in await self.query(query)]

    async def count_results(self, person: str) -> dict[str, dict[str, int]]:
        """The number of a person's finished matches, by game and result."""
        query = (
            sa.select(matches.c.game, sitters.c.result, sa.func.count().label("total"))
            .join(sitters, sitters.c.match == matches.c.id)
            .where(sitters.c.person == person, matches.c.status == "over")
            .group_by(matches.c.game, sitters.c.result)
        )
        totals: dict[str, dict[str, int]] = {}
        for row in await self.query(query):
            totals.setdefault(row.game, {})[row.result or ""] = row.total
        return totals

    async def matches_without_result(self, person: str) -> list[str]:
        """The finished matches of a person that ended before results were stored."""
        query = (
            sa.select(matches.c.id)
            .join(sitters, sitters.c.match == matches.c.id)
            .where(sitters.c.person == person, matches.c.status == "over", sitters.c.result.is_(None))
        )
        return [row.id for row in await self.query(query)]

    async def save_results(self, match: str, results: Mapping[str, str]) -> None:
        """Store the results of a match by person."""
        rows = sa.update(sitters).where(sitters.c.match == match)
        changes = (
            rows.where(sitters.c.person == person).values(result=result) for person, result in results.items()
        )
        await self.execute(*changes)

    async def query(self, query: sa.Select[Any] | sa.CompoundSelect[Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a query, read in a thread."""

        def read() -> Sequence[sa.Row[Any]]:
            with self._engine.connect() as connection:
                return connection.execute(query).all()

        return await self._availability.run(read)

    async def execute(self, *statements: sa.Insert | sa.Update | sa.Delete) -> int:
        """Execute statements in one transaction, in a thread; gives how many rows the first one changed.

        Raises DuplicateRow for a row whose key exists. Not for the log: see `append`.
        """

        def write(connection: sa.Connection) -> int:
            changed = [connection.execute(statement).rowcount for statement in statements]
            return changed[0]

        try:
            return await self.transact(write)
        except sa.exc.IntegrityError:
            raise DuplicateRow from None

    async def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """Do this work in one transaction, in a thread; gives what it gives."""

        def write() -> T:
            with self._write_lock, self._engine.begin() as connection:
                return work(connection)

        return await self._availability.run(write)

    async def recompute_ratings(self) -> None:
        """Compute all ratings again from the log, in one transaction."""

        def recompute() -> None:
            with self._write_lock, self._engine.begin() as connection:
                ratings.clear_ratings(connection)
                for game in sorted(_rated_games(connection), key=lambda game: game.key):
                    ratings.add_rated_game(connection, game)

        await asyncio.to_thread(recompute)  # it takes as long as it takes

    def secret(self, name: str = "secret") -> bytes:
        """A key of 32 bytes, by default that of tokens: created once, the same for all processes."""
        if self._read_fact(name) is None:
            self._insert_fact(name, secrets.token_hex(32))
        return bytes.fromhex(str(self._read_fact(name)))

    async def heartbeat(self, at: float) -> float | None:
        """Store that a server is running at this time; gives the time stored before."""
        before = await self._availability.run(self._read_fact, "alive")
        await self._availability.run(self._beat, at)
        return None if before is None else float(before)

    def find_loss(self) -> str | None:
        """What the database has lost since the last heartbeat, in one sentence; None if it lost nothing."""
        alive = self._read_fact("alive")
        return self._witness.find_loss(None if alive is None else float(alive))

    def _beat(self, at: float) -> None:
        self._write_fact("alive", repr(at))
        self._witness.write(at)

    def close(self) -> None:
        """Write the appends in the queue, and close the database."""
        self._queue.put(None)
        self._writer.join()
        self._availability.close()
        self._engine.dispose()

    def _read_fact(self, name: str) -> str | None:
        with self._engine.connect() as connection:
            return connection.scalar(sa.select(facts.c.value).where(facts.c.name == name))

    def _write_fact(self, name: str, value: str) -> None:
        with self._write_lock, self._engine.begin() as connection:
            change = sa.update(facts).where(facts.c.name == name).values(value=value)
            is_new = not connection.execute(change).rowcount
        if is_new:
            self._insert_fact(name, value)

    def _insert_fact(self, name: str, value: str) -> None:
        """Insert a fact, unless another process has just done so."""
        with suppress(sa.exc.IntegrityError), self._write_lock, self._engine.begin() as connection:
            connection.execute(sa.insert(facts).values(name=name, value=value))

    def _write(self) -> None:
        """The writer thread: commits the queue in batches until it is closed."""
        while (first := self._queue.get()) is not None:
            batch, is_last = [first], False
            while len(batch) < MAX_BATCH and not self._queue.empty():
                if (item := self._queue.get()) is None:
                    is_last = True
                    break
                batch.append(item)
            # Those who asked may have given up meanwhile.
            self._commit([item for item in batch if item[2].set_running_or_notify_cancel()])
            if is_last:
                return

    @property
    def queue_length(self) -> int:
        """The number of appends that wait for a commit."""
        return self._queue.qsize()

    def _commit(self, batch: list[PendingAppend]) -> None:
        """Commit a batch as one transaction; on a conflict each of its appends by itself."""
        if not batch:
            return
        started, is_done = perf_counter(), True
        try:
            with self._write_lock, self._engine.begin() as connection:
                batches = [each for appended, _, _ in batch for each in appended]
                _insert(connection, batches, [line for _, lines, _ in batch for line in lines])
        except sa.exc.IntegrityError:
            if len(batch) == 1:
                batch[0][2].set_exception(LogConflict())
            else:
                for item in batch:
                    self._commit([item])
        except Exception as error:
            is_done = False
            for _, _, done in batch:
                done.set_exception(error)
        else:
            for _, _, done in batch:
                done.set_result(None)
        if self.on_commit is not None:
            self.on_commit(sum(len(lines) for _, lines, _ in batch), perf_counter() - started, is_done)


def _insert(connection: sa.Connection, batches: list[LogBatch], lines: list[dict[str, Any]]) -> None:
    """Insert lines into the log, and update what is derived from them: matches, sitters, ratings."""
    connection.execute(sa.insert(log), lines)
    new = [each for each in batches if each.entries[0].number == 1]
    continued = {each.match: each for each in batches if each.entries[0].number > 1}.values()
    if new:
        connection.execute(
            sa.insert(matches).values(changed=sa.bindparam("at")),
            [{"id": each.match, **_match_row(each)} for each in new],
        )
    if continued:
        connection.execute(
            sa.update(matches)
            .where(matches.c.id == sa.bindparam("which"))
            .values(changed=sa.func.coalesce(sa.bindparam("at"), matches.c.changed)),
            [{"which": each.match, **_match_row(each)} for each in continued],
        )
    _update_sitters(
        connection,
        [
            each
            for each in batches
            if each.results or any(_changes_seats(entry.event) for entry in each.entries)
        ],
    )
    if over := [each.match for each in batches if each.results]:
        connection.execute(sa.delete(origins).where(origins.c.match.in_(over)))
    # Last, so that the lock of the ratings is held as shortly as possible.
    for game in sorted((each.played for each in batches if each.played), key=lambda game: game.key):
        ratings.add_rated_game(connection, game)


def _match_row(batch: LogBatch) -> dict[str, Any]:
    """The row of a match after a batch."""
    return {
        "game": batch.game.id,
        "status": batch.status,
        "wake": batch.wake,
        "at": last_time(batch),
        "public": batch.public,
        "turn": batch.turn,
    }


def _changes_seats(event: events.AnyEvent) -> bool:
    return isinstance(event, events.Created | events.Sat | events.Left | events.Became | events.Forgotten)


def _update_sitters(connection: sa.Connection, batches: list[LogBatch]) -> None:
    """Replace the persons of a match and their results: seats change seldom."""
    for batch in batches:
        connection.execute(sa.delete(sitters).where(sitters.c.match == batch.match))
        rows = [
            {"person": person, "match": batch.match, "result": batch.results.get(person)}
            for person in sorted(batch.people)
        ]
        if rows:
            connection.execute(sa.insert(sitters), rows)


def _rated_games(connection: sa.Connection) -> Iterator[RatedGame]:
    """The finished rated games, replayed from the log."""
    firsts = sa.select(log.c.match, log.c.event).where(log.c.number == 1)
    for match, text in connection.execute(firsts).all():
        lines = connection.execute(lines_of(match)).all() if '"rated":true' in text else ()
        try:
            game = rated_game(match, replay(read_entries(lines))) if lines else None
        except Exception as error:  # whatever a damaged line makes of it
            logger.error("table %s cannot be read and is not rated: %r", match, error)
            continue
        if game is not None:
            yield game


def lines_of(match: str, *, after: int = 0) -> sa.Select[Any]:
    """The query for the lines of a match, in order."""
    return (
        sa.select(log.c.number, log.c.at, log.c.event, log.c.ply)
        .where(log.c.match == match, log.c.number > after)
        .order_by(log.c.number)
    )


def _open(url: str) -> sa.Engine:
    """A database, upgraded to the present schema; raises StoreUnavailable."""
    try:
        if path := database_file(url):
            protect_file(path)
        engine = sa.create_engine(url, **_engine_options(url))
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _configure_sqlite)
        check_ownership(engine)
        upgrade(engine)
        if engine.dialect.name == "postgresql":
            from tablier.server.store.postgresql import bound_waits

            bound_waits(engine)
    except Exception as error:
        sentence = explain_failure(error, url)
        if sentence is None:
            raise
        raise StoreUnavailable(errno.ENOENT, sentence) from error
    return engine


def _engine_options(url: str) -> dict[str, Any]:
    options: dict[str, Any] = {"pool_pre_ping": True}  # a connection may have been lost since its last use
    if not url.startswith("sqlite"):
        # One for each thread, and one for the writer: nobody waits for a connection.
        options.update(pool_size=5, max_overflow=THREADS)
    return options


def _configure_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """WAL, so that readers do not wait for the writer; fsync at every commit; wait for other processes."""
    for setting in ("journal_mode = wal", "synchronous = full", "busy_timeout = 10000"):
        connection.execute(f"pragma {setting}")
