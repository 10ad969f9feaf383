"""X: the tree of its moves counted, its fast random games compared with the rules, and surveys with those."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from statistics import fmean

import pytest

import tablier
from tablier import State
from tablier.games.x.rollouts import rollout_counts
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
    rng = Random(left)
    for _ in range(3):
        state = x(4, to_the_end=True).start()
        while len(state.legal_moves) > left:
            state = state.after(rng.choice(state.legal_moves))
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
    """The fast rollout and one made of legal moves have the same winners, on every board."""
    rng, n = Random(size), 400
    game = x(size)
    state = random_game(game, rng)[size * size // 3]
    wins = [0.0] * 3
    for _ in range(n):
        end = state
        while end.legal_moves:
            end = end.after(rng.choice(end.legal_moves))
        assert end.outcome is not None
        wins = [won + score for won, score in zip(wins, end.outcome.scores, strict=True)]
    fast = tablier.playouts(state, 20_000)
    assert sum(fast.scores) == pytest.approx(1)
    assert fast.scores == pytest.approx([won / n for won in wins], abs=0.11)


def test_a_finished_game_is_not_played_on_differently() -> None:
    """§X8: a decided state keeps its winner in random games."""
    assert tablier.playouts(x(8).read(CROSS), 2000).scores == (1, 0, 0)


def survey_scores(state: State, times: int) -> list[float]:
    """The mean scores over so many independent batches of rollouts."""
    won = [rollout_counts(state, 1, seed=seed)[0] for seed in range(times)]
    return [fmean(games) / 256 for games in zip(*won, strict=True)]


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 6])
def test_many_games_at_once_are_fair(left: int) -> None:
    """§X1, §X3, §X5 to §X7, in all games of a survey."""
    for state in late_positions(left):
        assert survey_scores(state, 400) == pytest.approx(mean_scores(state), abs=0.015)


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_many_games_at_once_like_one_by_one(size: int) -> None:
    for state in random_game(x(size), Random(size))[:: size * size // 3]:
        if state.legal_moves:
            one_by_one = tablier.playouts(state, 50_000).scores
            assert survey_scores(state, 200) == pytest.approx(one_by_one, abs=0.015)


@pytest.mark.parametrize("left", [3, 4, 5])
def test_a_survey_knows_what_each_cell_brought(left: int) -> None:
    """In how many rollouts each seat owned each cell, and how often each seat won then."""
    for state in late_positions(left):
        had, brought = Counter[tuple[int, int]](), Counter[tuple[int, int, int]]()
        orders = list(permutations(state.legal_moves))
        for order in orders:
            end = state
            for move in order:
                had[end.turn, move] += 1
                end = end.after(move)
            assert end.outcome is not None
            winner = end.outcome.scores.index(1)
            brought.update(((state.turn + ply) % 3, winner, move) for ply, move in enumerate(order))
        surveys = [rollout_counts(state, 1, seed=seed)[1:] for seed in range(200)]
        for seat, move in product(range(3), state.legal_moves):
            found = fmean(rollout_batch[0][seat][move] for rollout_batch in surveys) / 256
            assert found == pytest.approx(had[seat, move] / len(orders), abs=0.015)
            for who in range(3):
                found = fmean(rollout_batch[1][seat][who][move] for rollout_batch in surveys) / 256
                assert found == pytest.approx(brought[seat, who, move] / len(orders), abs=0.015)


def test_a_second_survey_gives_cells_to_whom_they_are_worth_most() -> None:
    """To Red more than to the others here, which uniform rollouts do not find."""
    state = x(4, to_the_end=True).read("1r1r/rry1/ggg1/yyy1 g")
    first, both = (
        fmean(rollout_counts(state, times, seed=seed)[0][0] for seed in range(50)) for times in (1, 2)
    )
    assert first / 256 == pytest.approx(0.4, abs=0.03)  # as in games played one by one
    assert (both - first) / 256 > 0.7
