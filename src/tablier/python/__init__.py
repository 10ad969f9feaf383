"""Games written in plain Python: derive from `GridGame`, or from `PythonGame` where there is no grid.

>>> from tablier.python import Board, End, GridGame
"""

from tablier.python.game import End, PythonGame
from tablier.python.grid_game import Board, GridGame, PieceKind

__all__ = ["Board", "End", "GridGame", "PieceKind", "PythonGame"]
