"""Pictures of positions as SVG: a game's cover, and a position of a match."""

from __future__ import annotations

from functools import cache
from random import Random

import tablier
from tablier.match import Match

POSITION_SECONDS = 60
"""Seconds for which a browser may keep the picture of a position: its move may be taken back."""
COVER_PROGRESS = 0.3
"""The part of a random game that is played before its cover is drawn."""


@cache
def draw_cover(game: str) -> str:
    """A position from the middle of a random game, the same at every call."""
    rng = Random(game)
    match = tablier.Match(tablier.game(game))
    while match.legal_moves:
        match.push(rng.choice(match.legal_moves))
    return draw_ply(match, max(1, int(len(match.moves) * COVER_PROGRESS)))


def draw_ply(match: Match, at: int, *, viewpoint: int = 0, view: str = "") -> str:
    """The position after `at` moves, with the last of them marked."""
    last, before = match.last_move(at)
    return match.game.picture(match.states[at], last=last, before=before, viewpoint=viewpoint, view=view)


def draw_nearest_ply(match: Match, at: int) -> str:
    """The position after `at` moves, or the nearest one there is: links outlive takebacks."""
    return draw_ply(match, min(max(at, 0), len(match.moves)))
