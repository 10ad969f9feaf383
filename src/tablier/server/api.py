"""The routes for programs and scripts. The types describe what they say; Litestar serves that as OpenAPI."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Struct

import tablier
from tablier.game import read_option
from tablier.registry import kind
from tablier.scene import data, said
from tablier.server import asks
from tablier.server.acts import AnyAct, Short, sentence
from tablier.server.doors import TheCards, TheHall, language_of, same_origin, somebody, who
from tablier.server.jobs import bots
from tablier.server.news import Hint, Look, News, SceneNews, Shares, Why
from tablier.server.opening import NewTable
from tablier.server.partings import join
from tablier.server.refusals import NoSuchGame, SignedOut
from tablier.server.seats import COOKIE, Person, new_guest, tidy
from tablier.server.situation import Situation
from tablier.server.socket import checked
from tablier.server.store import Listed
from tablier.web.languages import translator

YEAR = 365 * 24 * 3600

Asker = Request[Any, Any, Any]
At = Annotated[int | None, QueryParameter(description="after so many moves; unless told, now")]
Viewpoint = Annotated[int | None, QueryParameter(description="the seat at the bottom; unless told, yours")]
View = Annotated[str, QueryParameter(description="one of the game's views; unless told, the first")]


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Short = ""


class Guest(Struct, frozen=True):
    id: str
    name: str
    card: str
    """Send it as `Authorization: Bearer ...`; browsers get it as a cookie too."""


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Short
    password: str


class OptionFacts(Struct, frozen=True):
    default: Any
    choices: tuple[Any, ...]
    about: str


class GameFacts(Struct, frozen=True):
    id: str
    title: str
    author: str
    year: int
    minutes: int
    seats: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    options: dict[str, OptionFacts]


class BotFacts(Struct, frozen=True):
    bot: str
    title: str


class Opened(Struct, frozen=True):
    table: FromPath[str]
    page: str
    """Where people play; the link to share."""
    news: News


@post("/guest", summary="Become somebody, or change your name")
async def be_guest(
    request: Asker, cards: TheCards, hall: TheHall, data: JSONBody[NewGuest]
) -> Response[Guest]:
    known = who(request)
    if known is None:
        person = new_guest(data.name, translate=translator(language_of(request)))
    elif known.is_guest:
        person = Person(known.id, tidy(data.name) or known.name)
    else:
        person = await hall.accounts.rename(known, data.name) if tidy(data.name) else known
    card = cards.sign(person)
    return Response(Guest(person.id, person.name, card), cookies=[kept_cookie(request, COOKIE, card)])


@post("/signin", summary="Become the person with an account", status_code=200)
async def sign_in(request: Asker, cards: TheCards, hall: TheHall, data: JSONBody[SignIn]) -> Response[Guest]:
    try:
        before = who(request)
    except SignedOut:
        before = None
    person = await hall.accounts.sign_in(name=data.name, password=data.password, address=address_of(request))
    if before is not None:
        await join(hall, before, person)
    card = cards.sign(person)
    return Response(Guest(person.id, person.name, card), cookies=[kept_cookie(request, COOKIE, card)])


@get("/games", summary="The collection")
async def list_games() -> tuple[GameFacts, ...]:
    return tuple(facts(name) for name in tablier.games())


@get("/bots", summary="The computer players")
async def list_bots() -> tuple[BotFacts, ...]:
    return tuple(BotFacts(*each) for each in bots())


@post("/tables", summary="Open a table")
async def open_table(request: Asker, hall: TheHall, data: JSONBody[NewTable]) -> Opened:
    person = somebody(request)
    table = await hall.open(person, data)
    return Opened(table.id, f"/t/{table.id}", table.report().to(person, Look(language=language_of(request))))


@get("/tables", summary="Your tables, the latest first")
async def list_tables(request: Asker, hall: TheHall) -> list[Listed]:
    return await hall.store.of(somebody(request).id)


@get("/tables/{table:str}", summary="The news of a table")
async def read_table(
    request: Asker, hall: TheHall, table: FromPath[str], viewpoint: Viewpoint = None, view: View = ""
) -> News:
    found = await hall.find(table)
    look = checked(found.situation, Look(viewpoint, view, language_of(request)))
    return found.report().to(who(request), look)


@post("/tables/{table:str}/acts", summary="Act at a table", status_code=200)
async def act(request: Asker, hall: TheHall, table: FromPath[str], data: JSONBody[AnyAct]) -> News:
    person = somebody(request)
    found = await hall.find(table)
    await found.act(person, data)
    return found.report().to(person, Look(language=language_of(request)))


@get("/tables/{table:str}/scene", summary="The board after so many moves")
async def read_scene(
    request: Asker,
    hall: TheHall,
    table: FromPath[str],
    at: At = None,
    viewpoint: Viewpoint = None,
    view: View = "",
) -> SceneNews:
    found = await hall.find(table)
    look = checked(found.situation, Look(viewpoint, view, language_of(request)))
    return found.scene(who(request), look, found.ply(at))


@get("/tables/{table:str}/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_why(request: Asker, hall: TheHall, table: FromPath[str], click: FromQuery[list[str]]) -> Why:
    return (await hall.find(table)).why(Look(language=language_of(request)), tuple(click))


@get("/tables/{table:str}/hint", summary="A good move, where the table allows hints")
async def read_hint(request: Asker, hall: TheHall, table: FromPath[str], at: At = None) -> Hint:
    return await asks.hint(await hall.find(table), who(request), at)


@get("/tables/{table:str}/shares", summary="What each seat may expect, where the table allows it")
async def read_shares(request: Asker, hall: TheHall, table: FromPath[str], at: At = None) -> Shares:
    return await asks.shares(await hall.find(table), who(request), at)


@get("/tables/{table:str}/record.txt", media_type="text/plain", summary="The game on paper")
async def read_record(hall: TheHall, table: FromPath[str]) -> Response[bytes]:
    found = await hall.find(table)
    return download(str(record(found.situation)), f"{table}.txt", "text/plain")


@get("/tables/{table:str}/record.json", summary="The game on paper, as JSON")
async def read_record_json(hall: TheHall, table: FromPath[str]) -> Response[bytes]:
    found = await hall.find(table)
    return download(record(found.situation).to_json(), f"{table}.json", "application/json")


@get("/tables/{table:str}/picture.svg", media_type="image/svg+xml", summary="The board as a picture")
async def read_picture(
    hall: TheHall, table: FromPath[str], at: At = None, viewpoint: Viewpoint = None, view: View = ""
) -> Response[bytes]:
    found = await hall.find(table)
    match = found.situation.match
    at = found.ply(at)
    look = checked(found.situation, Look(viewpoint or 0, view))
    last, before = (match.moves[at - 1], match.states[at - 1]) if at else (None, None)
    picture = match.game.picture(
        match.states[at], last=last, before=before, viewpoint=look.viewpoint or 0, view=look.view
    )
    return download(picture, f"{table}-{at}.svg", "image/svg+xml")


@get("/games/{game:str}/layout", summary="The empty board")
async def read_layout(
    request: Asker,
    game: FromPath[str],
    option: FromQuery[list[str] | None] = None,
    viewpoint: FromQuery[int] = 0,
    view: View = "",
    language: FromQuery[str] = "",
    version: FromQuery[str] = "",
) -> Response[dict[str, Any]]:
    try:
        found = tablier.game(game, **dict(read_option(each) for each in option or ()))
        layout = found.layout(viewpoint=viewpoint, view=view)
    except (ValueError, TypeError) as error:
        raise NoSuchGame(problem=sentence(error)) from None
    fixed = version == layout.version and language
    kept = f"public, max-age={YEAR}, immutable" if fixed else "no-cache"
    return Response(data(layout, translator(language_of(request, language))), headers={"cache-control": kept})


def download(text: str, name: str, media: str) -> Response[bytes]:
    header = {"content-disposition": f'inline; filename="{name}"'}
    return Response(text.encode(), media_type=media, headers=header)


def record(now: Situation) -> tablier.Record:
    """The match as it stands, on paper."""
    players = tuple(
        seat.bot if seat.bot and not seat.name else said(now.title(number))
        for number, seat in enumerate(now.seats)
    )
    day = datetime.fromtimestamp(now.opened, UTC).date().isoformat()
    return tablier.Record(now.match, players=players, date=day, times=now.times)


def facts(name: str) -> GameFacts:
    game = kind(name)
    options = {
        key: OptionFacts(option.default, tuple(option.choices), option.about)
        for key, option in game.choices.items()
    }
    return GameFacts(
        game.id, game.title, game.author, game.year, game.minutes, game.seats, game.sides, options
    )


def address_of(request: Asker) -> str:
    return request.client.host if request.client else ""


def kept_cookie(request: Asker, name: str, value: str) -> Cookie:
    """What the browser keeps for us, out of reach of scripts and of other sites."""
    return Cookie(
        name,
        value=value,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


api = Router(
    "/api",
    guards=[same_origin],
    route_handlers=[
        be_guest, sign_in, list_games, list_bots, open_table, list_tables, read_table, act, read_scene,
        read_hint, read_shares, read_record, read_record_json, read_why, read_picture, read_layout,
    ],
)  # fmt: skip
