"""OLIX, as one would explain it with a list of every figure that fits on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from tablier import Game

Cell = tuple[int, int]
SIZE, STOCK = 11, 46
KINDS = "OLIX"
COLUMN = {"O": [4, 6, 8, 9], "L": [5, 6, 7, 8], "I": [4, 5, 6, 7], "X": [4, 5, 6, 7]}  # §O5
GRID = [(column, row) for row in range(SIZE) for column in range(SIZE)]

DECIDED = (
    "1b1r3br2/rrbr1brb1r1/2rb1r3bb/bbbbbbbr3/r1b1rbr2r1/1br1brb1b1r/"
    "1rbrbrbb3/b3br1rrbb/r2bb1rbrrr/3rb1b1rrr/3rbbbrrrr",
    "rb1b1br3b/2rb3rrb1/2rbr3br1/1rbbbrrb1r1/r1rbbbbrrrr/1br1rrbrbbb/"
    "b2rbbbbbbb/rrb3rrbbb/r1rbrrr1rbr/1rb2rb2rr/3rb2b3",
    "1r1b2bbr2/1rrb1r2b1r/brbbr1rb3/br1b1rbr1bb/br1rbrb1br1/rr1brbb1rb1/"
    "1rb2rb1r1b/bbb2rbb2r/rrrrbbbrb2/rrr3rb1r1/rrrb3brb1",
    "3rbbr2b1/2rb1b1rr2/bb3rbbbr1/2brb1rbb2/rrrrb1rrb1b/rrrbrbr1bbr/"
    "rrrb2r1brb/b1b1brrrb2/1b1rb1rbr2/2r2brbb2/2r1brb2r1",
    "brrrrrrrb2/2rb3r2r/1b1rbbbbbbb/b1b1r1b2rr/rrrb1r2r1b/rrrbbrr1bb1/"
    "rrrbr1brbr1/bbr3rbbbb/3rbbbbbbr/r1b2brbbbr/b3brrrrrr",
    "2br1b3br/r2brrrrb2/1b2rrrbr2/b1brrrrb1r1/2rbr1bbr1r/3rbr1b1br/"
    "brb1rbbbbrb/rb2rbbbr2/4bbrb1r1/2rb1b1rr2/1b1r1b2br1",
)
"""Boards on which nothing can change any more: both players hold or block the top of all columns (§O8)."""


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
    """Lines first, then short ones, so that a search for any that is possible ends early."""
    return tuple(sorted(figures(), key=lambda figure: (figure.kind in "OL", len(figure.cells))))


@cache
def figures_with() -> dict[Cell, list[Figure]]:
    """By cell: the figures it is part of or lies inside."""
    found: dict[Cell, list[Figure]] = {cell: [] for cell in GRID}
    for figure in all_figures():
        for cell in figure.cells | figure.inside:
            found[cell].append(figure)
    return found


@cache
def big_figures() -> dict[str, list[Figure]]:
    """By kind: those on the most advanced cells of its column, an O by its border."""
    return {
        kind: [f for f in all_figures() if f.kind == kind and len(f.cells) in COLUMN[kind][1:]]
        for kind in KINDS
    }


def cells_of(pawns: dict[Cell, str], player: str) -> set[Cell]:
    return {cell for cell, owner in pawns.items() if owner == player}


class OlixReferee:
    def __init__(self, interior: str, to_the_end: bool) -> None:
        self.interior, self.to_the_end = interior, to_the_end
        self.asked: tuple[Position | None, tuple[tuple[float, ...], str] | None] = (None, None)

    def start(self) -> Position:
        return Position({}, 0, {})

    def turn(self, position: Position) -> int:
        return position.turn

    def there(self, some: Iterable[Figure], own: set[Cell], pawns: set[Cell]) -> Iterator[tuple[Figure, int]]:
        """Which of some figures a player has who owns these of all pawns, and their values (§O3)."""
        counted = own if self.interior == "own" else pawns
        for figure in some:
            if figure.cells <= own:
                yield figure, len(figure.cells) + len(figure.inside & counted)

    def best(self, pawns: dict[Cell, str], player: str, cell: Cell) -> dict[str, int]:
        """What a player's pawn on a cell is part of, the best of each kind (§O4)."""
        found = dict.fromkeys(KINDS, 0)
        for figure, value in self.there(figures_with()[cell], cells_of(pawns, player), set(pawns)):
            found[figure.kind] = max(found[figure.kind], value)
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
            threshold = {kind: self.threshold(position, player, kind) for kind in KINDS}
            filled = empty | cells_of(position.pawns, player)
            for figure, value in self.there(all_figures(), filled, set(GRID)):
                if value >= threshold[figure.kind] and empty & (figure.cells | figure.inside):
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
        if self.asked[0] is not position:  # asked twice about each: for the moves and for itself
            self.asked = position, self.judge(position)
        return self.asked[1]

    def has_super(self, position: Position) -> bool:
        """§O7"""
        return any(value > COLUMN[kind][-1] for kind, (value, _) in position.columns.items())

    def judge(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        if self.has_super(position):
            return ((0.0, 1.0) if position.turn == 0 else (1.0, 0.0)), "super"  # the last mover made it
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
        pawns: dict[Cell, str] = {}
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

    def scramble(self, rng: Random) -> str:
        """A game towards a board drawn beforehand, cut short anywhere or as soon as it is over."""
        plan, first = rng.choice([self.striped, self.blocked])(rng)
        order = sorted(plan, key=lambda cell: rng.random() - (cell in first))
        hands = [[cell for cell in order if plan[cell] == player] for player in "rb"]
        game = [self.start()]
        while len(game) <= 2 * STOCK and hands[game[-1].turn] and not self.has_super(game[-1]):
            column, row = hands[game[-1].turn].pop(0)
            game.append(self.after(game[-1], f"{'abcdefghijk'[column]}{row + 1}"))
        last = len(game) - 1 if rng.random() < 0.7 else rng.randrange(len(game))
        while last and self.outcome(game[last - 1]):
            last -= 1
        return self.text(game[last])

    def striped(self, rng: Random) -> tuple[dict[Cell, str], set[Cell]]:
        """Stripes that make no figure at all, over them big figures and a little noise."""
        shift, noise = rng.randrange(4), rng.choice([0, 0.05, 0.2])
        plan = {(c, r): "rb"[(c + 2 * r + shift) // 2 % 2] for c, r in GRID}
        first: set[Cell] = set()
        for kind in rng.choices(KINDS, k=rng.randrange(8)):
            figure, (player, other) = rng.choice(big_figures()[kind]), rng.sample(["r", "b"], 2)
            plan |= dict.fromkeys(figure.cells, player)
            plan |= dict.fromkeys(figure.inside, rng.choice([player, other]))
            if rng.random() < 0.7:
                first |= figure.cells
        return {cell: rng.choice("rb") if rng.random() < noise else plan[cell] for cell in GRID}, first

    def blocked(self, rng: Random) -> tuple[dict[Cell, str], set[Cell]]:
        """A decided board, turned and mirrored, at times with some pawns less; and an O to begin with."""
        plan = self.read(f"{rng.choice(DECIDED)} r O-,L-,I-,X-").pawns
        red, blue = rng.sample(["r", "b"], 2)
        for _ in range(rng.randrange(4)):
            plan = {(SIZE - 1 - row, column): pawn for (column, row), pawn in plan.items()}
        if rng.random() < 0.5:
            plan = {(row, column): pawn for (column, row), pawn in plan.items()}
        for cell in rng.sample(sorted(plan), rng.choice([0, 0, 1, 2, 4])):
            del plan[cell]
        plan = {cell: red if pawn == "r" else blue for cell, pawn in plan.items()}
        squares = [f for f in big_figures()["O"] if f.inside and len({plan.get(c) for c in f.cells}) == 1]
        return plan, set(rng.choice(squares).cells) if squares and rng.random() < 0.5 else set()


def referee(game: Game) -> OlixReferee:
    return OlixReferee(game.options["interior"], game.options["to_the_end"])
