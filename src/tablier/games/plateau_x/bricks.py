"""The bricks: every kind in every turn (§P2), the one table that moves, notation and position text share."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Brick(NamedTuple):
    """A kind of brick in one turn."""

    token: str
    """The thing to click before the cell it goes to."""
    letters: str
    """What its cells are called in a position text, in the order of `cells`."""
    cells: tuple[tuple[int, int], ...]
    """Columns and rows counted from the cell clicked (a Triple's elbow), in order of row, then column."""


BRICKS = (
    Brick("S", "s", ((0, 0),)),
    Brick("D-", "mn", ((0, 0), (1, 0))),
    Brick("D|", "op", ((0, 0), (0, 1))),
    # The arms of T1 point right and up; each further one is a quarter turn to the left.
    Brick("T1", "abc", ((0, 0), (1, 0), (0, 1))),
    Brick("T2", "def", ((-1, 0), (0, 0), (0, 1))),
    Brick("T3", "ghi", ((0, -1), (-1, 0), (0, 0))),
    Brick("T4", "jkl", ((0, -1), (0, 0), (1, 0))),
)
LETTERS = "".join(brick.letters for brick in BRICKS)
TRIPLES = 37
"""In common, in every variant (§P1)."""


@cache
def places(brick: Brick, size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Where a brick fits on the grid: the cell clicked, and its cells; all counted row by row from a1."""
    found = []
    for row in range(size):
        for column in range(size):
            spots = [(column + right, row + up) for right, up in brick.cells]
            if all(0 <= c < size and 0 <= r < size for c, r in spots):
                found.append((row * size + column, tuple(r * size + c for c, r in spots)))
    return tuple(found)
