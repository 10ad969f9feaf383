"""First lessons: their page, and the API of their steps. The server keeps no state of a lesson."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect

from tablier.server.http.auth import TokensDependency, guest_person, same_origin, with_guest_cookie
from tablier.server.http.board_page import lesson_page
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.parameters import View
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import render
from tablier.server.http.threads import ThreadsDependency
from tablier.server.messages.lesson_steps import (
    describe_answer,
    describe_step,
    explain_step,
    find_step,
    lesson_perspective,
)
from tablier.server.messages.lessons import AnswerNews, LessonMoves, StepNews
from tablier.server.messages.news import Why
from tablier.server.tables.create import find_drawn_game
from tablier.web.rules import page_game


@get("/learn/{game:str}", include_in_schema=False)
async def show_lesson(request: AnyRequest, tokens: TokensDependency, game: FromPath[str]) -> Response[Any]:
    """The first lesson of a game; its script fetches the steps one by one."""
    _, token = guest_person(request, tokens)
    first = page_game(find_drawn_game(game).id)
    if first.id != game:
        return Redirect(f"/learn/{first.id}")
    context = lesson_page(request_language(request), first.id)
    return with_guest_cookie(request, render(request, "lesson.html", context), token)


@get("/{game:str}/{step:int}", summary="A step of a first lesson")
async def read_step(
    request: AnyRequest,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    game: FromPath[str],
    step: FromPath[int],
    view: View = "",
) -> StepNews:
    take_quota(request, quotas, "lesson_steps")
    lesson, perspective = find_step(game, step), lesson_perspective(request_language(request), game, view)
    return await threads.run(describe_step, lesson, step, perspective)


@post("/{game:str}/{step:int}", summary="What comes of a move in a step", status_code=200)
async def answer_step(
    request: AnyRequest,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    game: FromPath[str],
    step: FromPath[int],
    data: JSONBody[LessonMoves],
    view: View = "",
) -> AnswerNews:
    take_quota(request, quotas, "lesson_steps")
    lesson, perspective = find_step(game, step), lesson_perspective(request_language(request), game, view)
    return await threads.run(describe_answer, lesson, step, data.moves, perspective)


@get("/{game:str}/{step:int}/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_step_why(
    request: AnyRequest,
    game: FromPath[str],
    step: FromPath[int],
    click: FromQuery[list[str]],
    move: FromQuery[list[str] | None] = None,
) -> Why:
    return explain_step(game, step, tuple(move or ()), tuple(click), request_language(request))


lessons = Router("/api/lessons", guards=[same_origin], route_handlers=[read_step, answer_step, read_step_why])
