"""Messages about puzzles, and about the drill of own mistakes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tablier.server.messages.lessons import Moves
from tablier.server.messages.review import JudgedNews, TriedMove
from tablier.server.tables.commands import Short


class PuzzleNews(Struct, frozen=True):
    """A puzzle, before anything is done."""

    id: str
    game: str
    title: str
    """The game, with the options that are not left as they come."""
    says: str
    """What is asked for."""
    seat: int
    moves: int
    """Moves that are yours in the solution."""
    level: int
    """The lowest level of computer players that finds the first move."""
    points: int
    """The puzzle's rating."""
    layout: str
    """The address of the empty board."""
    scene: dict[str, Any]
    tried: bool | None
    """Whether your first attempt solved it; null if there was none."""
    rating: str
    """Your puzzle rating in words; empty without an account or an attempt."""


class PuzzleMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves from the puzzle's position on, those of the others included; the last one is yours."""

    moves: Moves


class PuzzleAnswer(Struct, frozen=True):
    """The consequence of your move."""

    right: bool
    solved: bool
    says: str
    moves: tuple[str, ...]
    """All of them; to be sent with your next one."""
    scenes: tuple[dict[str, Any], ...]
    """The position after your move and after each of the others'."""
    told: tuple[str, ...]
    """These moves in words."""
    rating: str
    """How your rating changed; empty if it did not."""


class PuzzleSolution(Struct, frozen=True):
    """The solution from the puzzle's position on."""

    moves: tuple[str, ...]
    scenes: tuple[dict[str, Any], ...]
    """The position, and what it is after each move."""
    told: tuple[str, ...]
    says: str
    rating: str
    """How your rating changed; empty if it did not."""


class DrillMove(Struct, frozen=True, forbid_unknown_fields=True):
    move: Annotated[Short, Meta(min_length=1)]


class DrillTask(Struct, frozen=True):
    """The position before a mistake of yours."""

    table: str
    ply: int
    title: str
    """The game."""
    seat: str
    """Whose move it is."""
    move: str
    """What you played."""
    lost: float
    """What it gave away, as a part of all points."""
    stage: int
    """How often in a row you found a better move."""
    layout: str
    scene: dict[str, Any]


class DrillNews(Struct, frozen=True):
    """What there is to repeat."""

    state: Literal["due", "working", "later", "none"]
    """Something is due; games are being analysed; nothing is due before `next`; there are no mistakes."""
    due: int
    """How many are due."""
    learnt: int
    """How many you know."""
    later: int
    """How many come back later."""
    next: float | None
    """Seconds until the next one is due."""
    games: int
    """Finished games that were looked at."""
    waiting: int
    """Finished games that are not analysed yet."""
    task: DrillTask | None


class DrillAnswer(Struct, frozen=True):
    """A move in a drill compared with the best one."""

    solved: bool
    says: str
    """When it comes back."""
    found: TriedMove
    judged: JudgedNews
    """The mistake, with the best move."""
