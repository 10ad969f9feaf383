"""The drill of own mistakes: taken from the reviews of a person's last games, repeated after growing pauses.

A better move found: again after a day, then after a week, then it is learnt. Not found: again at once, after
what else is due. A move is good enough if it loses no more than a third of what the mistake did.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablier.bots.reviewing import JudgedMove
from tablier.server.live.registry import TableRegistry
from tablier.server.live.reviews import Reviews
from tablier.server.live.table import Table
from tablier.server.store.learning import Drill, insert_drills, read_drills, update_drill
from tablier.server.tables.errors import NoSuchDrill, NoSuchTable, OverQuota, RatedGameRunning, Unreadable
from tablier.server.tables.person import Person
from tablier.server.tables.seats import seats_of

DAY = 24 * 3600.0
PAUSES = (DAY, 7 * DAY)
"""Seconds until a position comes back, by how often in a row a better move was found before."""
LAST_GAMES = 10
"""Finished games whose mistakes are repeated."""
CLOSE = 1 / 3
"""The part of a mistake's loss that a good move may lose."""
SLACK = 0.02
"""And what it may lose in any case, as a part of all points: the error of a search."""


@dataclass(frozen=True)
class Agenda:
    """What a person has to repeat."""

    drills: list[Drill]
    now: float
    games: int
    """Finished games that are looked at."""
    waiting: int
    """Those of them that are not analysed yet."""

    @property
    def due(self) -> list[Drill]:
        return [each for each in self.drills if each.due is not None and each.due <= self.now]

    @property
    def later(self) -> list[Drill]:
        return [each for each in self.drills if each.due is not None and each.due > self.now]

    @property
    def learnt(self) -> int:
        return sum(each.due is None for each in self.drills)


def is_good(tried: JudgedMove, made: JudgedMove) -> bool:
    """Whether a move is close enough to the best one to count."""
    return tried.move == tried.best or tried.lost <= max(CLOSE * made.lost, SLACK)


def next_due(drill: Drill, *, solved: bool, now: float) -> tuple[int, float | None]:
    """The stage of a drill after an answer, and when it is due again; None when it is learnt."""
    if not solved:
        return 0, now
    stage = drill.stage + 1
    return stage, now + PAUSES[drill.stage] if drill.stage < len(PAUSES) else None


class Drills:
    def __init__(self, registry: TableRegistry, reviews: Reviews) -> None:
        self._registry = registry
        self._reviews = reviews

    async def agenda(self, person: Person, *, admit: Callable[[], None] = lambda: None) -> Agenda:
        """What a person has to repeat; adds the mistakes of the last games. Of those that are not analysed
        the next one is, unless `admit` raises OverQuota."""
        games = waiting = 0
        for listed in await self._registry.store.matches_of(person.id, over=True, most=LAST_GAMES):
            try:
                table = await self._registry.find(listed.id)
                await self._registry.check_review(person, table)
            except (NoSuchTable, Unreadable, RatedGameRunning):
                continue
            seats = seats_of(table.state.seats, person)
            if not seats or not table.state.match.moves:
                continue
            games += 1
            waiting += not await self._collect(person, table, seats, admit if not waiting else None)
        now = self._registry.time()
        return Agenda(await read_drills(self._registry.store, person.id), now, games, waiting)

    async def _collect(
        self, person: Person, table: Table, seats: tuple[int, ...], admit: Callable[[], None] | None
    ) -> bool:
        """Add the mistakes of a game; False if it is not analysed yet. With `admit` that is begun."""
        review = await self._reviews.known(table)
        if not review.is_done:
            if admit is None:
                return False
            try:
                review, state = await self._reviews.of(table, asker=person.id, admit=admit)
            except OverQuota:
                return False
            if state == "working":
                return False
        mistakes = [(each.ply, each.lost) for each in review.mistakes(*seats)]
        await insert_drills(self._registry.store, person.id, table.id, mistakes, due=self._registry.time())
        return True

    async def find(self, person: Person, match: str, ply: int) -> tuple[Drill, Table]:
        """A drill of a person and its table; raises NoSuchDrill."""
        for drill in await read_drills(self._registry.store, person.id):
            if (drill.match, drill.ply) == (match, ply):
                table = await self._registry.find(match)
                if ply < len(table.state.match.moves):
                    return drill, table
        raise NoSuchDrill

    async def judge(
        self, person: Person, drill: Drill, table: Table, move: int | None
    ) -> tuple[JudgedMove, JudgedMove]:
        """A move compared with the best one, and the mistake; without a move, the best one itself."""
        made = table.state.match.moves[drill.ply]
        if move is None:
            (mistake,) = await self._reviews.judge(table, drill.ply, made, asker=person.id)
            move = mistake.best
        tried, mistake = await self._reviews.judge(table, drill.ply, move, made, asker=person.id)
        return tried, mistake

    async def record(self, person: Person, drill: Drill, *, solved: bool) -> float | None:
        """Store an answer; gives in how many seconds it comes back, None if it is learnt. One that is not due
        changes nothing."""
        now = self._registry.time()
        if drill.due is None or drill.due > now:
            return None if drill.due is None else drill.due - now
        stage, due = next_due(drill, solved=solved, now=now)
        await update_drill(self._registry.store, person.id, drill.match, drill.ply, stage=stage, due=due)
        return None if due is None else due - now
