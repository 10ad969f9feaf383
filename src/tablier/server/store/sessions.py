"""Queries for the sessions of accounts."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from tablier.server.store.log import Store
from tablier.server.store.reminders import end_subscriptions
from tablier.server.store.schema import accounts, sessions


class Session(NamedTuple):
    """A place where an account is signed in."""

    id: str
    begun: float
    used: float
    device: str
    ends: float | None


async def read_sessions(store: Store, person: str) -> list[Session]:
    """The sessions of a person, the latest first, with those that have ended."""
    columns = sessions.c.id, sessions.c.begun, sessions.c.used, sessions.c.device, sessions.c.ends
    query = sa.select(*columns).where(sessions.c.person == person).order_by(sessions.c.used.desc())
    return [Session._make(row) for row in await store.query(query)]


async def insert_session(
    store: Store,
    session: str,
    person: str,
    *,
    device: str,
    at: float,
    expired: float,
    ends: float | None = None,
) -> None:
    """Insert a session; those of the person that were not used since `expired` are deleted."""
    row = {"id": session, "person": person, "begun": at, "used": at, "device": device, "ends": ends}
    await store.execute(
        sa.delete(sessions).where(sessions.c.person == person, sessions.c.used < expired),
        sa.insert(sessions).values(row),
    )


async def touch_session(store: Store, session: str, *, at: float) -> None:
    """Store that a session is in use."""
    await store.execute(sa.update(sessions).where(sessions.c.id == session).values(used=at))


async def delete_session(store: Store, person: str, session: str) -> None:
    """End a session of a person."""
    await store.execute(
        sa.delete(sessions).where(sessions.c.person == person, sessions.c.id == session),
        *end_subscriptions(person, session),
    )


async def delete_sessions(store: Store, person: str) -> None:
    """End all sessions of a person, and begin the next epoch, which ends those of older tokens too."""
    await store.execute(
        sa.delete(sessions).where(sessions.c.person == person),
        sa.update(accounts).where(accounts.c.person == person).values(epoch=accounts.c.epoch + 1),
        *end_subscriptions(person),
    )
