from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import Game, State
from tablier.bots import bot
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


def near_threats(rng: Random) -> State:
    """A position of OLIX, played by a weak level and at random, in which patterns are nearly complete."""
    state = tablier.game("olix").start()
    weak, plies = bot("level:3"), rng.randint(20, 60)
    for _ in range(plies):
        move = weak.choose(state, seed=rng.getrandbits(30)).move if rng.random() < 0.7 else None
        following = state.after(rng.choice(state.legal_moves) if move is None else move)
        if not following.legal_moves:
            break
        state = following
    return state


def wins_by_threats(state: State) -> bool:
    """Whether the win found holds against every reply, by asking again after each."""
    tactics = Tactics(RootPosition(state, sides=state.game.sides))
    move = tactics.threats_win(2_000)
    if move is None:
        return False
    after = state.after(move)
    if tactics.turns == 1:
        return after.outcome is not None and after.outcome.scores[state.turn] == 1
    return all(wins_by_threats(after.after(reply)) for reply in after.legal_moves)


def test_threats_find_what_all_moves_find_and_are_true() -> None:
    """Two turns from a super pattern nothing else than threats can win."""
    rng, found = Random(5), 0
    for _ in range(40):
        state = near_threats(rng)
        tactics = Tactics(RootPosition(state, sides=state.game.sides))
        move = tactics.threats_win(2_000)
        short = move is not None and tactics.turns <= 2
        assert short == (tactics.win(2) is not None)
        if move is not None:
            found += 1
            assert wins_by_threats(state)
    assert found >= 5


def test_threats_refute_a_move() -> None:
    game = tablier.game("olix")
    state = game.read("11/11/11/11/11/11/11/11/11/bbbbbbb4/rr1rr1rr1r1 r O-,L-,I7b,X-")
    tactics = Tactics(RootPosition(state, sides=game.sides))
    assert tactics.threats_refute(game.move("k11"), 20) == 1
    assert tactics.turns == 1
    assert tactics.threats_refute(game.move("h2"), 20) is None
    with pytest.raises(ValueError, match="no legal move of the root"):
        tactics.threats_refute(game.move("a1"), 20)


def test_an_o_of_any_size_is_a_threat() -> None:
    """A larger O need not have a smaller one beyond the column within, unlike all other patterns."""
    game = tablier.game("olix")
    state = game.read("11/11/11/6r4/4r6/7r3/5r3r1/bbbb7/b2b7/b2b7/bbb1rrrrrr1 r O-,L7b,I6r,X-")
    tactics = Tactics(RootPosition(state, sides=game.sides))
    assert state.after(game.move("a11")).after(game.move("d1")).outcome is not None
    assert tactics.threats_refute(game.move("a11"), 20) == 1


def test_a_game_without_threats_has_no_win_by_them() -> None:
    tactics = Tactics(RootPosition(tablier.game("quixo").start(), sides=((0,), (1,))))
    assert tactics.threats_win(20) is None
    assert tactics.threats_refute(tablier.game("quixo").start().legal_moves[0], 20) is None
