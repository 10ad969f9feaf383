"""Plateau X, as one would explain it with the bricks in hand."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablier import Game

Cell = tuple[int, int]  # column, row
Brick = frozenset[Cell]

# §P2: the parts of a brick by their letter in a position text: where its other cells lie from there.
PARTS = {
    "s": [(0, 0)],
    "m": [(0, 0), (1, 0)],
    "n": [(0, 0), (-1, 0)],
    "o": [(0, 0), (0, 1)],
    "p": [(0, 0), (0, -1)],
    "a": [(0, 0), (1, 0), (0, 1)],
    "b": [(0, 0), (-1, 0), (-1, 1)],
    "c": [(0, 0), (0, -1), (1, -1)],
    "d": [(0, 0), (1, 0), (1, 1)],
    "e": [(0, 0), (-1, 0), (0, 1)],
    "f": [(0, 0), (0, -1), (-1, -1)],
    "g": [(0, 0), (0, 1), (-1, 1)],
    "h": [(0, 0), (1, 0), (1, -1)],
    "i": [(0, 0), (-1, 0), (0, -1)],
    "j": [(0, 0), (0, 1), (1, 1)],
    "k": [(0, 0), (1, 0), (0, -1)],
    "l": [(0, 0), (-1, 0), (-1, -1)],
}


@dataclass(frozen=True)
class Position:
    levels: dict[Cell, int]
    tops: dict[Cell, Brick]  # the brick that shows on a cell, as the cells it was laid on
    stocks: tuple[tuple[int, int], ...]  # Singles and Doubles of each seat
    triples: int
    pawns: tuple[tuple[int, Cell], ...]  # seat and cell, in order of arrival
    turn: int


class PlateauReferee:
    def __init__(self, size: int, seats: int, pawns: int, singles: int) -> None:
        self.size, self.seats, self.each, self.singles = size, seats, pawns, singles
        self.cells = [(column, row) for row in range(size) for column in range(size)]
        self.names = {(c, r): "abcdefg"[c] + str(r + 1) for c, r in self.cells}
        self.at = {name: cell for cell, name in self.names.items()}
        bricks = {
            frozenset((c + right, r + up) for right, up in part)
            for c, r in self.cells
            for part in PARTS.values()
        }
        self.bricks = {
            "SDT"[len(brick) - 1]
            + "".join(self.names[cell] for cell in sorted(brick, key=lambda cell: (cell[1], cell[0]))): brick
            for brick in bricks
            if brick <= set(self.cells)
        }
        self.letters = {
            (brick, (c, r)): letter
            for c, r in self.cells
            for letter, part in PARTS.items()
            for brick in [frozenset((c + right, r + up) for right, up in part)]
        }

    def start(self) -> Position:
        return Position(dict.fromkeys(self.cells, 0), {}, ((self.singles, 1),) * self.seats, 37, (), 0)

    def turn(self, position: Position) -> int:
        return position.turn

    def near(self, cell: Cell) -> list[Cell]:
        column, row = cell
        sides = [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
        return [other for other in sides if other in self.names]

    def plateau(self, position: Position, cell: Cell) -> set[Cell]:
        """§P8"""
        if position.levels[cell] == 0:
            return set()
        found, todo = {cell}, [cell]
        while todo:
            for other in self.near(todo.pop()):
                if other not in found and position.levels[other] == position.levels[cell]:
                    found.add(other)
                    todo.append(other)
        return found

    def walks(self, position: Position, start: Cell) -> set[Cell]:
        """Where the pawn that stands here may end its turn (§P7, §P9)."""
        forbidden = {cell for _, cell in position.pawns if cell != start}
        for owner, cell in position.pawns:
            if owner != position.turn:
                forbidden |= self.plateau(position, cell)
        ends: set[Cell] = set()
        todo = [start]
        while todo:
            cell = todo.pop()
            for other in self.near(cell):
                step = position.levels[other] - position.levels[cell]
                if abs(step) == 1 and other not in forbidden and other not in ends:
                    ends.add(other)
                    todo.append(other)
        return ends

    def layable(self, position: Position, brick: Brick, taken: set[Cell]) -> bool:
        stock = (*position.stocks[position.turn], position.triples)[len(brick) - 1]
        if not stock or brick & taken:
            return False
        if len({position.levels[cell] for cell in brick}) > 1:
            return False  # §P4
        return any(position.tops.get(cell) != brick for cell in brick)  # §P5

    def moves(self, position: Position) -> set[str]:
        taken = {cell for _, cell in position.pawns}
        own = [cell for owner, cell in position.pawns if owner == position.turn]
        found = {text for text, brick in self.bricks.items() if self.layable(position, brick, taken)}
        if len(own) < self.each:  # §P6
            found |= {
                "@" + self.names[cell]
                for cell in self.cells
                if position.levels[cell] == 0 and cell not in taken
            }
        for start in own:
            found |= {f"{self.names[start]}-{self.names[end]}" for end in self.walks(position, start)}
        return found

    def after(self, position: Position, move: str) -> Position:
        levels, tops = position.levels, position.tops
        stocks, triples, pawns = list(position.stocks), position.triples, list(position.pawns)
        turn = position.turn
        if move in self.bricks:
            brick = self.bricks[move]
            levels, tops = dict(levels), dict(tops)
            for cell in brick:
                levels[cell] += 1
                tops[cell] = brick
            singles, doubles = stocks[turn]
            if len(brick) == 1:
                stocks[turn] = (singles - 1, doubles)
            elif len(brick) == 2:
                stocks[turn] = (singles, doubles - 1)
            else:
                triples -= 1
        elif move[0] == "@":
            pawns.append((turn, self.at[move[1:]]))
        else:
            start, end = move.split("-")
            pawns.remove((turn, self.at[start]))
            pawns.append((turn, self.at[end]))  # §P13: the latest arrival now
        return Position(levels, tops, tuple(stocks), triples, tuple(pawns), (turn + 1) % self.seats)

    def outcome(self, position: Position) -> tuple[tuple[float, ...], str] | None:
        """§P12"""
        taken = {cell for _, cell in position.pawns}
        if any(self.layable(position, brick, taken) for brick in self.bricks.values()) or self.moves(
            position
        ):
            return None
        return self.points(position), "blocked"

    def points(self, position: Position) -> tuple[float, ...]:
        """§P13, §P14"""
        order = []  # seats, the best first
        standing = [
            (-position.levels[cell], -len(self.plateau(position, cell)), arrival, owner)
            for arrival, (owner, cell) in enumerate(position.pawns)
        ]
        for *_, owner in sorted(standing):
            if owner not in order:
                order.append(owner)
        prizes = {2: [1, 0], 3: [3, 1, 0], 4: [4, 2, 1, 0]}[self.seats]
        scores = dict(zip(order, map(float, prizes), strict=False))
        rest = prizes[len(order) :]
        return tuple(scores[seat] if seat in scores else sum(rest) / len(rest) for seat in range(self.seats))

    def text(self, position: Position) -> str:
        rows = []
        for row in reversed(range(self.size)):
            tokens: list[str] = []
            bare = 0
            for column in range(self.size):
                cell = (column, row)
                if cell not in position.tops:
                    bare += 1
                    continue
                if bare:
                    tokens.append(str(bare))
                bare = 0
                tokens.append(self.letters[position.tops[cell], cell] + str(position.levels[cell]))
            if bare:
                tokens.append(str(bare))
            rows.append(",".join(tokens))
        stocks = " ".join(f"{singles}{doubles}" for singles, doubles in position.stocks)
        pawns = ",".join("boyg"[owner] + self.names[cell] for owner, cell in position.pawns)
        return f"{'/'.join(rows)} {'boyg'[position.turn]} {stocks} {position.triples} {pawns or '-'}"

    def read(self, text: str) -> Position:
        board, turn, *stocks, triples, pawns = text.split()
        levels, tops = dict.fromkeys(self.cells, 0), {}
        for row, line in zip(reversed(range(self.size)), board.split("/"), strict=True):
            column = 0
            for token in line.split(","):
                if token.isdigit():
                    column += int(token)
                    continue
                levels[column, row] = int(token[1:])
                tops[column, row] = frozenset((column + c, row + r) for c, r in PARTS[token[0]])
                column += 1
        return Position(
            levels,
            tops,
            tuple((int(word[0]), int(word[1])) for word in stocks),
            int(triples),
            tuple(("boyg".index(word[0]), self.at[word[1:]]) for word in pawns.split(",") if word != "-"),
            "boyg".index(turn),
        )

    def scramble(self, rng: Random) -> str:
        """Bricks laid in heaps, all over or in flat layers, often until no more go; then pawns anywhere."""
        position = self.start()
        number, style, often = rng.choice([12, 25, 60]), rng.choice(["high", "low"]), rng.random()
        for _ in range(number):
            bricks = [self.bricks[move] for move in self.moves(position) if move in self.bricks]
            if not bricks:
                break
            if rng.random() < often:
                bricks.sort(key=lambda brick: (sum(position.levels[cell] for cell in brick), sorted(brick)))
                bricks = bricks[-10:] if style == "high" else bricks[:10]
            else:
                bricks.sort(key=sorted)
            position = self.laid(position, rng.choice(bricks))
        owners = [seat for seat in range(self.seats) for _ in range(self.each)]
        rng.shuffle(owners)
        high = sorted(self.cells, key=lambda cell: (position.levels[cell], cell))[-12:]
        spots = rng.sample(rng.choice([self.cells, high]), len(owners))
        return self.text(
            Position(
                position.levels,
                position.tops,
                position.stocks,
                position.triples,
                tuple(zip(owners, spots, strict=True)),
                rng.randrange(self.seats),
            )
        )

    def laid(self, position: Position, brick: Brick) -> Position:
        return self.after(position, next(text for text, other in self.bricks.items() if other == brick))


def referee(game: Game) -> PlateauReferee:
    return PlateauReferee(
        *{
            "plateau-x": (7, 4, 1, 2),
            "plateau-x-mini": (6, 2, 1, 3),
            "plateau-x-double": (7, 2, 2, 3),
            "plateau-x-trio": (7, 3, 1, 2),
        }[game.id]
    )
