"""The registry of live tables: created, loaded from the log, woken when due, unloaded when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from math import inf
from time import perf_counter
from typing import Any, TypeVar

from msgspec.json import encode
from msgspec.structs import replace

from tablier.bots.reviewing import Opinion
from tablier.registry import kind
from tablier.scene import Phrase
from tablier.server.live.attendance import Listener
from tablier.server.live.bus import Bus, Notice
from tablier.server.live.ceiling import Ceiling
from tablier.server.live.job_queue import JobQueue, Owner, Search
from tablier.server.live.leases import Leases
from tablier.server.live.observer import Observer
from tablier.server.live.searches import ADVISER, advice_job
from tablier.server.live.table import STAND_IN, Table, log_batch
from tablier.server.live.table_ratings import find_discount, load_table_ratings
from tablier.server.live.thinking import (
    PROCESSORS,
    BotCache,
    BotMove,
    JobRunner,
    ReviewRunner,
    SearchJob,
    run_job,
    run_review_job,
)
from tablier.server.messages.announcement import Announcement
from tablier.server.messages.news import RatingNews
from tablier.server.people.accounts import Accounts
from tablier.server.people.addresses import LastAddresses
from tablier.server.people.origins import Origins
from tablier.server.store.batch import OpinionRow, read_entries
from tablier.server.store.log import Store
from tablier.server.store.outages import begin_heartbeat, count_outages, read_outages
from tablier.server.store.reports import insert_report
from tablier.server.store.reviews import insert_opinion, read_opinions
from tablier.server.tables import events
from tablier.server.tables.clocks import Outage
from tablier.server.tables.create import NewTable, create_event
from tablier.server.tables.errors import (
    NeedsAccount,
    NoSuchTable,
    NotStored,
    RatedGameRunning,
    SignedOut,
    StoreAway,
    Unreadable,
)
from tablier.server.tables.events import new_table_id
from tablier.server.tables.person import Person
from tablier.server.tables.seats import persons_seated
from tablier.server.tables.state import TableState, replay
from tablier.web.languages import translator

PULSE_SECONDS = 1.0
"""Seconds between two checks for tables that are due."""
IDLE_SECONDS = 120.0
"""Seconds after which a table without connections is unloaded; the log keeps it."""
REMINDERS = "duty:reminders"
"""The name of a lease; no table's id has a colon."""

logger = logging.getLogger(__name__)
Found = TypeVar("Found")


