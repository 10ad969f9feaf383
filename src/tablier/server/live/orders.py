"""Carrying out what the operator's commands ask of a running server, see `store.orders`."""

from __future__ import annotations

import asyncio
import logging

from tablier.server.live.registry import TableRegistry
from tablier.server.messages.announcement import Announcement
from tablier.server.people.merge import finish_merges
from tablier.server.store.orders import Order, read_orders
from tablier.server.tables.errors import StoreAway

ORDER_SECONDS = 1.0
"""Seconds between two looks at the orders."""

logger = logging.getLogger(__name__)


class OrderFollower:
    """Carries out each order once; those that are older than this process do not concern it."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._done: frozenset[str] | None = None
        self._notice: str | None = None

    async def run(self) -> None:
        """Look once a second, until cancelled."""
        while True:
            try:
                await self.look()
            except StoreAway:
                pass  # it is logged once, by the store
            except Exception:
                logger.exception("the operator's orders cannot be read")
            await asyncio.sleep(ORDER_SECONDS)

    async def look(self) -> None:
        orders, notice = await read_orders(self._registry.store)
        if notice != self._notice:
            self._notice = notice
            self._registry.announce_to_all(Announcement(notice or ""))
        new = [] if self._done is None else sorted(orders.keys() - self._done)
        self._done = frozenset(orders)
        for name in new:
            await self._carry_out(orders[name])

    async def _carry_out(self, order: Order) -> None:
        logger.info("the operator has changed %s %s", order.about, order.id)
        if order.about == "table":
            for table in self._registry.tables:
                if table.id == order.id:
                    await table.catch_up()
        elif order.about == "removed":
            await self._registry.remove(order.id)
        else:
            await self._registry.drop_connections(order.id)
            await finish_merges(self._registry)
