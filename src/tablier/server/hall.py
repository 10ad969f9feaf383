"""All tables of this process: opened, found in the log, woken when something is due, put away when idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any

from msgspec.structs import replace

from tablier.bots.review import Opinion
from tablier.server import events as ev
from tablier.server.accounts import Accounts
from tablier.server.acts import new_table_id
from tablier.server.bus import Bus, Word
from tablier.server.jobs import PROCESSORS, Job, Think, Thought, Weigh, think, weigh
from tablier.server.opening import NewTable, opened
from tablier.server.refusals import NeedsAccount, NoSuchTable, NotStored, SignedOut
from tablier.server.seats import Person, people
from tablier.server.situation import Situation, replay
from tablier.server.store import Store
from tablier.server.table import Table, page

PULSE = 1.0
"""Seconds between two looks at what is due."""
IDLE = 120.0
"""Seconds after which a table that nobody looks at is put away; the log keeps it."""
HELP_SECONDS = 1.0
SPARE = max(1, PROCESSORS - 1)
"""How many positions are looked at at once for reviews: one processor is left to the tables."""

logger = logging.getLogger(__name__)


class Hall:
    def __init__(
        self,
        store: Store,
        bus: Bus,
        pool: Executor,
        *,
        think: Think = think,
        weigh: Weigh = weigh,
        time: Callable[[], float] = time.time,
        stand_in: str = "level:4",
        adviser: str = "level:6",
    ) -> None:
        self.store = store
        self.accounts = Accounts(store)
        self.stand_in = stand_in
        self.time = time
        self._bus = bus
        self._pool = pool
        self._think = think
        self._weigh = weigh
        self._thinking = 0
        self._spare = asyncio.Semaphore(SPARE)
        self._rest = asyncio.Event()
        self._rest.set()
        self._adviser = adviser
        self._name = secrets.token_hex(4)
        self._tables: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Take up every game that goes on by itself where it was left."""
        now = self.time()
        before = await self.store.alive(now)
        await self._bus.start(self._hear, missed=self._catch_up)
        for name in await self.store.due(float("inf")):
            table = await self.find(name, wake=False)
            # Nobody could play while no server ran: that time counts against nobody.
            since = max(before or now, table.situation.turned)
            if now - since > 2 * PULSE:
                await table.hold(now - since)
            table.go_on()
        self._start(self._watch())

    async def stop(self) -> None:
        await self._bus.mute()
        for table in self.tables:
            table.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)  # a word under way needs the bus
        await self._bus.close()

    @property
    def tables(self) -> list[Table]:
        """Those in memory."""
        return [found.result() for found in self._tables.values() if found.done() and not found.exception()]

    async def open(self, person: Person, new: NewTable) -> Table:
        """A new table."""
        created = opened(person, new)
        if created.terms.rated:
            await self.need_accounts(people(created.seats))
        first = ev.Entry(1, self.time(), created)
        name = new_table_id()
        situation = Situation(first)
        try:
            await self.store.append(page(name, situation, (first,)))
        except Exception as error:
            logger.exception("a new table could not be written")
            raise NotStored from error
        return await self.find(name)

    async def need_accounts(self, persons: frozenset[str]) -> None:
        """NeedsAccount unless all of these have one."""
        if not persons <= await self.accounts.known(persons):
            raise NeedsAccount

    async def find(self, name: str, *, wake: bool = True) -> Table:
        """The table of this name: there is one of it in a process, however many ask at once."""
        if name not in self._tables:
            self._tables[name] = asyncio.ensure_future(self._load(name, wake))
        try:
            table = await asyncio.shield(self._tables[name])
        except Exception:
            self._tables.pop(name, None)
            raise
        table.touched = self.time()
        return table

    async def _load(self, name: str, wake: bool) -> Table:
        entries = await self.store.read(name)
        if not entries:
            raise NoSuchTable(table=name)
        table = Table(name, replay(entries), self)
        await table.weigh()
        if wake:
            table.go_on()
        self.spread(table, asks=True)
        return table

    async def think(self, job: Job) -> Thought:
        """Have a bot think, elsewhere: no table waits for it. Where many think, each has less time."""
        self._count(1)
        try:
            job = replace(job, share=min(1.0, PROCESSORS / self._thinking))
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._think, job)
        finally:
            self._count(-1)

    async def weigh(self, job: Job) -> Opinion:
        """Have a position looked at for a review: few at once, and none while bots that are to move need
        every processor. Live tables go first."""
        async with self._spare:
            await self._rest.wait()
            return await asyncio.get_running_loop().run_in_executor(self._pool, self._weigh, job)

    def _count(self, more: int) -> None:
        self._thinking += more
        if self._thinking < PROCESSORS:
            self._rest.set()
        else:
            self._rest.clear()

    def help(self, situation: Situation, at: int) -> Job:
        """What to ask about the position after `at` moves."""
        created = situation.created
        moves = tuple(situation.match.moves[:at])
        return Job(created.game, created.options, moves, self._adviser, HELP_SECONDS)

    def spread(self, table: Table, *, asks: bool = False) -> None:
        here = frozenset(listener.person.id for listener in table.listeners if listener.person)
        word = Word(self._name, table.id, table.situation.number, here, asks)
        self._start(self._bus.publish(word))

    async def recall(self, person: str) -> None:
        """Somebody's cards have changed: every open connection of his is to show one anew."""
        self._recall(person)
        await self._bus.publish(Word(self._name, "", 0, recalled=person))

    def _recall(self, person: str) -> None:
        self.accounts.forget(person)
        for table in self.tables:
            for listener in table.listeners:
                if listener.person and listener.person.id == person:
                    listener.dismiss()

    async def _hear(self, word: Word) -> None:
        if word.recalled and word.sender != self._name:
            self._recall(word.recalled)
        found = self._tables.get(word.match)
        if word.sender == self._name or found is None:
            return
        table = await found
        table.met(word.sender, word.here)
        if word.asks and table.listeners:
            self.spread(table)
        if word.number > table.situation.number:
            await table.catch_up()

    async def _catch_up(self) -> None:
        """Words of other processes were lost: look for ourselves what they may have said."""
        for table in self.tables:
            await table.catch_up()
            self.spread(table, asks=True)
            for listener in list(table.listeners):
                if listener.person:
                    self.accounts.forget(listener.person.id)
                    try:
                        await self.accounts.admit(listener.person)
                    except SignedOut:
                        listener.dismiss()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                now = self.time()
                await self.store.alive(now)
                self._put_away(now)
                for name in await self.store.due(now + 2 * PULSE):
                    await self.find(name)
            except Exception:
                logger.exception("the store does not answer")

    def _put_away(self, now: float) -> None:
        for table in self.tables:
            wake = table.situation.wake
            rests = wake is None or wake > now + IDLE
            if not table.listeners and rests and now - table.touched > IDLE:
                table.close()
                del self._tables[table.id]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
