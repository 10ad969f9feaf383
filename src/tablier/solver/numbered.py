"""A solution by the numbers of the positions, in one file."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from tablier.board_game import Game
from tablier.core.numbering import positions, rank
from tablier.core.rules import State
from tablier.registry import game as find_game
from tablier.search.retrograde import Value, ValueTable
from tablier.solver.file import SolutionError, checksum, read_head, values
from tablier.solver.solution import Solution

SPOT_CHECKS = 1000
"""Positions looked at when a file is opened: enough to notice that its rules or numbers are not ours."""


class NumberedSolution(Solution):
    """The values of a game whose positions are numbered.

    What `solve` gives for a game without a kernel of its own.

    >>> from tablier import game
    >>> from tempfile import TemporaryDirectory
    >>> from tablier.solver import solve
    >>> small = game("quixo", size=3)
    >>> with TemporaryDirectory() as folder:
    ...     solved = solve(small, f"{folder}/small", generic=True)
    ...     type(solved).__name__, solved.value(small.start()).name
    ('NumberedSolution', 'WIN')
    """

    def __init__(self, game: Game, path: Path, table: ValueTable) -> None:
        self.game, self._path, self.table = game, path, table

    @property
    def path(self) -> Path:
        return self._path

    @classmethod
    def open(cls, path: str | PathLike[str]) -> NumberedSolution:
        """The solution in a file; SolutionError if the file is not whole or belongs to other rules."""
        path = Path(path)
        head = read_head(path)
        if not head.checksum:
            raise SolutionError(f"{path} is not finished")
        try:
            game = find_game(head.game, **head.options)
        except ValueError as error:
            raise SolutionError(f"{path} is about a game that is not here: {error}") from None
        count = positions(game.rules)
        if count != head.positions:
            raise SolutionError(f"{path} has {head.positions} positions, {game!r} has {count}")
        data = values(path)
        if checksum(data) != head.checksum:
            raise SolutionError(f"{path} is damaged: its values do not have the checksum they should have")
        table = ValueTable(game.rules, data)
        if table.faults(0, count, step=max(1, count // SPOT_CHECKS), most=1):
            raise SolutionError(f"{path} was made by other rules (version {head.version})")
        return cls(game, path, table)

    def _look(self, state: State) -> Value | None:
        return self.table.value(rank(state))

    def counts(self) -> dict[Value, int]:
        """How many positions are worth what, all numbers counted, also those no game leads to."""
        _, *counts = self.table.count(0, positions(self.game.rules))
        return dict(zip(Value, counts, strict=True))

    def __repr__(self) -> str:
        return f"open_solution({str(self.path)!r})"
