"""A table: the single owner of a live match in this process, and the one door to it.

Whatever is to happen is checked, stored, then true, then told, in this order: see `Table._happen`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from tablier.scene import say
from tablier.server import acts, news, standings
from tablier.server import events as ev
from tablier.server import refusals as no
from tablier.server.jobs import Job, Thought
from tablier.server.news import Look, RatingNews, Report
from tablier.server.ratings import played
from tablier.server.results import results
from tablier.server.seats import Person, holders, people, seats_of
from tablier.server.situation import Situation
from tablier.server.store import Page, Store, TooLate
from tablier.web.languages import translator

TRIES = 5
"""How often an act is checked anew because another process was faster."""

AWAY = 30.0
"""Seconds after which somebody who is gone may be played for: to reload a page takes less."""

WITHOUT = {"hint": say("no hints"), "shares": say("no evaluation")}

logger = logging.getLogger(__name__)

Decide = Callable[[Situation, float], list[ev.AnyEvent]]


class House(Protocol):
    """What a table needs of the place it stands in."""

    store: Store
    stand_in: str
    """The bot that plays for people who are away."""

    def time(self) -> float: ...
    async def think(self, job: Job) -> Thought: ...
    async def need_accounts(self, persons: frozenset[str]) -> None: ...
    def help(self, situation: Situation, at: int) -> Job: ...
    def spread(self, table: Table) -> None:
        """Let the other processes know of news."""


class Listener(Protocol):
    """Somebody who is told."""

    person: Person | None
    look: Look

    def tell(self, message: bytes, *, is_news: bool) -> None: ...
    def dismiss(self) -> None:
        """End the connection: whoever is there still may come again, and show his card."""


class Table:
    def __init__(self, name: str, situation: Situation, house: House) -> None:
        self.id = name
        self.situation = situation
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, frozenset[str]] = {}
        """Who is here by way of another process."""
        self._seen: dict[str, float] = {}
        """When people who are gone were last here."""
        self._since = house.time()
        self.is_thinking = False
        self.touched = house.time()
        self._house = house
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.ratings: tuple[RatingNews | None, ...] = ()
        self._weighed: object = None
        """For what the ratings were looked up."""
        self._failed: int | None = None
        """The ply at which a bot broke down."""

    async def act(self, person: Person, act: acts.AnyAct) -> None:
        """A person's act; a Refusal if it cannot be, and nothing has changed."""

        def decide(now: Situation, at: float) -> list[ev.AnyEvent]:
            decision = acts.Decision(now, person, at=at, here=self.near, stand_in=self._house.stand_in)
            return decision.on(act)

        self._seen[person.id] = self._house.time()
        if self.situation.terms.rated and isinstance(act, acts.Sit):
            await self._house.need_accounts(frozenset([person.id]))
        await self._surely(self._happen(decide))

    async def play(self, seat: int, ply: int, move: str) -> None:
        """A bot's move, through the same door."""

        def decide(now: Situation, at: float) -> list[ev.AnyEvent]:
            if not now.seats[seat].bot:
                raise no.WrongSeat(seat=seat)  # it was handed back meanwhile
            return acts.moved(now, seat, ply, move, at=at)

        await self._surely(self._happen(decide))

    async def settle(self, decide: Decide) -> None:
        """What the house decides for a table, through the same door."""
        await self._surely(self._happen(decide))

    def rename(self, old: str, new: str) -> None:
        """Whoever is here as one person is here as another from now on, even if he has yet to come again."""
        if old in self.near:
            self._seen[new] = self._house.time()

    async def hold(self, seconds: float) -> None:
        """The server was away for so long: give the time back."""
        await self._happen(lambda now, _: [ev.Held(seconds)] if now.clock.running is not None else [])

    async def _happen(self, decide: Decide) -> None:
        async with self._turn:
            for _ in range(TRIES):
                at = self._house.time()
                happened = decide(self.situation, at)  # check
                if not happened:
                    return
                after, pages = self._written(happened, at)
                try:
                    await self._house.store.append(*pages)  # store
                except TooLate:
                    await self._catch_up()
                    continue
                except Exception as error:
                    logger.exception("table %s could not be written", self.id)
                    raise no.NotStored from error
                self.situation = after  # push
                await self.weigh()
                break
            else:
                raise no.NotStored
            self.tell()  # tell
        self._house.spread(self)
        self.go_on()

    def _written(self, happened: list[ev.AnyEvent], at: float) -> tuple[Situation, list[Page]]:
        """The table as it will be, and the lines that say so."""
        after = self.situation.copy()
        entries = []
        pages = []
        for event in happened:
            ply = after.ply if isinstance(event, ev.Moved | ev.TookBack) else None
            entry = ev.Entry(after.number + 1, at, event, ply)
            if isinstance(event, ev.Followed):
                first = ev.Entry(1, at, after.rematch(self.id))
                pages.append(page(event.table, Situation(first), (first,)))
            after.apply(entry)
            entries.append(entry)
        return after, [page(self.id, after, tuple(entries)), *pages]

    async def catch_up(self) -> None:
        """Another process wrote to the log."""
        async with self._turn:
            await self._catch_up()
        self.go_on()

    async def _catch_up(self) -> None:
        entries = await self._house.store.read(self.id, after=self.situation.number)
        for entry in entries:
            self.situation.apply(entry)
        if entries:
            await self.weigh()
            self.tell()

    async def weigh(self) -> None:
        """At a rated table: look up how strong everybody seems to be, and what the game has changed."""
        now = self.situation
        if not now.terms.rated or self._weighed == (now.seats, now.last):
            return
        players = [seat.person or seat.bot for seat in now.seats]
        store, game = self._house.store, now.created.game
        try:
            rows = {row.player: row for row in await store.ask(standings.latest(game, players))}
            changed = {row.player: row for row in await store.ask(standings.changes(self.id))}
        except Exception:
            logger.exception("the ratings at table %s cannot be read", self.id)
            return
        self.ratings = tuple(
            None if seat.is_open else news.weighed(player, game, rows.get(player), changed.get(player))
            for seat, player in zip(now.seats, players, strict=True)
        )
        self._weighed = now.seats, now.last

    def tell(self) -> None:
        """The news, to everybody."""
        self.touched = self._house.time()
        if not self.listeners:
            return
        report = self.report()
        told: dict[tuple[Person | None, Look], bytes] = {}
        for listener in self.listeners:
            key = (listener.person, listener.look)
            if key not in told:
                told[key] = news.encode(report.to(*key))
            listener.tell(told[key], is_news=True)

    def report(self) -> Report:
        return Report(
            self.id,
            self.situation,
            at=self._house.time(),
            here=self.here,
            near=self.near,
            watchers=self.watchers,
            stand_in=self._house.stand_in,
            ratings=self.ratings,
        )

    @property
    def here(self) -> frozenset[str]:
        """Everybody who is at the table, each once however many tabs he has open."""
        local = {listener.person.id for listener in self.listeners if listener.person}
        return frozenset(local.union(*self.elsewhere.values()))

    @property
    def near(self) -> frozenset[str]:
        """Everybody who is at the table or was a moment ago."""
        soon = self._house.time() - AWAY
        seated = people(self.situation.seats)
        return self.here | {person for person in seated if self._seen.get(person, self._since) > soon}

    @property
    def watchers(self) -> int:
        """How many look on without playing."""
        persons = {listener.person for listener in self.listeners if listener.person}
        nameless = sum(listener.person is None for listener in self.listeners)
        return nameless + sum(not seats_of(self.situation.seats, person) for person in persons)

    def join(self, listener: Listener) -> None:
        """Tell somebody the news, now and from now on."""
        self.listeners.add(listener)
        self.greet(listener)
        self._tell_presence(but=listener)
        self._house.spread(self)

    def greet(self, listener: Listener) -> None:
        listener.tell(news.encode(self.report().to(listener.person, listener.look)), is_news=True)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.touched = self._house.time()
        if listener.person:
            self._seen[listener.person.id] = self.touched
        self._tell_presence(but=listener)
        self._house.spread(self)

    def met(self, process: str, here: frozenset[str]) -> None:
        """Another process says who of its people is here."""
        if self.elsewhere.get(process, frozenset()) != here:
            self.elsewhere[process] = here
            self._tell_presence(but=None)

    def _tell_presence(self, *, but: Listener | None) -> None:
        here = self.here
        seats = tuple(bool(seat.bot) or seat.person in here for seat in self.situation.seats)
        message = news.encode(news.Presence(seats, self.watchers))
        for listener in self.listeners:
            if listener is not but:
                listener.tell(message, is_news=False)

    def scene(self, person: Person | None, look: Look, at: int) -> news.SceneNews:
        """The board after `at` moves. At the last one, those who may move get their clicks."""
        match = self.situation.match
        at = self.ply(at)
        mine = seats_of(self.situation.seats, person)
        viewpoint = look.viewpoint if look.viewpoint is not None else mine[0] if mine else 0
        is_live = at == len(match.moves) and self.situation.status == "playing" and match.turn in mine
        moves = match.legal_moves if is_live else ()
        move = match.game.texts[match.moves[at - 1]] if at else None
        scene = news.draw(match, at, moves=moves, viewpoint=viewpoint, look=look)
        return news.SceneNews(at, move, scene)

    async def help(self, person: Person | None, what: str, at: int | None) -> tuple[int, Thought]:
        """What a bot thinks of the position, where the table allows it; after the game anybody may ask."""
        now = self.situation
        at = self.ply(at)
        if now.status != "over":
            if not seats_of(now.seats, person):
                raise no.NotSeated
            if what not in now.terms.allow:
                raise no.NotAllowed(what=WITHOUT[what])
        elif at == len(now.match.moves):
            raise no.Finished
        ply = now.ply
        return ply, await self._house.think(self._house.help(now, at))

    def why(self, look: Look, path: tuple[str, ...]) -> news.Why:
        """Why none of the moves that begin with these clicks can be made."""
        state = self.situation.match.state
        if (refused := state.game.why_not(state, path)) is not None:
            return news.Why(translator(look.language)(refused.reason), refused.clause)
        raise no.NothingThere

    def ply(self, at: int | None) -> int:
        """A number of moves that have been made: all of them unless told."""
        last = len(self.situation.match.moves)
        if at is None:
            return last
        if at not in range(last + 1):
            raise no.NoSuchPly(at=at, last=last)
        return at

    def go_on(self) -> None:
        """See to what happens by itself: clocks that run out, bots that are to move."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (deadline := self.situation.clock.deadline) is not None:
            wait = max(0.0, deadline - self._house.time())
            self._timer = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._flag()))
        now = self.situation
        if (bot := now.thinker) and not self.is_thinking and self._failed != now.ply:
            self.is_thinking = True
            self._start(self._answer(bot, now.match.turn, now.ply))

    async def _flag(self) -> None:
        def decide(now: Situation, at: float) -> list[ev.AnyEvent]:
            return acts.out_of_time(now, at=at, stand_in=self._house.stand_in)

        await self._happen(decide)
        self.go_on()  # a timer may ring a little early

    async def _answer(self, bot: str, seat: int, ply: int) -> None:
        now = self.situation
        job = Job(now.created.game, now.created.options, tuple(now.match.moves), bot)
        try:
            thought = await self._house.think(job)
            await self.play(seat, ply, now.match.game.texts[thought.move])
        except no.Refusal as stale:
            logger.debug("table %s: a bot's answer is dropped: %s", self.id, stale)
        except Exception:
            logger.exception("table %s: %s broke down", self.id, bot)
            self._failed = ply
        finally:
            self.is_thinking = False
        self.go_on()

    async def _surely(self, happening: Coroutine[Any, Any, None]) -> None:
        """See it through, even if the one who asked hangs up meanwhile."""
        await asyncio.shield(self._start(happening))

    def _start(self, happening: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(happening)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def close(self) -> None:
        """Stop what goes on by itself."""
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()


def page(name: str, situation: Situation, entries: tuple[ev.Entry, ...]) -> Page:
    """Lines for the store, and what it should know of the match after them."""
    return Page(
        match=name,
        entries=entries,
        game=situation.created.game,
        status=situation.status,
        wake=situation.wake,
        people=holders(situation.seats),
        results=results(situation),
        played=played(name, situation) if situation.last in entries else None,
        public=situation.terms.public,
    )
