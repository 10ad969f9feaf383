"""Who is connected to a table, in this process and in others, and who is told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from tablier.server.messages import news
from tablier.server.messages.news import Perspective
from tablier.server.tables.person import Person
from tablier.server.tables.seats import persons_seated, seats_of
from tablier.server.tables.state import TableState

CROWD = 20
"""Connections at a table beyond which presence is told in batches."""
CROWD_SECONDS = 0.5
"""Seconds between two batches."""
AWAY_SECONDS = 30.0
"""Seconds of absence after which a bot may play for a person: reloading a page takes less."""


class Listener(Protocol):
    """A connection that receives the table's messages."""

    person: Person | None
    perspective: Perspective

    def tell(self, message: bytes, *, is_news: bool) -> None: ...
    def disconnect(self) -> None:
        """Close the connection; the client may reconnect and authenticate again."""


class Attendance:
    """The connections of a table, and the persons connected to it elsewhere."""

    def __init__(
        self,
        state: Callable[[], TableState],
        *,
        time: Callable[[], float],
        tell: Callable[[], None],
        announce: Callable[[], None],
    ) -> None:
        """`tell` sends the news to every listener, `announce` tells the other processes who is here."""
        self.listeners: set[Listener] = set()
        self._elsewhere: dict[str, frozenset[str]] = {}
        """The persons connected to other processes, by process."""
        self._last_seen: dict[str, float] = {}
        """When persons who disconnected were last connected."""
        self._state = state
        self._time = time
        self._tell = tell
        self._announce = announce
        self._since = time()
        self._absence: asyncio.TimerHandle | None = None
        self._batch: asyncio.TimerHandle | None = None

    @property
    def present(self) -> frozenset[str]:
        """The persons connected to the table, here or at another process."""
        return self.connected_here.union(*self._elsewhere.values())

    @property
    def connected_here(self) -> frozenset[str]:
        """The persons connected to the table in this process."""
        return frozenset(listener.person.id for listener in self.listeners if listener.person)

    @property
    def recently_present(self) -> frozenset[str]:
        """The persons at the table, and players who have been away for a moment only."""
        soon = self._time() - AWAY_SECONDS
        seated = persons_seated(self._state().seats)
        return self.present | {person for person in seated if self._last_seen.get(person, self._since) > soon}

    @property
    def _absent(self) -> frozenset[str]:
        """The players who have been away for so long that a bot may play for them."""
        return persons_seated(self._state().seats) - self.recently_present

    @property
    def watchers(self) -> int:
        """The number of spectators."""
        persons = {listener.person for listener in self.listeners if listener.person}
        nameless = sum(listener.person is None for listener in self.listeners)
        return nameless + sum(not seats_of(self._state().seats, person) for person in persons)

    @property
    def pause(self) -> float:
        """The seconds that a bot waits after a move: what the players at the table wish for, or those who
        watch where none is."""
        seated = [
            listener
            for listener in self.listeners
            if listener.person and seats_of(self._state().seats, listener.person)
        ]
        return max((listener.perspective.pause for listener in seated or self.listeners), default=0.0)

    def note(self, person: str) -> None:
        """A person shows that they are here."""
        self._last_seen[person] = self._time()

    def rename(self, old: str, new: str) -> None:
        """A connected person goes on as another one, who counts as present until they reconnect."""
        if old in self.recently_present:
            self.note(new)

    def join(self, listener: Listener, *, greet: Callable[[Listener], None]) -> None:
        """Add a listener; `greet` sends it the news."""
        absent = self._absent
        self.listeners.add(listener)
        if self._absent == absent:
            greet(listener)
            self._tell_presence(but=listener)
        else:
            self._tell()  # what the others may do has changed
            self._announce()
        self._schedule_absence()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        if listener.person:
            self.note(listener.person.id)
        self._tell_presence(but=listener)
        self._schedule_absence()

    def update(self, process: str, here: frozenset[str]) -> None:
        """Take in who is connected to the table at another process."""
        before = self._elsewhere.get(process, frozenset())
        if before == here:
            return
        absent = self._absent
        self._last_seen.update(dict.fromkeys(before - here, self._time()))
        self._elsewhere[process] = here
        if not here:
            del self._elsewhere[process]
        if self._absent == absent:
            self._tell_presence(but=None, is_news_to_others=False)
        else:
            self._tell()
        self._schedule_absence()

    def _schedule_absence(self) -> None:
        """Tell the news again as soon as a bot may play for somebody who is away: `you.may` changes then."""
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None
        now = self._time()
        away = persons_seated(self._state().seats) - self.present
        waits = [self._last_seen.get(person, self._since) + AWAY_SECONDS - now for person in away]
        if left := [wait for wait in waits if wait > 0]:
            loop = asyncio.get_running_loop()
            self._absence = loop.call_later(min(left) + 0.01, self._tell_absence)

    def _tell_absence(self) -> None:
        self._tell()
        self._schedule_absence()

    def _tell_presence(self, *, but: Listener | None, is_news_to_others: bool = True) -> None:
        """Tell who is here: at once, or in a crowd every CROWD_SECONDS for all who came and went. Other
        processes are told in the same batches: each notice names everybody who is here."""
        if len(self.listeners) <= CROWD:
            self._send_presence(but=but)
            if is_news_to_others:
                self._announce()
        elif self._batch is None:
            self._batch = asyncio.get_running_loop().call_later(CROWD_SECONDS, self._send_batch)

    def _send_batch(self) -> None:
        self._send_presence(but=None)
        self._announce()

    def _send_presence(self, *, but: Listener | None) -> None:
        if self._batch is not None:
            self._batch.cancel()
            self._batch = None
        here = self.recently_present
        seats = tuple(bool(seat.bot) or seat.person in here for seat in self._state().seats)
        message = news.encode(news.Presence(seats, self.watchers))
        for listener in self.listeners:
            if listener is not but:
                listener.tell(message, is_news=False)

    def close(self) -> None:
        """Cancel the timers."""
        for timer in (self._absence, self._batch):
            if timer is not None:
                timer.cancel()
