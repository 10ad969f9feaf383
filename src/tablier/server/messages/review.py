"""Messages about the review of a finished game."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tablier.board_game import Game
from tablier.bots.reviewing import JudgedMove

ReviewState = Literal["working", "done", "broken"]


class JudgedNews(Struct, frozen=True):
    """A move compared with the best one. Shares are those of the mover's side, as parts of all points."""

    ply: int
    """How many moves were made before it."""
    seat: int
    move: str
    best: str
    path: tuple[str, ...]
    """What to click for the best move."""
    line: tuple[str, ...]
    """How the game would have gone on, the best move first."""
    share: float
    best_share: float
    lost: float
    noise: float
    """The uncertainty of the loss; 0 when it is proven."""
    mistake: bool


class ReviewNews(Struct, frozen=True):
    """The part of a review that is known. It grows from the first move on."""

    state: ReviewState
    known: int
    """Positions that are known."""
    of: int
    """Positions in all."""
    since: int
    shares: tuple[tuple[float, ...], ...]
    """Of each seat, from the position after `since` moves on."""
    moves: tuple[JudgedNews, ...]
    """From the move that led there on."""
    accuracy: tuple[float | None, ...]
    """Of each seat, from 0 to 100, over the moves that are known; null for a seat without one."""


class TriedMove(Struct, frozen=True):
    """Another move tried at a position of the game."""

    tried: JudgedNews
    made: JudgedNews
    """What was played in the game."""
    scene: dict[str, Any]
    """The board after the move."""


def judged_news(game: Game, judged: JudgedMove) -> JudgedNews:
    side = game.side(judged.seat)
    return JudgedNews(
        ply=judged.ply,
        seat=judged.seat,
        move=game.texts[judged.move],
        best=game.texts[judged.best],
        path=game.paths[judged.best],
        line=tuple(game.texts[move] for move in judged.line),
        share=sum(judged.shares[seat] for seat in side),
        best_share=sum(judged.best_shares[seat] for seat in side),
        lost=judged.lost,
        noise=judged.noise,
        mistake=judged.is_mistake,
    )
