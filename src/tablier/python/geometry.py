"""Boards of squares or hexagons: neighbours, rays, lines and edges by the numbers of cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Literal

from tablier.grid import cell

Shape = Literal["squares", "hexagons"]
Cells = tuple[int, ...]

ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
HEXAGONAL = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Columns lean: a step up leads half a cell to the right, so that the sixth direction is (-1, 1)."""


class Geometry:
    """Cells numbered row by row from a1: `row * width + column`. `is_cell` may leave some out."""

    def __init__(
        self, width: int, height: int, shape: Shape, is_cell: Callable[[int, int], bool] = lambda _c, _r: True
    ) -> None:
        self.width, self.height, self.shape = width, height, shape
        self.cells: Cells = tuple(
            row * width + column for row in range(height) for column in range(width) if is_cell(column, row)
        )
        self._members = frozenset(self.cells)
        self.names = tuple(cell(column, row) for row in range(height) for column in range(width))
        self.numbers = {self.names[number]: number for number in self.cells}
        self._lines: dict[int, tuple[Cells, ...]] = {}

    def step(self, number: int, direction: tuple[int, int]) -> int | None:
        """The cell one step on; None beyond the edge."""
        column, row = number % self.width + direction[0], number // self.width + direction[1]
        if not (0 <= column < self.width and 0 <= row < self.height):
            return None
        found = row * self.width + column
        return found if found in self._members else None

    @property
    def directions(self) -> tuple[tuple[int, int], ...]:
        """Eight on squares, the orthogonal ones first; six on hexagons."""
        return HEXAGONAL if self.shape == "hexagons" else ORTHOGONAL + DIAGONAL

    @cached_property
    def neighbours(self) -> tuple[Cells, ...]:
        """For each cell those that share a side with it."""
        sides = HEXAGONAL if self.shape == "hexagons" else ORTHOGONAL
        return self._steps(sides)

    @cached_property
    def around(self) -> tuple[Cells, ...]:
        """For each cell those that share a side or a corner with it."""
        return self._steps(self.directions)

    def _steps(self, directions: tuple[tuple[int, int], ...]) -> tuple[Cells, ...]:
        return tuple(
            tuple(
                found
                for direction in directions
                if number in self._members and (found := self.step(number, direction)) is not None
            )
            for number in range(self.width * self.height)
        )

    @cached_property
    def rays(self) -> tuple[tuple[Cells, ...], ...]:
        """For each cell and each of `directions` the cells from the next one to the edge."""
        return tuple(
            tuple(
                self._ray(number, direction) if number in self._members else ()
                for direction in self.directions
            )
            for number in range(self.width * self.height)
        )

    def _ray(self, number: int, direction: tuple[int, int]) -> Cells:
        found: list[int] = []
        at = self.step(number, direction)
        while at is not None:
            found.append(at)
            at = self.step(at, direction)
        return tuple(found)

    def lines(self, length: int) -> tuple[Cells, ...]:
        """All straight lines of so many cells, each once."""
        if length not in self._lines:
            self._lines[length] = self._find_lines(length)
        return self._lines[length]

    def _find_lines(self, length: int) -> tuple[Cells, ...]:
        half = self.directions[:2] + self.directions[4:6] if self.shape == "squares" else self.directions[:3]
        return tuple(
            (number, *ray[: length - 1])
            for number in self.cells
            for direction in half
            if len(ray := self._ray(number, direction)) >= length - 1
        )

    @cached_property
    def edges(self) -> dict[str, frozenset[int]]:
        """The cells along "left", "right", "bottom" and "top"."""
        return {
            "left": frozenset(each for each in self.cells if each % self.width == 0),
            "right": frozenset(each for each in self.cells if each % self.width == self.width - 1),
            "bottom": frozenset(each for each in self.cells if each < self.width),
            "top": frozenset(each for each in self.cells if each >= self.width * (self.height - 1)),
        }

    def group(self, cells: bytes, start: int) -> set[int]:
        """The cells connected with `start` by sides that hold the same as it does."""
        kind, found, todo, neighbours = cells[start], {start}, [start], self.neighbours
        while todo:
            for other in neighbours[todo.pop()]:
                if cells[other] == kind and other not in found:
                    found.add(other)
                    todo.append(other)
        return found
