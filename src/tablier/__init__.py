"""Tablier: X, Plateau X, Quixo and OLIX by their exact rules."""

import tablier.games  # noqa: F401 -- first: the function of that name, below, must be the last to take it
from tablier.core.playouts import Playouts, playouts
from tablier.core.rules import State
from tablier.core.values import IllegalMove, NotationError, Outcome
from tablier.game import Game, Option
from tablier.match import Match
from tablier.record import Record
from tablier.registry import game, games
from tablier.series import Series

__all__ = [
    "Game",
    "IllegalMove",
    "Match",
    "NotationError",
    "Option",
    "Outcome",
    "Playouts",
    "Record",
    "Series",
    "State",
    "game",
    "games",
    "playouts",
]
