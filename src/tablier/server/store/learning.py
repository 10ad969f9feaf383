"""Queries for what persons learn from: attempts at puzzles, puzzle ratings, and drills of own mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import sqlalchemy as sa

from tablier.server.ratings.model import NEWCOMER, Rating
from tablier.server.store.log import Store
from tablier.server.store.schema import attempts, drills, puzzle_ratings


class PuzzleRating(NamedTuple):
    rating: Rating
    attempts: int


class Drill(NamedTuple):
    """A mistake to be repeated."""

    match: str
    ply: int
    lost: float
    stage: int
    """How often in a row a better move was found."""
    due: float | None
    """When it is asked next; None when it is learnt."""


async def read_attempts(store: Store, person: str) -> dict[str, bool]:
    """Whether the first attempt solved it, by the puzzles that a person tried."""
    query = sa.select(attempts.c.puzzle, attempts.c.solved).where(attempts.c.person == person)
    return {row.puzzle: row.solved for row in await store.query(query)}


async def read_puzzle_rating(store: Store, person: str) -> PuzzleRating | None:
    """A person's puzzle rating; None before the first rated attempt."""
    columns = puzzle_ratings.c.mean, puzzle_ratings.c.spread, puzzle_ratings.c.attempts
    rows = await store.query(sa.select(*columns).where(puzzle_ratings.c.person == person))
    return PuzzleRating(Rating(rows[0].mean, rows[0].spread), rows[0].attempts) if rows else None


async def insert_attempt(
    store: Store,
    person: str,
    puzzle: str,
    *,
    solved: bool,
    at: float,
    rate: Callable[[Rating], Rating] | None,
) -> tuple[Rating, Rating] | None:
    """Store a person's first attempt at a puzzle, and change their rating by `rate` in the same transaction.

    Gives the ratings before and after; None without `rate`, and for a later attempt, which is not stored.
    """

    def write(connection: sa.Connection) -> tuple[Rating, Rating] | None:
        connection.execute(sa.insert(attempts).values(person=person, puzzle=puzzle, solved=solved, at=at))
        if rate is None:
            return None
        mine = puzzle_ratings.c.person == person
        row = connection.execute(sa.select(puzzle_ratings).where(mine)).one_or_none()
        before = NEWCOMER if row is None else Rating(row.mean, row.spread)
        after = rate(before)
        values = {"mean": after.mean, "spread": after.spread}
        if row is None:
            connection.execute(sa.insert(puzzle_ratings).values(person=person, attempts=1, **values))
        else:
            connection.execute(
                sa.update(puzzle_ratings).where(mine).values(attempts=row.attempts + 1, **values)
            )
        return before, after

    try:
        return await store.transact(write)
    except sa.exc.IntegrityError:
        return None


async def insert_drills(
    store: Store, person: str, match: str, mistakes: Iterable[tuple[int, float]], *, due: float
) -> None:
    """Add mistakes of a match, as (ply, lost), that are not among a person's drills yet."""

    def write(connection: sa.Connection) -> None:
        known = set(
            connection.scalars(
                sa.select(drills.c.ply).where(drills.c.person == person, drills.c.match == match)
            )
        )
        rows = [
            {"person": person, "match": match, "ply": ply, "lost": lost, "stage": 0, "due": due}
            for ply, lost in mistakes
            if ply not in known
        ]
        if rows:
            connection.execute(sa.insert(drills), rows)

    try:
        await store.transact(write)
    except sa.exc.IntegrityError:
        return  # another request has just added them


async def read_drills(store: Store, person: str) -> list[Drill]:
    """All drills of a person, those that are due first, of them the largest loss."""
    columns = drills.c.match, drills.c.ply, drills.c.lost, drills.c.stage, drills.c.due
    query = sa.select(*columns).where(drills.c.person == person)
    found = [Drill._make(row) for row in await store.query(query)]
    return sorted(found, key=lambda each: (each.due is None, each.due, -each.lost, each.match, each.ply))


async def update_drill(
    store: Store, person: str, match: str, ply: int, *, stage: int, due: float | None
) -> None:
    mine = (drills.c.person == person) & (drills.c.match == match) & (drills.c.ply == ply)
    await store.execute(sa.update(drills).where(mine).values(stage=stage, due=due))


async def merge_learning(store: Store, guest: str, account: str) -> None:
    """Make a guest's attempts and drills the account's; where both have one, the account's stays. Guests have
    no puzzle rating."""

    def write(connection: sa.Connection) -> None:
        for table, keys in ((attempts, ("puzzle",)), (drills, ("match", "ply"))):
            other = table.alias()
            same = [table.c[key] == other.c[key] for key in keys]
            is_there = sa.exists().where(other.c.person == account, *same)
            connection.execute(sa.delete(table).where(table.c.person == guest, is_there))
            connection.execute(sa.update(table).where(table.c.person == guest).values(person=account))

    await store.transact(write)


def deletions(person: str) -> tuple[sa.Delete, ...]:
    """The statements that remove all of a person's rows."""
    return tuple(
        sa.delete(table).where(table.c.person == person) for table in (attempts, puzzle_ratings, drills)
    )
