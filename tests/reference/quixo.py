"""Quixo, as one would explain it with the cubes in hand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablier import Game

Cell = tuple[int, int]


@dataclass(frozen=True)
class Position:
    cubes: dict[Cell, str]  # "." neutral; "x", "o"; in teams "s", "n" crosses and "w", "e" circles
    turn: int


class QuixoReferee:
    def __init__(self, size: int, teams: bool) -> None:
        self.size, self.teams = size, teams
        self.cells = [(column, row) for row in range(size) for column in range(size)]
        self.names = {(c, r): "abcde"[c] + str(r + 1) for c, r in self.cells}
        self.at = {name: cell for cell, name in self.names.items()}

    def start(self) -> Position:
        return Position(dict.fromkeys(self.cells, "."), 0)

    def mark(self, cube: str) -> str:
        return {"s": "x", "n": "x", "w": "o", "e": "o"}.get(cube, cube)

    def own(self, turn: int) -> str:
        return "xo"[turn % 2]

    def turn(self, position: Position) -> int:
        return position.turn

    def ends(self, cell: Cell) -> list[Cell]:
        """Where a cube taken here may come back (§Q4)."""
        column, row = cell
        last = self.size - 1
        return [end for end in [(0, row), (last, row), (column, 0), (column, last)] if end != cell]

    def takeable(self, position: Position, cell: Cell) -> bool:
        if not {0, self.size - 1} & set(cell):
            return False  # only the rim
        cube = position.cubes[cell]
        if cube == ".":
            return True
        if self.mark(cube) != self.own(position.turn):
            return False  # §Q2
        if not self.teams:
            return True
        marked = sum(other != "." for other in position.cubes.values())
        return marked >= 4 and cube == "swne"[position.turn]  # §Q10, §Q9

    def moves(self, position: Position) -> set[str]:
        if self.outcome(position):
            return set()
        pushes = {
            self.names[cell] + self.names[end]
            for cell in self.cells
            if self.takeable(position, cell)
            for end in self.ends(cell)
        }
        if not self.teams:
            return pushes
        dots = "sn" if position.turn % 2 == 0 else "we"  # §Q11
        return {push + dot for push in pushes for dot in dots} or {"pass"}  # §Q12

    def after(self, position: Position, move: str) -> Position:
        following = (position.turn + 1) % (4 if self.teams else 2)
        if move == "pass":
            return Position(position.cubes, following)
        cubes = dict(position.cubes)
        gap, end = self.at[move[:2]], self.at[move[2:4]]
        while gap != end:  # pull the neighbour into the gap, until the gap is at the end
            step = tuple((b > a) - (b < a) for a, b in zip(gap, end, strict=True))
            neighbour = (gap[0] + step[0], gap[1] + step[1])
            cubes[gap] = cubes[neighbour]
            gap = neighbour
        cubes[end] = move[4] if self.teams else self.own(position.turn)  # §Q3
        return Position(cubes, following)

    def lines(self, position: Position, side: str) -> bool:
        size = self.size
        rows = [[(c, r) for c in range(size)] for r in range(size)]
        columns = [[(c, r) for r in range(size)] for c in range(size)]
        diagonals = [[(i, i) for i in range(size)], [(i, size - 1 - i) for i in range(size)]]
        lines = rows + columns + diagonals
        return any(all(self.mark(position.cubes[cell]) == side for cell in line) for line in lines)

    def outcome(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        mover, other = self.own(position.turn + 1), self.own(position.turn)
        if self.lines(position, other):
            winner = other  # §Q6: the mover loses, even beside a line of their own
        elif self.lines(position, mover):
            winner = mover
        else:
            return None
        seats = range(4 if self.teams else 2)
        return tuple(float(self.own(seat) == winner) for seat in seats), "line"

    def text(self, position: Position) -> str:
        rows = []
        for row in reversed(range(self.size)):
            line = "".join(position.cubes[column, row] for column in range(self.size))
            for run in range(self.size, 0, -1):
                line = line.replace("." * run, str(run))
            rows.append(line)
        return "/".join(rows) + " " + ("swne" if self.teams else "xo")[position.turn]

    def read(self, text: str) -> Position:
        board, turn = text.split()
        cubes = {}
        for row, line in zip(reversed(range(self.size)), board.split("/"), strict=True):
            spread = "".join("." * int(mark) if mark.isdigit() else mark for mark in line)
            for column, mark in enumerate(spread):
                cubes[column, row] = mark
        return Position(cubes, ("swne" if self.teams else "xo").index(turn))

    def scramble(self, rng: Random) -> str:
        """Cubes thrown anyhow, lines and all; two of each side on the rim, as after the first turns."""
        marks = "swne" if self.teams else "xo"
        weights = [rng.random() for _ in marks]
        cubes = {cell: rng.choices("." + marks, [rng.random(), *weights])[0] for cell in self.cells}
        rim = [cell for cell in self.cells if {0, self.size - 1} & set(cell)]
        cubes |= dict(zip(rng.sample(rim, 4), (marks * 2)[:4], strict=True))
        return self.text(Position(cubes, rng.randrange(len(marks))))


def referee(game: Game) -> QuixoReferee:
    return QuixoReferee(game.options.get("size", 5), game.id == "quixo-teams")
