"""Queries of the operator: finding persons, counting, removing tables and guests that nobody needs."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from tablier.server.store.log import Store
from tablier.server.store.reminders import forget_person
from tablier.server.store.schema import (
    accounts,
    gone,
    log,
    matches,
    origins,
    rated,
    reminded,
    reports,
    reviews,
    sitters,
)

BANNED = "!"
"""A password's hash that begins with it verifies nothing; without it, it is the hash of before."""


class FoundPerson(NamedTuple):
    person: str
    name: str
    """Empty for a guest."""
    made: float | None
    """When the account was made."""
    is_banned: bool
    tables: int
    latest: float | None
    """When something last happened at one of their tables."""


class Stats(NamedTuple):
    tables: dict[str, int]
    """By status."""
    games: dict[str, int]
    """Tables by game."""
    lines: int
    accounts: int
    banned: int
    guests: int
    """Persons without an account who have a seat."""
    rated: int
    active: int
    """Tables where something happened since the time asked about."""


async def find_persons(store: Store, text: str, folded: str, *, most: int = 50) -> list[FoundPerson]:
    """Accounts whose name contains a text, in its folded form, and persons with this id."""
    columns = accounts.c.person, accounts.c.name, accounts.c.made, accounts.c.password
    is_named = accounts.c.folded.contains(folded, autoescape=True)
    known = await store.query(
        sa.select(*columns)
        .where(is_named | (accounts.c.person == text))
        .order_by(accounts.c.folded)
        .limit(most)
    )
    found = []
    for row in known:
        tables, latest = await _count_tables(store, row.person)
        is_banned = row.password.startswith(BANNED)
        found.append(FoundPerson(row.person, row.name, row.made, is_banned, tables, latest))
    if all(each.person != text for each in found):
        tables, latest = await _count_tables(store, text)
        if tables:
            is_gone = await store.query(sa.select(gone.c.person).where(gone.c.person == text))
            found.append(FoundPerson(text, "", None, bool(is_gone), tables, latest))
    return found


async def _count_tables(store: Store, person: str) -> tuple[int, float | None]:
    query: Any = (
        sa.select(sa.func.count().label("total"), sa.func.max(matches.c.changed).label("latest"))
        .select_from(sitters.join(matches, sitters.c.match == matches.c.id))
        .where(sitters.c.person == person)
    )
    rows = await store.query(query)
    return rows[0].total, rows[0].latest


async def has_table(store: Store, match: str) -> bool:
    """Whether the log or the list of matches knows this table."""
    known = sa.select(matches.c.id).where(matches.c.id == match)
    return bool(await store.query(known.union(sa.select(log.c.match).where(log.c.match == match))))


async def remove_table(store: Store, match: str) -> int:
    """Remove a table with its log, its seats and its review; gives the number of lines. What it did to the
    ratings stays."""
    return await store.execute(
        sa.delete(log).where(log.c.match == match),
        sa.delete(matches).where(matches.c.id == match),
        sa.delete(sitters).where(sitters.c.match == match),
        sa.delete(reviews).where(reviews.c.match == match),
        sa.delete(origins).where(origins.c.match == match),
        sa.delete(reports).where(reports.c.match == match),
        sa.delete(reminded).where(reminded.c.match == match),
    )


async def abandoned_tables(store: Store, before: float) -> list[str]:
    """The tables that are not over, and where nothing has happened since."""
    query = sa.select(matches.c.id).where(matches.c.status != "over", matches.c.changed < before)
    return [row.id for row in await store.query(query.order_by(matches.c.changed))]


async def idle_guests(store: Store, before: float) -> list[str]:
    """The persons without an account at whose tables nothing has happened since."""
    query = (
        sa.select(sitters.c.person)
        .join(matches, sitters.c.match == matches.c.id)
        .where(
            sitters.c.person.not_in(sa.select(accounts.c.person)),
            sitters.c.person.not_in(sa.select(gone.c.person)),
        )
        .group_by(sitters.c.person)
        .having(sa.func.max(matches.c.changed) < before)
    )
    return [row.person for row in await store.query(query)]


async def remove_guest(store: Store, person: str) -> None:
    """Mark a guest as gone; raises DuplicateRow if that was done before. The servers see to their tables."""
    await store.execute(
        sa.insert(gone).values(person=person, became=None, is_done=False), *forget_person(person)
    )


async def read_stats(store: Store, since: float) -> Stats:
    """What the store holds, and how many tables have been active since a time."""
    by_status: Any = sa.select(matches.c.status, sa.func.count().label("total")).group_by(matches.c.status)
    by_game: Any = (
        sa.select(matches.c.game, sa.func.count().label("total"))
        .group_by(matches.c.game)
        .order_by(matches.c.game)
    )
    persons = sa.select(sa.func.count(sa.distinct(sitters.c.person)))
    counts = (
        sa.select(sa.func.count()).select_from(log),
        sa.select(sa.func.count()).select_from(accounts),
        sa.select(sa.func.count()).where(accounts.c.password.startswith(BANNED)),
        persons.where(sitters.c.person.not_in(sa.select(accounts.c.person))),
        sa.select(sa.func.count(sa.distinct(rated.c.match))),
        sa.select(sa.func.count()).where(matches.c.changed >= since),
    )
    tables = {row.status: row.total for row in await store.query(by_status)}
    games = {row.game: row.total for row in await store.query(by_game)}
    return Stats(tables, games, *[(await store.query(count))[0][0] for count in counts])
