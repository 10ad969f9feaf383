"""From where the persons at running rated tables act, as hashes: whether it is one place is asked once, when
the game ends. Then the rows are deleted, see `log._insert`."""

from __future__ import annotations

import sqlalchemy as sa

from tablier.server.store.log import Store
from tablier.server.store.schema import origins


async def insert_origin(store: Store, match: str, person: str, origin: str) -> None:
    """Store where a person acts from; raises DuplicateRow if that is known."""
    await store.execute(sa.insert(origins).values(match=match, person=person, origin=origin))


async def read_origins(store: Store, match: str) -> dict[str, frozenset[str]]:
    """The origins of a match by person."""
    found: dict[str, set[str]] = {}
    for row in await store.query(sa.select(origins).where(origins.c.match == match)):
        found.setdefault(row.person, set()).add(row.origin)
    return {person: frozenset(each) for person, each in found.items()}
