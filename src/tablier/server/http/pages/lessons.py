"""First lessons: their page, and the API of their steps. The server keeps no state of a lesson."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect

from tablier.bots.lesson_partner import play_to_lose, suggest_move
from tablier.core.values import IllegalMove, NotationError
from tablier.lesson import Answer, Lesson, games_with_lesson, lesson_of
from tablier.match import Match
from tablier.registry import kind
from tablier.scene import to_text
from tablier.server.http.auth import TokensDependency, guest_person, same_origin, with_guest_cookie
from tablier.server.http.board_page import board_context
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.forms import find_game
from tablier.server.http.parameters import View
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import render
from tablier.server.http.threads import ThreadsDependency
from tablier.server.messages.lessons import AnswerNews, LessonHint, LessonMoves, StepNews
from tablier.server.messages.line import describe_moves, draw_scenes
from tablier.server.messages.news import Perspective, Why
from tablier.server.messages.snapshot import explain_refusal, layout_address
from tablier.server.tables.errors import (
    NoSuchLesson,
    NoSuchStep,
    NoSuchView,
    NotAskedFor,
    as_refusal,
    as_sentence,
)
from tablier.web.languages import translator
from tablier.web.rules import page_game

LEARNER = 0
"""The seat of the person who takes a lesson."""


@get("/learn/{game:str}", include_in_schema=False)
async def show_lesson(request: AnyRequest, tokens: TokensDependency, game: FromPath[str]) -> Response[Any]:
    """The first lesson of a game; its script fetches the steps one by one."""
    _, token = guest_person(request, tokens)
    first = page_game(find_game(game).id)
    if first.id != game:
        return Redirect(f"/learn/{first.id}")
    lesson = find_lesson(game)
    others = games_with_lesson()
    following = others[(others.index(game) + 1) % len(others)]
    played = lesson.played
    context = board_context(request, played, "lesson.js", lesson=game, steps=len(lesson.steps)) | {
        "game": first,
        "played": played,
        "next": kind(following),
    }
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
    lesson, perspective = find_step(game, step), lesson_perspective(request, game, view)
    return await threads.run(describe_step, lesson, step, perspective)


def describe_step(lesson: Lesson, step: int, perspective: Perspective) -> StepNews:
    """A step before anything is done in it."""
    match, task = lesson.begin(step), lesson.steps[step - 1]
    may_play = task.kind != "look"
    return StepNews(
        game=lesson.game,
        step=step,
        steps=len(lesson.steps),
        kind=task.kind,
        says=to_text(task.says, translator(perspective.language)),
        clause=task.clause,
        layout=layout_address(lesson.played, viewpoint=LEARNER, perspective=perspective),
        scenes=draw_scenes(match, 0, perspective, viewpoint=LEARNER, may_play=may_play),
        told=describe_moves(match, 0, perspective),
        points=tuple(task.points.split()),
        hint=step_hint(lesson, step, match) if may_play else None,
    )


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
    lesson, perspective = find_step(game, step), lesson_perspective(request, game, view)
    return await threads.run(describe_answer, lesson, step, data.moves, perspective)


def describe_answer(
    lesson: Lesson, step: int, moves: tuple[str, ...], perspective: Perspective
) -> AnswerNews:
    """What comes of the moves made in a step; raises a Refusal for moves it did not ask for."""
    answer = answer_moves(lesson, step, moves)
    match = answer.match
    over = match.outcome is not None or lesson.steps[step - 1].kind == "do"
    return AnswerNews(
        done=answer.done,
        over=over,
        says=to_text(answer.says, translator(perspective.language)),
        moves=tuple(match.game.texts[move] for move in match.moves[len(lesson.begin(step).moves) :]),
        scenes=draw_scenes(match, answer.seen + 1, perspective, viewpoint=LEARNER, may_play=not over),
        told=describe_moves(match, answer.seen, perspective),
        hint=None if over else step_hint(lesson, step, match),
    )


@get("/{game:str}/{step:int}/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_step_why(
    request: AnyRequest,
    game: FromPath[str],
    step: FromPath[int],
    click: FromQuery[list[str]],
    move: FromQuery[list[str] | None] = None,
) -> Why:
    lesson = find_step(game, step)
    match = play_moves(lesson.begin(step), tuple(move or ()))
    return explain_refusal(match.state, tuple(click), request_language(request))


def find_lesson(game: str) -> Lesson:
    """The lesson of a game; raises NoSuchLesson."""
    try:
        return lesson_of(find_game(game).id)
    except LookupError:
        raise NoSuchLesson from None


def find_step(game: str, step: int) -> Lesson:
    """The lesson of a game that has this step; raises NoSuchLesson or NoSuchStep."""
    lesson = find_lesson(game)
    if not 1 <= step <= len(lesson.steps):
        raise NoSuchStep(step=step, last=len(lesson.steps))
    return lesson


def lesson_perspective(request: AnyRequest, game: str, view: str) -> Perspective:
    """The learner's perspective; raises NoSuchView."""
    perspective = Perspective(LEARNER, view, request_language(request))
    try:
        lesson_of(game).played.layout(view=view)
    except ValueError as error:
        raise NoSuchView(problem=as_sentence(error)) from None
    return perspective


def answer_moves(lesson: Lesson, step: int, moves: tuple[str, ...]) -> Answer:
    """What the lesson answers to the moves made in a step; raises a Refusal for moves it did not ask for."""
    try:
        return lesson.answer(step, moves, play_to_lose)
    except (NotationError, IllegalMove) as error:
        raise as_refusal(error) from None
    except ValueError:
        raise NotAskedFor from None


def play_moves(match: Match, moves: tuple[str, ...]) -> Match:
    """The match after these moves; raises BadMove or IllegalMoveRefused."""
    try:
        return match.play(*moves)
    except (NotationError, IllegalMove) as error:
        raise as_refusal(error) from None


def step_hint(lesson: Lesson, step: int, match: Match) -> LessonHint:
    """A move that the step asks for."""
    move = suggest_move(match) if lesson.steps[step - 1].kind == "play" else lesson.asked(step)[0]
    return LessonHint(match.game.texts[move], match.game.paths[move])


lessons = Router("/api/lessons", guards=[same_origin], route_handlers=[read_step, answer_step, read_step_why])
