"""The JSON API, for programs and for the scripts of the pages. Litestar publishes its types as OpenAPI."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Response, Router, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from tablier.board_game import read_option
from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    current_person,
    device_name,
    require_person,
    same_origin,
)
from tablier.server.http.connection import AnyRequest, client_address, request_language
from tablier.server.http.facts import GameFacts, drawn_games, game_facts
from tablier.server.http.layouts import draw_layout
from tablier.server.http.parameters import OptionalPly, View, Viewpoint
from tablier.server.http.pictures import draw_ply
from tablier.server.http.quotas import (
    QuotasDependency,
    note_address,
    take_next_table,
    take_quota,
    take_table,
)
from tablier.server.http.responses import YEAR, download, persistent_cookie
from tablier.server.http.threads import ThreadsDependency
from tablier.server.live import answers
from tablier.server.live.perspective import check_perspective
from tablier.server.messages.news import Hint, News, Perspective, SceneNews, Shares, Why
from tablier.server.messages.records import file_name, table_record
from tablier.server.people.merge import merge_guest
from tablier.server.people.tokens import COOKIE, Tokens
from tablier.server.store.batch import MatchSummary
from tablier.server.tables.bots import list_bots
from tablier.server.tables.commands import AnyCommand, Say, Short
from tablier.server.tables.create import NewTable
from tablier.server.tables.errors import NoSuchGame, SignedOut, as_sentence
from tablier.server.tables.person import Person, clean_name, new_guest
from tablier.web.languages import translator


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Short = ""


class Identity(Struct, frozen=True):
    """A person, and the token that authenticates requests as theirs."""

    id: str
    name: str
    token: str
    """To be sent as `Authorization: Bearer TOKEN`; a browser gets it as a cookie too."""
    card: str
    """The token under the name it had in version 0.1."""


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Short
    password: str


class BotFacts(Struct, frozen=True):
    bot: str
    title: str


class OpenedTable(Struct, frozen=True):
    table: str
    page: str
    """The path of the table's page: the link to share."""
    news: News


@post("/guest", summary="Get a guest's token, or change your name")
async def create_guest(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: JSONBody[NewGuest]
) -> Response[Identity]:
    name = clean_name(data.name)
    person = current_person(request)
    if name and (person is None or person.is_guest):
        await registry.accounts.check_guest_name(name, person=person.id if person else "")
    if person is None:
        person = new_guest(name, translate=translator(request_language(request)))
    elif name and person.is_guest:
        person = Person(person.id, name)
    elif name:
        person = await registry.accounts.rename(person, name)
    return identity_response(request, tokens, person)


@post("/signin", summary="Get an account's token by name and password", status_code=200)
async def sign_in(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: JSONBody[SignIn]
) -> Response[Identity]:
    try:
        guest = current_person(request)
    except SignedOut:
        guest = None
    person = await registry.accounts.sign_in(
        name=data.name, password=data.password, address=client_address(request)
    )
    if guest is not None:
        await merge_guest(registry, guest, person)
    person = await registry.accounts.sessions.begin(person, device=device_name(request))
    return identity_response(request, tokens, person)


def identity_response(request: AnyRequest, tokens: Tokens, person: Person) -> Response[Identity]:
    token = tokens.sign(person)
    cookie = persistent_cookie(request, COOKIE, token)
    return Response(Identity(person.id, person.name, token, token), cookies=[cookie])


@get("/games", summary="The collection")
async def read_games() -> tuple[GameFacts, ...]:
    return tuple(game_facts(name) for name in drawn_games())


@get("/bots", summary="The computer players")
async def read_bots() -> tuple[BotFacts, ...]:
    return tuple(BotFacts(*each) for each in list_bots())


@post("/tables", summary="Open a table")
async def open_table(
    request: AnyRequest, registry: RegistryDependency, quotas: QuotasDependency, data: JSONBody[NewTable]
) -> OpenedTable:
    person = require_person(request)
    take_table(request, quotas, registry, person, data)
    table = await registry.create(person, data)
    return OpenedTable(
        table.id,
        f"/t/{table.id}",
        table.snapshot().for_person(person, Perspective(language=request_language(request))),
    )


@get("/tables", summary="Your tables, the latest first")
async def list_tables(request: AnyRequest, registry: RegistryDependency) -> list[MatchSummary]:
    return await registry.store.matches_of(require_person(request).id)


@get("/tables/{table:str}", summary="The news of a table")
async def read_table(
    request: AnyRequest,
    registry: RegistryDependency,
    table: FromPath[str],
    viewpoint: Viewpoint = None,
    view: View = "",
) -> News:
    live_table = await registry.find(table)
    perspective = check_perspective(live_table.state, Perspective(viewpoint, view, request_language(request)))
    return live_table.snapshot().for_person(current_person(request), perspective)


