"""The review of a finished game: its page, and the API of its progress, positions and other moves."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from tablier.match import Match
from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    current_person,
    guest_person,
    person_or_none,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.board_page import table_context
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.parameters import Ply, Since, View, Viewpoint
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import render
from tablier.server.live.perspective import check_perspective
from tablier.server.live.reviews import Reviews
from tablier.server.live.table import Table
from tablier.server.messages.news import Perspective, SceneNews, Why
from tablier.server.messages.review import ReviewNews, TriedMove, judged_news
from tablier.server.messages.snapshot import draw_position, explain_refusal, viewpoint_of
from tablier.server.tables.decide import read_legal_move
from tablier.server.tables.errors import GameOver, TooEarly

ReviewsDependency = NamedDependency[Reviews]


@get("/t/{table:str}/review", include_in_schema=False)
async def show_review(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, table: FromPath[str]
) -> Response[Any]:
    """The page of the review; its script fetches the rest from the API below."""
    _, token = guest_person(request, tokens)
    state = (await registry.find(table)).state
    if state.status != "over":
        raise TooEarly
    context = table_context(request, table, state, "review.js")
    return with_guest_cookie(request, render(request, "review.html", context), token)


@get("/", summary="The review of a finished game so far; asking for it starts the work")
async def read_review(
    request: AnyRequest,
    registry: RegistryDependency,
    reviews: ReviewsDependency,
    quotas: QuotasDependency,
    table: FromPath[str],
    since: Since = 0,
) -> ReviewNews:
    live_table = await registry.find(table)
    await registry.check_review(current_person(request), live_table)
    review, state = await reviews.of(
        live_table, asker=asker_id(request), admit=lambda: take_quota(request, quotas, "reviews")
    )
    shares = review.shares
    game = review.match.game
    return ReviewNews(
        state=state,
        known=len(shares),
        of=len(review.match.moves) + 1,
        since=since,
        shares=shares[since:],
        moves=tuple(judged_news(game, each) for each in review.moves[max(0, since - 1) :]),
        accuracy=tuple(review.accuracy(seat) for seat in range(len(game.seats))),
    )


@get("/scene", summary="The board after so many moves, with all clicks that were legal there")
async def read_position(
    request: AnyRequest,
    registry: RegistryDependency,
    table: FromPath[str],
    at: Ply,
    viewpoint: Viewpoint = None,
    view: View = "",
) -> SceneNews:
    live_table = await registry.find(table)
    match = finished_match(live_table)
    at = live_table.ply(at)
    state = match.states[at]
    perspective = check_perspective(live_table.state, Perspective(viewpoint, view, request_language(request)))
    scene = draw_position(
        match,
        at,
        moves=state.legal_moves,
        viewpoint=viewpoint_of(live_table.state, current_person(request), perspective),
        perspective=perspective,
    )
    return SceneNews(at, live_table.state.move_texts[at - 1] if at else None, scene)


@get("/try", summary="What another move would have been worth")
async def try_move(
    request: AnyRequest,
    registry: RegistryDependency,
    reviews: ReviewsDependency,
    quotas: QuotasDependency,
    table: FromPath[str],
    at: Ply,
    move: Annotated[str, QueryParameter(max_length=40)],
    viewpoint: Viewpoint = None,
    view: View = "",
) -> TriedMove:
    live_table = await registry.find(table)
    match = finished_match(live_table)
    at = live_table.ply(at)
    if at == len(match.moves):
        raise GameOver
    perspective = check_perspective(live_table.state, Perspective(viewpoint, view, request_language(request)))
    chosen = read_legal_move(match.states[at], move)
    await registry.check_review(current_person(request), live_table)
    take_quota(request, quotas, "hints")
    tried, made = await reviews.judge(live_table, at, chosen, match.moves[at], asker=asker_id(request))
    branch = Match(match.game, start=match.states[at])
    branch.push(chosen)
    scene = draw_position(
        branch,
        1,
        moves=(),
        viewpoint=viewpoint_of(live_table.state, current_person(request), perspective),
        perspective=perspective,
    )
    return TriedMove(judged_news(match.game, tried), judged_news(match.game, made), scene)


@get("/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_reason(
    request: AnyRequest,
    registry: RegistryDependency,
    table: FromPath[str],
    at: Ply,
    click: FromQuery[list[str]],
) -> Why:
    live_table = await registry.find(table)
    state = finished_match(live_table).states[live_table.ply(at)]
    return explain_refusal(state, tuple(click), request_language(request))


def asker_id(request: AnyRequest) -> str:
    """The person whose turn it is in the queue of searches; empty for somebody unknown."""
    person = person_or_none(request)
    return person.id if person else ""


def finished_match(table: Table) -> Match:
    """The match of a table; raises TooEarly while it runs."""
    if table.state.status != "over":
        raise TooEarly
    return table.state.match


review_api = Router(
    "/api/tables/{table:str}/review",
    guards=[same_origin],
    route_handlers=[read_review, read_position, try_move, read_reason],
)
