"""Exact results in words and numbers: won, drawn or lost, and how far away."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.core.rules import State
from tablier.match import Match
from tablier.solver import Solution, Value, find_solution

EPSILON = 1e-6
VERDICTS = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}


def settled_shares(match: Match) -> tuple[float, ...] | None:
    """Each seat's part of all points of a match that is over; None while it goes on."""
    if (over := match.outcome) is None:
        return None
    total, seats = sum(over.scores), len(over.scores)
    return tuple(score / total if total else 1 / seats for score in over.scores)


def own_share(state: State, shares: tuple[float, ...]) -> float:
    """What the side to move at `state` gets of these shares."""
    return sum(shares[seat] for seat in state.game.side(state.turn))


def name_verdict(state: State, shares: tuple[float, ...]) -> str:
    """Certain shares as a word for the side to move at `state`: "won" with the largest share a side can get,
    "lost" with nothing, "drawn" with half between two sides; "" for a place between first and last."""
    own = own_share(state, shares)
    if own > state.rules.max_share - EPSILON:
        return "won"
    if own < EPSILON:
        return "lost"
    return "drawn" if len(state.game.sides) == 2 and abs(own - 0.5) < EPSILON else ""


@dataclass(frozen=True, slots=True)
class ExactMove:
    """What a solution says of a move."""

    value: Value
    """For the player who makes it."""
    distance: int | None
    """Plies to the end, the move included, if the winner hurries and the loser delays."""

    @property
    def rank(self) -> tuple[int, int]:
        """Smaller is better: wins, the quickest first; draws; losses, the slowest first."""
        plies = self.distance or 0
        if self.value is Value.WIN:
            return 0, plies
        return (1, 0) if self.value is Value.DRAW else (2, -plies)


def look_up_moves(state: State) -> dict[int, ExactMove] | None:
    """Every legal move's exact value; None where one of them is not known."""
    known = find_solution(state.game)
    if known is None:
        return None
    found = {}
    for move in state.legal_moves:
        after = state.after(move)
        value = known.look(after)
        if value is None:
            return None
        if after.turn != state.turn:
            value = value.negated
        distance = known.distance(after)
        found[move] = ExactMove(value, None if distance is None else distance + 1)
    return found


def follow_solution(known: Solution, state: State, move: int) -> tuple[int, ...]:
    """The game from a move on if both sides play by the distances of a solution, to its end; the move alone
    where distances are not known."""
    line = [move]
    state = state.after(move)
    while state.outcome is None and known.distance(state) is not None:
        moves = look_up_moves(state)
        if moves is None:
            break
        line.append(min(moves, key=lambda each: (moves[each].rank, each)))
        state = state.after(line[-1])
    return tuple(line)
