"""First lessons: their page, and their steps for it and for programs. Nothing is kept of them here."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect
from msgspec import Meta, Struct

from tablier.bots.yielding import advise, give_way
from tablier.core.values import IllegalMove, NotationError
from tablier.lesson import Answer, Lesson, lesson, taught
from tablier.match import Match
from tablier.registry import kind
from tablier.scene import Phrase, said, say
from tablier.server.acts import Short, sentence
from tablier.server.api import Asker, View
from tablier.server.doors import TheCards, language_of, same_origin
from tablier.server.news import Look, Why, draw, layout_address
from tablier.server.pages import kind_of, known, paged, welcomed
from tablier.server.refusals import (
    BadMove,
    Illegal,
    NoSuchLesson,
    NoSuchStep,
    NoSuchView,
    NotAskedFor,
    NothingThere,
)
from tablier.svg import STYLE
from tablier.web import scripts
from tablier.web.languages import translator
from tablier.web.rules import first_of
from tablier.web.words import words

LEARNER = 0
"""The seat of whoever takes a lesson."""
MOST_MOVES = 200

Moves = Annotated[tuple[Short, ...], Meta(max_length=MOST_MOVES)]


class Hinted(Struct, frozen=True):
    move: str
    path: tuple[str, ...]
    """What to click."""


class StepNews(Struct, frozen=True):
    """A step, before anything is done."""

    game: str
    step: int
    steps: int
    kind: Literal["look", "do", "play"]
    says: str
    clause: str
    layout: str
    """The address of the empty board."""
    scenes: tuple[dict[str, Any], ...]
    """The position, and what it is after each of the moves that the step shows."""
    told: tuple[str, ...]
    """These moves in words."""
    points: tuple[str, ...]
    """Places to look at."""
    hint: Hinted | None
    """A move that would do."""


class Made(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves made in a step so far, the last one yours; in the game at the end those of all players."""

    moves: Moves


class AnswerNews(Struct, frozen=True):
    """What comes of your move."""

    done: bool
    over: bool
    """Is there nothing more to play? Unless it is `done`, begin the step again."""
    says: str
    moves: tuple[str, ...]
    """All of them; in a game, to be sent with your next one."""
    scenes: tuple[dict[str, Any], ...]
    """The position after your move and after each of the others'."""
    told: tuple[str, ...]
    hint: Hinted | None


@get("/learn/{game:str}", include_in_schema=False)
async def show_lesson(request: Asker, cards: TheCards, game: FromPath[str]) -> Response[Any]:
    """The first lesson of a game. Its steps are fetched one by one."""
    _, card = known(request, cards)
    first = first_of(kind_of(game).id)
    if first.id != game:
        return Redirect(f"/learn/{first.id}")
    told = lesson_of(game)
    language = language_of(request)
    others = taught()
    following = others[(others.index(game) + 1) % len(others)]
    page = {
        "lesson": game,
        "game": told.game,
        "views": told.played.views,
        "steps": len(told.steps),
        "language": language,
        "rules": f"/rules/{game}?bare=true",
        "words": words(language),
    }
    context = {
        "game": first,
        "played": told.played,
        "next": kind(following),
        "page": page,
        "marks": STYLE,
        "modules": scripts("lesson.js"),
    }
    return welcomed(request, paged(request, "lesson.html", context), card)


@get("/{game:str}/{step:int}", summary="A step of a first lesson")
async def read_step(request: Asker, game: FromPath[str], step: FromPath[int], view: View = "") -> StepNews:
    told, look = find(game, step), seen(request, game, view)
    match, shown = told.begin(step), told.steps[step - 1]
    may_play = shown.kind != "look"
    return StepNews(
        game=told.game,
        step=step,
        steps=len(told.steps),
        kind=shown.kind,
        says=said(shown.says, translator(look.language)),
        clause=shown.clause,
        layout=layout_address(told.played, viewpoint=LEARNER, look=look),
        scenes=scenes(match, 0, look, may_play=may_play),
        told=in_words(match, 0, look),
        points=tuple(shown.points.split()),
        hint=await asyncio.to_thread(hinted, told, step, match) if may_play else None,
    )


