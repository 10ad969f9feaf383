"""X: the net against the same sums made slowly, and what it is taught by."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import pytest

from tablier import State
from tablier.games.x import net
from tablier.games.x.teach import Played, lessons, play
from tests.games.test_x import random_game, x

AROUND = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)]  # §X2: rows, columns

# Red's e5 cuts the board into four, and others are close to corners as well.
NEARLY = "3grg2/ggg1r1yy/2yyry2/rrrr1rrr/yy2rggg/1gggr2y/g2yryy1/yyy1r1gg r"


class Weights:
    """The numbers of the file, one after the other."""

    def __init__(self) -> None:
        self.left = list(net.taught())

    def take(self, *shape: int) -> Any:
        """Lists in lists."""
        return [self.take(*shape[1:]) for _ in range(shape[0])] if shape else self.left.pop(0)


def softmax(logits: list[float]) -> list[float]:
    return [exp(one) / sum(map(exp, logits)) for one in logits]


def slow_opinion(state: State, seed: int) -> tuple[list[float], dict[int, float]]:
    size = state.game.options["size"]
    numbers, scores = (list(found) for found in net.seen([state], seed=seed))
    cells = [numbers[at : at + net.WIDE] for at in range(0, len(numbers), net.WIDE)]
    weights = Weights()
    layers = weights.take(net.LAYERS, len(AROUND), net.WIDE, net.WIDE)
    for layer, bias in zip(layers, weights.take(net.LAYERS, net.WIDE), strict=True):
        new = []
        for at in range(size * size):
            sums = list(bias)
            for (down, right), weight in zip(AROUND, layer, strict=True):
                row, column = at // size + down, at % size + right
                if 0 <= row < size and 0 <= column < size:
                    for number, to in zip(cells[row * size + column], weight, strict=True):
                        sums = [one + number * each for one, each in zip(sums, to, strict=True)]
            kept = cells[at] if layer is not layers[0] else [0.0] * net.WIDE
            new.append([old + max(one, 0) for old, one in zip(kept, sums, strict=True)])
        cells = new
    policy = weights.take(net.WIDE)
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
    likely = softmax(
        [sum(one * each for one, each in zip(cells[move], policy, strict=True)) for move in state.legal_moves]
    )
    seats = [shares[(seat - state.turn) % 3] for seat in range(3)]
    return seats, dict(zip(state.legal_moves, likely, strict=True))


@pytest.mark.parametrize("size", [4, 6, 10])
def test_the_net_adds_up_as_it_is_meant_to(size: int) -> None:
    for state in random_game(x(size), Random(size))[:4]:
        shares, likely = net.opinion(state, seed=size)
        slow_shares, slow_likely = slow_opinion(state, size)
        assert shares == pytest.approx(slow_shares, rel=0.02)
        assert likely == pytest.approx(slow_likely, rel=0.05)


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_the_net_has_an_opinion_on_every_board(size: int) -> None:
    """Shares and chances that add up to one, and the same ones again for a seed."""
    for state in random_game(x(size), Random(size))[: size * size // 2 : size]:
        shares, likely = net.opinion(state, seed=3)
        assert (shares, likely) == net.opinion(state, seed=3) != net.opinion(state, seed=4)
        assert sum(shares) == pytest.approx(1)
        assert sum(likely.values()) == pytest.approx(1)
        assert tuple(sorted(likely)) == state.legal_moves
        assert min(*likely.values(), *shares) > 0


def test_the_net_sees_who_is_about_to_win_and_where() -> None:
    state = x(8).read(NEARLY)
    shares, likely = net.opinion(state)
    assert shares[0] > 0.8
    assert max(likely, key=lambda move: likely[move]) == state.game.move("e5")


def test_weights_of_another_net_are_refused() -> None:
    with pytest.raises(ValueError, match="weights, not 3"):
        net.load([1.0, 2.0, 3.0])


def test_lessons_tell_what_was_tried_and_who_won() -> None:
    """By seats from the mover on."""
    game = play(7, visits=5)
    assert game == play(7, visits=5)
    state = x(game.size).start()
    for move in game.moves:
        state = state.after(move)
    assert state.outcome is not None
    assert state.outcome.scores[game.winner] == 1
    taught = list(lessons([game]))
    assert len(taught) == len(game.moves) - game.opening == len(game.visits)
    for ply, lesson in enumerate(taught, game.opening):
        assert lesson.state.turn == ply % 3
        assert (lesson.winner + ply) % 3 == game.winner
        assert lesson.shares[-ply % 3] == game.shares[ply - game.opening][0]
        assert set(lesson.visits[::2]) <= set(lesson.state.legal_moves)
    played = Played(4, 0, [0], [[0, 3]], [[0.5, 0.3, 0.2]], 0)
    assert [(one.visits, one.winner) for one in lessons([played])] == [([0, 3], 0)]
