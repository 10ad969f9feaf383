"""X, as one would settle an argument over the board: colour by colour, group by group."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import product
from random import Random

from tablier import Game

Cell = tuple[int, int]
Board = dict[Cell, str]  # the stones only

SEATS = "ryg"


@cache
def around(cell: Cell) -> list[Cell]:
    """The six neighbours, on the board or off it (§X2)."""
    c, r = cell
    return [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1), (c + 1, r - 1), (c - 1, r + 1)]


def groups(board: Board) -> list[set[Cell]]:
    """Connected stones of one colour."""
    found, seen = [], set()
    for cell, colour in board.items():
        if cell in seen:
            continue
        group, waiting = {cell}, [cell]
        while waiting:
            for neighbour in around(waiting.pop()):
                if neighbour not in group and board.get(neighbour) == colour:
                    group.add(neighbour)
                    waiting.append(neighbour)
        seen |= group
        found.append(group)
    return found


def winner(owners: Iterable[str]) -> str:
    """§X7: the largest number of corners that only one seat has."""
    owned = list(owners)
    numbers = [owned.count(seat) for seat in SEATS]
    return SEATS[numbers.index(max(number for number in numbers if numbers.count(number) == 1))]


class Position:
    """A board of stones, and what follows from it; worked out when asked, once."""

    def __init__(self, size: int, board: Board) -> None:
        self.size, self.board = size, board

    @cached_property
    def empty(self) -> list[Cell]:
        cells = product(range(self.size), range(self.size))
        return [cell for cell in cells if cell not in self.board]

    def owners(self, edge: int) -> list[str | None]:
        """Who owns a1, the end of its row, the end of its column and the last corner (§X5).

        Compares how far the groups reach along its column's edge (edge 1) or its row's (edge 0).
        """
        last = self.size - 1
        own: list[str | None] = []
        both = groups(self.board)
        for r, c in product((0, last), repeat=2):
            farthest, owner = -1, None
            for group in both:
                on_column = [abs(cell[1] - r) for cell in group if cell[0] == c]
                on_row = [abs(cell[0] - c) for cell in group if cell[1] == r]
                if not on_column or not on_row:
                    continue
                reach = max(on_column if edge else on_row)
                if reach > farthest:
                    farthest, owner = reach, self.board[next(iter(group))]
            own.append(owner)
        return own

    @cached_property
    def open(self) -> list[list[str]]:
        """For each corner, who can still own it: who owns it with all empty cells (§X8)."""
        able: list[list[str]] = [[], [], [], []]
        for seat in SEATS:
            filled = Position(self.size, self.board | dict.fromkeys(self.empty, seat))
            for corner, owner in enumerate(filled.owners(1)):
                if owner == seat:
                    able[corner].append(seat)
        return able

    @cached_property
    def certain(self) -> str | None:
        """The winner, if every choice of one seat a corner names the same."""
        winners = {winner(choice) for choice in product(*self.open)}
        return winners.pop() if len(winners) == 1 else None


class XReferee:
    def __init__(self, size: int, to_the_end: bool) -> None:
        self.size, self.to_the_end = size, to_the_end
        self.cells = [(c, r) for r in range(size) for c in range(size)]
        self.names = {(c, r): "abcdefghijklmnopqrst"[c] + str(r + 1) for c, r in self.cells}
        self.at = {name: cell for cell, name in self.names.items()}

    def start(self) -> Position:
        return Position(self.size, {})

    def turn(self, position: Position) -> int:
        return len(position.board) % 3  # §X1

    def moves(self, position: Position) -> set[str]:
        return set() if self.outcome(position) else {self.names[cell] for cell in position.empty}  # §X3

    def after(self, position: Position, move: str) -> Position:
        stone = SEATS[self.turn(position)]
        return Position(self.size, position.board | {self.at[move]: stone})

    def outcome(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        full = not position.empty
        if self.to_the_end and not full:
            return None
        if position.certain is None:
            return None
        return tuple(float(seat == position.certain) for seat in SEATS), "full" if full else "decided"

    def text(self, position: Position) -> str:
        rows = []
        for r in reversed(range(self.size)):
            line = "".join(position.board.get((c, r), ".") for c in range(self.size))
            for run in range(self.size, 0, -1):
                line = line.replace("." * run, f"{run}|")  # the bar keeps 1 and 2 from reading as 12
            rows.append(line.replace("|", ""))
        return "/".join(rows) + " " + SEATS[self.turn(position)]

    def read(self, text: str) -> Position:
        board: Board = {}
        for r, line in zip(reversed(range(self.size)), text.split()[0].split("/"), strict=True):
            c, number = 0, ""
            for mark in line + "|":
                if mark.isdigit():
                    number += mark
                    continue
                c, number = c + int(number or 0), ""
                if mark in SEATS:
                    board[c, r] = mark
                    c += 1
        return Position(self.size, board)

    def scramble(self, rng: Random) -> str:
        """Each seat fills up its own lines and blots first; stopped anywhere, often at the very end."""
        wishes = {seat: self.wishes(rng) for seat in SEATS}
        order: list[tuple[Cell, str]] = []
        left = set(self.cells)
        while left:
            seat = SEATS[len(order) % 3]
            cell = max(left, key=wishes[seat].__getitem__)
            left.remove(cell)
            order.append((cell, seat))
        first, last = 0, len(order)  # the number of stones that ends the game: more of them never undo that
        while not self.to_the_end and first < last:
            half = (first + last) // 2
            if Position(self.size, dict(order[:half])).certain is None:
                first = half + 1
            else:
                last = half
        stones = rng.choice([last, last, last - 1, last - rng.randrange(6), rng.randrange(last + 1)])
        return self.text(Position(self.size, dict(order[: max(stones, 0)])))

    def wishes(self, rng: Random) -> dict[Cell, float]:
        """How much a seat wants each cell: near some lines or points of its own, and some whim."""
        whim = rng.choice([0.5, 2, 8])
        lines = [
            (rng.choice(["row", "column", "slant", "point"]), rng.choice(self.cells))
            for _ in range(rng.randint(1, 3))
        ]

        def distance(cell: Cell, kind: str, point: Cell) -> int:
            across, up = cell[0] - point[0], cell[1] - point[1]
            apart = {"row": up, "column": across, "slant": across + up, "point": max(abs(across), abs(up))}
            return abs(apart[kind])

        return {
            cell: whim * rng.random() - min(distance(cell, *line) for line in lines) for cell in self.cells
        }


def referee(game: Game) -> XReferee:
    return XReferee(game.options["size"], game.options["to_the_end"])
