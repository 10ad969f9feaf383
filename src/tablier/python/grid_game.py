"""Games on squares or hexagons: five functions, and the rest comes for free."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from tablier.board_game import Path, from_module
from tablier.core.rules import RuleSet, State
from tablier.core.values import ContractError
from tablier.grid import EMPTY, Reader, write_rows
from tablier.python.game import PythonGame
from tablier.python.geometry import Geometry, Shape
from tablier.scene import say

SEAT_LETTERS = "xoyz"
"""Of the default pieces, and of the seat to move in a position text."""
MAX_MEMORY = 255


class Board(NamedTuple):
    """A position: what lies where, whose turn it is, and what else must be remembered.

    >>> Board(bytes(9)).put(4, 1).cells[4]
    1
    """

    cells: bytes
    """For each cell 0, or the number of the piece on it: by default 1 + seat."""
    turn: int = 0
    memory: tuple[int, ...] = ()
    """Numbers from 0 to those of `GridGame.memory`."""

    def put(self, cell: int, piece: int) -> Board:
        """The board with this piece on a cell; 0 takes one away."""
        cells = self.cells
        return Board(cells[:cell] + bytes((piece,)) + cells[cell + 1 :], self.turn, self.memory)

    def of(self, piece: int) -> tuple[int, ...]:
        """The cells with this piece; 0: the empty ones."""
        return tuple(cell for cell, found in enumerate(self.cells) if found == piece)


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece.

    >>> PieceKind("k", "White king", 0, sign="♔").name
    'White king'
    """

    letter: str
    """In position texts and sketches: one that is no digit, dot, slash or space."""
    name: str
    """What it is called when read out."""
    seat: int | None = None
    """Whose colour and shape it has; None for a neutral one."""
    sign: str = ""
    """A character drawn on it, to tell apart pieces of the same seat."""


