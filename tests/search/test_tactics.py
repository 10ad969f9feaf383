from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import Game, State
from tablier.search.problem import RootPosition
from tablier.search.tactics import Tactics
from tests.slow import forces, shares, side_to_move

GAMES = [(tablier.game("quixo", size=3), 1.0), (tablier.game("x", size=4), 1.0)]
GAMES += [(tablier.game("quixo-teams"), 1.0)]


def ends(game: Game, rng: Random) -> State:
    """A position a few plies before the end of a random game."""
    states = [game.start()]
    while states[-1].legal_moves:
        states.append(states[-1].after(rng.choice(states[-1].legal_moves)))
    return states[-1 - rng.randint(1, min(4, len(states) - 1))]


@pytest.mark.parametrize(("game", "top"), GAMES, ids=[repr(game) for game, _ in GAMES])
def test_what_is_forced_is_what_plain_recursion_finds(game: Game, top: float) -> None:
    rng, found, refuted = Random(1), 0, 0
    turns = 1 if game.id == "quixo-teams" else 2
    for _ in range(25):
        state = ends(game, rng)
        tactics = Tactics(RootPosition(state, sides=game.sides))
        win = tactics.win(turns)
        assert tactics.complete
        assert (win is not None) == forces(state, side_to_move(state), turns, top)
        if win is not None:
            found += 1
            ended = shares(state.after(win))
            side = side_to_move(state)
            assert ended[side] >= top if ended else forces(state.after(win), side, turns - 1, top)
        move = rng.choice(state.legal_moves)
        others = [side for side in range(len(game.sides)) if side != side_to_move(state)]
        winner = tactics.refuting_side(move, 1)
        able = [side for side in others if forces(state.after(move), side, 1, top)]
        assert (winner in able) if able else winner is None
        refuted += bool(able)
        winner = tactics.winning_side(move, 1)
        able = [side for side in range(len(game.sides)) if forces(state.after(move), side, 1, top)]
        assert (winner in able) if able else winner is None
    assert found
    assert refuted


def test_turns_out_of_range_are_refused() -> None:
    tactics = Tactics(RootPosition(tablier.game("quixo").start(), sides=((0,), (1,))))
    with pytest.raises(ValueError, match="1 to 3 turns ahead, not 4"):
        tactics.win(4)


def test_moves_that_are_not_legal_are_refused() -> None:
    tactics = Tactics(RootPosition(tablier.game("quixo").start(), sides=((0,), (1,))))
    for move in (-1, 44, 10**8):
        with pytest.raises(ValueError, match="no legal move of the root"):
            tactics.refuting_side(move, 1)
