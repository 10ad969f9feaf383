"""Whether the players of a rated game sit at one address.

No address is stored. What is, until the game ends, is a keyed hash of table and network, of so few bits that
hundreds of addresses have the same: enough to compare two players of one table, and for nothing else.
"""

from __future__ import annotations

import asyncio
import hmac
from contextlib import suppress

from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.store.origins import insert_origin, read_origins
from tablier.server.tables.person import Person

HASH_DIGITS = 6
"""Hexadecimal digits of a hash: two addresses are mistaken for one once in 16 million times."""
MAX_NOTED = 10_000
"""How many rows are remembered as stored."""


class Origins:
    """From where the persons at running rated tables act."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""
        self._noted: set[tuple[str, str, str]] = set()

    async def note(self, table: str, person: Person) -> None:
        """Store from where a person acts at a table, unless that is unknown."""
        key = table, person.id, person.network
        if not person.network or key in self._noted:
            return
        if len(self._noted) >= MAX_NOTED:
            self._noted.clear()
        origin = await self._hash_network(table, person.network)
        with suppress(DuplicateRow):  # stored before a restart, or by another process
            await insert_origin(self._store, table, person.id, origin)
        self._noted.add(key)

    async def are_one(self, table: str, persons: frozenset[str]) -> bool:
        """Whether all these persons, several, have acted at a table from one address."""
        if len(persons) < 2:
            return False
        found = await read_origins(self._store, table)
        return bool(frozenset.intersection(*(found.get(person, frozenset()) for person in persons)))

    async def _hash_network(self, table: str, network: str) -> str:
        self._key = self._key or await asyncio.to_thread(self._store.secret)
        digest = hmac.new(self._key, f"origin {table} {network}".encode(), "sha256")
        return digest.hexdigest()[:HASH_DIGITS]
