"""Messages that change nothing: questions to the table. A socket understands these and the acts."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import DecodeError, Meta, ValidationError
from msgspec.json import Decoder, decode, encode
from msgspec.structs import replace

from tablier.scene import say
from tablier.server import news
from tablier.server.acts import Act, AnyAct, Short
from tablier.server.refusals import Malformed
from tablier.server.seats import Person
from tablier.server.table import Table


class AskScene(Act, frozen=True, tag="scene"):
    """The board after `at` moves."""

    at: int


class AskHint(Act, frozen=True, tag="hint"):
    """A good move, here or after `at` moves of a finished game."""

    at: int | None = None


class AskShares(Act, frozen=True, tag="shares"):
    """What each seat may expect."""

    at: int | None = None


class AskWhy(Act, frozen=True, tag="why"):
    """Which rule forbids every move that begins with these clicks."""

    path: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=8)]


class ChangeLook(Act, frozen=True, tag="look"):
    """See the board from another seat or in another view, from now on; the news comes again that way."""

    viewpoint: int | None = None
    view: Short = ""


Ask = AskScene | AskHint | AskShares | AskWhy
Message = AnyAct | Ask | ChangeLook

_messages: Decoder[Message] = Decoder(Message)


def read(data: str | bytes) -> Message:
    """A message from outside; Malformed says what is wrong with it."""
    try:
        return _messages.decode(data)
    except ValidationError as error:
        raise Malformed(problem=_tidy(error)) from None
    except (DecodeError, UnicodeDecodeError, RecursionError):
        raise Malformed(problem=say("it is not JSON")) from None


def name_of(data: str | bytes) -> str | int | None:
    """What an unreadable message calls itself, if that much can be read."""
    try:
        found: Any = decode(data)
    except Exception:
        return None
    name = found.get("re") if isinstance(found, dict) else None
    return name if isinstance(name, int) or (isinstance(name, str) and len(name) <= 40) else None


def _tidy(error: ValidationError) -> str:
    return str(error).replace("`", "").replace(" - at $.", " at ").replace(" - at $", "")


async def answer(table: Table, person: Person | None, look: news.Look, ask: Ask) -> bytes:
    """The answer, for the one who asked alone."""
    match ask:
        case AskScene(at=at):
            scene = table.scene(person, look, at)
            return encode(replace(scene, re=ask.re))
        case AskHint(at=at):
            return encode(await hint(table, person, at, ask.re))
        case AskShares(at=at):
            return encode(await shares(table, person, at, ask.re))
        case AskWhy(path=path):
            return encode(replace(table.why(look, path), re=ask.re))


async def hint(table: Table, person: Person | None, at: int | None, re: str | int | None = None) -> news.Hint:
    ply, thought = await table.help(person, "hint", at)
    game = table.situation.match.game
    return news.Hint(ply, game.texts[thought.move], game.paths[thought.move], re)


async def shares(
    table: Table, person: Person | None, at: int | None, re: str | int | None = None
) -> news.Shares:
    ply, thought = await table.help(person, "shares", at)
    return news.Shares(ply, thought.shares, re)