class GridGame(PythonGame[Board]):
    """A game on a board of squares or hexagons.

    Write `play` and `result`, and `setup`, `turn` and `moves` where the defaults will not do: an empty board,
    the seat that the board names, any empty cell. Moves are cells (numbers) where one click is a move, tuples
    of cells where it takes several, and texts of `acts` such as "pass".

    The docstring of the class is its rule page.

    >>> from tablier import Match
    >>> class ThreeInARow(GridGame):
    ...     id, title, seats = "three", "Three in a Row", ("Cross", "Circle")
    ...     width = height = 3
    ...     def play(self, board, move):
    ...         return self.next_turn(board.put(move, 1 + board.turn))
    ...     def result(self, board):
    ...         for line in self.geometry.lines(3):
    ...             found = {board.cells[cell] for cell in line}
    ...             if len(found) == 1 and found != {0}:
    ...                 return self.won(found.pop() - 1, cells=line, line=True)
    ...         return self.drawn() if all(board.cells) else None
    >>> match = Match(ThreeInARow()).play("b2", "a1", "b1", "c1", "b3")
    >>> match.outcome.winners
    (0,)
    """

    width: int = 8
    height: int = 8
    """At most 26 columns, and with the memory no more than 382 cells."""
    shape: Shape = "squares"
    pieces: Sequence[PieceKind] = ()
    """What may lie on a cell, numbered from 1; by default one kind for each seat."""
    clicks: ClassVar[int] = 1
    """How many cells are clicked for a move: 1 or 2. For more, or for some of the pairs only, write
    `all_moves`."""
    acts: ClassVar[Sequence[str]] = ()
    """Moves that are no cells: buttons beside the board."""
    scene_module = from_module("tablier.python.scene")
    memory: Sequence[int] = ()
    """The largest values, up to 255, of the numbers that a board remembers beside its cells."""

    # For the author's use

    @cached_property
    def geometry(self) -> Geometry:
        """Neighbours, rays, lines and edges."""
        return Geometry(self.width, self.height, self.shape, self.is_cell)

    def is_cell(self, column: int, row: int) -> bool:
        """Whether this place of the rectangle, counted from 0, belongs to the board."""
        return True

    def next_turn(self, board: Board) -> Board:
        """The same board, the next seat to move."""
        return Board(board.cells, (board.turn + 1) % len(self.seats), board.memory)

    # What the author may write

    def setup(self) -> Board:
        return Board(bytes(self.width * self.height), 0, (0,) * len(self.memory))

    def turn(self, board: Board) -> int:
        return board.turn

    def moves(self, board: Board) -> Iterable[Any]:
        cells = board.cells
        return [cell for cell in self.geometry.cells if not cells[cell]]

    def all_moves(self) -> Iterable[Hashable]:
        cells = self.geometry.cells
        if self.clicks == 1:
            return (*cells, *self.acts)
        return (*((start, end) for start in cells for end in cells if start != end), *self.acts)

    def refuse(self, board: Board, move: Any) -> str | tuple[str, str] | None:
        if isinstance(move, int) and board.cells[move]:
            return say("There is already something on that cell.").template
        if isinstance(move, tuple):
            lying = board.cells[move[0]]
            if not lying:
                return say("There is nothing to move there.").template
            if self.kinds[lying - 1].seat not in (None, board.turn):
                return say("That piece is not yours.").template
        return None

    def points(self, board: Board) -> Sequence[int] | None:
        """A number for each seat, shown beside the board; None if there is none."""
        return None

    # What follows from it

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces, the default ones if the game names none."""
        if self.pieces:
            return tuple(self.pieces)
        return tuple(PieceKind(SEAT_LETTERS[seat], name, seat) for seat, name in enumerate(self.seats))

    @cached_property
    def _letters(self) -> str:
        return EMPTY + "".join(kind.letter for kind in self.kinds)

    @cached_property
    def _pieces(self) -> bytes:
        """Every number that may lie on a cell."""
        return bytes(range(len(self.kinds) + 1))

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        problem = self._find_problem()
        if problem:
            raise ContractError(f"{self.id}: {problem}")
        self.size = self.width * self.height + 1 + len(self.memory)  # type: ignore[misc]  # of this board
        return super().build()

    def _find_problem(self) -> str | None:
        if not 0 < len(self.seats) <= len(SEAT_LETTERS):
            return f"a game has 1 to {len(SEAT_LETTERS)} seats, not {len(self.seats)}"
        letters = [kind.letter for kind in self.kinds]
        bad = [letter for letter in letters if len(letter) != 1 or letter.isdigit() or letter in "./ !"]
        if not (1 <= self.width <= 26 and 1 <= self.height <= 99):
            return f"a board has 1 to 26 columns and 1 to 99 rows, not {self.width} and {self.height}"
        if self.shape not in ("squares", "hexagons"):
            return f"the shape of the cells is squares or hexagons, not {self.shape!r}"
        if bad or len(set(letters)) < len(letters):
            return f"pieces have different letters, one character each, no digit, dot or slash, not {letters}"
        if not all(0 < most <= MAX_MEMORY for most in self.memory):
            return f"a board remembers numbers up to {MAX_MEMORY}, not {tuple(self.memory)}"
        if self.clicks not in (1, 2):
            return f"clicks is 1 or 2, not {self.clicks}: for more, write all_moves"
        return None

    def path(self, move: Any) -> Path:
        if isinstance(move, str):
            return (move,)
        return tuple(self.geometry.names[cell] for cell in ((move,) if isinstance(move, int) else move))

    def encode(self, board: Board) -> bytes:
        cells, turn, memory = board
        if len(cells) != self.width * self.height or cells.translate(None, self._pieces):
            raise ContractError(
                f"a board has {self.width * self.height} cells, "
                f"on each 0 or a piece up to {len(self.kinds)}: {board!r}"
            )
        if len(memory) != len(self.memory) or any(
            not 0 <= number <= most for number, most in zip(memory, self.memory, strict=True)
        ):
            raise ContractError(f"a board remembers numbers from 0 to {tuple(self.memory)}, not {memory!r}")
        return cells + bytes((turn, *memory))

    def decode(self, data: bytes) -> Board:
        area = self.width * self.height
        return Board(data[:area], data[area], tuple(data[area + 1 :]))

    def write_value(self, board: Board) -> str:
        letters = self._letters
        rows = write_rows([letters[piece] for piece in board.cells], self.width)
        return " ".join([rows, SEAT_LETTERS[board.turn], *map(str, board.memory)])

    def read_value(self, text: str) -> Board:
        reader = Reader(text)
        cells = reader.rows(self.width, self.height, self._letters[1:])
        turn = reader.letter("the seat to move", SEAT_LETTERS[: len(self.seats)])
        memory = tuple(reader.number("a remembered number", most) for most in self.memory)
        reader.end()
        on_board = frozenset(self.geometry.cells)
        for number, letter in enumerate(cells):
            if letter != EMPTY and number not in on_board:
                raise reader.error("{cell} is not a cell of this board", 0, cell=self.geometry.names[number])
        return Board(bytes(self._letters.index(letter) for letter in cells), turn, memory)

    def list_cells(self, board: Board) -> bytes:
        return board.cells

    def name_spots(self, cells: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.geometry.names[cell] for cell in cells)

    def sketch(self, state: State) -> str:
        board, geometry = self.value(state), self.geometry
        margin = len(str(self.height))
        on_board, lines = frozenset(geometry.cells), []
        for row in reversed(range(self.height)):
            numbers = range(row * self.width, (row + 1) * self.width)
            drawn = " ".join(
                self._draw_cell(board, number) if number in on_board else " " for number in numbers
            )
            # Hexagons: a row lies half a cell to the right of the one below it.
            lean = " " * row if self.shape == "hexagons" else ""
            lines.append(f"{row + 1:>{margin}} {lean}{drawn}".rstrip())
        letters = " ".join(name[0] for name in geometry.names[: self.width])
        return "\n".join([*lines, f"{' ' * margin} {letters}"])

    def _draw_cell(self, board: Board, number: int) -> str:
        piece = board.cells[number]
        return self._letters[piece] if piece else "·"
