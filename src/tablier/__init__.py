"""Tablier: X, Plateau X, Quixo and OLIX by their exact rules."""

import tablier.games  # noqa: F401 -- first: the function of that name, below, must be the last to take it
from tablier.batches import Batch, batch
from tablier.board_game import Game, Option
from tablier.core.playouts import Playouts, playouts
from tablier.core.rules import State
from tablier.core.values import IllegalMove, NotationError, Outcome
from tablier.match import Match
from tablier.record import Record
from tablier.record_line import Variation
from tablier.registry import game, games, register
from tablier.series import Series

__all__ = [
    "Batch",
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
    "Variation",
    "batch",
    "game",
    "games",
    "playouts",
    "register",
]