@post("/tables/{table:str}/acts", summary="Act at a table", status_code=200)
async def post_command(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    table: FromPath[str],
    data: JSONBody[AnyCommand],
) -> News:
    person = require_person(request)
    if isinstance(data, Say):
        quotas.take_chat(person.id)
    live_table = await registry.find(table)
    note_address(request, registry, person)
    admit_next = partial(take_next_table, request, quotas, registry, person)
    await live_table.submit(person, data, admit_next=admit_next)
    return live_table.snapshot().for_person(person, Perspective(language=request_language(request)))


@get("/tables/{table:str}/scene", summary="The board after so many moves")
async def read_scene(
    request: AnyRequest,
    registry: RegistryDependency,
    table: FromPath[str],
    at: OptionalPly = None,
    viewpoint: Viewpoint = None,
    view: View = "",
) -> SceneNews:
    live_table = await registry.find(table)
    perspective = check_perspective(live_table.state, Perspective(viewpoint, view, request_language(request)))
    return live_table.scene(current_person(request), perspective, live_table.ply(at))


@get("/tables/{table:str}/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_why(
    request: AnyRequest, registry: RegistryDependency, table: FromPath[str], click: FromQuery[list[str]]
) -> Why:
    return (await registry.find(table)).why(Perspective(language=request_language(request)), tuple(click))


@get("/tables/{table:str}/hint", summary="A good move, where the table allows hints")
async def read_hint(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    table: FromPath[str],
    at: OptionalPly = None,
) -> Hint:
    take_quota(request, quotas, "hints")
    return await answers.hint_at(await registry.find(table), current_person(request), at)


@get("/tables/{table:str}/shares", summary="What each seat may expect, where the table allows it")
async def read_shares(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    table: FromPath[str],
    at: OptionalPly = None,
) -> Shares:
    take_quota(request, quotas, "hints")
    return await answers.shares_at(await registry.find(table), current_person(request), at)


@get("/tables/{table:str}/record.txt", media_type="text/plain", summary="The record of the game")
async def read_record(registry: RegistryDependency, table: FromPath[str]) -> Response[bytes]:
    live_table = await registry.find(table)
    return download(str(table_record(live_table.state)), file_name(live_table.state, ".txt"), "text/plain")


@get(
    "/tables/{table:str}/record.json",
    summary="The record of the game, as JSON",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False, description="The record")},
)
async def read_record_json(registry: RegistryDependency, table: FromPath[str]) -> Response[bytes]:
    live_table = await registry.find(table)
    return download(
        table_record(live_table.state).to_json(), file_name(live_table.state, ".json"), "application/json"
    )


@get("/tables/{table:str}/picture.svg", media_type="image/svg+xml", summary="The board as a picture")
async def read_picture(
    registry: RegistryDependency,
    threads: ThreadsDependency,
    table: FromPath[str],
    at: OptionalPly = None,
    viewpoint: Viewpoint = None,
    view: View = "",
) -> Response[bytes]:
    live_table = await registry.find(table)
    match = live_table.state.match.copy()
    at = live_table.ply(at)
    perspective = check_perspective(live_table.state, Perspective(viewpoint or 0, view))
    draw = partial(draw_ply, viewpoint=perspective.viewpoint or 0, view=perspective.view)
    picture = await threads.run(draw, match, at)
    return download(picture, file_name(live_table.state, ".svg", at), "image/svg+xml")


@get("/games/{game:str}/layout", summary="The empty board")
async def read_layout(
    request: AnyRequest,
    threads: ThreadsDependency,
    game: FromPath[str],
    option: FromQuery[list[str] | None] = None,
    viewpoint: FromQuery[int] = 0,
    view: View = "",
    language: FromQuery[str] = "",
    version: FromQuery[str] = "",
) -> Response[dict[str, Any]]:
    translate = translator(request_language(request, language))
    try:
        options = dict(read_option(each) for each in option or ())
        drawn, data = await threads.run(draw_layout, game, options, viewpoint, view, translate)
    except (ValueError, TypeError) as error:
        raise NoSuchGame(problem=as_sentence(error)) from None
    is_immutable = version == drawn and language
    headers = {"cache-control": f"public, max-age={YEAR}, immutable" if is_immutable else "no-cache"}
    return Response(data, headers=headers)


api = Router(
    "/api",
    guards=[same_origin],
    route_handlers=[
        create_guest, sign_in, read_games, read_bots, open_table, list_tables, read_table, post_command,
        read_scene, read_hint, read_shares, read_record, read_record_json, read_why, read_picture,
        read_layout,
    ],
)  # fmt: skip
