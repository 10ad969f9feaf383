"""Messages that clients send: commands, which change a table, and queries, which do not."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder, decode

from tablier.scene import say
from tablier.server.tables import events
from tablier.server.tables.errors import Malformed

Message = TypeVar("Message")
Short = Annotated[str, Meta(max_length=40)]
MAX_PAUSE = 3.0
"""Seconds a bot may be asked to wait before its move."""
Pause = Annotated[float, Meta(ge=0, le=MAX_PAUSE)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]


class Command(Struct, frozen=True, kw_only=True, tag_field="act", forbid_unknown_fields=True):
    re: str | int | None = None
    """The sender's id for this message; the answer or problem carries it."""


class Play(Command, frozen=True, tag="play"):
    """Make a move. `ply` is that of the news: a move meant for another position is refused."""

    move: Short
    ply: int
    seat: int | None = None
    """Counted from 0; by default your seat to move."""


class Sit(Command, frozen=True, tag="sit"):
    """Take an open seat."""

    seat: int
    name: Short = ""


class Rename(Command, frozen=True, tag="rename"):
    """Be called otherwise at this table, as a guest; an account's name is changed on its own page."""

    name: Short


class Leave(Command, frozen=True, tag="leave"):
    """Leave a seat: before the first move it is open again, later a bot plays on until you return."""

    seat: int | None = None


class Return(Command, frozen=True, tag="return"):
    """Take back your seat from the bot that played for you."""

    seat: int


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play for a player who is away."""

    seat: int


class Resign(Command, frozen=True, tag="resign"):
    """Resign."""

    seat: int | None = None


class MakeOffer(Command, frozen=True, tag="offer"):
    """Offer what needs the other players' consent; it happens at once if there are none.

    The end (a draw, or whatever the game makes of it; `winner` where it must be agreed who won), a takeback
    of your last move, a pause, a rematch.
    """

    matter: events.Matter
    seat: int | None = None
    winner: int | None = None


class Answer(Command, frozen=True, tag="answer"):
    """Accept or decline an offer, by its number. Declining one's own offer withdraws it."""

    offer: int
    yes: bool


class Resume(Command, frozen=True, tag="resume"):
    """Go on after a pause."""


class NextRound(Command, frozen=True, tag="next_round"):
    """Begin the next round of a series."""


class Say(Command, frozen=True, tag="say"):
    """Chat with the table, or with your partners where team chat is on (§Q14); spectators with each other."""

    text: Words
    to: Literal["table", "team"] = "table"


AnyCommand = (
    Play | Sit | Rename | Leave | Return | StandIn | Resign | MakeOffer | Answer | Resume | NextRound | Say
)  # fmt: skip


class AskScene(Command, frozen=True, tag="scene"):
    """The board after `at` moves."""

    at: int


class AskHint(Command, frozen=True, tag="hint"):
    """A good move, here or after `at` moves of a finished game."""

    at: int | None = None


class AskShares(Command, frozen=True, tag="shares"):
    """Each seat's expected share of the points."""

    at: int | None = None


class AskWhy(Command, frozen=True, tag="why"):
    """Which rule forbids every move that begins with these clicks."""

    path: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=8)]


class Report(Command, frozen=True, tag="report"):
    """Report a chat message, by its number, to whoever runs the server."""

    number: int


class ChangePerspective(Command, frozen=True, tag="look"):
    """See the board from another seat or in another view from now on; the news is sent again."""

    viewpoint: int | None = None
    view: Short = ""
    pause: Pause | None = None
    """The seconds after a move before a bot's answer is made; as before if left out."""


Query = AskScene | AskHint | AskShares | AskWhy | Report
AnyMessage = AnyCommand | Query | ChangePerspective

_decoder: Decoder[AnyMessage] = Decoder(AnyMessage)


def read_message(data: str | bytes) -> AnyMessage:
    """The message that a client sent; raises Malformed."""
    return read_json(data, _decoder)


def read_json(data: str | bytes, decoder: Decoder[Message]) -> Message:
    """What a client sent as JSON; raises Malformed, with what is wrong."""
    try:
        return decoder.decode(data)
    except ValidationError as error:
        raise Malformed(problem=describe_problem(error)) from None
    except (DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed(problem=say("it is not JSON")) from None


def message_name(data: str | bytes) -> str | int | None:
    """The `re` of a malformed message, if that much can be read."""
    try:
        found: Any = decode(data)
    except Exception:
        return None
    name = found.get("re") if isinstance(found, dict) else None
    return name if isinstance(name, int) or (isinstance(name, str) and len(name) <= 40) else None


def describe_problem(error: ValidationError) -> str:
    """What is wrong with a value that msgspec refused."""
    return str(error).replace("`", "").replace(" - at $.", " at ").replace(" - at $", "")
