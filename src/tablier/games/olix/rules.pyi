from typing import NamedTuple

from tablier.core.rules import RuleSet, State

class Column(NamedTuple):
    kind: str
    """O, L, I or X."""
    value: int | None
    """None while the column is empty."""
    holders: tuple[int, ...]
    """The seats with a marker."""
    cell: int | None
    """Where the marker lies, from 1 to 4; 5 is beyond the column: a pattern that won at once."""
    patterns: tuple[tuple[str, ...] | None, ...]
    """For each holder the cells of a pattern worth the value; None if a pawn inside it changed it since."""

class Facts(NamedTuple):
    columns: tuple[Column, Column, Column, Column]
    left: tuple[int, int]
    """Pawns to place, by seat."""

class OlixRules(RuleSet):
    def __init__(self, interior: str, to_the_end: bool) -> None: ...
    def scored(self, state: State, move: int) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
        """What a pawn of the player to move scores on a cell: kind, value and cells, the best of each kind.

        The state is the one before the move; a move that is not legal there raises IllegalMove.
        """
