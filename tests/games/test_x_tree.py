"""X: the tree of its moves counted, and its fast random games compared with the rules."""

from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import State
from tests.games.test_x import CROSS, random_game, x
from tests.perft import perft, slow_perft
from tests.reference.x import referee

LATE = "rgrrgg/1r1r1g/1ygrg1/g1yyr1/g2yyr/1y1ryy y"


@pytest.mark.parametrize(
    ("to_the_end", "counts"),
    [(False, [11, 90, 810, 6464, 35434, 207576]), (True, [11, 110, 990, 7920, 55440])],
)
def test_perft_of_a_late_position(to_the_end: bool, counts: list[int]) -> None:
    """§X8 cuts this tree at every depth from the first; with the option it stays whole."""
    game = x(6, to_the_end=to_the_end)
    slow, state = referee(game), game.read(LATE)
    assert [slow_perft(slow, slow.read(LATE), depth) for depth in (1, 2, 3)] == counts[:3]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def mean_scores(state: State) -> list[float]:
    """Over all ways to go on to the full board, each equally likely."""
    if state.outcome:
        return list(state.outcome.scores)
    following = [mean_scores(state.after(move)) for move in state.legal_moves]
    return [sum(scores) / len(following) for scores in zip(*following, strict=True)]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4, 5, 6])
def test_random_games_are_fair(left: int) -> None:
    """§X1, §X3: every seat gets the stones that its turns give it, on any empty cell alike."""
    chance = Random(left)
    for _ in range(3):
        state = x(4, to_the_end=True).start()
        while len(state.legal_moves) > left:
            state = state.after(chance.choice(state.legal_moves))
        expected = mean_scores(state)
        found = tablier.playouts(state, 40_000, seed=left)
        assert found.plies == left
        assert found.scores == pytest.approx(expected, abs=0.015)
        assert tablier.playouts(state, 1000, seed=1) == tablier.playouts(state, 1000, seed=1)


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_random_games_like_those_of_the_rules(size: int) -> None:
    """The fast random game and one made of legal moves have the same winners, on every board."""
    chance, n = Random(size), 400
    game = x(size)
    state = random_game(game, chance)[size * size // 3]
    wins = [0.0] * 3
    for _ in range(n):
        end = state
        while end.legal_moves:
            end = end.after(chance.choice(end.legal_moves))
        assert end.outcome is not None
        wins = [won + score for won, score in zip(wins, end.outcome.scores, strict=True)]
    fast = tablier.playouts(state, 20_000)
    assert sum(fast.scores) == pytest.approx(1)
    assert fast.scores == pytest.approx([won / n for won in wins], abs=0.11)


def test_a_finished_game_is_not_played_on_differently() -> None:
    """§X8: a decided state keeps its winner in random games."""
    assert tablier.playouts(x(8).read(CROSS), 2000).scores == (1, 0, 0)
