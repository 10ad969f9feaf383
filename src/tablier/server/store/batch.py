"""What a store of the log takes and gives, whatever it is made of: a database, or a browser's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from tablier.board_game import Game
from tablier.registry import game as find_game
from tablier.server.ratings.model import RatedGame
from tablier.server.tables import events


class LogConflict(Exception):  # noqa: N818 -- an expected result: another process wrote this line first
    """The log already has a line of this match with this number or ply."""


class DuplicateRow(Exception):  # noqa: N818 -- an expected result
    """The database already has a row with this key."""


class LogBatch(Struct, frozen=True):
    """Lines to append to the log of one match, and the row of the match after them."""

    match: str
    entries: tuple[events.Entry, ...]
    game: Game
    status: str
    wake: float | None
    """When the match goes on by itself: a bot is to move, or a clock runs out."""
    people: frozenset[str]
    """The persons who have a seat."""
    results: Mapping[str, str] = {}
    """The result of the match by person, see `results_by_person`; empty while it runs."""
    played: RatedGame | None = None
    """The rated game that these lines end, if they do."""
    public: bool = False
    turn: str | None = None
    """The person to move, where several persons play."""


class MatchSummary(Struct, frozen=True):
    """A match, as lists of a person's matches show it."""

    id: str
    game: str
    status: str
    changed: float
    result: str | None = None
    """The result for that person, see `results_by_person`."""


class OpinionRow(NamedTuple):
    """An opinion of a review."""

    ply: int
    move: str
    """Empty for the position of the match; otherwise the move tried there instead of the match's own."""
    opinion: str


class LogLine(Protocol):
    """A line of the log, undecoded."""

    @property
    def number(self) -> int: ...
    @property
    def at(self) -> float: ...
    @property
    def event(self) -> str: ...
    @property
    def ply(self) -> int | None: ...


class Log(Protocol):
    """What a live table needs of a store."""

    async def append(self, *batches: LogBatch) -> None:
        """Append lines, all or none; returns when they are kept. Raises LogConflict if one of them exists."""

    async def read(self, match: str, *, after: int = 0, game: Game | None = None) -> list[events.Entry]:
        """The entries of a match from number `after` + 1 on; without the first one the game must be named."""


def log_line(batch: LogBatch, entry: events.Entry) -> dict[str, Any]:
    """A row of the log."""
    event = events.write(entry.event, batch.game).decode()
    return {"match": batch.match, "number": entry.number, "ply": entry.ply, "at": entry.at, "event": event}


def last_time(batch: LogBatch) -> float | None:
    """When the latest of these lines was written. Merging persons does not count as an event."""
    times = [
        entry.at for entry in batch.entries if not isinstance(entry.event, events.Became | events.Forgotten)
    ]
    return times[-1] if times else None


def read_entries(lines: Iterable[LogLine], game: Game | None = None) -> list[events.Entry]:
    """Lines of the log as values; ValidationError, DecodeError or NotationError if one cannot be read."""
    entries = []
    for line in lines:
        event = events.read(line.event, game)
        if isinstance(event, events.Created):
            game = find_game(event.game, **event.options)
        entries.append(events.Entry(line.number, line.at, event, line.ply))
    return entries
