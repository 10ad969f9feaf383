"""The steps of first lessons as messages. Pure: no state of a lesson is kept."""

from __future__ import annotations

from tablier.bots.lesson_partner import play_to_lose, suggest_move
from tablier.core.values import IllegalMove, NotationError
from tablier.lesson import Answer, Lesson, lesson_of
from tablier.match import Match
from tablier.scene import to_text
from tablier.server.messages.lessons import AnswerNews, LessonHint, StepNews
from tablier.server.messages.line import describe_moves, draw_scenes
from tablier.server.messages.news import Perspective, Why
from tablier.server.messages.snapshot import explain_refusal, layout_address
from tablier.server.tables.create import find_drawn_game
from tablier.server.tables.errors import (
    NoSuchLesson,
    NoSuchStep,
    NoSuchView,
    NotAskedFor,
    as_refusal,
    as_sentence,
)
from tablier.web.languages import translator

LEARNER = 0
"""The seat of the person who takes a lesson."""


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


def find_lesson(game: str) -> Lesson:
    """The lesson of a game; raises NoSuchLesson."""
    try:
        return lesson_of(find_drawn_game(game).id)
    except LookupError:
        raise NoSuchLesson from None


def find_step(game: str, step: int) -> Lesson:
    """The lesson of a game that has this step; raises NoSuchLesson or NoSuchStep."""
    lesson = find_lesson(game)
    if not 1 <= step <= len(lesson.steps):
        raise NoSuchStep(step=step, last=len(lesson.steps))
    return lesson


def lesson_perspective(language: str, game: str, view: str) -> Perspective:
    """The learner's perspective; raises NoSuchView."""
    perspective = Perspective(LEARNER, view, language)
    try:
        lesson_of(game).played.layout(view=view)
    except ValueError as error:
        raise NoSuchView(problem=as_sentence(error)) from None
    return perspective


def explain_step(game: str, step: int, moves: tuple[str, ...], clicks: tuple[str, ...], language: str) -> Why:
    """Which rule forbids the moves that begin with these clicks, after these moves of a step."""
    match = play_moves(find_step(game, step).begin(step), moves)
    return explain_refusal(match.state, clicks, language)


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
