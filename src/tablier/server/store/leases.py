"""Leases of server processes: a row per running process, and one per table whose bots it asks."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.store.schema import leases

PREFIX = "process:"


class Heartbeats(NamedTuple):
    """The running processes with the number of their last beat, and whether our own row was still there."""

    beats: dict[str, int]
    was_known: bool


def process_row(process: str) -> str:
    """The name of a process's own lease; no table's id has a colon."""
    return PREFIX + process


async def write_beat(store: Store, process: str) -> Heartbeats:
    """Count one beat of a process, with a new row if it has none; gives the beats of all processes."""
    own = leases.c.name == process_row(process)
    was_known = bool(await store.execute(sa.update(leases).where(own).values(beat=leases.c.beat + 1)))
    if not was_known:
        await store.execute(sa.insert(leases).values(name=process_row(process), holder=process, beat=1))
    rows = await store.query(
        sa.select(leases.c.holder, leases.c.beat).where(leases.c.name.startswith(PREFIX, autoescape=True))
    )
    return Heartbeats({row.holder: row.beat for row in rows}, was_known)


async def claim_lease(store: Store, name: str, holder: str) -> bool:
    """Take a lease that nobody holds; whether it is the holder's now."""
    query = sa.select(leases.c.holder).where(leases.c.name == name)
    if not (rows := await store.query(query)):
        try:
            await store.execute(sa.insert(leases).values(name=name, holder=holder, beat=0))
            return True
        except DuplicateRow:
            rows = await store.query(query)
    return any(row.holder == holder for row in rows)


async def release_lease(store: Store, name: str, holder: str) -> None:
    """Give a lease back."""
    await store.execute(sa.delete(leases).where(leases.c.name == name, leases.c.holder == holder))


async def release_all(store: Store, holder: str) -> None:
    """Give back all leases of a process, with its own row: it ends, or has died."""
    await store.execute(sa.delete(leases).where(leases.c.holder == holder))
