"""What a search found, corrected by exact values where a solution is found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tablier.match import Match
from tablier.search.choice import Choice

if TYPE_CHECKING:
    from tablier.search.retrograde import Value


def correct(choice: Choice, match: Match) -> Choice:
    """The choice with exact shares and a move that keeps the value; unchanged where the value is not known.

    Of the moves that keep the value it is the one that the search liked best: a move from a table alone may
    lead round in circles.
    """
    from tablier.solver import look_up  # a slow import, for advice alone

    known = look_up(match.state)
    if known is None:
        return choice
    shares = exact_shares(match, known.value)
    if choice.move in known.moves:
        return replace(choice, shares=shares, proven=True)
    move = next((each.move for each in choice.best if each.move in known.moves), known.moves[0])
    return replace(choice, move=move, shares=shares, line=(move,), proven=True)


def exact_shares(match: Match, value: Value) -> tuple[float, ...]:
    """The shares of a position for two whose value is known."""
    from tablier.search.retrograde import Value

    mine = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}[value]
    return tuple(mine if seat == match.turn else 1.0 - mine for seat in range(len(match.game.seats)))
