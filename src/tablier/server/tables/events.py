"""Everything that happens at a table, as values. The log keeps them in order."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Literal

from msgspec import MsgspecError, Struct, field
from msgspec.json import Decoder, Encoder

from tablier.board_game import Game
from tablier.server.tables.clocks import Control
from tablier.server.tables.seats import Seat

Matter = Literal["end", "takeback", "pause", "rematch"]
"""What needs the others' consent."""

Discount = Literal["few_moves", "one_address"]
"""Why a rated game does not count: it had too few moves, or people at one address play only each other."""


SPECTATORS = -1
"""Who reads a spectator's words."""


class Terms(Struct, frozen=True):
    """What was agreed before the game."""

    clock: Control = field(default_factory=Control)
    absent: Literal["bot", "score"] = "score"
    """When a seat resigns or runs out of time: a bot plays it on, or the game ends and is scored."""
    allow: tuple[Literal["hint", "shares"], ...] = ()
    """The help players may ask for."""
    team_chat: bool = False
    """Whether partners may chat among themselves (§Q14)."""
    rounds: int = 1
    rated: bool = False
    """Whether it counts for the ratings."""
    public: bool = False
    """Whether it is listed for everybody to join and watch."""


class Event(Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """Something that happened."""


class Created(Event, frozen=True):
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    terms: Terms
    played: tuple[tuple[float, ...], ...] = ()
    """The scores of the earlier rounds of the series, each by its own seats."""
    previous: str = ""
    """The table of the game before."""
    start: str = ""
    """The position before the first move as text; empty for the usual one."""


class Sat(Event, frozen=True):
    seat: int
    person: str
    name: str
    is_guest: bool = False


class Left(Event, frozen=True):
    """A seat is free again before the game begins."""

    seat: int


class Moved(Event, frozen=True):
    seat: int
    move: int
    """Its number in the game's table of moves."""


class MovedLine(Event, frozen=True, tag="moved"):
    """A move as the log holds it: by its text, which outlives a renumbering of the table."""

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
    is_fault: bool = False
    """Whether an engine that failed played there."""


class TimedOut(Event, frozen=True):
    seat: int


class StoodIn(Event, frozen=True):
    """A bot plays on for a person."""

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
    """No server ran for so many seconds: they count against nobody's clock.

    Written by versions before 0.2; since then an outage is stored once for all tables.
    """

    seconds: float


class Said(Event, frozen=True):
    person: str
    name: str
    text: str
    side: int | None = None
    """Shown to this side only: the number of a side, SPECTATORS for those who watch; None for everybody."""


class Renamed(Event, frozen=True):
    """A guest is called otherwise from now on."""

    person: str
    name: str


class Uncounted(Event, frozen=True):
    """A rated game is over and does not count for the ratings."""

    why: Discount


class PlayedOffline(Event, frozen=True):
    """What follows came from a person's own browser, where it was played without a network."""

    plies: int
    """How many moves and takebacks."""


class Followed(Event, frozen=True):
    """The next game of the same people is at another table."""

    table: str


class Became(Event, frozen=True):
    """A guest signed in to an account: the seats and chat are the account's from now on."""

    person: str
    now: str
    name: str


class Forgotten(Event, frozen=True):
    """A person deleted their account: the game stays, the name is not shown any more."""

    person: str


AnyEvent = (
    Created | Sat | Left | Moved | Offered | Answered | Agreed | TookBack | Resigned | TimedOut | StoodIn
    | GaveBack | Paused | Resumed | Held | Said | Renamed | Uncounted | PlayedOffline | Followed | Became
    | Forgotten
)  # fmt: skip


class Entry(Struct, frozen=True):
    """A line of the log."""

    number: int
    """Counted from 1 at each table."""
    at: float
    event: AnyEvent
    ply: int | None = None
    """For a move and a takeback: how many of them came before. No ply comes twice at a table."""


class UnreadableEvent(ValueError):  # noqa: N818 -- a fact about the event
    """An event that the log could not give back as it is."""


_encode = Encoder().encode
_Stored = (
    Created | Sat | Left | MovedLine | Offered | Answered | Agreed | TookBack | Resigned | TimedOut | StoodIn
    | GaveBack | Paused | Resumed | Held | Said | Renamed | Uncounted | PlayedOffline | Followed | Became
    | Forgotten
)  # fmt: skip
"""What the log holds."""
_decode: Callable[[str | bytes], AnyEvent | MovedLine] = Decoder(_Stored).decode


def read(line: str | bytes, game: Game | None) -> AnyEvent:
    """The event that a line of the log holds, in a table of this game; None before the game is known.

    ValidationError, DecodeError or NotationError if it holds none.
    """
    event = _decode(line)
    if not isinstance(event, MovedLine):
        return event
    if game is None:
        raise ValueError("a move before the first line of a table")
    return Moved(event.seat, game.move(event.move))


def write(event: AnyEvent, game: Game) -> bytes:
    """An event as a line of the log, decoded again first: nothing is stored that cannot be read back."""
    stored = MovedLine(event.seat, game.texts[event.move]) if isinstance(event, Moved) else event
    line = _encode(stored)
    try:
        again = _decode(line)
    except MsgspecError as error:
        raise UnreadableEvent(f"{event!r} cannot be read back: {error}") from error
    if again != stored:
        raise UnreadableEvent(f"{event!r} would be read back as {again!r}")
    return line


def new_table_id() -> str:
    """An id short enough for a link and too long to guess."""
    return secrets.token_urlsafe(9).replace("_", "a").replace("-", "b")
