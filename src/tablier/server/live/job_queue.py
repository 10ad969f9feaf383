"""The queue of searches: as many at once as there are threads, each person and address in turn, and every one
can be cancelled."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from tablier.search.problem import Stop
from tablier.server.live.thinking import SearchJob, is_timed

FULL_ROUNDS = 2
"""Searches per thread, running or waiting, up to which every bot has its whole time."""
MIN_SHARE = 0.05
"""The least part of its time that a casual bot gets."""
PLACE_SECONDS = 1.0
"""Seconds between two reports of the places in the queue."""

Result = TypeVar("Result")


class SearchCancelled(Exception):  # noqa: N818 -- nothing went wrong
    """Nobody needs the answer any more."""


class Owner(NamedTuple):
    """Whom a search is for. Addresses take turns, and the persons of one address among themselves."""

    person: str = ""
    address: str = ""
    """Empty if it is not known, or says nothing: then the person counts alone."""

    @property
    def group(self) -> str:
        return self.address or f"person {self.person}"


class Search(Generic[Result]):
    """A search that waits or runs, to be awaited; SearchCancelled if `cancel` was called meanwhile. If who
    awaits it is cancelled, so is the search."""

    def __init__(
        self,
        job: SearchJob,
        run: Callable[..., Result],
        arguments: tuple[Any, ...],
        owner: Owner,
        *,
        on_change: Callable[[], None],
        cancel: Callable[[Search[Any]], None],
    ) -> None:
        self.job = replace(job, stop=Stop())
        self.run = run
        self.arguments = arguments
        self.owner = owner
        self.ahead = 0
        """Searches that must end before it begins, as it was last told."""
        self.is_waiting = True
        self.is_reduced = False
        """Whether it has less time than the bot should have."""
        self.on_change = on_change
        """Called when it begins, and at times when `ahead` has changed."""
        self.answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.future: Future[Result] | None = None
        """The executor's, once it runs."""
        self._cancel = cancel
        self.answer.add_done_callback(lambda answer: cancel(self) if answer.cancelled() else None)

    def __await__(self) -> Generator[Any, None, Result]:
        return self.answer.__await__()

    def cancel(self) -> None:
        """End it: a waiting one is never begun, a running one stops at once."""
        if not self.answer.done():
            self.answer.set_exception(SearchCancelled())
            self.answer.exception()  # nobody has to await it
            self._cancel(self)

    def stop(self) -> None:
        """End the running search."""
        assert self.job.stop is not None
        self.job.stop.set()
        if self.future is not None:
            self.future.cancel()  # it may still wait, for a cluster


