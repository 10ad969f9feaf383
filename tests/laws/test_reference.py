"""The compiled rules and the slow referee agree, move for move and outcome for outcome."""

from __future__ import annotations

from random import Random

from tablier import Game, State
from tablier.testing.referee import compare_positions
from tests.reference import Referee, referee_for

PLIES = 6000
"""Compared per game and options: hundreds of games of the short ones, dozens of the long ones."""
SCRAMBLES = 150
MOVES, ODD_MOVES = 250_000, 50_000
"""Legal moves compared in random games and from odd positions: on a large board these are reached first."""


def compare(game: Game, referee: Referee, state: State, position: object) -> None:
    compare_positions(game, referee, state, position)
    assert state.turn == referee.turn(position)
    assert str(state) == referee.text(position)


def test_random_games_agree(compiled_game: Game) -> None:
    game = compiled_game
    rng, referee, plies, moves = Random(repr(game)), referee_for(game), 0, 0
    while plies < PLIES and moves < MOVES:
        state, position = game.start(), referee.start()
        compare(game, referee, state, position)
        for _ in range(500):
            if not state.legal_moves:
                break
            move = rng.choice(state.legal_moves)
            state, position = state.after(move), referee.after(position, game.text(move))
            compare(game, referee, state, position)
            plies += 1
            moves += len(state.legal_moves)


def test_odd_positions_agree(compiled_game: Game) -> None:
    game = compiled_game
    rng, referee, moves = Random(repr(game)), referee_for(game), 0
    for _ in range(SCRAMBLES):
        if moves >= ODD_MOVES:
            break
        text = referee.scramble(rng)
        state = game.read(text)
        compare(game, referee, state, referee.read(text))
        for move in state.legal_moves[:20]:
            compare(game, referee, state.after(move), referee.after(referee.read(text), game.text(move)))
            moves += len(state.legal_moves)
