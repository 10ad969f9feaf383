from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from tablier.core.rules import RuleSet, State

COLUMNS: dict[str, tuple[int, ...]]
"""The values of each score column's cells, from the first to the most advanced (§O5)."""

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

@disjoint_base
class OlixRules(RuleSet):
    def __new__(cls, interior: str, to_the_end: bool) -> Self: ...
    def scored(
        self, state: State, move: int, seat: int | None = None
    ) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
        """The patterns that a move would score: kind, value, cells; the best of each kind.

        By a pawn of the player to move, or of another seat. IllegalMove for a move that is not legal,
        ValueError for no such seat.
        """
    def column_rates(self, state: State, times: int, *, seed: int = 0) -> tuple[tuple[float, float], ...]:
        """For each column the parts of so many random games in which each seat has a marker at the end."""
