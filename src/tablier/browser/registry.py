"""The tables of one browser: what `live.table` and `live.reviews` need, without accounts and ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import time
from typing import Any

from tablier.bots.reviewing import Opinion
from tablier.browser.pool import ThinkerPool
from tablier.browser.store import BrowserStore
from tablier.browser.thinker import find_move, judge_position
from tablier.scene import say
from tablier.server.live.job_queue import JobQueue, Owner, Search
from tablier.server.live.observer import Observer
from tablier.server.live.searches import ADVISER, advice_job
from tablier.server.live.table import STAND_IN, Table, log_batch
from tablier.server.live.thinking import BotMove, SearchJob
from tablier.server.messages.news import RatingNews
from tablier.server.store.batch import OpinionRow, read_entries
from tablier.server.tables import events
from tablier.server.tables.clocks import Outage
from tablier.server.tables.create import NewTable, create_event
from tablier.server.tables.errors import BadTable, NeedsAccount, NoSuchTable, NotStored, Unreadable
from tablier.server.tables.events import new_table_id
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState, replay

PULSE_SECONDS = 1.0
"""Seconds between two beats: no more of a clock's time is lost when the page is closed."""


class NoOrigins:
    """There are no rated tables: nobody's network is of interest."""

    async def note(self, table: str, person: Person) -> None: ...


class BrowserRegistry:
    """Tables loaded from the browser's store. Two pages write to one log, as two processes do."""

    def __init__(
        self, store: BrowserStore, pool: ThinkerPool, *, announce: Callable[[str], None] = lambda _: None
    ) -> None:
        """`announce` tells the other pages of this browser that a table has changed."""
        self.store = store
        self.stand_in = STAND_IN
        self.observer = Observer()
        self.origins = NoOrigins()
        self.time = time
        self._announce = announce
        self._queue = JobQueue(pool, slots=lambda: 1)
        self._tables: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._outages: tuple[Outage, ...] = ()

    async def start(self) -> None:
        """Give back to the clocks the time during which no page was open."""
        self._outages = await self.store.begin(self.time(), 2 * PULSE_SECONDS)
        self._start(self._beat())

    async def create(self, person: Person, new: NewTable) -> Table:
        """Create a table; a Refusal if it cannot be, and nothing is stored."""
        created = create_event(person, new)
        if created.terms.rated:
            raise NeedsAccount
        if any(seat.is_open for seat in created.seats):
            raise BadTable(problem=say("Nobody else can join a table that is only in this browser."))
        first = events.Entry(1, self.time(), created)
        name = new_table_id()
        try:
            await self.store.append(log_batch(name, TableState(first), (first,)))
        except Exception as error:
            raise NotStored from error
        return await self.find(name)

    async def find(self, name: str) -> Table:
        """The table of this id, loaded if it is not in memory; NoSuchTable or Unreadable if it cannot be."""
        if name not in self._tables:
            self._tables[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(self._tables[name])
        except Exception:
            self._tables.pop(name, None)
            raise

    async def _load(self, name: str) -> Table:
        await self.store.hold(name)
        table = Table(name, await self.read(name), self)
        table.schedule()
        return table

    async def read(self, name: str) -> TableState:
        """A table as the log tells of it."""
        lines = await self.store.lines(name)
        if not lines:
            raise NoSuchTable(table=name)
        try:
            return replay(read_entries(lines), self._outages)
        except Exception as error:
            raise Unreadable(table=name) from error

    async def changed(self, name: str) -> None:
        """Another page has written to a table's log."""
        if name in self._tables:
            with suppress(NoSuchTable, Unreadable):
                await (await self.find(name)).catch_up()

    def search(
        self,
        job: SearchJob,
        owner: Owner,
        *,
        seat: tuple[str, int] | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> Search[BotMove]:
        """Queue a bot's search; the bot of a `seat` keeps its tree from move to move."""
        return self._queue.submit(find_move, job, seat, owner=owner, on_change=on_change)

    def analyse(self, job: SearchJob, owner: Owner) -> Search[Opinion]:
        """Queue a search of a position for a review, after all bots to move."""
        return self._queue.submit(judge_position, job, owner=owner, is_background=True)

    def advice_job(self, state: TableState, at: int) -> SearchJob:
        return advice_job(state, at, ADVISER)

    def owner(self, person: str) -> Owner:
        return Owner(person)

    def announce(self, table: Table) -> None:
        self._announce(table.id)

    def rest(self, table: str) -> None:
        """The thinker keeps few trees, and drops the oldest by itself."""

    async def claim_bots(self, table: str) -> bool:
        """Every page asks: the answer that comes second finds its line written."""
        return True

    async def check_guest_name(self, name: str, *, person: str) -> None:
        """There is nobody else whose name it could be."""

    async def check_help(self, person: Person, game: str) -> None:
        """There are no rated games that it could be for."""

    async def find_discount(self, table: str, state: TableState) -> events.Discount | None:
        return None

    async def load_ratings(self, table: str, state: TableState) -> tuple[RatingNews | None, ...]:
        return ()

    async def keep_report(self, table: str, number: int, reporter: str) -> None:
        """There is no operator to read it."""

    async def require_accounts(self, persons: frozenset[str]) -> None:
        raise NeedsAccount

    async def read_opinions(self, table: str) -> list[OpinionRow]:
        return await self.store.read_opinions(table)

    async def insert_opinion(self, table: str, row: OpinionRow) -> None:
        await self.store.insert_opinion(table, row)

    async def _beat(self) -> None:
        while True:
            with suppress(Exception):  # a full device: the next one may be kept
                await self.store.beat(self.time())
            await asyncio.sleep(PULSE_SECONDS)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
