"""Queries for the opinions that reviews are made of."""

from __future__ import annotations

import sqlalchemy as sa

from tablier.server.store.batch import OpinionRow
from tablier.server.store.log import Store
from tablier.server.store.schema import reviews


async def read_opinions(store: Store, match: str) -> list[OpinionRow]:
    """The stored opinions about a match."""
    query = sa.select(reviews.c.ply, reviews.c.move, reviews.c.opinion).where(reviews.c.match == match)
    return [OpinionRow(row.ply, row.move, row.opinion) for row in await store.query(query)]


async def insert_opinion(store: Store, match: str, row: OpinionRow) -> None:
    """Insert an opinion; raises DuplicateRow if there is one already."""
    await store.execute(sa.insert(reviews).values(match=match, **row._asdict()))
