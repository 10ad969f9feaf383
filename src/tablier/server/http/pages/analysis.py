"""The analysis board: its page, and the API of its positions. The server keeps no state of it."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec.structs import replace

from tablier.board_game import read_option
from tablier.bots.reviewing import REVIEWER
from tablier.match import Match
from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    current_person,
    guest_person,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.board_page import board_context
from tablier.server.http.connection import AnyRequest, client_address, request_language
from tablier.server.http.quotas import QuotasDependency, note_address, take_quota
from tablier.server.http.responses import render
from tablier.server.http.threads import BoundedThreads, ThreadsDependency
from tablier.server.live.analysis import insight_job, rate_job, reason_job
from tablier.server.live.job_queue import Owner
from tablier.server.live.registry import TableRegistry
from tablier.server.live.thinking import SearchJob
from tablier.server.messages.analysis import (
    AskedPosition,
    AskedRecord,
    AskedSetup,
    PositionNews,
    RecordNews,
    SetupNews,
    TextNews,
    WrittenRecord,
    analysis_address,
    describe_position,
    find_position_game,
    play_line,
    read_record,
    set_up,
    write_record,
)
from tablier.server.messages.lists import list_bot_names
from tablier.server.messages.news import Why
from tablier.server.messages.snapshot import explain_refusal
from tablier.server.messages.thoughts import (
    InsightNews,
    MoveValuesNews,
    ReasonNews,
    describe_insight,
    describe_reason,
    describe_values,
)
from tablier.server.people.quotas import Quotas
from tablier.server.tables.errors import GameOver, NoSuchGame, as_sentence
from tablier.web.languages import translator

MAX_BODY = 400_000
"""Bytes of a question with a record."""


@get("/analysis/{game:str}", include_in_schema=False)
async def show_analysis(
    request: AnyRequest,
    tokens: TokensDependency,
    game: FromPath[str],
    option: FromQuery[list[str] | None] = None,
) -> Response[Any]:
    """The analysis board of a game; what is analysed stands in the fragment of the address."""
    _, token = guest_person(request, tokens)
    try:
        options = dict(read_option(each) for each in option or ())
    except ValueError as error:
        raise NoSuchGame(problem=as_sentence(error)) from None
    found = find_position_game(game, options)
    language = request_language(request)
    translate = translator(language)
    context = board_context(
        language,
        found,
        "analysis.js",
        title=translate(found.title),
        options=dict(found.options),
        seats=[translate(name) for name in found.seats],
        bots=dict(list_bot_names(translate)),
        edits=found.editor is not None,
        address=analysis_address(found),
    )
    context["turns"] = len({found.layout(viewpoint=seat).version for seat in range(len(found.seats))}) > 1
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


@post("/read", summary="What a text holds: a record, as text or JSON, or a position", status_code=200)
async def read_text(
    request: AnyRequest, quotas: QuotasDependency, threads: ThreadsDependency, data: JSONBody[AskedRecord]
) -> RecordNews:
    take_quota(request, quotas, "positions")
    return await threads.run(read_record, data)


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
    match, job, owner = await admit_thinking(request, registry, quotas, threads, data)
    if match.outcome is not None:
        raise GameOver
    return describe_values(match, await registry.queue_work(rate_job, job, owner=owner))


@post("/insight", summary="Who gets what, by the game's own knowledge", status_code=200)
async def read_insight(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    data: JSONBody[AskedPosition],
) -> InsightNews:
    _, job, owner = await admit_thinking(request, registry, quotas, threads, data)
    found = await registry.queue_work(insight_job, job, owner=owner)
    return describe_insight(found, translator(request_language(request)))


@post("/reason", summary="Why the last move is good or bad; without one, why the best is", status_code=200)
async def read_move_reason(
    request: AnyRequest,
    registry: RegistryDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    data: JSONBody[AskedPosition],
) -> ReasonNews:
    match, job, owner = await admit_thinking(request, registry, quotas, threads, data)
    move = match.moves[-1] if match.moves else None
    if move is None and match.outcome is not None:
        raise GameOver
    before = replace(job, moves=job.moves[:-1])
    found = await registry.queue_work(reason_job, before, move, owner=owner)
    return describe_reason(*found, translator(request_language(request)))


async def admit_thinking(
    request: AnyRequest,
    registry: TableRegistry,
    quotas: Quotas,
    threads: BoundedThreads,
    asked: AskedPosition,
) -> tuple[Match, SearchJob, Owner]:
    """The match of a question for the computer, its job, and whose turn it is; raises a Refusal."""
    take_quota(request, quotas, "thoughts")
    person = current_person(request)
    if person:
        await registry.check_help(person, asked.game)
        note_address(request, registry, person)
    match = await threads.run(play_line, asked)
    job = SearchJob(asked.game, dict(match.game.options), tuple(match.moves), REVIEWER, start=asked.start)
    return match, job, registry.owner(person.id) if person else Owner("", client_address(request))


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
