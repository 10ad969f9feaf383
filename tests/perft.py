"""The number of ways to make so many moves: by the compiled rules, and by a referee."""

from __future__ import annotations

from typing import Any

from tablier import State
from tests.reference import Referee


def perft(state: State, depth: int) -> int:
    moves = state.legal_moves
    return len(moves) if depth == 1 else sum(perft(state.after(move), depth - 1) for move in moves)


def slow_perft(referee: Referee, position: Any, depth: int) -> int:
    moves = referee.moves(position)
    if depth == 1:
        return len(moves)
    return sum(slow_perft(referee, referee.after(position, move), depth - 1) for move in moves)
