"""A second, slow and obvious implementation of a game's rules, compared move for move."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.testing.ensure import ensure

PLIES = 1000
"""Compared in random games."""


class Referee(Protocol):
    """The rules again, on positions of its own. A game in Python is one for its compiled successor.

    >>> from tablier import game
    >>> from tablier.testing import check
    >>> quixo = game("quixo", size=3)
    >>> check(quixo, referee=quixo, laws=())
    """

    def start(self) -> Any:
        """The position before the first move."""

    def turn(self, position: Any) -> int:
        """The seat to move."""

    def moves(self, position: Any) -> set[str]:
        """The texts of the legal moves."""

    def after(self, position: Any, move: str) -> Any:
        """The position after a legal move."""

    def outcome(self, position: Any) -> tuple[tuple[float, ...], str] | None:
        """The scores and the reason of an end; None while the game goes on."""


class GameReferee:
    """A game as the referee of another: the same texts of moves, scores and reasons are asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def start(self) -> State:
        return self.game.start()

    def turn(self, position: State) -> int:
        return position.turn

    def moves(self, position: State) -> set[str]:
        return {self.game.text(move) for move in position.legal_moves}

    def after(self, position: State, move: str) -> State:
        return position.after(self.game.move(move))

    def outcome(self, position: State) -> tuple[tuple[float, ...], str] | None:
        ended = position.outcome
        return None if ended is None else (ended.scores, ended.reason)


def agrees_with_its_referee(game: Game, referee: Referee) -> None:
    """In random games the referee allows the same moves, names the same seat and sees the same end."""
    rng, plies = Random(repr(game)), 0
    while plies < PLIES:
        state, position = game.start(), referee.start()
        compare_positions(game, referee, state, position)
        while state.legal_moves and plies < PLIES:
            move = rng.choice(state.legal_moves)
            state, position = state.after(move), referee.after(position, game.text(move))
            compare_positions(game, referee, state, position)
            plies += 1


def compare_positions(game: Game, referee: Referee, state: State, position: Any) -> None:
    """LawBroken if game and referee see different things in a position."""
    own, other = {game.text(move) for move in state.legal_moves}, referee.moves(position)
    ensure(
        own == other,
        f"{state}: only the game allows {sorted(own - other)}, only the referee {sorted(other - own)}",
    )
    ended = state.outcome and (state.outcome.scores, state.outcome.reason)
    ensure(
        ended == referee.outcome(position),
        f"{state}: ended {ended}, for the referee {referee.outcome(position)}",
    )
    if own:
        ensure(
            state.turn == referee.turn(position),
            f"{state}: seat {state.turn} to move, for the referee {referee.turn(position)}",
        )
