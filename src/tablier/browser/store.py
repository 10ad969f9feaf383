"""The log in a browser: IndexedDB, behind the same promises as a server's database."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct
from msgspec.json import decode, encode

from tablier.board_game import Game
from tablier.server.store.batch import (
    DuplicateRow,
    LogBatch,
    LogConflict,
    MatchSummary,
    OpinionRow,
    last_time,
    log_line,
    read_entries,
)
from tablier.server.tables.clocks import Outage
from tablier.server.tables.events import Entry


class Shelf(Protocol):
    """The store of `indexed_log.js`. Rows go over as JSON."""

    async def append(self, rows: str) -> bool:
        """Keep lines and rows of matches, all or none; whether none of the lines was there."""

    async def hold(self, match: str) -> bool:
        """Keep sync from replacing a match as long as this Worker lives."""

    async def lines(self, match: str, after: int) -> str: ...
    async def matches(self) -> str: ...
    async def opinions(self, match: str) -> str: ...
    async def addOpinion(self, row: str) -> bool:  # noqa: N802 -- a function of JavaScript
        """Keep an opinion; whether there was none."""

    async def fact(self, name: str) -> str:
        """A text by its name; empty if there is none."""

    async def setFact(self, name: str, value: str) -> bool: ...  # noqa: N802
    async def begin(self, at: float, least: float) -> str:
        """Keep the time since the last beat, if it is longer than `least` seconds; all such times."""

    async def beat(self, at: float) -> None: ...


class Line(Struct, frozen=True):
    """A line of the log, undecoded."""

    number: int
    at: float
    event: str
    ply: int | None = None


class StoredMatch(Struct, frozen=True):
    """A match, as lists show it, with the results by person."""

    id: str
    game: str
    status: str
    changed: float
    people: tuple[str, ...]
    results: dict[str, str]


class BrowserStore:
    """The matches of this browser."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def append(self, *batches: LogBatch) -> None:
        """Append lines, all or none; returns when the browser has them. Raises LogConflict if one exists."""
        rows = {
            "lines": [log_line(batch, entry) for batch in batches for entry in batch.entries],
            "matches": [_match_row(batch) for batch in batches],
        }
        if not await self._shelf.append(encode(rows).decode()):
            raise LogConflict

    async def hold(self, match: str) -> None:
        """The match is in memory from now on: what is stored of it must not be replaced by a server's."""
        await self._shelf.hold(match)

    async def read(self, match: str, *, after: int = 0, game: Game | None = None) -> list[Entry]:
        """The entries of a match from number `after` + 1 on; without the first one the game must be named."""
        return read_entries(await self.lines(match, after=after), game)

    async def lines(self, match: str, *, after: int = 0) -> list[Line]:
        """The same entries, undecoded."""
        return decode(await self._shelf.lines(match, after), type=list[Line])

    async def matches_of(
        self, person: str, *, over: bool | None = None, game: str = "", most: int | None = 50
    ) -> list[MatchSummary]:
        """A person's matches by their latest event: all, or only those over, or of a game."""
        found = decode(await self._shelf.matches(), type=list[StoredMatch])
        chosen = [
            MatchSummary(each.id, each.game, each.status, each.changed, each.results.get(person))
            for each in sorted(found, key=lambda each: -each.changed)
            if person in each.people
            and (over is None or (each.status == "over") == over)
            and game in ("", each.game)
        ]
        return chosen[:most]

    async def read_opinions(self, match: str) -> list[OpinionRow]:
        return decode(await self._shelf.opinions(match), type=list[OpinionRow])

    async def insert_opinion(self, match: str, row: OpinionRow) -> None:
        """Keep an opinion; raises DuplicateRow if there is one already."""
        if not await self._shelf.addOpinion(encode({"match": match, **row._asdict()}).decode()):
            raise DuplicateRow

    async def begin(self, at: float, least: float) -> tuple[Outage, ...]:
        """All times during which no page was open, up to now."""
        return tuple(decode(await self._shelf.begin(at, least), type=list[Outage]))

    async def beat(self, at: float) -> None:
        """Keep that a page is open."""
        await self._shelf.beat(at)


def _match_row(batch: LogBatch) -> dict[str, Any]:
    """A match after these lines; without a time, the one that it has is kept."""
    row = {
        "id": batch.match,
        "game": batch.game.id,
        "status": batch.status,
        "people": sorted(batch.people),
        "results": dict(batch.results),
    }
    at = last_time(batch)
    return row if at is None else {**row, "changed": at}
