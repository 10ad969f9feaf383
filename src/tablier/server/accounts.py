"""Accounts: a name and a password that make somebody the same person on every device.

A guest is a person without one. Whoever signs up stays the person he was, so his games are the account's.
"""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

import sqlalchemy as sa

from tablier.server.store import Store, accounts


class Accounts:
    """All accounts of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def known(self, persons: Iterable[str]) -> frozenset[str]:
        """Those of these persons, by their ids, who have an account."""
        return frozenset(await self.names(persons))

    async def names(self, persons: Iterable[str]) -> dict[str, str]:
        """The names of the accounts among these persons, by person; guests and bots have none."""
        asked = sorted(set(persons))
        query = sa.select(accounts.c.person, accounts.c.name).where(accounts.c.person.in_(asked))
        return {row.person: row.name for row in await self._store.ask(query)} if asked else {}


def folded(name: str) -> str:
    """A name as names are compared: there is one account of "Ann", "ANN" and "ａｎｎ"."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
