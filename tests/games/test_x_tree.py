"""X: the tree of its moves counted, its fast random games compared with the rules, and surveys with those."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from statistics import fmean

import pytest

import tablier
from tablier import State
from tablier.core.search import Position
from tablier.core.tree import Tree
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


def late_positions(left: int) -> Iterator[State]:
    """With so many empty cells."""
    chance = Random(left)
    for _ in range(3):
        state = x(4, to_the_end=True).start()
        while len(state.legal_moves) > left:
            state = state.after(chance.choice(state.legal_moves))
        yield state


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4, 5, 6])
def test_random_games_are_fair(left: int) -> None:
    """§X1, §X3: every seat gets the stones that its turns give it, on any empty cell alike."""
    for state in late_positions(left):
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


def surveyor(state: State, seed: int) -> Tree:
    """A tree that only looks at surveys, never at the rules."""
    position = Position(state, sides=state.game.sides)
    return Tree(
        position, capacity=1024, seed=seed, survey=True, echo=100, explore=0, unfold=1000,
        look=False, prove=False,
    )  # fmt: skip


def surveyed(state: State, times: int) -> list[float]:
    """The mean scores of all games in so many surveys."""
    trees = [surveyor(state, seed) for seed in range(times)]
    for tree in trees:
        tree.run(1)
    return [fmean(scores) for scores in zip(*(tree.shares() for tree in trees), strict=True)]


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 6])
def test_many_games_at_once_are_fair(left: int) -> None:
    """§X1, §X3, §X5 to §X7, in all games of a survey."""
    for state in late_positions(left):
        assert surveyed(state, 400) == pytest.approx(mean_scores(state), abs=0.015)


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_many_games_at_once_like_one_by_one(size: int) -> None:
    for state in random_game(x(size), Random(size))[:: size * size // 3]:
        if state.legal_moves:
            one_by_one = tablier.playouts(state, 50_000).scores
            assert surveyed(state, 200) == pytest.approx(one_by_one, abs=0.015)


@pytest.mark.parametrize("left", [3, 4, 5, 6])
def test_a_survey_knows_what_each_cell_brought(left: int) -> None:
    """After one, a tree goes where the seat to move won most of the games in which the cell was its own."""
    for state in late_positions(left):
        brought: dict[int, list[float]] = {move: [] for move in state.legal_moves}
        for order in permutations(state.legal_moves):
            end = state
            for move in order:
                end = end.after(move)
            assert end.outcome is not None
            for move in order[::3]:
                brought[move].append(end.outcome.scores[state.turn])
        means = {move: fmean(scores) for move, scores in brought.items()}
        trees = [surveyor(state, seed) for seed in range(20)]
        for tree in trees:
            tree.run(2)
        chosen = fmean(means[tree.candidates()[0].move] for tree in trees)
        assert chosen == pytest.approx(max(means.values()), abs=0.06)
