"""Everything that happens at a table, as values. The log keeps them in order; a table is their sum."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field
from msgspec.json import Decoder, Encoder

from tablier.server.clocks import Control
from tablier.server.seats import Seat

Matter = Literal["end", "takeback", "pause", "rematch"]
"""What needs the others' consent."""


class Terms(Struct, frozen=True):
    """What was agreed before the game."""

    clock: Control = field(default_factory=Control)
    absent: Literal["bot", "score"] = "score"
    """When a seat resigns or runs out of time: a bot plays it on, or the game ends and is scored."""
    allow: tuple[Literal["hint", "shares"], ...] = ()
    """The help players may ask for."""
    team_chat: bool = False
    """May partners talk among themselves (§Q14)?"""
    rounds: int = 1
    rated: bool = False
    """Does it count for the ratings?"""
    public: bool = False
    """Is it listed, for strangers to join and to watch?"""


class Event(Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """Something that happened."""


class Created(Event, frozen=True):
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    terms: Terms
    played: tuple[tuple[float, ...], ...] = ()
    """The scores of the series' earlier rounds, by the seats of their time."""
    previous: str = ""
    """The table of the game before."""


class Sat(Event, frozen=True):
    seat: int
    person: str
    name: str


class Left(Event, frozen=True):
    """A seat is free again before the game begins."""

    seat: int


class Moved(Event, frozen=True):
    seat: int
    move: str


class Offered(Event, frozen=True):
    matter: Matter
    seat: int
    winner: int | None = None
    keep: int | None = None
    """How many moves a takeback leaves."""


class Answered(Event, frozen=True):
    offer: int
    """The number of the event that made the offer."""
    person: str
    yes: bool


class Agreed(Event, frozen=True):
    winner: int | None = None


class TookBack(Event, frozen=True):
    keep: int


class Resigned(Event, frozen=True):
    seat: int


class TimedOut(Event, frozen=True):
    seat: int


class StoodIn(Event, frozen=True):
    """A bot plays on for somebody."""

    seat: int
    bot: str
    why: Literal["left", "time", "resigned"]


class GaveBack(Event, frozen=True):
    """The bot hands the seat back to the person it played for."""

    seat: int


class Paused(Event, frozen=True):
    pass


class Resumed(Event, frozen=True):
    pass


class Held(Event, frozen=True):
    """The server was away for so long: no clock ran."""

    seconds: float


class Said(Event, frozen=True):
    person: str
    name: str
    text: str
    side: int | None = None
    """Heard by this side alone."""


class Followed(Event, frozen=True):
    """The next game of the same people is at another table."""

    table: str


class Became(Event, frozen=True):
    """Somebody is another person from now on: a guest who signed in to an account."""

    person: str
    now: str
    name: str


class Forgotten(Event, frozen=True):
    """Somebody deleted his account: the game stays, but not who he was."""

    person: str


AnyEvent = (
    Created | Sat | Left | Moved | Offered | Answered | Agreed | TookBack | Resigned | TimedOut | StoodIn
    | GaveBack | Paused | Resumed | Held | Said | Followed | Became | Forgotten
)  # fmt: skip


class Entry(Struct, frozen=True):
    """A line of the log."""

    number: int
    """Counted from 1 at each table."""
    at: float
    event: AnyEvent
    ply: int | None = None
    """For a move and a takeback: how many of them came before. No ply comes twice at a table."""


write = Encoder().encode
read = Decoder(AnyEvent).decode
