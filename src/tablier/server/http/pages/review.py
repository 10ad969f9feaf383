"""The review of a finished game: its page, and the API of its progress, positions and other moves."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    current_person,
    guest_person,
    person_or_none,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.board_page import review_page
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.parameters import Ply, Since, View, Viewpoint
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import match_preview, render
from tablier.server.live import review_answers
from tablier.server.live.perspective import check_perspective
from tablier.server.live.review_answers import finished_match
from tablier.server.live.reviews import Reviews
from tablier.server.messages.news import Perspective, SceneNews, Why
from tablier.server.messages.review import ReviewNews, TriedMove
from tablier.server.tables.errors import TooEarly

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
    context = review_page(request_language(request), table, state) | {
        "shared": match_preview(request, table, state)
    }
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
    return await review_answers.review_news(
        reviews,
        live_table,
        since,
        asker=asker_id(request),
        admit=lambda: take_quota(request, quotas, "reviews"),
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
    finished_match(live_table)
    perspective = check_perspective(live_table.state, Perspective(viewpoint, view, request_language(request)))
    return review_answers.review_scene(live_table, current_person(request), perspective, at)


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
    finished_match(live_table)
    perspective = check_perspective(live_table.state, Perspective(viewpoint, view, request_language(request)))
    chosen = review_answers.chosen_move(live_table, at, move)
    person = current_person(request)
    await registry.check_review(person, live_table)
    take_quota(request, quotas, "hints")
    return await review_answers.try_move(reviews, live_table, person, perspective, at, chosen)


@get("/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_reason(
    request: AnyRequest,
    registry: RegistryDependency,
    table: FromPath[str],
    at: Ply,
    click: FromQuery[list[str]],
) -> Why:
    live_table = await registry.find(table)
    return review_answers.review_why(live_table, at, tuple(click), request_language(request))


def asker_id(request: AnyRequest) -> str:
    """The person whose turn it is in the queue of searches; empty for somebody unknown."""
    person = person_or_none(request)
    return person.id if person else ""


review_api = Router(
    "/api/tables/{table:str}/review",
    guards=[same_origin],
    route_handlers=[read_review, read_position, try_move, read_reason],
)
