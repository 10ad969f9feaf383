"""Asking a solution."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.search.retrograde import Value
from tablier.solver.file import UnknownValueError


class Solution(ABC):
    """The value of every position of a game. Open one with `open_solution(path)`.

    >>> from tablier import game
    >>> from tablier.solver import find_solution
    >>> small = game("quixo", size=3)
    >>> known = find_solution(small)
    >>> known.value(small.start()).name, len(known.best(small.start()))
    ('WIN', 20)
    """

    game: Game

    @property
    @abstractmethod
    def path(self) -> Path:
        """The file or folder it is kept in; ValueError if it is in memory."""

    def value(self, state: State) -> Value:
        """The value of a position for the side to move: a draw if neither side can force a win.

        UnknownValueError where the solution is not whole.
        """
        value = self.look(state)
        if value is None:
            raise UnknownValueError(f"{self!r} does not know the value of {state}")
        return value

    def look(self, state: State) -> Value | None:
        """The value of a position for the side to move; None where the solution is not whole."""
        self.check(state)
        return self._look(state)

    @abstractmethod
    def _look(self, state: State) -> Value | None: ...

    def check(self, state: State) -> None:
        """ValueError if a position belongs to another game."""
        if state.rules is not self.game.rules:
            raise ValueError(f"this is the solution of {self.game!r}, not of {state.game!r}")

    def distance(self, state: State) -> int | None:
        """In how many plies the game is over if the winner hurries and the loser delays; None if not known.

        Values alone tell it where the game is over, or won at once.
        """
        self.check(state)
        if state.outcome is not None:
            return 0
        return 1 if any(self._wins(state, move) for move in state.legal_moves) else None

    def _wins(self, state: State, move: int) -> bool:
        over = state.after(move).outcome
        return over is not None and over.scores[state.turn] == max(over.scores) > min(over.scores)

    def worth(self, state: State, move: int) -> Value:
        """The value after `move`, for the player who makes it."""
        following = state.after(move)
        value = self.value(following)
        return value if following.turn == state.turn else value.negated

    def best(self, state: State) -> tuple[int, ...]:
        """The moves that give nothing away; none when the game is over, or where not all values are known.

        A winning side that only ever keeps its win may go round in circles: these moves say nothing of how
        far the end is.
        """
        if any(self.look(each) is None for each in (state, *map(state.after, state.legal_moves))):
            return ()
        value = self.value(state)
        return tuple(move for move in state.legal_moves if self.worth(state, move) == value)

    @abstractmethod
    def counts(self) -> dict[Value, int]:
        """How many positions are worth what, also those no game leads to."""
