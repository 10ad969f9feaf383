"""Reviews of finished games: worked out once, position by position, and kept for all who look.

What is known of a match lies in the store. Whoever asks sees that at once, and sets going what is missing;
two who ask for the same wait for the same work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct, json

from tablier.bots.review import REVIEWER, Branch, Judged, Opinion, Review
from tablier.match import Match
from tablier.server.hall import Hall
from tablier.server.jobs import Job
from tablier.server.refusals import TooEarly
from tablier.server.store import Taken, reviews
from tablier.server.table import Table

State = Literal["working", "done", "broken"]

logger = logging.getLogger(__name__)


class Written(Struct, frozen=True):
    """An opinion as it is kept: moves by their texts."""

    shares: tuple[float, ...]
    move: str | None
    line: tuple[str, ...]
    proven: bool


class Reviews:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._running: dict[str, tuple[Review, asyncio.Task[None]]] = {}
        self._asked: dict[tuple[str, Branch], asyncio.Task[Opinion]] = {}
        self._broken: set[str] = set()
        """Matches at which a search broke down: it would again."""

    @asynccontextmanager
    async def at_work(self, _app: object = None) -> AsyncIterator[None]:
        try:
            yield
        finally:
            for task in [*self._asked.values(), *(task for _, task in self._running.values())]:
                task.cancel()

    async def of(self, table: Table) -> tuple[Review, State]:
        """What is known of a match so far; the rest is on its way unless it is done or broke down."""
        review = await self._known(table)
        if review.is_done:
            return review, "done"
        if table.id in self._broken:
            return review, "broken"
        if table.id not in self._running:
            task = asyncio.create_task(self._work(table, review))
            self._running[table.id] = review, task
            task.add_done_callback(lambda _: self._running.pop(table.id, None))
        return review, "working"

    async def judge(self, table: Table, ply: int, *moves: int) -> tuple[Judged, ...]:
        """Other moves at a position, or that of the game, compared with the best one."""
        review = await self._known(table)
        await self._ask(table, review, Branch(ply))
        best = review.best(ply)
        for branch in (best, *(Branch(ply, move) for move in moves)):
            await self._ask(table, review, branch)
        judged = [review.judge(ply, move) for move in moves]
        return tuple(each for each in judged if each is not None)

    async def _known(self, table: Table) -> Review:
        if table.situation.status != "over":
            raise TooEarly
        if table.id in self._running:
            return self._running[table.id][0]
        review = Review(table.situation.match)
        game = review.match.game
        query = sa.select(reviews).where(reviews.c.match == table.id)
        for row in await self._hall.store.ask(query):
            branch = Branch(row.ply, game.move(row.move) if row.move else None)
            review.add(branch, _read(row.opinion, review.match))
        return review

    async def _work(self, table: Table, review: Review) -> None:
        try:
            while (branch := review.needs) is not None:
                await self._ask(table, review, branch)
        except Exception:
            logger.exception("the review of table %s broke down", table.id)
            self._broken.add(table.id)

    async def _ask(self, table: Table, review: Review, branch: Branch) -> None:
        """See that a position's opinion is known: one search for all who want it."""
        if review.knows(branch):
            return
        branch = review.same(branch)
        key = table.id, branch
        if key not in self._asked:
            self._asked[key] = asyncio.create_task(self._search(table, review, branch))
            self._asked[key].add_done_callback(lambda _: self._asked.pop(key, None))
        review.add(branch, await asyncio.shield(self._asked[key]))

    async def _search(self, table: Table, review: Review, branch: Branch) -> Opinion:
        created = table.situation.created
        moves = tuple(review.branch(branch).moves)
        found = await self._hall.weigh(Job(created.game, created.options, moves, REVIEWER))
        await self._keep(table.id, review.match, branch, found)
        return found

    async def _keep(self, table: str, match: Match, branch: Branch, opinion: Opinion) -> None:
        row: dict[str, Any] = {
            "match": table,
            "ply": branch.ply,
            "move": "" if branch.move is None else match.game.texts[branch.move],
            "opinion": _write(opinion, match).decode(),
        }
        try:
            await self._hall.store.change(sa.insert(reviews).values(row))
        except Taken:
            logger.debug("another process reviewed the same position of table %s", table)


def _write(opinion: Opinion, match: Match) -> bytes:
    texts = match.game.texts
    move = None if opinion.move is None else texts[opinion.move]
    line = tuple(texts[move] for move in opinion.line)
    return json.encode(Written(opinion.shares, move, line, opinion.proven))


def _read(text: str, match: Match) -> Opinion:
    found = json.decode(text, type=Written)
    game = match.game
    move = None if found.move is None else game.move(found.move)
    return Opinion(found.shares, move, tuple(game.move(each) for each in found.line), found.proven)
