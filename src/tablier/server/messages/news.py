"""The messages that clients receive. Every news message is complete, so a late joiner needs nothing else.

Only `you`, `scene` and `chat` depend on the receiver.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, json

from tablier.server.tables import events
from tablier.web.languages import ENGLISH


class GameNews(Struct, frozen=True):
    id: str
    title: str
    options: dict[str, Any]
    sides: tuple[tuple[int, ...], ...]
    views: tuple[str, ...]
    """The ways to draw it, the usual one first."""


class RatingNews(Struct, frozen=True):
    """A player's rating; after the game, also the one before it."""

    points: int
    error: int
    """Half the width of the error bar."""
    provisional: bool
    """Whether the rating is still uncertain."""
    before: int | None
    """The points before this game, once it has counted."""
    says: str


class SeatNews(Struct, frozen=True):
    title: str
    """The seat's name in the game: "Crosses"."""
    name: str
    """Who sits there; empty for an open seat and for a bot without a name."""
    kind: Literal["open", "person", "bot"]
    bot: str
    why: Literal["", "left", "time", "resigned"]
    """Why a bot plays for the person named."""
    here: bool
    """Whether the player is connected; bots always are."""
    guest: bool
    """Whether the player had no account when they sat down."""
    rating: RatingNews | None
    """At a rated table."""
    called: str
    """The name of a bot where several of its level play; otherwise empty."""


class ClockNews(Struct, frozen=True):
    kind: Literal["none", "game", "move", "days"]
    time: float
    increment: float
    left: tuple[float | None, ...]
    """Seconds by seat at the moment `at`; null where no time is counted, as for bots."""
    running: int | None
    at: float
    """The server's time, in seconds since the epoch."""


class OfferNews(Struct, frozen=True):
    number: int
    matter: events.Matter
    seat: int
    winner: int | None
    keep: int | None
    """How many moves would stay."""
    asked: tuple[int, ...]
    """The seats that have not answered yet."""


class OutcomeNews(Struct, frozen=True):
    scores: tuple[float, ...]
    reason: str
    says: str
    """The reason in a few words, where the rules ended the game."""
    winners: tuple[int, ...]
    places: tuple[int, ...]
    by: int | None
    """The seat that resigned, ran out of time, or won by agreement."""


class StandingNews(Struct, frozen=True):
    seat: int
    """Where the player sits in this round."""
    name: str
    points: float
    firsts: int


class SeriesNews(Struct, frozen=True):
    round: int
    rounds: int
    table: tuple[StandingNews, ...]
    """The best first (§P14)."""
    is_over: bool
    is_decided: bool


class Heard(Struct, frozen=True):
    number: int
    name: str
    writer: str
    """Stands for the person who wrote it, under whatever name; at another table they have another one."""
    text: str
    team: bool
    """Whether it is for the receiver's side only, or among spectators."""
    at: float
    """The server's time, in seconds since the epoch."""
    own: bool
    """Whether the receiver wrote it."""


class You(Struct, frozen=True):
    """The receiver of the news."""

    name: str
    seats: tuple[int, ...]
    """The seats you play."""
    away: tuple[int, ...]
    """Your seats that a bot plays for you and would hand back."""
    may: tuple[str, ...]
    """The commands allowed now: names of acts, and offers by their matter.

    `offer:end:winner` where a winner must be named."""


class News(Struct, frozen=True, tag_field="type", tag="news"):
    table: str
    number: int
    """The last line of the log this is about."""
    ply: int
    """To be echoed with a move."""
    status: Literal["waiting", "playing", "paused", "over"]
    turn: int | None
    """The seat to move; null when the game is over."""
    headline: tuple[str, ...]
    """Whose turn it is, or who won and why, in words for you."""
    ahead: int
    """Searches of other games before that of the computer player to move; 0 when it is its turn to think."""
    reduced: bool
    """Whether the computer player that is to move or moved last thinks less than its level does: many games
    are running."""
    move: str | None
    """The last one made."""
    moves: tuple[str, ...]
    """All moves that stand."""
    movers: tuple[int, ...]
    """The seat that made each of `moves`: not every game's seats move in strict turns."""
    layout: str
    """The address of the empty board."""
    scene: dict[str, Any]
    """The pieces and panels; `tree` holds the clicks that are legal for you now."""
    seats: tuple[SeatNews, ...]
    watchers: int
    clock: ClockNews
    offers: tuple[OfferNews, ...]
    outcome: OutcomeNews | None
    series: SeriesNews | None
    game: GameNews
    terms: events.Terms
    previous: str
    next: str
    """The table of the game that follows, once there is one."""
    chat: tuple[Heard, ...]
    you: You


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """A player or spectator connected or left."""

    here: tuple[bool, ...]
    watchers: int


class Thinking(Struct, frozen=True, tag_field="type", tag="thinking"):
    """How it stands with the computer player to move; the fields replace those of the news."""

    ahead: int
    reduced: bool
    headline: tuple[str, ...]


class SceneNews(Struct, frozen=True, tag_field="type", tag="scene"):
    """The board as it was after so many moves."""

    at: int
    move: str | None
    scene: dict[str, Any]
    re: str | int | None = None


class Hint(Struct, frozen=True, tag_field="type", tag="hint"):
    ply: int
    move: str
    path: tuple[str, ...]
    """What to click."""
    re: str | int | None = None


class Shares(Struct, frozen=True, tag_field="type", tag="shares"):
    ply: int
    shares: tuple[float, ...]
    """Each seat's expected share of all points; they add up to 1."""
    proven: bool
    """True if they are certain: 1 is a won position, 0 a lost one, equal shares are a draw."""
    re: str | int | None = None


class Why(Struct, frozen=True, tag_field="type", tag="why"):
    """The rule that forbids a click."""

    says: str
    clause: str
    re: str | int | None = None


class Reported(Struct, frozen=True, tag_field="type", tag="report"):
    """A chat message was reported."""

    number: int
    re: str | int | None = None


class Perspective(Struct, frozen=True):
    """How a person sees the board: viewpoint, view and language."""

    viewpoint: int | None = None
    """The seat at the bottom; by default the person's own."""
    view: str = ""
    language: str = ENGLISH
    pause: float = 0.0
    """The seconds after a move before a bot's answer is made: time to see one move after the other."""


encode = json.encode
