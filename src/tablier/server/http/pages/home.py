"""The home page: the collection, running games, tables to join and to watch.

The lists refresh themselves: the page polls for them and gets 304 while they are unchanged.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Any
from urllib.parse import urlencode, urlsplit

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect
from msgspec.json import encode

from tablier.scene import Translate, to_text
from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    current_person,
    guest_person,
    require_person,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.connection import LANGUAGE_COOKIE, AnyRequest, request_language
from tablier.server.http.facts import GameFacts, drawn_games, game_facts
from tablier.server.http.forms import read_clock, read_table_form
from tablier.server.http.puzzle_facts import describe_daily
from tablier.server.http.quotas import QuotasDependency, take_table
from tablier.server.http.responses import (
    VARY_HEADERS,
    local_path,
    persistent_cookie,
    render,
    share_preview,
)
from tablier.server.live.lobby import Listings, Lobby
from tablier.server.live.opponents import find_fitting_level, find_streak
from tablier.server.live.running import list_running
from tablier.server.messages.lists import describe_clock, list_engine_names, list_level_names
from tablier.server.tables import commands
from tablier.server.tables.create import find_drawn_game
from tablier.server.tables.errors import SeatTaken
from tablier.server.tables.person import display_name
from tablier.server.tables.seats import seats_of
from tablier.web import VERSION
from tablier.web.languages import LANGUAGES, translator
from tablier.web.rendering import ABOUT
from tablier.web.rules import page_game

LobbyDependency = NamedDependency[Lobby]


@get("/", include_in_schema=False)
async def home(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, lobby: LobbyDependency
) -> Response[Any]:
    """The collection with its forms, the visitor's running games, and the lobby."""
    person, token = guest_person(request, tokens)
    translate = translator(request_language(request))
    games = [game_facts(name) for name in drawn_games()]
    context = {
        "me": person,
        "my_name": to_text(display_name(person.name), translate),
        "shared": share_preview(request, "Tablier", ABOUT, "/preview.png"),
        "games": games,
        "collection": [list(of) for _, of in groupby(games, key=lambda game: page_game(game.id).id)],
        "variant_titles": {game.id: variant_title(game, translate) for game in games},
        "bots": list_level_names(translate),
        "engines": list_engine_names(),
        "clocks": [(text, to_text(describe_clock(read_clock(text)), translate)) for text in CLOCK_CHOICES],
        "lobby": await lobby.listings(person, translate),
        "daily": describe_daily(translate),
        "streak": None if token else await find_streak(registry, person),
        "yours": [] if token else await list_running(registry, person, translate),
    }
    return with_guest_cookie(request, render(request, "home.html", context), token)


@get("/lobby", include_in_schema=False)
async def show_lobby(
    request: AnyRequest, registry: RegistryDependency, lobby: LobbyDependency
) -> Response[Any]:
    """The parts of the home page that it polls for; 304 while they are unchanged."""
    person = current_person(request)
    language = request_language(request)
    translate = translator(language)
    listings = await lobby.listings(person, translate)
    yours = await list_running(registry, person, translate) if person else []
    content = encode((VERSION, language, person is None or person.is_guest, listings, yours))
    headers = {
        **VARY_HEADERS,
        "etag": f'"{sha256(content).hexdigest()[:24]}"',
        "cache-control": "no-cache, private",
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    games = [game_facts(name) for name in drawn_games()]
    page = render(request, "lobby.html", {"me": person, "games": games, "lobby": listings, "yours": yours})
    page.headers.update(headers)
    return page


@get(
    "/api/lobby",
    summary="Public tables: those that wait for players, and those to watch",
    guards=[same_origin],
)
async def read_lobby(request: AnyRequest, lobby: LobbyDependency) -> Listings:
    return await lobby.listings(current_person(request), translator(request_language(request)))


@post("/discard", include_in_schema=False)
async def discard_table(
    request: AnyRequest, registry: RegistryDependency, data: URLEncodedBody[dict[str, str]]
) -> Response[Any]:
    """Discard a running game against the computer alone, and go back to the home page."""
    table = await registry.find(data.get("table", ""))
    await table.discard(require_person(request))
    return Redirect("/", status_code=303)


@post("/join", include_in_schema=False)
async def join_table(
    request: AnyRequest,
    tokens: TokensDependency,
    registry: RegistryDependency,
    data: URLEncodedBody[dict[str, str]],
) -> Response[Any]:
    """Take the first open seat of a table, if there is one, and go to its page."""
    person, token = guest_person(request, tokens)
    table = await registry.find(data.get("table", ""))
    if table.state.terms.rated and person.is_guest:
        address = urlencode({"to": f"/t/{table.id}#sit"})
        return with_guest_cookie(request, Redirect(f"/signin?{address}", status_code=303), token)
    while not seats_of(table.state.seats, person):
        free = [number for number, seat in enumerate(table.state.seats) if seat.is_open]
        if not free:
            break
        with suppress(SeatTaken):  # taken by another visitor meanwhile: try the next
            await table.submit(person, commands.Sit(seat=free[0]))
    return with_guest_cookie(request, Redirect(f"/t/{table.id}", status_code=303), token)


def variant_title(game: GameFacts, translate: Translate) -> str:
    """The title of a variant on its game's card: without the game's own title, where it begins with it."""
    title, base = translate(game.title), translate(page_game(game.id).title)
    own = title.removeprefix(base).strip(" ,") or title
    return own[0].upper() + own[1:]


CLOCK_CHOICES = ("none", "game:180:2", "game:300:3", "game:900:10", "move:30", "move:120", "days:1", "days:3")
"""The clocks that the form offers, as `read_clock` reads them."""


@get("/language/{language:str}", include_in_schema=False)
async def choose_language(request: AnyRequest, language: FromPath[str]) -> Response[Any]:
    """Set the language cookie and go back to the page that the link was on."""
    referer = urlsplit(request.headers.get("referer", ""))
    path = referer.path if referer.netloc == request.headers.get("host") else ""
    response = Redirect(local_path(path) or "/", status_code=303)
    if language in LANGUAGES:
        response.cookies.append(persistent_cookie(request, LANGUAGE_COOKIE, language))
    return response


@post("/new", include_in_schema=False)
async def create_table(
    request: AnyRequest,
    tokens: TokensDependency,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    data: URLEncodedBody[dict[str, str]],
) -> Response[Any]:
    """Open the table that the form of the home page describes, and go to its page."""
    person, token = guest_person(request, tokens)
    if data.get("strength"):
        level = await find_fitting_level(registry, person, find_drawn_game(data.get("game", "")).id)
        data = {**data, "play": "bot", "level": str(level)}
    new = read_table_form(data)
    take_table(request, quotas, registry, person, new)
    table = await registry.create(person, new)
    return with_guest_cookie(request, Redirect(f"/t/{table.id}", status_code=303), token)
