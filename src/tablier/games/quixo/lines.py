"""The lines of the tray, and who may still fill them."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from tablier.board_game import Game, facts_of
from tablier.core.rules import State
from tablier.games.quixo.rules import Facts
from tablier.grid import cells
from tablier.scene import Phrase, Words, say


class OpenLine(NamedTuple):
    """A line without a cube of the other side."""

    side: int
    """0: crosses, 1: circles."""
    spots: tuple[str, ...]
    filled: int
    """Cubes of the side in it."""


def list_lines(size: int) -> tuple[tuple[str, ...], ...]:
    """All lines (§Q5): rows from below, columns from the left, the two diagonals."""
    names = cells(size, size)
    rows = [names[row * size : (row + 1) * size] for row in range(size)]
    columns = [names[column::size] for column in range(size)]
    diagonals = [names[:: size + 1], names[size - 1 : size * size - 1 : size - 1]]
    return tuple(tuple(line) for line in (*rows, *columns, *diagonals))


def find_open_lines(state: State) -> tuple[OpenLine, ...]:
    """The lines with cubes of one side and none of the other."""
    board = state.game.rules.cells(state)
    size = isqrt(len(board))
    marks = dict(zip(cells(size, size), board, strict=True))
    found = []
    for line in list_lines(size):
        sides = [(marks[name] - 1) % 2 for name in line if marks[name]]
        if sides and len(set(sides)) == 1:
            found.append(OpenLine(sides[0], line, len(sides)))
    return tuple(found)


def find_full_line(state: State, side: int) -> tuple[str, ...] | None:
    """A full line of a side; None if it has none."""
    board = state.game.rules.cells(state)
    size = isqrt(len(board))
    names = cells(size, size)
    for line in facts_of(Facts, state).lines:
        if (board[names.index(line[0])] - 1) % 2 == side:
            return line
    return None


def name_side(game: Game, side: int) -> Words:
    """The player of crosses or circles, or both partners."""
    first, *partners = (Phrase(game.seats[seat]) for seat in game.sides[side])
    return say("{one} and {other}", one=first, other=partners[0]) if partners else first
