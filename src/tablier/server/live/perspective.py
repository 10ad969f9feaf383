"""How a person sees a board."""

from __future__ import annotations

from tablier.scene import Phrase, say
from tablier.server.messages.news import Perspective
from tablier.server.tables.commands import MAX_PAUSE
from tablier.server.tables.errors import NoSuchSeat, NoSuchView
from tablier.server.tables.state import TableState


def limit_pause(seconds: float) -> float:
    """A pause within what a table allows; none for what is no number."""
    return min(seconds, MAX_PAUSE) if seconds > 0 else 0.0


def check_perspective(now: TableState, perspective: Perspective) -> Perspective:
    """The perspective, if the game has that seat and view; NoSuchSeat or NoSuchView otherwise."""
    game = now.match.game
    if perspective.viewpoint is not None and perspective.viewpoint not in range(len(game.seats)):
        raise NoSuchSeat(seat=perspective.viewpoint)
    if perspective.view and perspective.view not in game.views:
        raise NoSuchView(
            problem=say(
                "{game} has no such view; it has {views}.",
                game=Phrase(game.title),
                views=", ".join(game.views),
            )
        )
    return perspective
