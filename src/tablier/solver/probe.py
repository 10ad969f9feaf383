"""Asking a solution."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from tablier.core.numbering import positions, rank
from tablier.core.retrograde import Table, Value
from tablier.core.rules import State
from tablier.game import Game
from tablier.registry import game as find_game
from tablier.solver.file import SolutionError, checksum, read_head, values

SPOT_CHECKS = 1000
"""Positions looked at when a file is opened: enough to notice that its rules or numbers are not ours."""


class Solution:
    """The value of every position of a game. Open one with `Solution.open(path)`."""

    def __init__(self, game: Game, path: Path, table: Table) -> None:
        self.game, self.path, self.table = game, path, table

    @classmethod
    def open(cls, path: str | PathLike[str]) -> Solution:
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
        table = Table(game.rules, data)
        if table.faults(0, count, step=max(1, count // SPOT_CHECKS), most=1):
            raise SolutionError(f"{path} was made by other rules (version {head.version})")
        return cls(game, path, table)

    def value(self, state: State) -> Value:
        """What a position is worth to the side to move; a draw if neither side can force a win."""
        value = self._look(state)
        assert value is not None
        return value

    def _look(self, state: State) -> Value | None:
        if state.rules is not self.game.rules:
            raise ValueError(f"this is the solution of {self.game!r}, not of {state.game!r}")
        return self.table.value(rank(state))

    def worth(self, state: State, move: int) -> Value:
        """What is left to who makes this move."""
        following = state.after(move)
        value = self.value(following)
        return value if following.turn == state.turn else value.mirrored

    def best(self, state: State) -> tuple[int, ...]:
        """The moves that give nothing away; none when the game is over, or where not all values are known.

        A winning side that only ever keeps its win may go round in circles: these moves say nothing of how
        far the end is.
        """
        if any(self._look(each) is None for each in (state, *map(state.after, state.legal_moves))):
            return ()
        value = self.value(state)
        return tuple(move for move in state.legal_moves if self.worth(state, move) == value)

    def counts(self) -> dict[Value, int]:
        """How many positions are worth what, all numbers counted, also those no game leads to."""
        _, *counts = self.table.count(0, positions(self.game.rules))
        return dict(zip(Value, counts, strict=True))

    def __repr__(self) -> str:
        return f"Solution.open({str(self.path)!r})"
