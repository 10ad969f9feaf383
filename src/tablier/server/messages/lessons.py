"""Messages about the steps of a lesson."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tablier.server.tables.commands import Short

MAX_MOVES = 200

Moves = Annotated[tuple[Short, ...], Meta(max_length=MAX_MOVES)]


class LessonHint(Struct, frozen=True):
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
    hint: LessonHint | None
    """A move that completes the step."""


class LessonMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves made in a step so far, the last one yours; in the game at the end those of all players."""

    moves: Moves


class AnswerNews(Struct, frozen=True):
    """The consequence of your move."""

    done: bool
    over: bool
    """Whether nothing is left to play; unless it is `done` the step begins again."""
    says: str
    moves: tuple[str, ...]
    """All of them; in a game, to be sent with your next one."""
    scenes: tuple[dict[str, Any], ...]
    """The position after your move and after each of the others'."""
    told: tuple[str, ...]
    hint: LessonHint | None
