"""A live table: the single owner of a match in this process, and the only way to change it.

An event is checked, stored, applied, then told, in this order: see `Table._transact`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from tablier.bots import EngineFault
from tablier.core.values import IllegalMove
from tablier.scene import say
from tablier.server.live.attendance import Attendance, Listener
from tablier.server.live.observer import Observer
from tablier.server.live.searches import BotTurn, Searcher, TableSearches, bot_turn
from tablier.server.live.thinking import BotMove
from tablier.server.messages import news
from tablier.server.messages.news import Perspective, RatingNews
from tablier.server.messages.snapshot import (
    Snapshot,
    draw_position,
    explain_refusal,
    thinking_news,
    viewpoint_of,
)
from tablier.server.ratings.model import rated_game
from tablier.server.store.batch import Log, LogBatch, LogConflict
from tablier.server.tables import commands, decide, errors, events
from tablier.server.tables.occasions import person_to_move
from tablier.server.tables.person import Person, clean_name
from tablier.server.tables.results import results_by_person
from tablier.server.tables.seats import persons_of, seats_of
from tablier.server.tables.state import TableState

STAND_IN = "level:4"
"""The bot that plays for people who are away, unless an operator chose another."""

MAX_ATTEMPTS = 5
"""Attempts at a transaction while other processes win the race for the log."""

RETRY_SECONDS = 1.0
"""Seconds between two attempts of the server's own events while the store is away."""

HELP_NAMES = {"hint": say("no hints"), "shares": say("no evaluation")}

logger = logging.getLogger(__name__)

DecideEvents = Callable[[TableState, float], list[events.AnyEvent] | list[events.AnyEvent | events.Entry]]
"""Events that happen now, or entries with a time of their own."""


class OriginNotes(Protocol):
    async def note(self, table: str, person: Person) -> None:
        """Note from where a person acts at a rated table."""


class Registry(Searcher, Protocol):
    """What a table needs of its registry."""

    @property
    def store(self) -> Log: ...

    stand_in: str
    """The bot that plays for people who are away."""
    observer: Observer

    @property
    def origins(self) -> OriginNotes: ...

    async def load_ratings(self, table: str, state: TableState) -> tuple[RatingNews | None, ...]:
        """The ratings that a rated table shows, by seat."""

    async def keep_report(self, table: str, number: int, reporter: str) -> None:
        """Keep that somebody reported a chat message."""

    def time(self) -> float: ...
    async def read(self, name: str) -> TableState:
        """A table as the log tells of it."""

    async def require_accounts(self, persons: frozenset[str]) -> None: ...
    async def claim_bots(self, table: str) -> bool:
        """Whether this process asks the bots of a table."""

    async def check_guest_name(self, name: str, *, person: str) -> None: ...
    async def check_help(self, person: Person, game: str) -> None: ...
    async def find_discount(self, table: str, state: TableState) -> events.Discount | None:
        """Why a rated game that has just ended does not count; None if it does."""

    def rest(self, table: str) -> None:
        """Drop what bots remember of a table."""

    def announce(self, table: Table) -> None:
        """Publish that the table has changed."""


