"""Queries for reminders: subscriptions of browsers, wishes of persons, and what they were reminded of."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa

from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.store.schema import matches, reminded, reminder_wishes, sitters, subscriptions

MAX_SUBSCRIPTIONS = 20
"""Browsers of one person; the oldest gives way."""
Change = sa.Insert | sa.Update | sa.Delete


class Subscription(NamedTuple):
    """Where a browser receives messages, and the keys to encrypt them with, in base64."""

    endpoint: str
    key: str
    auth: str
    language: str
    site: str
    """The address of this server as the browser knows it, without a slash at its end."""

    @property
    def id(self) -> str:
        return sha256(self.endpoint.encode()).hexdigest()


class Wishes(NamedTuple):
    """What a person wishes to be reminded of."""

    unwanted: frozenset[str] = frozenset()
    """Occasions that are not told."""
    webhook: str = ""
    """A URL to which reminders are sent too."""
    language: str = "en"
    site: str = ""


class Candidate(NamedTuple):
    """A person at a table who may have to be reminded."""

    match: str
    person: str
    changed: float


async def save_subscription(
    store: Store, person: str, subscription: Subscription, *, session: str, at: float
) -> None:
    """Store the subscription of a browser, whoever had it before."""
    row = {
        "id": subscription.id, "person": person, "session": session, "at": at, **subscription._asdict()
    }  # fmt: skip
    newest = (
        sa.select(subscriptions.c.id)
        .where(subscriptions.c.person == person)
        .order_by(subscriptions.c.at.desc())
        .limit(MAX_SUBSCRIPTIONS)
    )
    kept = newest.subquery()  # a limit inside IN needs one
    with suppress(DuplicateRow):  # sent twice at once
        await store.execute(
            sa.delete(subscriptions).where(subscriptions.c.id == subscription.id),
            sa.insert(subscriptions).values(row),
            sa.delete(subscriptions).where(
                subscriptions.c.person == person, subscriptions.c.id.not_in(sa.select(kept.c.id))
            ),
        )


async def delete_subscription(store: Store, identity: str, *, person: str | None = None) -> None:
    """Delete a subscription, if it is this person's."""
    change = sa.delete(subscriptions).where(subscriptions.c.id == identity)
    await store.execute(change if person is None else change.where(subscriptions.c.person == person))


async def subscriptions_of(store: Store, person: str) -> list[Subscription]:
    """The browsers of a person that receive reminders."""
    columns = [subscriptions.c[name] for name in Subscription._fields]
    query = sa.select(*columns).where(subscriptions.c.person == person).order_by(subscriptions.c.at)
    return [Subscription._make(row) for row in await store.query(query)]


async def read_wishes(store: Store, person: str) -> Wishes:
    """The wishes of a person; the defaults if they never changed them."""
    table = reminder_wishes.c
    query = sa.select(table.unwanted, table.webhook, table.language, table.site)
    rows = await store.query(query.where(table.person == person))
    return Wishes(frozenset(rows[0][0].split()), *rows[0][1:]) if rows else Wishes()


async def save_wishes(store: Store, person: str, wishes: Wishes) -> None:
    row = {**wishes._asdict(), "person": person, "unwanted": " ".join(sorted(wishes.unwanted))}
    with suppress(DuplicateRow):  # sent twice at once
        await store.execute(
            sa.delete(reminder_wishes).where(reminder_wishes.c.person == person),
            sa.insert(reminder_wishes).values(row),
        )


async def drop_webhook(store: Store, person: str, webhook: str) -> None:
    """Forget the webhook of a person, unless they have another one by now."""
    is_same = (reminder_wishes.c.person == person) & (reminder_wishes.c.webhook == webhook)
    await store.execute(sa.update(reminder_wishes).where(is_same).values(webhook=""))


async def read_candidates(store: Store, *, since: float, now: float, until: float) -> list[Candidate]:
    """The persons who can be reminded, at tables where something happened `since`, or where a clock runs out
    between `now` and `until`."""
    reachable = sa.select(subscriptions.c.person).union(
        sa.select(reminder_wishes.c.person).where(reminder_wishes.c.webhook != "")
    )
    is_lively = (matches.c.changed > since) | ((matches.c.wake > now) & (matches.c.wake <= until))
    query = (
        sa.select(matches.c.id, sitters.c.person, matches.c.changed)
        .join(sitters, sitters.c.match == matches.c.id)
        .where(is_lively, matches.c.status == "playing", sitters.c.person.in_(reachable))
    )
    return [Candidate._make(row) for row in await store.query(query)]


async def read_reminded(store: Store, match: str, person: str) -> tuple[int, str] | None:
    """The ply and the occasion of the last reminder of a person at a table."""
    query = sa.select(reminded.c.ply, reminded.c.occasion)
    rows = await store.query(query.where(reminded.c.match == match, reminded.c.person == person))
    return (rows[0].ply, rows[0].occasion) if rows else None


async def save_reminded(store: Store, match: str, person: str, ply: int, occasion: str) -> bool:
    """Store the last reminder; False if another process has just done so."""
    try:
        await store.execute(
            sa.delete(reminded).where(reminded.c.match == match, reminded.c.person == person),
            sa.insert(reminded).values(match=match, person=person, ply=ply, occasion=occasion),
        )
    except DuplicateRow:
        return False
    return True


async def count_turns(store: Store, person: str, *, besides: str = "") -> int:
    """The number of tables, `besides` one, where others wait for a person's move."""
    query = sa.select(sa.func.count().label("total")).where(matches.c.turn == person, matches.c.id != besides)
    return int((await store.query(query))[0].total)


async def move_reminders(store: Store, old: str, new: str) -> None:
    """Make a guest's subscriptions an account's."""
    await store.execute(*rename_person(old, new))


def end_subscriptions(person: str, *sessions: str) -> Iterable[Change]:
    """The statements that delete the subscriptions of these sessions of a person, or of all."""
    change = sa.delete(subscriptions).where(subscriptions.c.person == person)
    return (change.where(subscriptions.c.session.in_(sessions)) if sessions else change,)


def forget_person(person: str) -> Iterable[Change]:
    """The statements that delete all about the reminders of a person."""
    return tuple(
        sa.delete(table).where(table.c.person == person)
        for table in (subscriptions, reminder_wishes, reminded)
    )


def rename_person(old: str, new: str) -> Iterable[Change]:
    """The statements that make a guest's subscriptions an account's. Its own wishes count from now on, and
    the guest's where it has none."""
    others = reminder_wishes.alias()
    has_wishes = sa.exists(sa.select(others.c.person).where(others.c.person == new))
    own = reminder_wishes.c.person == old
    return (
        sa.update(subscriptions).where(subscriptions.c.person == old).values(person=new),
        sa.update(reminder_wishes).where(own, ~has_wishes).values(person=new),
        sa.delete(reminder_wishes).where(own),
        sa.delete(reminded).where(reminded.c.person == old),
    )
