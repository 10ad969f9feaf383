"""Which of several processes are alive, and which one asks the bots of a table.

Every process counts beats in a row of the store. One whose count stands still for `MISSED_BEATS` looks of
another is dead to it, whatever the clocks of the machines say and whether or not the bus works; its leases
are deleted, so that others can take them. One that was only stopped finds its row gone and begins again.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from tablier.server.store.leases import claim_lease, release_all, release_lease, write_beat
from tablier.server.store.log import Store

MISSED_BEATS = 5
"""Looks at the store, one a pulse, at which a living process must have changed its row."""

logger = logging.getLogger(__name__)


class Leases:
    def __init__(self, store: Store, process: str, *, is_alone: bool) -> None:
        """With `is_alone` no other process shares the store: every lease is granted, nothing is written."""
        self._store = store
        self._process = process
        self._is_alone = is_alone
        self._held: set[str] = set()
        self._beats: dict[str, int] = {}
        self._missed: dict[str, int] = {}

    @property
    def processes(self) -> frozenset[str]:
        """The other processes that are alive."""
        return frozenset(self._beats)

    async def beat(self) -> bool:
        """Show that this process lives, and look at the others; False if they had given it up."""
        if self._is_alone:
            return True
        found = await write_beat(self._store, self._process)
        if not found.was_known:
            self._held.clear()
        alive = {}
        for process, beat in found.beats.items():
            if process == self._process:
                continue
            is_still = self._beats.get(process) == beat
            self._missed[process] = self._missed.get(process, 0) + 1 if is_still else 0
            if self._missed[process] < MISSED_BEATS:
                alive[process] = beat
            else:
                logger.warning("process %s no longer answers: others go on with its tables", process)
                await release_all(self._store, process)
        self._beats = alive
        self._missed = {process: self._missed[process] for process in alive}
        return found.was_known

    async def claim(self, table: str) -> bool:
        """Whether this process is the one that asks the bots of a table."""
        if self._is_alone or table in self._held:
            return True
        if await claim_lease(self._store, table, self._process):
            self._held.add(table)
            return True
        return False

    async def release(self, table: str) -> None:
        """Let another process ask the bots of a table."""
        if table in self._held:
            self._held.discard(table)
            await release_lease(self._store, table, self._process)

    async def stop(self) -> None:
        """Give everything back. If the store is away, the others will notice by themselves."""
        if not self._is_alone:
            with suppress(Exception):
                await release_all(self._store, self._process)