class Table:
    def __init__(self, name: str, state: TableState, registry: Registry) -> None:
        self.id = name
        self.state = state
        self.attendance = Attendance(
            lambda: self.state,
            time=registry.time,
            tell=self.tell,
            announce=lambda: registry.announce(self),
        )
        self.searches = TableSearches(name, registry, state=lambda: self.state, on_change=self._tell_thinking)
        self.is_thinking = False
        self.is_unsure = False
        """Whether the log may have a line that the store failed to confirm."""
        self.last_used = registry.time()
        self._registry = registry
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.ratings: tuple[RatingNews | None, ...] = ()
        self._rated_for: object = None
        """The seats and the end for which the ratings were loaded."""
        self._failed: int | None = None
        """The ply at which a bot's search raised an error."""
        self._is_stored = True
        """Whether the last attempt to write succeeded."""

    async def submit(
        self,
        person: Person,
        command: commands.AnyCommand,
        *,
        admit_next: Callable[[TableState], None] = lambda _: None,
    ) -> None:
        """Carry out a person's command; a Refusal if it is not allowed, and nothing has changed.

        `admit_next` is called before a table for the next game is created, and may raise a Refusal.
        """

        def decide_events(state: TableState, at: float) -> list[events.AnyEvent]:
            stand_in = self._registry.stand_in
            decision = decide.Decision(
                state, person, at=at, present=self.attendance.recently_present, stand_in=stand_in
            )
            decided = decision.decide(command)
            if any(isinstance(event, events.Followed) for event in decided):
                admit_next(state)
            return decided

        self.attendance.note(person.id)
        if self.state.terms.rated and isinstance(command, commands.Sit):
            await self._registry.require_accounts(frozenset([person.id]))
        if isinstance(command, commands.Sit | commands.Rename) and person.is_guest:
            await self._registry.check_guest_name(clean_name(command.name) or person.name, person=person.id)
        is_player = isinstance(command, commands.Sit) or seats_of(self.state.seats, person)
        if is_player and self.state.terms.rated and self.state.status != "over":
            await self._registry.origins.note(self.id, person)
        with self._registry.observer.act(type(command).__name__.lower()):
            await self._shield(self._transact(decide_events))

    async def discard(self, person: Person) -> None:
        """Leave a game that nobody else plays, in the middle of it; a Refusal if somebody else does."""
        await self._shield(self._transact(lambda state, _: decide.decide_discard(state, person)))

    async def play(self, seat: int, ply: int, move: int) -> None:
        """A bot's move; a Refusal if it comes too late."""

        def decide_events(state: TableState, at: float) -> list[events.AnyEvent]:
            if not state.seats[seat].bot:
                raise errors.WrongSeat(seat=seat)  # a person took the seat back meanwhile
            return decide.decide_move(state, seat, ply, move, at=at)

        await self._shield(self._transact(decide_events))

    async def apply_decision(self, decide_events: DecideEvents) -> None:
        """Carry out what the server itself decides for the table."""
        await self._shield(self._transact(decide_events))

    def rename(self, old: str, new: str) -> None:
        """A connected person goes on as another one."""
        self.attendance.rename(old, new)

    async def _transact(self, decide_events: DecideEvents) -> None:
        async with self._turn:
            for _ in range(MAX_ATTEMPTS):
                at = self._registry.time()
                happened = decide_events(self.state, at)  # check
                if not happened:
                    return
                after, batches = self._draft(happened, at)
                is_end = after.terms.rated and self.state.last is None and after.last is not None
                if is_end and (why := await self._registry.find_discount(self.id, after)):
                    after, batches = self._draft([*happened, events.Uncounted(why)], at)
                if not await self._store(batches):  # store
                    continue
                self.state = after  # push
                if after.status == "over":
                    self._registry.rest(self.id)
                await self.load_ratings()
                break
            else:
                raise errors.NotStored
            self.tell()  # tell
        self._registry.announce(self)
        self.schedule()

    async def _store(self, batches: list[LogBatch]) -> bool:
        """Append to the log; False, after reading on, if another process wrote first. NotStored if the store
        is away, with one line in the server's log until it is back."""
        try:
            try:
                await self._registry.store.append(*batches)
            except LogConflict:
                await self._catch_up()
                return False
        except Exception as error:
            self.is_unsure = True
            if self._is_stored and not isinstance(error, errors.StoreAway):  # the store logs it, once
                logger.error("table %s could not be written: %r", self.id, error)
            self._is_stored = False
            raise errors.NotStored from error
        self._is_stored = True
        return True

    def _draft(
        self, happened: Sequence[events.AnyEvent | events.Entry], now: float
    ) -> tuple[TableState, list[LogBatch]]:
        """The state after these events, and the lines to be stored; a Refusal if a move is illegal."""
        after = self.state.copy()
        entries = []
        batches = []
        for each in happened:
            event, at = (each.event, each.at) if isinstance(each, events.Entry) else (each, now)
            ply = after.ply if isinstance(event, events.Moved | events.TookBack) else None
            entry = events.Entry(after.number + 1, at, event, ply)
            if isinstance(event, events.Followed):
                first = events.Entry(1, at, after.rematch(self.id))
                batches.append(log_batch(event.table, TableState(first), (first,)))
            try:
                after.apply(entry)
            except IllegalMove as error:
                raise errors.as_refusal(error) from None
            entries.append(entry)
        return after, [log_batch(self.id, after, tuple(entries)), *batches]

    async def catch_up(self) -> None:
        """Apply what another process wrote to the log."""
        async with self._turn:
            await self._catch_up()
        self.schedule()

    async def reload(self) -> None:
        """Replay the log again: what the server knows of its outages has changed."""
        async with self._turn:
            self.state = await self._registry.read(self.id)
            self.tell()
        self.schedule()

    async def _catch_up(self) -> None:
        entries = await self._registry.store.read(
            self.id, after=self.state.number, game=self.state.match.game
        )
        self.is_unsure = False
        for entry in entries:
            self.state.apply(entry)
        if entries:
            await self.load_ratings()
            self.tell()

    async def load_ratings(self) -> None:
        """At a rated table: load the players' ratings, and after the game what it changed."""
        now = self.state
        if not now.terms.rated or self._rated_for == (now.seats, now.last):
            return
        try:
            self.ratings = await self._registry.load_ratings(self.id, now)
        except errors.StoreAway:
            return
        except Exception:
            logger.exception("the ratings at table %s cannot be read", self.id)
            return
        self._rated_for = now.seats, now.last

    def tell(self) -> None:
        """Send the news to every listener."""
        self.last_used = self._registry.time()
        if not self.listeners:
            return
        snapshot = self.snapshot()
        told: dict[tuple[Person | None, Perspective], bytes] = {}
        for listener in self.listeners:
            key = (listener.person, listener.perspective)
            if key not in told:
                told[key] = news.encode(snapshot.for_person(*key))
            listener.tell(told[key], is_news=True)

    def snapshot(self) -> Snapshot:
        here = self.attendance
        return Snapshot(
            self.id,
            self.state,
            at=self._registry.time(),
            present=here.present,
            recently_present=here.recently_present,
            watchers=here.watchers,
            stand_in=self._registry.stand_in,
            ratings=self.ratings,
            thinking=self.searches.thinking,
        )

    def _tell_thinking(self) -> None:
        """Tell everybody how it stands with the bot to move."""
        told: dict[tuple[Person | None, str], bytes] = {}
        for listener in self.listeners:
            key = (listener.person, listener.perspective.language)
            if key not in told:
                told[key] = news.encode(thinking_news(self.state, self.searches.thinking, *key))
            listener.tell(told[key], is_news=False)

    @property
    def listeners(self) -> set[Listener]:
        """The connections in this process."""
        return self.attendance.listeners

    def join(self, listener: Listener) -> None:
        """Send the news to a listener, now and whenever it changes."""
        self.attendance.join(listener, greet=self.send_news)

    def send_news(self, listener: Listener) -> None:
        listener.tell(
            news.encode(self.snapshot().for_person(listener.person, listener.perspective)), is_news=True
        )

    def leave(self, listener: Listener) -> None:
        self.last_used = self._registry.time()
        self.attendance.leave(listener)

    def scene(self, person: Person | None, perspective: Perspective, at: int) -> news.SceneNews:
        """The board after `at` moves. At the last one, those who may move get their clicks."""
        state, match = self.state, self.state.match
        at = self.ply(at)
        is_live = at == len(match.moves) and state.status == "playing"
        may_move = is_live and match.turn in seats_of(state.seats, person)
        scene = draw_position(
            match,
            at,
            moves=match.legal_moves if may_move else (),
            viewpoint=viewpoint_of(state, person, perspective),
            perspective=perspective,
        )
        return news.SceneNews(at, state.move_texts[at - 1] if at else None, scene)

    async def report(self, person: Person | None, number: int) -> None:
        """Keep a chat message that somebody reported for the operator, in the store and in the log."""
        found = next((said for heard, _, said in self.state.chat if heard == number), None)
        if found is None:
            raise errors.NoSuchMessage(number=number)
        logger.warning(
            "table %s: message %d by %s (%s) was reported by %s: %r",
            self.id,
            number,
            found.person,
            found.name,
            person.id if person else "somebody unknown",
            found.text,
        )
        await self._registry.keep_report(self.id, number, person.id if person else "")

    async def advise(self, person: Person | None, what: str, at: int | None) -> tuple[int, BotMove]:
        """The adviser's move and shares, where the terms allow it; after the game for everybody."""
        now = self.state
        at = self.ply(at)
        if now.status != "over":
            if not seats_of(now.seats, person):
                raise errors.NotSeated
            if what not in now.terms.allow:
                raise errors.NotAllowed(what=HELP_NAMES[what])
        elif at == len(now.match.moves):
            raise errors.GameOver
        ply = now.ply
        if person is not None:
            await self._registry.check_help(person, now.created.game)
        return ply, await self.searches.find_advice(person, at)

    def why(self, perspective: Perspective, clicks: tuple[str, ...]) -> news.Why:
        """Which rule forbids every move that begins with these clicks."""
        return explain_refusal(self.state.match.state, clicks, perspective.language)

    def ply(self, at: int | None) -> int:
        """A valid number of moves made, by default all; NoSuchPly otherwise."""
        last = len(self.state.match.moves)
        if at is None:
            return last
        if at not in range(last + 1):
            raise errors.NoSuchPly(at=at, last=last)
        return at

    def schedule(self) -> None:
        """Set the timer of the running clock, cancel searches that came too late, and start the bot to
        move."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (deadline := self.state.clock.deadline) is not None:
            wait = max(0.0, deadline - self._registry.time())
            self._timer = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._flag_fall()))
        now = self.state
        self.searches.cancel_stale()
        turn = bot_turn(now)
        if turn and not self.is_thinking and self._failed != now.ply:
            self.is_thinking = True
            self._start(self._play_bot_move(turn))

    async def _flag_fall(self) -> None:
        def decide_events(now: TableState, at: float) -> list[events.AnyEvent]:
            return decide.decide_timeout(now, at=at, stand_in=self._registry.stand_in)

        await self._insist(lambda: self._transact(decide_events))
        self.schedule()  # a timer may ring a little early

    async def _insist(self, happening: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do what nobody would ask for again: while the store is away, try every RETRY_SECONDS."""
        while True:
            try:
                return await happening()
            except (errors.NotStored, errors.StoreAway):
                await asyncio.sleep(RETRY_SECONDS)

    async def _play_bot_move(self, turn: BotTurn) -> None:
        rested = asyncio.create_task(asyncio.sleep(self.attendance.pause))
        try:
            if not await self._registry.claim_bots(self.id):
                return  # another process asks; if it dies, the registry's pulse schedules here again
            if (found := await self.searches.find_bot_move(turn)) is not None:
                await rested  # nobody's clock runs while a bot is to move
                await self._insist(lambda: self.play(turn.seat, turn.ply, found.move))
        except EngineFault as fault:
            logger.warning("table %s: %s loses: %s", self.id, turn.bot, fault)
            await self._insist(
                lambda: self._transact(lambda now, _: decide.decide_fault(now, turn.seat, turn.ply))
            )
        except errors.StoreAway:
            await asyncio.sleep(RETRY_SECONDS)
        except errors.Refusal as stale:
            logger.debug("table %s: a bot's answer is dropped: %s", self.id, stale)
        except Exception:
            logger.exception("table %s: %s broke down", self.id, turn.bot)
            self._failed = turn.ply
        finally:
            rested.cancel()
            self.is_thinking = False
        self.schedule()

    async def _shield(self, happening: Coroutine[Any, Any, None]) -> None:
        """Run to the end, even if the caller is cancelled: a stored event must be told."""
        await asyncio.shield(self._start(happening))

    def _start(self, happening: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(happening)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        """Cancel timers and tasks."""
        self.attendance.close()
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        self.searches.close()


def log_batch(name: str, state: TableState, entries: tuple[events.Entry, ...]) -> LogBatch:
    """Lines for the log, with the row of the match after them."""
    return LogBatch(
        match=name,
        entries=entries,
        game=state.match.game,
        status=state.status,
        wake=state.wake,
        people=persons_of(state.seats),
        results=results_by_person(state),
        played=rated_game(name, state) if state.last in entries else None,
        public=state.terms.public,
        turn=person_to_move(state),
    )
