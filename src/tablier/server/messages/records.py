"""A table as a game record."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import tablier
from tablier.scene import to_text
from tablier.server.messages.headline import player_name
from tablier.server.tables.state import TableState


def table_record(now: TableState) -> tablier.Record:
    """The match as a game record, with players, date and times."""
    players = tuple(record_player(now, number) for number in range(len(now.seats)))
    bots = {f"Bot{number}": seat.bot for number, seat in enumerate(now.seats, 1) if seat.bot}
    return tablier.Record(now.match, players=players, date=table_date(now), times=now.times, tags=bots)


def record_player(now: TableState, number: int) -> str:
    """The name of a seat's player; a bot's with its level, which tells more to who knows no names of bots."""
    seat, name = now.seats[number], to_text(player_name(now, number))
    level = seat.bot.removeprefix("level:")
    return f"{name} (level {level})" if level.isdecimal() and not seat.person else name


def table_date(now: TableState) -> str:
    """The day on which the table was opened, in ISO 8601."""
    return datetime.fromtimestamp(now.opened, UTC).date().isoformat()


def file_name(now: TableState, suffix: str, at: int | None = None) -> str:
    """The name of a file about a table: game, players, date, and the number of moves before its position."""
    players = [
        to_text(player_name(now, seat)) for seat in range(len(now.seats)) if not now.seats[seat].is_open
    ]
    number = "" if at is None else str(at)
    return join_name(now.match.game.id, "-".join(players), table_date(now), number) + suffix


def record_file_name(record: tablier.Record) -> str:
    """The name of a file with a record: its game, and the players and the date if they are known."""
    return join_name(record.match.game.id, "-".join(record.players), record.date) + ".txt"


def join_name(*parts: str) -> str:
    """The parts of the name of a file that are not empty, joined.

    Letters of any script stay; what a file system or a header could stumble over does not.
    """
    words = [re.sub(r"[^\w-]+", "-", part).strip("-") for part in parts]
    return "_".join(word for word in words if word)