class FairQueue:
    """Searches in the order in which they are begun: addresses in turn, of each its persons in turn."""

    def __init__(self) -> None:
        self._groups: OrderedDict[str, OrderedDict[str, deque[Search[Any]]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, search: Search[Any]) -> None:
        persons = self._groups.setdefault(search.owner.group, OrderedDict())
        persons.setdefault(search.owner.person, deque()).append(search)
        self._count += 1

    def discard(self, search: Search[Any]) -> None:
        group, person = search.owner.group, search.owner.person
        persons = self._groups.get(group, OrderedDict())
        waiting = persons.get(person, deque())
        if search in waiting:
            waiting.remove(search)
            self._count -= 1
            if not waiting:
                del persons[person]
            if not persons:
                del self._groups[group]

    def take(self) -> Search[Any]:
        """The next one; whose turn it was waits until all others have had theirs."""
        group, persons = next(iter(self._groups.items()))
        person, waiting = next(iter(persons.items()))
        self._groups.move_to_end(group)
        persons.move_to_end(person)
        search = waiting[0]
        self.discard(search)
        return search

    def __iter__(self) -> Iterator[Search[Any]]:
        groups = deque(
            deque(deque(waiting) for waiting in persons.values()) for persons in self._groups.values()
        )
        while groups:
            persons = groups.popleft()
            waiting = persons.popleft()
            yield waiting.popleft()
            if waiting:
                persons.append(waiting)
            if persons:
                groups.append(persons)


class JobQueue:
    """Gives searches to an executor, never more than it has threads: what waits, waits here."""

    def __init__(self, pool: Executor, *, slots: Callable[[], int]) -> None:
        """`slots` is the number of searches that the pool can run at once; it may change."""
        self._pool = pool
        self._slots = slots
        self._waiting = FairQueue()
        self._later = FairQueue()
        self._running: set[Search[Any]] = set()
        self._background: set[Search[Any]] = set()
        self._report: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """The searches that run or wait."""
        return len(self._running) + len(self._waiting) + len(self._later)

    def submit(
        self,
        run: Callable[..., Result],
        job: SearchJob,
        *arguments: Any,
        owner: Owner,
        is_background: bool = False,
        on_change: Callable[[], None] = lambda: None,
    ) -> Search[Result]:
        """Queue `run(job, *arguments)`. A search in the background waits until no other does, and leaves a
        thread free."""
        search = Search(job, run, arguments, owner, on_change=on_change, cancel=self._drop)
        (self._later if is_background else self._waiting).add(search)
        if is_background:
            self._background.add(search)
        self._fill()
        if self._report is None and self._waiting:
            self._schedule_report()
        return search

    def _fill(self) -> None:
        """Begin as many searches as there are threads for."""
        slots = max(1, self._slots())
        while self._waiting and len(self._running) < slots:
            self._begin(self._waiting.take(), slots)
        while self._later and len(self._running) < slots and self._may_begin_later(slots):
            self._begin(self._later.take(), slots)

    def _may_begin_later(self, slots: int) -> bool:
        return len(self._running & self._background) < max(1, slots - 1)

    def _begin(self, search: Search[Any], slots: int) -> None:
        is_background = search in self._background
        if not search.job.is_rated and not is_background:
            share = self._share(slots)
            search.job = replace(search.job, share=share)
            search.is_reduced = share < 1 and is_timed(search.job)
        self._running.add(search)
        search.is_waiting, search.ahead = False, 0
        try:
            search.future = self._pool.submit(search.run, search.job, *search.arguments)
        except RuntimeError as error:  # the pool was shut down
            self._running.discard(search)
            search.answer.set_exception(error)
            return
        asyncio.wrap_future(search.future).add_done_callback(lambda done: self._end(search, done))
        asyncio.get_running_loop().call_soon(search.on_change)  # who submits it may not have it yet

    def _share(self, slots: int) -> float:
        """The part of its time that a casual bot gets: the longer the queue, the less."""
        wanted = len(self._running) + len(self._waiting) + 1
        return max(MIN_SHARE, min(1.0, FULL_ROUNDS * slots / wanted))

    def _end(self, search: Search[Any], done: asyncio.Future[Any]) -> None:
        self._running.discard(search)
        self._background.discard(search)
        error = None if done.cancelled() else done.exception()
        if not search.answer.done():
            if done.cancelled():
                search.answer.cancel()
            elif error is not None:
                search.answer.set_exception(error)
            else:
                search.answer.set_result(done.result())
        self._fill()

    def _drop(self, search: Search[Any]) -> None:
        """Nobody waits for a search any more."""
        if search.is_waiting:
            self._waiting.discard(search)
            self._later.discard(search)
            self._background.discard(search)
        else:
            search.stop()

    def _schedule_report(self) -> None:
        self._report = asyncio.get_running_loop().call_later(PLACE_SECONDS, self._report_places)

    def _report_places(self) -> None:
        """Tell everybody who waits how many come before, not more often than every PLACE_SECONDS."""
        self._report = None
        for place, search in enumerate(list(self._waiting)):
            ahead = place + 1  # one of those that run must end too
            if search.ahead != ahead:
                search.ahead = ahead
                search.on_change()
        if self._waiting:
            self._schedule_report()

    def close(self) -> None:
        """End all searches."""
        if self._report is not None:
            self._report.cancel()
        for search in [*self._waiting, *self._later, *self._running]:
            search.cancel()
