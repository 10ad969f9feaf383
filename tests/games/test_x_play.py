"""X: positions with one good move, for every seat, and what the search takes for the end of a game."""

from __future__ import annotations

from random import Random

import pytest

from tablier import State
from tablier.board_game import facts_of
from tablier.bots import Limit, bot
from tablier.games.x.rules import Facts
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition
from tablier.search.tactics import Tactics
from tests.games.test_x import random_game, x
from tests.slow import forces

# One move wins: by four corners, three, two of 2-1-1, or none of 2-2-0 (§X7).
WINS = {
    "yg1ggg/1y1rrg/gryy1r/1yrry1/rr1y1r/gryggy y": (4, 0, 0),
    "rrr1yg/2rgyr/ggr1y1/ygrygy/y2r1g/gyygr1 r": (4, 0, 0),
    "ygy1yg/rrrgry/rrrgyg/r1ygry/ry2gy/g1y2g g": (3, 1, 0),
    "rgrrgg/yg1yyy/gy2yg/1rgy1y/1gr3/yrgrrr r": (3, 1, 0),
    "ry1rrg/y1rrg1/yryg2/g1ryyg/yg2gy/rggyrr y": (2, 1, 1),
    "1ryy2/y1rrry/g1ryyr/rgy1rg/1ryggy/ggggry g": (2, 1, 1),
    "ygrrgr/1gyg1r/yyg2r/1r1g1y/yr1ygr/1ygyrg r": (0, 2, 2),
    "ggrrgr/yy2y1/r1g1yy/gy1yyr/1ggy1g/rrrgrr y": (0, 2, 2),
    "rrr2y/r1ggyr/gyyyy1/grggg1/y1grrr/gyyy1r g": (0, 2, 2),
}

# One or two moves keep the next seat, the one after it, or either from winning at its next turn.
DANGERS = [
    "yg1ggg/1y1rrg/gryy1r/1yrry1/r2y1r/gryggy r",
    "1gyyg1/ggrgyy/y2r1y/1ygrg1/ryyg1r/r1rrgr r",
    "ygy1yg/rrrgry/rrrgyg/r1ygr1/ry2gy/g1y2g y",
    "yyg1rg/gyrry1/ggg1r1/2yg1r/yrrgry/ryyg1r y",
    "ygggrg/grrg1y/grrr1y/1ygyyy/1rry1y/rryg2 g",
    "1grgyr/1rgrry/gryyrg/1g1gyg/yyg1r1/rryy1y g",
]

# Nobody wins at once, but the seat to move does with its next two stones, whatever the others do.
LATER_WINS = [
    "gggrgr/1ryryy/rygy2/1ggrrg/y2yry/1yr1g1 r",
    "yrgg1r/1yyrgr/1g1r1r/1grgy1/grryyy/y1rygg y",
    "gggrgr/1ryryy/rygy1r/1ggrrg/y2yry/1yryg1 g",
]

# One or two moves keep the others from that.
LATER_DANGERS = [
    "1grgyr/1rgrry/gryyrg/1g1gyg/yyg3/rr1y1y r",
    "yy1gr1/rry1ry/yyg1gr/gy1ygr/rygrr1/grgg2 y",
    "gyrgg1/rrryrg/y2yg1/yyrrgy/2rygr/yggy1r g",
]


def winning(state: State, turns: int) -> list[int]:
    return [
        move for move in state.legal_moves if forces(state.after(move), state.turn, turns - 1, 1.0)
    ]  # fmt: skip


def safe(state: State, turns: int) -> list[int]:
    """The moves after which nobody else can force a win within so many turns."""
    others = [seat for seat in range(3) if seat != state.turn]
    return [
        move
        for move in state.legal_moves
        if not any(forces(state.after(move), seat, turns, 1.0) for seat in others)
    ]


@pytest.mark.parametrize("level", [4, 6, 7])
@pytest.mark.parametrize("text", WINS)
def test_a_win_at_once_is_never_missed(text: str, level: int) -> None:
    state = x(6).read(text)
    choice = bot(f"level:{level}").choose(state, limit=Limit(nodes=20), seed=1)
    assert [choice.move] == winning(state, 1)
    assert choice.proven
    after = state.after(choice.move)
    owned = [corner.owner for corner in facts_of(Facts, after).corners]
    numbers = [owned.count((state.turn + i) % 3) for i in range(3)]
    assert (numbers[0], *sorted(numbers[1:], reverse=True)) == WINS[text]


@pytest.mark.parametrize("level", [4, 6, 7])
@pytest.mark.parametrize("text", DANGERS)
def test_a_loss_at_once_is_avoided(text: str, level: int) -> None:
    state = x(6).read(text)
    good = safe(state, 1)
    assert 1 <= len(good) <= 2 < len(state.legal_moves)
    for seed in range(3):
        assert bot(f"level:{level}").choose(state, limit=Limit(nodes=20), seed=seed).move in good


@pytest.mark.parametrize("level", [6, 7])
@pytest.mark.parametrize("text", LATER_WINS)
def test_two_stones_that_win_are_seen(text: str, level: int) -> None:
    state = x(6).read(text)
    assert not winning(state, 1)
    choice = bot(f"level:{level}").choose(state, limit=Limit(nodes=20), seed=1)
    assert choice.move in winning(state, 2)
    assert choice.shares[state.turn] == 1


@pytest.mark.parametrize("level", [6, 7])
@pytest.mark.parametrize("text", LATER_DANGERS)
def test_two_stones_of_another_are_feared(text: str, level: int) -> None:
    state = x(6).read(text)
    good = safe(state, 2)
    assert 1 <= len(good) <= 2
    assert bot(f"level:{level}").choose(state, limit=Limit(nodes=20), seed=1).move in good


@pytest.mark.parametrize("to_the_end", [False, True])
@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_all_moves_that_end_the_game_are_known(size: int, to_the_end: bool) -> None:
    """Tactics look only at moves that may decide the game; none that does may be missing."""
    rng, game, ends = Random(size), x(size, to_the_end=to_the_end), 0
    for _ in range(160 // size):
        for state in random_game(game, rng)[size * size // 3 : -1]:
            outcomes = {move: state.after(move).outcome for move in state.legal_moves}
            ending = [move for move, outcome in outcomes.items() if outcome]
            position = RootPosition(state, sides=game.sides)
            tree = Tree(position, capacity=1024, seed=1)
            tree.ensure()
            assert sorted(each.move for each in tree.candidates() if each.proven) == ending
            wins = [move for move in ending if (end := outcomes[move]) and end.scores[state.turn] == 1]
            assert (Tactics(position).win(1) in wins) if wins else (Tactics(position).win(1) is None)
            ends += bool(ending)
    assert ends
