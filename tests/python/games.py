"""Games in plain Python, for tests and benchmarks: hexagons, moves by two clicks, four seats, no grid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from tablier.board_game import Option
from tablier.python import Board, End, GridGame, PieceKind, PythonGame


class Hex(GridGame):
    """Connect your two sides of the board before the other player connects theirs.

    Players take turns and put a stone of their colour on any empty cell.

    Black wins by a chain of stones from the left to the right, White from the bottom to the top. There are no
    draws.
    """

    id = "hex-test"
    title = "Hex"
    seats = ("Black", "White")
    shape = "hexagons"
    memory = (255,)
    """1 + the cell of the last stone."""
    choices: ClassVar = {"side": Option(5, (3, 5, 11), "cells along a side")}
    endings: ClassVar = {"chain": "a chain from side to side"}

    @property
    def width(self) -> int:  # type: ignore[override]
        side: int = self.options["side"]
        return side

    height = width

    def moves(self, board: Board) -> list[int]:
        return [cell for cell, stone in enumerate(board.cells) if not stone]

    def play(self, board: Board, move: int) -> Board:
        cells, turn = board.cells, board.turn
        return Board(cells[:move] + bytes((1 + turn,)) + cells[move + 1 :], 1 - turn, (1 + move,))

    def result(self, board: Board) -> End | None:
        last = board.memory[0] - 1
        if last < 0 or not board.cells[last]:
            return self.find_chain(board)
        chain = self.geometry.group(board.cells, last)
        seat = board.cells[last] - 1
        one, other = self.sides_of[seat]
        if chain.isdisjoint(one) or chain.isdisjoint(other):
            return None if 0 in board.cells else self.find_chain(board)
        return self.won(seat, "chain", sorted(chain))

    def find_chain(self, board: Board) -> End | None:
        """For a board whose last stone is not known."""
        for seat, (one, other) in enumerate(self.sides_of):
            for start in one:
                if board.cells[start] == 1 + seat:
                    chain = self.geometry.group(board.cells, start)
                    if not chain.isdisjoint(other):
                        return self.won(seat, "chain", sorted(chain))
        return None

    @property
    def sides_of(self) -> tuple[tuple[frozenset[int], frozenset[int]], ...]:
        edges = self.geometry.edges
        return (edges["left"], edges["right"]), (edges["bottom"], edges["top"])


class Breakthrough(GridGame):
    """Bring one of your pawns to the far row.

    A pawn goes one step forward, straight or diagonally, to an empty square; diagonally it also takes a pawn
    of the other player.

    Whoever reaches the far row, or takes the last pawn of the other player, wins.
    """

    id = "breakthrough-test"
    title = "Breakthrough"
    seats = ("White", "Black")
    width, height = 4, 5
    clicks = 2
    endings: ClassVar = {"home": "a pawn on the far row", "taken": "the last pawn is taken"}

    def setup(self) -> Board:
        return Board(b"\1" * 4 + bytes(12) + b"\2" * 4)

    def moves(self, board: Board) -> Iterable[tuple[int, int]]:
        ahead = 1 if board.turn == 0 else -1
        for start in board.of(1 + board.turn):
            for aside in (-1, 0, 1):
                end = self.geometry.step(start, (aside, ahead))
                if end is not None and (
                    not board.cells[end] or (aside and board.cells[end] == 2 - board.turn)
                ):
                    yield start, end

    def play(self, board: Board, move: tuple[int, int]) -> Board:
        start, end = move
        return self.next_turn(board.put(start, 0).put(end, 1 + board.turn))

    def result(self, board: Board) -> End | None:
        for seat, row in ((0, "top"), (1, "bottom")):
            home = [cell for cell in self.geometry.edges[row] if board.cells[cell] == 1 + seat]
            if home:
                return self.won(seat, "home", home[:1])
            if not board.of(2 - seat):
                return self.won(seat, "taken")
        return None if any(True for _ in self.moves(board)) else self.won(1 - board.turn, "taken")

    def refuse(self, board: Board, move: tuple[int, int]) -> str | tuple[str, str] | None:
        return super().refuse(board, move) or ("B1", "A pawn goes one step forward.")


class Four(GridGame):
    """Three in a row, for four players.

    Put a piece on an empty square, or pass. Three of your pieces in a row win; a row of anybody's is as good.

    The game is drawn when the board is full or all have passed one after the other.
    """

    id = "four-test"
    title = "Three in a row for four"
    seats = ("Black", "White", "Red", "Green")
    pieces = (
        *(PieceKind("abcd"[seat], name, seat) for seat, name in enumerate(seats)),
        PieceKind("#", "Stone"),
    )
    width, height = 4, 4
    acts = ("pass",)
    memory = (4,)
    """Passes in a row."""
    endings: ClassVar = {"row": "three in a row", "full": "the board is full", "passed": "all have passed"}

    def is_cell(self, column: int, row: int) -> bool:
        return (column, row) != (0, 0)

    def setup(self) -> Board:
        return super().setup().put(self.geometry.numbers["b2"], 5)

    def moves(self, board: Board) -> list[Any]:
        return [*super().moves(board), "pass"]

    def play(self, board: Board, move: int | str) -> Board:
        if isinstance(move, str):
            return self.next_turn(board._replace(memory=(board.memory[0] + 1,)))
        return self.next_turn(board.put(move, 1 + board.turn)._replace(memory=(0,)))

    def result(self, board: Board) -> End | None:
        for line in self.geometry.lines(3):
            first = board.cells[line[0]]
            if 0 < first < 5 and all(board.cells[cell] == first for cell in line):
                return self.won(first - 1, "row", line, line=True)
        if board.memory[0] == 4:
            return self.drawn("passed")
        return None if any(not board.cells[cell] for cell in self.geometry.cells) else self.drawn("full")

    def points(self, board: Board) -> list[int]:
        return [len(board.of(1 + seat)) for seat in range(4)]


class Nim(PythonGame[tuple[tuple[int, ...], int]]):
    """Whoever takes the last match wins.

    Take one, two or three matches of one heap.
    """

    id = "nim-test"
    title = "Nim"
    seats = ("One", "Two")
    heaps = (9, 9, 9)

    def setup(self) -> tuple[tuple[int, ...], int]:
        return self.heaps, 0

    def turn(self, value: tuple[tuple[int, ...], int]) -> int:
        return value[1]

    def all_moves(self) -> list[tuple[int, int]]:
        return [(heap, taken) for heap in range(len(self.heaps)) for taken in (1, 2, 3)]

    def path(self, move: tuple[int, int]) -> tuple[str, ...]:
        return f"h{move[0] + 1}", f"-{move[1]}"

    def moves(self, value: tuple[tuple[int, ...], int]) -> list[tuple[int, int]]:
        return [move for move in self.all_moves() if move[1] <= value[0][move[0]]]

    def play(self, value: tuple[tuple[int, ...], int], move: tuple[int, int]) -> tuple[tuple[int, ...], int]:
        heaps = list(value[0])
        heaps[move[0]] -= move[1]
        return tuple(heaps), 1 - value[1]

    def result(self, value: tuple[tuple[int, ...], int]) -> End | None:
        if len(value[0]) != len(self.heaps) or min(value[0]) < 0:
            raise ValueError(f"there are {len(self.heaps)} heaps")
        return None if any(value[0]) else self.won(1 - value[1])


GAMES = (Hex, Breakthrough, Four, Nim)
