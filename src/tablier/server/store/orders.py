"""What an operator asks of running servers: rows that every server reads once a second.

The command line changes the store itself; an order tells the servers which have the table or the person in
memory.
"""

from __future__ import annotations

import time
from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from msgspec.json import decode, encode

from tablier.server.store.log import Store
from tablier.server.store.schema import facts

NOTICE = "notice"
PREFIX = "o"
"""Names of orders begin with it; then comes the time in microseconds, in hexadecimal."""
KEPT_SECONDS = 600.0
"""Seconds after which an order is deleted: every server has read it."""


class Order(Struct, frozen=True):
    about: Literal["table", "removed", "person"]
    """A table whose log has grown, a table to be forgotten, or a person whose rights have changed."""
    id: str


async def post_order(store: Store, order: Order) -> None:
    """Tell all running servers."""
    now = time.time()
    old = sa.delete(facts).where(
        facts.c.name.like(f"{PREFIX}_____________"), facts.c.name < _name(now - KEPT_SECONDS)
    )
    name, value = _name(now), encode(order).decode()
    await store.execute(old, sa.insert(facts).values(name=name, value=value))


def _name(at: float) -> str:
    return f"{PREFIX}{int(at * 1e6):013x}"


async def read_orders(store: Store) -> tuple[dict[str, Order], str | None]:
    """The orders of the last minutes by their names, and the notice for all tables."""
    rows = await store.query(
        sa.select(facts.c.name, facts.c.value).where(
            facts.c.name.like(f"{PREFIX}_____________") | (facts.c.name == NOTICE)
        )
    )
    orders = {row.name: decode(row.value, type=Order) for row in rows if row.name != NOTICE}
    return orders, next((row.value for row in rows if row.name == NOTICE), None)


async def set_notice(store: Store, text: str) -> None:
    """Show a notice at all tables; an empty text withdraws it."""
    old = sa.delete(facts).where(facts.c.name == NOTICE)
    await store.execute(old, *([sa.insert(facts).values(name=NOTICE, value=text)] if text else []))


async def last_heartbeat(store: Store) -> float | None:
    """When a server last said that it runs."""
    rows = await store.query(sa.select(facts.c.value).where(facts.c.name == "alive"))
    return float(rows[0].value) if rows else None
