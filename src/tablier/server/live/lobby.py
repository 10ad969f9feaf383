"""The public tables of this server, and the tables of one person."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from tablier.scene import Translate, to_text
from tablier.server.live.registry import TableRegistry
from tablier.server.live.running import MAX_LISTED
from tablier.server.live.table import Table
from tablier.server.messages.lists import describe_terms, player_names
from tablier.server.tables.person import Person
from tablier.server.tables.seats import persons_seated, seats_of

CACHE_SECONDS = 1.0
"""Seconds for which the list of public tables is cached."""


LISTED_SECONDS = 24 * 3600.0
"""Seconds without events after which a public table is no longer listed."""


class ListedTable(Struct, frozen=True):
    table: str
    game: str
    title: str
    terms: tuple[str, ...]
    """The terms that are not the defaults."""
    players: tuple[str, ...]
    """The players' names, in turn order."""
    rated: bool
    ratings: tuple[str, ...]
    """The players' ratings at a rated table, in the same order."""
    free: int
    """Seats for others."""
    moves: int
    """How many have been made."""
    yours: bool
    """Whether you play there."""
    here: bool
    """Whether one of its players is connected, or was a moment ago."""


class Listings(Struct, frozen=True):
    open: tuple[ListedTable, ...]
    """Public tables that wait for players; those where one is present come first."""
    playing: tuple[ListedTable, ...]
    """Public games that are being played."""


class Lobby:
    """The public tables, cached for a moment."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._asking = asyncio.Lock()
        self._tables: list[Table] = []
        self._at = 0.0

    async def tables(self) -> list[Table]:
        """The public tables, the oldest first."""
        async with self._asking:
            now = self._registry.time()
            if now - self._at >= CACHE_SECONDS:
                names = [
                    name
                    for status in ("waiting", "playing")
                    for name in await self._registry.store.public_matches(
                        status, since=now - LISTED_SECONDS, most=MAX_LISTED
                    )
                ]
                found = await self._registry.find_readable(names)
                self._tables = sorted(found, key=lambda table: (table.state.opened, table.id))
                self._at = now
        return self._tables

    async def listings(self, person: Person | None, translate: Translate) -> Listings:
        """The lists, for a person."""
        tables = [table for table in await self.tables() if persons_seated(table.state.seats)]
        waiting, playing = (
            [list_table(table, person, translate) for table in tables if table.state.status == status]
            for status in ("waiting", "playing")
        )
        return Listings(tuple(sorted(waiting, key=lambda table: not table.here)), tuple(playing))


def list_table(table: Table, person: Person | None, translate: Translate) -> ListedTable:
    now = table.state
    free = [seat.is_open for seat in now.seats]
    return ListedTable(
        table=table.id,
        game=now.created.game,
        title=translate(now.match.game.title),
        terms=tuple(to_text(each, translate) for each in describe_terms(now)),
        players=player_names(now, translate),
        rated=now.terms.rated,
        ratings=tuple(rating.says for rating in table.ratings if rating),
        free=sum(free),
        moves=len(now.match.moves),
        yours=bool(seats_of(now.seats, person)),
        here=not persons_seated(now.seats).isdisjoint(table.attendance.recently_present),
    )
