"""Short forced wins by plain recursion over states: the oracle for the compiled tactics."""

from __future__ import annotations

from tablier import State


def shares(state: State) -> tuple[float, ...] | None:
    """Each side's part of all points once the board has ended the game."""
    if state.outcome is None:
        return None
    scores = state.outcome.scores
    return tuple(sum(scores[seat] for seat in side) / sum(scores) for side in state.game.sides)


def side_to_move(state: State) -> int:
    return next(i for i, side in enumerate(state.game.sides) if state.turn in side)


def forces(state: State, side: int, turns: int, top: float) -> bool:
    """Can the side, against all others, get the most one side can get within so many turns of its own?"""
    ended = shares(state)
    if ended is not None:
        return ended[side] > top - 1e-9
    following = (state.after(move) for move in state.legal_moves)
    if side_to_move(state) == side:
        return turns > 0 and any(forces(after, side, turns - 1, top) for after in following)
    return turns > 0 and all(forces(after, side, turns, top) for after in following)


def value(state: State, plies: int) -> float | None:
    """With two sides: 1 for a win of the side to move within the plies, 0 for a loss, None otherwise."""
    ended = shares(state)
    if ended is not None:
        return ended[side_to_move(state)]
    if plies == 0:
        return None
    replies = [value(state.after(move), plies - 1) for move in state.legal_moves]
    if any(reply == 0 for reply in replies):
        return 1.0
    return 0.0 if all(reply == 1 for reply in replies) else None
