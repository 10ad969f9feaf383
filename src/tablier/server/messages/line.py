"""A line of moves as clients see it: the boards one after the other, and the moves in words."""

from __future__ import annotations

from typing import Any

from tablier.match import Match
from tablier.scene import Phrase, say, to_text
from tablier.server.messages.news import Perspective
from tablier.server.messages.snapshot import draw_position
from tablier.web.languages import translator


def draw_scenes(
    match: Match, first: int, perspective: Perspective, *, viewpoint: int, may_play: bool
) -> tuple[dict[str, Any], ...]:
    """The positions from the one after `first` moves on; only the last one may offer legal moves."""
    last = len(match.moves)
    return tuple(
        draw_position(
            match,
            at,
            moves=match.legal_moves if at == last and may_play else (),
            viewpoint=viewpoint,
            perspective=perspective,
        )
        for at in range(first, last + 1)
    )


def describe_moves(match: Match, first: int, perspective: Perspective) -> tuple[str, ...]:
    """The moves from ply `first` on as sentences, for screen readers."""
    game = match.game
    return tuple(
        to_text(
            say(
                "{name} played {move}.", name=Phrase(game.seats[match.states[at].turn]), move=game.texts[move]
            ),
            translator(perspective.language),
        )
        for at, move in enumerate(match.moves)
        if at >= first
    )
