"""The analysis board: its page, and the API of its positions. The server keeps no state of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from tablier.match import Match
from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    current_person,
    guest_person,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.board_page import analysis_page
from tablier.server.http.connection import AnyRequest, client_address, request_language
from tablier.server.http.engine import EngineDependency
from tablier.server.http.facts import drawn_games, game_facts
from tablier.server.http.quotas import QuotasDependency, note_address, take_quota
from tablier.server.http.responses import render
from tablier.server.http.threads import BoundedThreads, ThreadsDependency
from tablier.server.live.analysis import Think, find_insight, find_reason, find_values
from tablier.server.live.job_queue import Owner
from tablier.server.live.registry import TableRegistry
from tablier.server.messages.analysis import (
    AskedPosition,
    AskedRecord,
    AskedSetup,
    PositionNews,
    RecordNews,
    SetupNews,
    TextNews,
    WrittenRecord,
    describe_position,
    find_analysed_game,
    play_line,
    read_record,
    set_up,
    write_record,
)
from tablier.server.messages.news import Why
from tablier.server.messages.snapshot import explain_refusal
from tablier.server.messages.thoughts import InsightNews, MoveValuesNews, ReasonNews
from tablier.server.people.quotas import Quotas
from tablier.server.tables.errors import RatedGameRunning

MAX_BODY = 400_000
"""Bytes of a question with a record."""


@get("/analysis", include_in_schema=False)
async def list_analysis(request: AnyRequest, tokens: TokensDependency) -> Response[Any]:
    """The games that have an analysis board: all that can be drawn."""
    _, token = guest_person(request, tokens)
    context = {"games": [game_facts(name) for name in drawn_games()]}
    return with_guest_cookie(request, render(request, "analyses.html", context), token)


@get("/analysis/{game:str}", include_in_schema=False)
async def show_analysis(
    request: AnyRequest,
    tokens: TokensDependency,
    registry: RegistryDependency,
    engine: EngineDependency,
    game: FromPath[str],
    option: FromQuery[list[str] | None] = None,
) -> Response[Any]:
    """The analysis board of a game; what is analysed stands in the fragment of the address."""
    _, token = guest_person(request, tokens)
    found = find_analysed_game(game, option or ())
    person = current_person(request)
    try:
        if person:
            await registry.check_help(person, found.id)
    except RatedGameRunning:
        engine = None  # the server says so, to whom asks it to think
    context = analysis_page(request_language(request), found, engine=engine.address if engine else "")
    return with_guest_cookie(request, render(request, "analysis.html", context), token)


@post(
    "/position", summary="A position of the analysis board, with all clicks that are legal", status_code=200
)
async def read_analysed(
    request: AnyRequest,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    data: JSONBody[AskedPosition],
) -> PositionNews:
    take_quota(request, quotas, "positions")
    return await threads.run(describe_position, data, request_language(request))


@post("/why", summary="Which rule forbids the moves that begin with these clicks", status_code=200)
async def read_analysed_why(
    request: AnyRequest, quotas: QuotasDependency, threads: ThreadsDependency, data: JSONBody[AskedPosition]
) -> Why:
    take_quota(request, quotas, "positions")
    match = await threads.run(play_line, data)
    return explain_refusal(match.state, data.clicks, request_language(request))


@post("/read", summary="What a text holds: records, as text or JSON, a position, or moves", status_code=200)
async def read_text(
    request: AnyRequest, quotas: QuotasDependency, threads: ThreadsDependency, data: JSONBody[AskedRecord]
) -> RecordNews:
    take_quota(request, quotas, "positions")
    return await threads.run(read_record, data, request_language(request))


@post("/write", summary="A record with variations as text", status_code=200)
async def write_text(
    request: AnyRequest, quotas: QuotasDependency, threads: ThreadsDependency, data: JSONBody[WrittenRecord]
) -> TextNews:
    take_quota(request, quotas, "positions")
    return await threads.run(write_record, data.record)


@post("/setup", summary="Place and take things by hand until they make a position", status_code=200)
async def change_setup(
    request: AnyRequest, quotas: QuotasDependency, threads: ThreadsDependency, data: JSONBody[AskedSetup]
) -> SetupNews:
    take_quota(request, quotas, "positions")
    return await threads.run(set_up, data, request_language(request))


@post("/moves", summary="What every legal move gives the side that makes it", status_code=200)
async def rate_analysed(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    data: JSONBody[AskedPosition],
) -> MoveValuesNews:
    match, think = await admit_thinking(request, registry, quotas, threads, data)
    return await find_values(think, data, match)


@post("/insight", summary="Who gets what, by the game's own knowledge", status_code=200)
async def read_insight(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    data: JSONBody[AskedPosition],
) -> InsightNews:
    match, think = await admit_thinking(request, registry, quotas, threads, data)
    return await find_insight(think, data, match, request_language(request))


@post("/reason", summary="Why the last move is good or bad; without one, why the best is", status_code=200)
async def read_move_reason(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    data: JSONBody[AskedPosition],
) -> ReasonNews:
    match, think = await admit_thinking(request, registry, quotas, threads, data)
    return await find_reason(think, data, match, request_language(request))


async def admit_thinking(
    request: AnyRequest,
    registry: TableRegistry,
    quotas: Quotas,
    threads: BoundedThreads,
    asked: AskedPosition,
) -> tuple[Match, Think]:
    """The match of a question for the computer, and the queue that answers it; raises a Refusal."""
    take_quota(request, quotas, "thoughts")
    person = current_person(request)
    if person:
        await registry.check_help(person, asked.game)
        note_address(request, registry, person)
    match = await threads.run(play_line, asked)
    owner = registry.owner(person.id) if person else Owner("", client_address(request))
    return match, partial(registry.queue_work, owner=owner)


ANALYSIS_PAGES = (list_analysis, show_analysis)
analysis_api = Router(
    "/api/analysis",
    guards=[same_origin],
    route_handlers=[
        read_analysed,
        read_analysed_why,
        read_text,
        write_text,
        change_setup,
        rate_analysed,
        read_insight,
        read_move_reason,
    ],
    request_max_body_size=MAX_BODY,
)  # fmt: skip
