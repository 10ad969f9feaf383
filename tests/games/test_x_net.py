"""X: the compiled net against a slow one in Python."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import pytest

from tablier import State
from tablier.games.x import net
from tests.games.test_x import random_game, x

AROUND = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)]  # §X2: rows, columns

# Red's e5 cuts the board into four, and others are close to corners as well.
NEARLY = "3grg2/ggg1r1yy/2yyry2/rrrr1rrr/yy2rggg/1gggr2y/g2yryy1/yyy1r1gg r"


class Weights:
    """The numbers of the file, one after the other."""

    def __init__(self) -> None:
        self.left = list(net.read_weights())

    def take(self, *shape: int) -> Any:
        """Lists in lists."""
        return [self.take(*shape[1:]) for _ in range(shape[0])] if shape else self.left.pop(0)


def softmax(logits: list[float]) -> list[float]:
    return [exp(one) / sum(map(exp, logits)) for one in logits]


def slow_evaluation(state: State, seed: int) -> tuple[list[float], dict[int, float]]:
    size = state.game.options["size"]
    numbers, scores = (list(found) for found in net.net_inputs([state], seed=seed))
    cells = [numbers[at : at + net.CHANNELS] for at in range(0, len(numbers), net.CHANNELS)]
    weights = Weights()
    layers = weights.take(net.LAYERS, len(AROUND), net.CHANNELS, net.CHANNELS)
    for layer, bias in zip(layers, weights.take(net.LAYERS, net.CHANNELS), strict=True):
        new = []
        for at in range(size * size):
            sums = list(bias)
            for (down, right), weight in zip(AROUND, layer, strict=True):
                row, column = at // size + down, at % size + right
                if 0 <= row < size and 0 <= column < size:
                    for number, to in zip(cells[row * size + column], weight, strict=True):
                        sums = [one + number * each for one, each in zip(sums, to, strict=True)]
            kept = cells[at] if layer is not layers[0] else [0.0] * net.CHANNELS
            new.append([old + max(one, 0) for old, one in zip(kept, sums, strict=True)])
        cells = new
    policy_weights = weights.take(net.CHANNELS)
    columns = list(zip(*cells, strict=True))
    pooled = [*(sum(column) / len(cells) for column in columns), *map(max, columns), *scores]
    from_pooled, hidden = weights.take(len(pooled), net.HIDDEN), weights.take(net.HIDDEN)
    for number, to in zip(pooled, from_pooled, strict=True):
        hidden = [one + number * each for one, each in zip(hidden, to, strict=True)]
    from_hidden, direct, logits = weights.take(net.HIDDEN, 3), weights.take(3, 3), weights.take(3)
    for number, to in zip([*(max(one, 0) for one in hidden), *scores], from_hidden + direct, strict=True):
        logits = [one + number * each for one, each in zip(logits, to, strict=True)]
    assert not weights.left
    shares = softmax(logits)
    policy = softmax(
        [
            sum(one * each for one, each in zip(cells[move], policy_weights, strict=True))
            for move in state.legal_moves
        ]
    )
    seats = [shares[(seat - state.turn) % 3] for seat in range(3)]
    return seats, dict(zip(state.legal_moves, policy, strict=True))


@pytest.mark.parametrize("size", [4, 6, 10])
def test_the_compiled_net_computes_what_the_slow_one_does(size: int) -> None:
    for state in random_game(x(size), Random(size))[:4]:
        shares, policy = net.evaluate_position(state, seed=size)
        slow_shares, slow_policy = slow_evaluation(state, size)
        assert shares == pytest.approx(slow_shares, rel=0.02)
        assert policy == pytest.approx(slow_policy, rel=0.05)


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_the_net_evaluates_every_board(size: int) -> None:
    """Shares and chances that add up to one, and the same ones again for a seed."""
    for state in random_game(x(size), Random(size))[: size * size // 2 : size]:
        shares, policy = net.evaluate_position(state, seed=3)
        assert (
            (shares, policy) == net.evaluate_position(state, seed=3) != net.evaluate_position(state, seed=4)
        )
        assert sum(shares) == pytest.approx(1)
        assert sum(policy.values()) == pytest.approx(1)
        assert tuple(sorted(policy)) == state.legal_moves
        assert min(*policy.values(), *shares) > 0


def test_the_net_sees_who_is_about_to_win_and_where() -> None:
    state = x(8).read(NEARLY)
    shares, policy = net.evaluate_position(state)
    assert shares[0] > 0.8
    assert max(policy, key=lambda move: policy[move]) == state.game.move("e5")


def test_weights_of_another_net_are_refused() -> None:
    with pytest.raises(ValueError, match="weights, not 3"):
        net.load([1.0, 2.0, 3.0])
