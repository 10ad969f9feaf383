"""OLIX, as one would explain it with a list of every figure that fits on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from tablier import Game

Cell = tuple[int, int]
SIZE, STOCK = 11, 46
KINDS = "OLIX"
COLUMN = {"O": [4, 6, 8, 9], "L": [5, 6, 7, 8], "I": [4, 5, 6, 7], "X": [4, 5, 6, 7]}  # §O5
GRID = [(column, row) for row in range(SIZE) for column in range(SIZE)]


@dataclass(frozen=True)
class Figure:
    """A pattern that fits on the board: the cells that must be the player's, and those it encloses."""

    kind: str
    cells: frozenset[Cell]
    inside: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Position:
    pawns: dict[Cell, str]
    turn: int
    columns: dict[str, tuple[int, str]]  # by kind: the value and its holders; no entry while empty


def line(start: Cell, step: Cell, length: int) -> frozenset[Cell]:
    return frozenset((start[0] + i * step[0], start[1] + i * step[1]) for i in range(length))


def fits(cells: frozenset[Cell]) -> bool:
    return all(0 <= column < SIZE and 0 <= row < SIZE for column, row in cells)


def figures() -> Iterator[Figure]:
    """Every figure of §O3."""
    for start in GRID:
        for kind, steps in (("I", [(1, 0), (0, 1)]), ("X", [(1, 1), (1, -1)])):
            for step in steps:
                for length in range(4, SIZE + 1):
                    if fits(line(start, step, length)):
                        yield Figure(kind, line(start, step, length))
        for right in (-1, 1):
            for up in (-1, 1):
                for width in range(3, SIZE + 1):
                    for height in range(3, SIZE + 1):
                        lying, standing = line(start, (right, 0), width), line(start, (0, up), height)
                        if fits(lying) and fits(standing):
                            yield Figure("L", lying | standing)
        for far in GRID:
            if far[0] > start[0] and far[1] > start[1]:
                columns, rows = range(start[0], far[0] + 1), range(start[1], far[1] + 1)
                box = frozenset((column, row) for column in columns for row in rows)
                inside = frozenset((column, row) for column in columns[1:-1] for row in rows[1:-1])
                yield Figure("O", box - inside, inside)


@cache
def all_figures() -> tuple[Figure, ...]:
    """Short ones first, so that a search for any that is possible ends early."""
    return tuple(sorted(figures(), key=lambda figure: len(figure.cells)))


@cache
def figures_with() -> dict[Cell, list[Figure]]:
    """By cell: the figures it is part of or lies inside."""
    found: dict[Cell, list[Figure]] = {cell: [] for cell in GRID}
    for figure in all_figures():
        for cell in figure.cells | figure.inside:
            found[cell].append(figure)
    return found


def cells_of(pawns: dict[Cell, str], player: str) -> set[Cell]:
    return {cell for cell, owner in pawns.items() if owner == player}


class OlixReferee:
    def __init__(self, interior: str, to_the_end: bool) -> None:
        self.interior, self.to_the_end = interior, to_the_end

    def start(self) -> Position:
        return Position({}, 0, {})

    def turn(self, position: Position) -> int:
        return position.turn

    def worth(self, figure: Figure, own: set[Cell], pawns: set[Cell]) -> int:
        """The value of a figure for the player who has these of all pawns, 0 if it is not there (§O3)."""
        if not figure.cells <= own:
            return 0
        return len(figure.cells) + len(figure.inside & (own if self.interior == "own" else pawns))

    def best(self, pawns: dict[Cell, str], player: str, cell: Cell) -> dict[str, int]:
        """What a player's pawn on a cell is part of, the best of each kind (§O4)."""
        own, found = cells_of(pawns, player), dict.fromkeys(KINDS, 0)
        everyone = set(pawns)
        for figure in figures_with()[cell]:
            found[figure.kind] = max(found[figure.kind], self.worth(figure, own, everyone))
        return found

    def after(self, position: Position, move: str) -> Position:
        player = "rb"[position.turn]
        cell = (ord(move[0]) - ord("a"), int(move[1:]) - 1)
        pawns = {**position.pawns, cell: player}
        columns = dict(position.columns)
        for kind, value in self.best(pawns, player, cell).items():
            held, holders = columns.get(kind, (0, ""))
            if value > held:
                columns[kind] = (value, player)  # §O6: taken over
            elif value and value == held and player not in holders:
                columns[kind] = (held, "rb")  # §O6: beside the other
        return Position(pawns, 1 - position.turn, columns)

    def threshold(self, position: Position, player: str, kind: str) -> int:
        """The smallest value that would change the column for a player (§O8)."""
        if kind not in position.columns:
            return COLUMN[kind][0]
        held, holders = position.columns[kind]
        return held + 1 if player in holders else held

    def decided(self, position: Position) -> bool:
        empty = {cell for cell in GRID if cell not in position.pawns}
        for player in "rb":
            filled = empty | cells_of(position.pawns, player)
            threshold = {kind: self.threshold(position, player, kind) for kind in KINDS}
            everyone = set(GRID)
            for figure in all_figures():
                if self.worth(figure, filled, everyone) >= threshold[figure.kind] and empty & (
                    figure.cells | figure.inside
                ):
                    return False
        return True

    def standing(self, position: Position) -> tuple[float, ...]:
        """§O9"""
        cells = {
            player: sorted(
                (COLUMN[k].index(v) for k, (v, holders) in position.columns.items() if player in holders),
                reverse=True,
            )
            for player in "rb"
        }
        red, blue = ((len(cells[player]), cells[player]) for player in "rb")
        return (1.0, 0.0) if red > blue else (0.0, 1.0) if blue > red else (0.5, 0.5)

    def outcome(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        for kind, (value, holders) in position.columns.items():
            if value > COLUMN[kind][-1]:
                return ((1.0, 0.0) if holders == "r" else (0.0, 1.0)), "super"  # §O7
        if len(position.pawns) == 2 * STOCK:
            return self.standing(position), "exhausted"
        if not self.to_the_end and self.decided(position):
            return self.standing(position), "decided"
        return None

    def moves(self, position: Position) -> set[str]:
        if self.outcome(position):
            return set()
        return {f"{'abcdefghijk'[c]}{r + 1}" for c, r in GRID if (c, r) not in position.pawns}

    def text(self, position: Position) -> str:
        rows = []
        for row in reversed(range(SIZE)):
            text = "".join(position.pawns.get((column, row), ".") for column in range(SIZE))
            for run in range(SIZE, 0, -1):
                text = text.replace("." * run, str(run))
            rows.append(text)
        columns = [
            kind + ("{}{}".format(*position.columns[kind]) if kind in position.columns else "-")
            for kind in KINDS
        ]
        return f"{'/'.join(rows)} {'rb'[position.turn]} {','.join(columns)}"

    def read(self, text: str) -> Position:
        board, turn, columns = text.split()
        pawns = {}
        for row, line in zip(reversed(range(SIZE)), board.split("/"), strict=True):
            for run in range(SIZE, 0, -1):
                line = line.replace(str(run), "." * run)
            pawns |= {(column, row): pawn for column, pawn in enumerate(line) if pawn != "."}
        held = {
            column[0]: (int(column[1:].rstrip("rb")), column.lstrip("OLIX0123456789"))
            for column in columns.split(",")
            if column[1] != "-"
        }
        return Position(pawns, "rb".index(turn), held)


def referee(game: Game) -> OlixReferee:
    return OlixReferee(game.options["interior"], game.options["to_the_end"])