class TableRegistry:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        pool: Executor,
        *,
        think: JobRunner = run_job,
        review: ReviewRunner = run_review_job,
        time: Callable[[], float] = time.time,
        stand_in: str = STAND_IN,
        adviser: str = ADVISER,
        ceiling: Ceiling | None = None,
        slots: Callable[[], int] = lambda: PROCESSORS,
    ) -> None:
        """`slots` is the number of searches that the pool can do at once."""
        self.store = store
        self.accounts = Accounts(store)
        self.origins = Origins(store)
        self.stand_in = stand_in
        self.time = time
        self._bus = bus
        self._queue = JobQueue(pool, slots=slots)
        self._ceiling = ceiling or Ceiling()
        self._think = think
        self._review = review
        self.addresses = LastAddresses()
        self._adviser = adviser
        self._name = bus.name
        self._leases = Leases(store, bus.name, is_alone=not bus.is_shared)
        self._tables: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._bots = BotCache()
        self._unreadable: set[str] = set()
        """Tables that were set aside: the pulse does not try them again."""
        self._removed: set[str] = set()
        self.observer = Observer()
        self.announcement = Announcement("")
        """The operator's notice for all tables."""
        self.outages: tuple[Outage, ...] = ()
        """The times during which no server ran: they count against nobody's clock."""

    async def start(self) -> None:
        """Store the outage before, and subscribe to the bus.

        Tables are loaded when they are due or asked for: the first answer does not wait for them.
        """
        if loss := await asyncio.to_thread(self.store.find_loss):
            logger.error("%s", loss)
        await begin_heartbeat(self.store, self.time(), least=2 * PULSE_SECONDS)
        self.outages = await read_outages(self.store)
        await self._leases.beat()
        await self._bus.start(self._on_notice, on_gap=self._catch_up)
        self._start(self._heartbeat())
        self._start(self._pulse())
        self._start(self._watch())

    async def stop(self) -> None:
        await self._bus.stop_listening()
        for table in self.tables:
            table.close()
        self._queue.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)  # a notice under way needs the bus
        await self._bus.close()
        await self._leases.stop()

    @property
    def bus_is_down(self) -> bool:
        """Whether other processes' news are read from the store, because the bus does not carry them."""
        return self._bus.is_down

    @property
    def tables(self) -> list[Table]:
        """The tables in memory."""
        return [found.result() for found in self._tables.values() if found.done() and not found.exception()]

    @property
    def thinking(self) -> int:
        """The number of search jobs that run or wait."""
        return len(self._queue)

    async def create(self, person: Person, new: NewTable) -> Table:
        """Create a table; a Refusal if it cannot be, and nothing is stored."""
        created = create_event(person, new)
        if created.terms.rated:
            await self.require_accounts(persons_seated(created.seats))
        titles = kind(created.game).seats
        await self.accounts.check_seats(person, created.seats, titles)
        first = events.Entry(1, self.time(), created)
        name = new_table_id()
        state = TableState(first)
        try:
            await self.store.append(log_batch(name, state, (first,)))
        except Exception as error:
            if not isinstance(error, StoreAway):
                logger.exception("a new table could not be written")
            raise NotStored from error
        if created.terms.rated:
            with suppress(StoreAway):  # noted with the first move
                await self.origins.note(name, person)
        table = await self.find(name)
        table.searches.opener = person.id
        return table

    async def check_guest_name(self, name: str, *, person: str) -> None:
        """Raise a Refusal unless a guest may sit down by this name."""
        await self.accounts.check_guest_name(name, person=person)

    async def check_help(self, person: Person, game: str) -> None:
        """Raise RatedGameRunning if a person plays a rated game of this kind: help would be for that one."""
        await self._check_running(person, game)

    async def check_review(self, person: Person | None, table: Table) -> None:
        """Raise RatedGameRunning if a casual game ended while a person plays a rated one of its kind: its
        positions may be that one's, set up to be judged. Of a game played offline nobody knows when."""
        state = table.state
        if person is not None and state.last is not None and not state.terms.rated:
            ended = inf if state.offline_plies else state.last.at
            await self._check_running(person, state.created.game, since=ended)

    async def _check_running(self, person: Person, game: str, *, since: float = inf) -> None:
        """Raise RatedGameRunning if a person plays a rated game of this kind, opened before `since`."""
        if person.is_guest:
            return
        running = [each.id for each in await self.store.matches_of(person.id, over=False, game=game)]
        for table in await self.find_readable(running):
            state = table.state
            if state.terms.rated and state.status in ("playing", "paused") and state.opened < since:
                raise RatedGameRunning(game=Phrase(state.match.game.title))

    async def find_discount(self, table: str, state: TableState) -> events.Discount | None:
        return await find_discount(self.store, self.origins, table, state)

    async def load_ratings(self, table: str, state: TableState) -> tuple[RatingNews | None, ...]:
        return await load_table_ratings(self.store, table, state)

    async def keep_report(self, table: str, number: int, reporter: str) -> None:
        await insert_report(self.store, table, number, reporter=reporter, at=self.time())

    async def read_opinions(self, table: str) -> list[OpinionRow]:
        return await read_opinions(self.store, table)

    async def insert_opinion(self, table: str, row: OpinionRow) -> None:
        await insert_opinion(self.store, table, row)

    async def require_accounts(self, persons: frozenset[str]) -> None:
        """Raise NeedsAccount unless all these persons have an account."""
        if not persons <= await self.accounts.with_account(persons):
            raise NeedsAccount

    async def find(self, name: str) -> Table:
        """The table of this id, loaded if it is not in memory; NoSuchTable or Unreadable if it cannot be."""
        if name not in self._tables:
            self._tables[name] = asyncio.ensure_future(self._load(name))
        try:
            table = await asyncio.shield(self._tables[name])
        except Exception:
            self._tables.pop(name, None)
            raise
        table.last_used = self.time()
        return table

    async def _load(self, name: str) -> Table:
        table = Table(name, await self.read(name), self)
        await table.load_ratings()
        table.schedule()
        self.announce(table, wants_presence=True)
        return table

    async def find_readable(self, names: Iterable[str]) -> list[Table]:
        """The tables of these names, without those that cannot be read."""
        found = []
        for name in names:
            with suppress(Unreadable):
                found.append(await self.find(name))
        return found

    async def read(self, name: str) -> TableState:
        """A table as the log tells of it; Unreadable, with one line in the server's log, if it cannot be
        replayed."""
        lines = () if name in self._removed else await self.store.lines(name)
        if not lines:
            raise NoSuchTable(table=name)
        try:
            return replay(read_entries(lines), self.outages)
        except Exception as error:
            if name not in self._unreadable:
                self._unreadable.add(name)
                logger.error("table %s cannot be read and is set aside: %r", name, error)
            raise Unreadable(table=name) from error

    def search(
        self,
        job: SearchJob,
        owner: Owner,
        *,
        seat: tuple[str, int] | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> Search[BotMove]:
        """Queue a bot's search: no table waits for it. Where many think, each has less time, but for the bots
        of rated games, which wait their turn.

        The bot of a `seat`, named by its table and number, keeps its tree from move to move.
        """
        player = None if seat is None else self._bots.get(*seat, job.bot)
        job = replace(job, ceiling=self._ceiling)
        search = self._queue.submit(self._think, job, player, owner=owner, on_change=on_change)
        self._observe(search)
        return search

    async def think(self, job: SearchJob) -> BotMove:
        """The answer of a search for nobody in particular."""
        return await self.search(job, Owner())

    def owner(self, person: str) -> Owner:
        """A person, and the address they were last seen at."""
        return Owner(person, self.addresses.find(person))

    def _observe(self, search: Search[Any]) -> None:
        started = perf_counter()
        search.answer.add_done_callback(lambda _: self.observer.thought(perf_counter() - started))

    async def claim_bots(self, table: str) -> bool:
        """Whether it is this process that asks the bots of a table; another one may hold the lease."""
        return await self._leases.claim(table)

    async def claim_reminders(self) -> bool:
        """Whether it is this process that reminds persons who are away."""
        return await self._leases.claim(REMINDERS)

    def rest(self, table: str) -> None:
        """A table rests or is over: what its bots remember is dropped, and its lease given back."""
        self._bots.drop(table)
        self._start(self._release(table))

    async def _release(self, table: str) -> None:
        with suppress(Exception):  # at worst it is given back when this process ends
            await self._leases.release(table)

    def analyse(self, job: SearchJob, owner: Owner) -> Search[Opinion]:
        """Queue a search of a position for a review: few at once, and after all bots to move."""
        job = replace(job, ceiling=self._ceiling)
        return self._queue.submit(self._review, job, owner=owner, is_background=True)

    def queue_work(
        self, work: Callable[..., Found], job: SearchJob, *arguments: Any, owner: Owner, **how: Any
    ) -> Search[Found]:
        """Queue any work on a position, see `JobQueue.submit`."""
        job = replace(job, ceiling=self._ceiling)
        return self._queue.submit(work, job, *arguments, owner=owner, **how)

    def advice_job(self, state: TableState, at: int) -> SearchJob:
        return advice_job(state, at, self._adviser)

    def announce(self, table: Table, *, wants_presence: bool = False) -> None:
        here = table.attendance.connected_here
        notice = Notice(self._name, table.id, table.state.number, here, wants_presence)
        self._start(self._bus.publish(notice))

    async def drop_connections(self, person: str) -> None:
        """A person's tokens changed: close their connections everywhere, so that they authenticate again."""
        self._drop_connections(person)
        await self._bus.publish(Notice(self._name, "", 0, revoked=person))

    def _drop_connections(self, person: str) -> None:
        self.accounts.invalidate(person)
        for table in self.tables:
            for listener in table.listeners:
                if listener.person and listener.person.id == person:
                    listener.disconnect()

    async def remove(self, name: str) -> None:
        """An operator removes a table: close it, and do not load it again."""
        self._removed.add(name)
        found = self._tables.pop(name, None)
        if found is None:
            return
        with suppress(Exception):  # it could not be loaded
            table = await found
            table.close()
            self.rest(name)
            for listener in list(table.listeners):
                listener.disconnect()

    def announce_to_all(self, announcement: Announcement) -> None:
        """Show the operator's notice at all tables, or take it away."""
        self.announcement = announcement
        for table in self.tables:
            for listener in table.listeners:
                self.tell_announcement(listener)

    def tell_announcement(self, listener: Listener) -> None:
        message = self.announcement.translated(listener.perspective.language)
        listener.tell(encode(message), is_news=False)

    async def _on_notice(self, notice: Notice) -> None:
        if notice.revoked:
            self._drop_connections(notice.revoked)
        found = self._tables.get(notice.match)
        if found is None:
            return
        table = await found
        table.attendance.update(notice.sender, notice.here)
        if notice.wants_presence and table.listeners:
            self.announce(table)
        if notice.number > table.state.number:
            await table.catch_up()

    async def _catch_up(self) -> None:
        """Notices were lost: read on in the log of every table, and authenticate its connections again."""
        for table in self.tables:
            await table.catch_up()
            self.announce(table, wants_presence=True)
            for listener in list(table.listeners):
                if listener.person:
                    self.accounts.invalidate(listener.person.id)
                    try:
                        await self.accounts.authenticate(listener.person)
                    except SignedOut:
                        listener.disconnect()

    async def _heartbeat(self) -> None:
        """Store every PULSE_SECONDS that this process runs, whatever the tables do."""
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            with suppress(Exception):  # the pulse reports it
                await self.store.heartbeat(self.time())

    async def _pulse(self) -> None:
        """Load the tables that are due, and unload those that rest."""
        while True:
            try:
                now = self.time()
                self._unload_idle(now)
                await self._take_in_outages()
                due = await self.store.due(now + 2 * PULSE_SECONDS)
                await self.find_readable(name for name in due if name not in self._unreadable)
            except StoreAway:
                pass  # it is logged once, not every second
            except Exception:
                logger.exception("the store does not answer")
            await asyncio.sleep(PULSE_SECONDS)

    async def _take_in_outages(self) -> None:
        """Another process started after the store had been away from all of them: clocks stood still."""
        if await count_outages(self.store) == len(self.outages):
            return
        self.outages = await read_outages(self.store)
        for table in self.tables:
            await table.reload()

    async def _watch(self) -> None:
        """Every PULSE_SECONDS: tell the clients when the store goes and comes back, read on where it did not
        say whether it wrote, and look at the other processes."""
        was_away = False
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            if self.store.is_away != was_away:
                was_away = self.store.is_away
                self._tell_availability()
            try:
                for table in self.tables:
                    if table.is_unsure:
                        await table.catch_up()
                await self._look_at_others()
            except StoreAway:
                continue
            except Exception:
                logger.exception("the other processes cannot be looked at")

    def _tell_availability(self) -> None:
        """Tell every client that the store is away, or the news once more when it is back."""
        for table in self.tables:
            if not self.store.is_away:
                table.tell()
                continue
            for listener in table.listeners:
                problem = StoreAway().problem(translator(listener.perspective.language))
                listener.tell(encode(problem), is_news=False)

    async def _look_at_others(self) -> None:
        """Of several processes: show that this one lives, forget who was at those that died, and read on in
        the log where the bus may not have told."""
        if not self._bus.is_shared:
            return
        is_carried = self._bus.check()
        self._start(self._bus.beat())
        if not is_carried:
            await self._read_on(self.tables)
        before = self._leases.processes
        was_known = await self._leases.beat()
        for table in self.tables:
            for process in before - self._leases.processes:
                table.attendance.update(process, frozenset())
            if not was_known:  # this one was stopped for so long that the others gave it up
                self.announce(table, wants_presence=True)
            if table.state.bot_to_move:
                table.schedule()  # the lease of its bots may be free by now

    async def _read_on(self, tables: Iterable[Table]) -> None:
        """Catch up with those of these tables whose log has grown."""
        numbers = await self.store.last_numbers(table.id for table in tables)
        for table in tables:
            if numbers.get(table.id, 0) > table.state.number:
                await table.catch_up()

    def _unload_idle(self, now: float) -> None:
        for table in self.tables:
            wake = table.state.wake
            rests = wake is None or wake > now + IDLE_SECONDS
            if not table.listeners and rests and now - table.last_used > IDLE_SECONDS:
                table.close()
                self.rest(table.id)
                del self._tables[table.id]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