@post("/{game:str}/{step:int}", summary="What comes of a move in a step", status_code=200)
async def answer_step(
    request: Asker, game: FromPath[str], step: FromPath[int], data: JSONBody[Made], view: View = ""
) -> AnswerNews:
    told, look = find(game, step), seen(request, game, view)
    found = await asyncio.to_thread(answered, told, step, data.moves)
    match = found.match
    over = match.outcome is not None or told.steps[step - 1].kind == "do"
    return AnswerNews(
        done=found.done,
        over=over,
        says=said(found.says, translator(look.language)),
        moves=tuple(match.game.texts[move] for move in match.moves[len(told.begin(step).moves) :]),
        scenes=scenes(match, found.seen + 1, look, may_play=not over),
        told=in_words(match, found.seen, look),
        hint=None if over else await asyncio.to_thread(hinted, told, step, match),
    )


@get("/{game:str}/{step:int}/why", summary="Which rule forbids the moves that begin with these clicks")
async def read_step_why(
    request: Asker,
    game: FromPath[str],
    step: FromPath[int],
    click: FromQuery[list[str]],
    move: FromQuery[list[str] | None] = None,
) -> Why:
    told = find(game, step)
    match = played(told.begin(step), tuple(move or ()))
    refused = match.game.why_not(match.state, tuple(click))
    if refused is None:
        raise NothingThere
    return Why(translator(language_of(request))(refused.reason), refused.clause)


def lesson_of(game: str) -> Lesson:
    try:
        return lesson(kind_of(game).id)
    except LookupError:
        raise NoSuchLesson from None


def find(game: str, step: int) -> Lesson:
    told = lesson_of(game)
    if not 1 <= step <= len(told.steps):
        raise NoSuchStep(step=step, last=len(told.steps))
    return told


def seen(request: Asker, game: str, view: str) -> Look:
    look = Look(LEARNER, view, language_of(request))
    try:
        lesson(game).played.layout(view=view)
    except ValueError as error:
        raise NoSuchView(problem=sentence(error)) from None
    return look


def answered(told: Lesson, step: int, moves: tuple[str, ...]) -> Answer:
    try:
        return told.answer(step, moves, give_way)
    except (NotationError, IllegalMove) as error:
        raise refusal(error) from None
    except ValueError:
        raise NotAskedFor from None


def played(match: Match, moves: tuple[str, ...]) -> Match:
    try:
        return match.play(*moves)
    except (NotationError, IllegalMove) as error:
        raise refusal(error) from None


def refusal(error: NotationError | IllegalMove) -> BadMove | Illegal:
    if isinstance(error, NotationError):
        return BadMove(problem=sentence(error), column=error.column)
    return Illegal(reason=Phrase(error.reason), clause=error.clause, move=error.move)


def hinted(told: Lesson, step: int, match: Match) -> Hinted:
    move = advise(match) if told.steps[step - 1].kind == "play" else told.asked(step)[0]
    return Hinted(match.game.texts[move], match.game.paths[move])


def scenes(match: Match, first: int, look: Look, *, may_play: bool) -> tuple[dict[str, Any], ...]:
    """The positions from the one after `first` moves on; in the last one may be played."""
    last = len(match.moves)
    return tuple(
        draw(
            match,
            at,
            moves=match.legal_moves if at == last and may_play else (),
            viewpoint=LEARNER,
            look=look,
        )
        for at in range(first, last + 1)
    )


def in_words(match: Match, first: int, look: Look) -> tuple[str, ...]:
    """The moves after the first ones, for those who listen."""
    game = match.game
    return tuple(
        said(
            say(
                "{name} played {move}.", name=Phrase(game.seats[match.states[at].turn]), move=game.texts[move]
            ),
            translator(look.language),
        )
        for at, move in enumerate(match.moves)
        if at >= first
    )


lessons = Router("/api/lessons", guards=[same_origin], route_handlers=[read_step, answer_step, read_step_why])
