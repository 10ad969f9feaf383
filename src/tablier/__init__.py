"""Tablier: X, Plateau X, Quixo and OLIX by their exact rules."""

from tablier.core.playouts import Playouts, playouts
from tablier.core.rules import State
from tablier.core.values import IllegalMove, NotationError, Outcome
from tablier.game import Game
from tablier.games import game, games

__all__ = [
    "Game",
    "IllegalMove",
    "NotationError",
    "Outcome",
    "Playouts",
    "State",
    "game",
    "games",
    "playouts",
]
