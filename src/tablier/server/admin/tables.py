"""Closing and removing tables, pruning: beside running servers, which are told."""

from __future__ import annotations

import asyncio
import time

from tablier.scene import say
from tablier.server.live.table import log_batch
from tablier.server.store import administration
from tablier.server.store.batch import LogConflict, read_entries
from tablier.server.store.log import Store
from tablier.server.store.orders import Order, post_order
from tablier.server.tables import events
from tablier.server.tables.state import TableState, replay

ATTEMPTS = 5
"""Attempts to append to a log that a server writes to."""
SETTLE_SECONDS = 3.0
"""Seconds in which every running server has read an order, see `live.orders.ORDER_SECONDS`."""


class CannotDo(Exception):  # noqa: N818 -- shown to the operator, as one sentence
    """What the operator asked for cannot be done; the sentence is a phrase, to be translated."""


async def read_table(store: Store, table: str) -> TableState:
    lines = await store.lines(table)
    if not lines:
        raise CannotDo(say("There is no table {table}.", table=table))
    try:
        return replay(read_entries(lines))
    except Exception as error:  # whatever a damaged line makes of it
        raise CannotDo(say("Table {table} cannot be read: repair or remove it.", table=table)) from error


async def close_table(store: Store, table: str) -> bool:
    """End the game at a table as a draw; False if it is over already."""
    for _ in range(ATTEMPTS):
        state = await read_table(store, table)
        if state.status == "over":
            return False
        last = events.Entry(state.number + 1, time.time(), events.Agreed())
        state.apply(last)
        try:
            await store.append(log_batch(table, state, (last,)))
        except LogConflict:
            continue  # a server has just written: read again
        await post_order(store, Order("table", table))
        return True
    raise CannotDo(say("Table {table} is too busy to be closed: try again.", table=table))


async def remove_tables(store: Store, tables: list[str], *, is_served: bool) -> int:
    """Remove tables for good; gives the number of lines. Running servers forget them first."""
    for table in tables:
        await post_order(store, Order("removed", table))
    if tables and is_served:
        await asyncio.sleep(SETTLE_SECONDS)
    return sum([await administration.remove_table(store, table) for table in tables])


async def prune_tables(store: Store, before: float, *, is_served: bool) -> int:
    """Remove the tables that were abandoned before a time; gives how many."""
    tables = await administration.abandoned_tables(store, before)
    await remove_tables(store, tables, is_served=is_served)
    return len(tables)


async def prune_guests(store: Store, before: float) -> int:
    """Remove the guests who have been away since a time; their games stay, without their names."""
    guests = await administration.idle_guests(store, before)
    for guest in guests:
        await administration.remove_guest(store, guest)
    if guests:
        await post_order(store, Order("person", guests[-1]))  # servers finish all that is unfinished
    return len(guests)
