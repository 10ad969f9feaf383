"""Reviews of finished games: searched once, position by position, and stored.

A request gets what is known at once and starts the search for the rest; two requests for the same position
share one search.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

from msgspec import Struct, json

from tablier.bots.reviewing import REVIEWER, Branch, JudgedMove, Opinion, Review
from tablier.match import Match
from tablier.server.live.job_queue import Owner, Search, SearchCancelled
from tablier.server.live.table import Table
from tablier.server.live.thinking import SearchJob
from tablier.server.messages.review import ReviewState
from tablier.server.store.batch import DuplicateRow, OpinionRow
from tablier.server.tables.errors import NoSuchTable, TooEarly

logger = logging.getLogger(__name__)


class StoredOpinion(Struct, frozen=True):
    """An opinion as it is stored: moves by their texts."""

    shares: tuple[float, ...]
    move: str | None
    line: tuple[str, ...]
    proven: bool


class Reviewer(Protocol):
    """What reviews need of a registry."""

    def analyse(self, job: SearchJob, owner: Owner) -> Search[Opinion]: ...
    def owner(self, person: str) -> Owner: ...
    async def read_opinions(self, table: str) -> list[OpinionRow]: ...
    async def insert_opinion(self, table: str, row: OpinionRow) -> None:
        """Keep an opinion; raises DuplicateRow if there is one already."""


class Reviews:
    def __init__(self, registry: Reviewer) -> None:
        self._registry = registry
        self._running: dict[str, tuple[Review, asyncio.Task[None]]] = {}
        self._asked: dict[tuple[str, Branch], asyncio.Task[Opinion]] = {}
        self._broken: set[str] = set()
        """Matches whose search raised an error: it would again."""

    @asynccontextmanager
    async def at_work(self, _app: object = None) -> AsyncIterator[None]:
        try:
            yield
        finally:
            for task in [*self._asked.values(), *(task for _, task in self._running.values())]:
                task.cancel()

    async def of(
        self, table: Table, *, asker: str = "", admit: Callable[[], None] = lambda: None
    ) -> tuple[Review, ReviewState]:
        """What is known of a match so far; starts the search for the rest, unless `admit` raises.

        `asker` is the id of the person for whom it is done, so that all have their turns.
        """
        review = await self.known(table)
        if review.is_done:
            return review, "done"
        if table.id in self._broken:
            return review, "broken"
        if table.id not in self._running:
            admit()
            task = asyncio.create_task(self._work(table, review, asker))
            self._running[table.id] = review, task
            task.add_done_callback(lambda _: self._running.pop(table.id, None))
        return review, "working"

    async def judge(self, table: Table, ply: int, *moves: int, asker: str = "") -> tuple[JudgedMove, ...]:
        """Other moves at a position, or that of the game, compared with the best one."""
        review = await self.known(table)
        await self._ask(table, review, Branch(ply), asker)
        best = review.best(ply)
        for branch in (best, *(Branch(ply, move) for move in moves)):
            await self._ask(table, review, branch, asker)
        judged = [review.judge(ply, move) for move in moves]
        return tuple(each for each in judged if each is not None)

    async def known(self, table: Table) -> Review:
        """What is known of a match so far, without a search; raises TooEarly while it is played."""
        if table.state.status != "over":
            raise TooEarly
        if table.id in self._running:
            return self._running[table.id][0]
        review = Review(table.state.match)
        game = review.match.game
        for row in await self._registry.read_opinions(table.id):
            branch = Branch(row.ply, game.move(row.move) if row.move else None)
            review.add(branch, _read(row.opinion, review.match))
        return review

    async def _work(self, table: Table, review: Review, asker: str) -> None:
        try:
            while (branch := review.next_branch) is not None:
                await self._ask(table, review, branch, asker)
        except NoSuchTable:
            logger.debug("the review of table %s ended with it", table.id)
        except Exception:
            logger.exception("the review of table %s broke down", table.id)
            self._broken.add(table.id)

    async def _ask(self, table: Table, review: Review, branch: Branch, asker: str) -> None:
        """Make sure that a position's opinion is known; concurrent callers share one search."""
        if review.has(branch):
            return
        branch = review.same(branch)
        key = table.id, branch
        if key not in self._asked:
            self._asked[key] = asyncio.create_task(self._search(table, review, branch, asker))
            self._asked[key].add_done_callback(lambda _: self._asked.pop(key, None))
        review.add(branch, await asyncio.shield(self._asked[key]))

    async def _search(self, table: Table, review: Review, branch: Branch, asker: str) -> Opinion:
        created = table.state.created
        moves = tuple(review.branch(branch).moves)
        job = SearchJob(created.game, created.options, moves, REVIEWER, start=created.start)
        search = self._registry.analyse(job, self._registry.owner(asker or table.id))
        table.searches.track(search)
        try:
            found = await search
        except SearchCancelled:  # the table was closed
            raise NoSuchTable(table=table.id) from None
        await self._save(table.id, review.match, branch, found)
        return found

    async def _save(self, table: str, match: Match, branch: Branch, opinion: Opinion) -> None:
        move = "" if branch.move is None else match.game.texts[branch.move]
        row = OpinionRow(branch.ply, move, _write(opinion, match).decode())
        try:
            await self._registry.insert_opinion(table, row)
        except DuplicateRow:
            logger.debug("another process reviewed the same position of table %s", table)


def _write(opinion: Opinion, match: Match) -> bytes:
    texts = match.game.texts
    move = None if opinion.move is None else texts[opinion.move]
    line = tuple(texts[move] for move in opinion.line)
    return json.encode(StoredOpinion(opinion.shares, move, line, opinion.proven))


def _read(text: str, match: Match) -> Opinion:
    found = json.decode(text, type=StoredOpinion)
    game = match.game
    move = None if found.move is None else game.move(found.move)
    return Opinion(found.shares, move, tuple(game.move(each) for each in found.line), found.proven)
