"""Batches of games: what is not a law of each game."""

from __future__ import annotations

import threading
from random import Random

import numpy as np
import pytest

import tablier
from tablier import Match
from tablier.batches import rewards_of


def test_arrays_are_shared_and_read_only() -> None:
    many = tablier.batch(tablier.game("quixo"), 4)
    arrays = (many.turns, many.legal_mask, many.planes, many.plies, many.samples, many.rewards, many.ended)
    kept = [array.__array_interface__["data"] for array in arrays]
    many.step(many.samples)
    assert [array.__array_interface__["data"] for array in arrays] == kept
    for array in arrays:
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_arrays_outlive_their_batch() -> None:
    many = tablier.batch(tablier.game("quixo"), 3)
    many.step(many.samples)
    planes, before = many.planes, many.planes.copy()
    del many
    assert (planes == before).all()


def test_the_third_repetition_ends_a_game_as_in_a_match() -> None:
    game = tablier.game("quixo", size=3)
    many, match, rng = tablier.batch(game, 1), Match(game), Random(1)
    repeated = 0
    for _ in range(3000):
        move = rng.choice(match.legal_moves)
        match.push(move)
        many.step([move])
        assert many.ended[0] == (match.outcome is not None)
        if match.outcome is not None:
            repeated += match.outcome.reason == "repetition"
            assert many.rewards[0].tolist() == list(rewards_of(game, match.outcome.scores))
            match = Match(game)
    assert repeated


def test_a_game_is_cut_short_after_so_many_plies() -> None:
    game = tablier.game("olix")
    many = tablier.batch(game, 2, max_plies=3)
    for ply in (1, 2, 3):
        many.step(many.samples)
        assert many.ended.tolist() == many.truncated.tolist() == [ply == 3] * 2
    assert many.rewards.tolist() == [[0.0, 0.0]] * 2
    assert many.plies.tolist() == [0, 0]
    assert many.state(0) == game.start()


def test_games_begin_and_begin_anew_from_a_given_position() -> None:
    game = tablier.game("quixo")
    start = game.read("xxxx1/5/ooo2/5/5 x")
    many = tablier.batch(game, 2, start=start)
    assert many.state(1) == start
    winning = next(move for move in start.legal_moves if start.after(move).outcome)
    many.step([winning, winning])
    assert many.ended.tolist() == [True, True]
    assert many.rewards.tolist() == [[1.0, -1.0]] * 2
    assert many.state(0) == start


def test_reset_begins_anew() -> None:
    game = tablier.game("quixo")
    many = tablier.batch(game, 2, seed=1)
    first = many.samples.tolist()
    for _ in range(300):
        many.step(many.samples)
    many.reset(1)
    assert many.samples.tolist() == first
    assert many.state(0) == many.state(1) == game.start()
    assert not many.ended.any()
    assert not many.rewards.any()


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ([0.0, 1.0], TypeError),
        ([True, False], TypeError),
        ([0], ValueError),
        ([[0, 1]], ValueError),
        ([2**40, 0], ValueError),
        (np.array([2**40, 0], np.uint64), ValueError),
    ],
)
def test_what_is_no_list_of_moves_is_refused(moves: object, error: type[Exception]) -> None:
    many = tablier.batch(tablier.game("quixo"), 2)
    with pytest.raises(error):
        many.step(moves)  # type: ignore[arg-type]
    assert many.plies.tolist() == [0, 0]


def test_what_is_no_batch_is_refused() -> None:
    game = tablier.game("quixo")
    for n in (0, -1, 2**30):
        with pytest.raises(ValueError, match="a batch has 1 to"):
            tablier.batch(game, n)
    with pytest.raises(ValueError, match="at least one ply"):
        tablier.batch(game, 1, max_plies=0)
    with pytest.raises(ValueError, match="belongs to"):
        tablier.batch(game, 1, start=tablier.game("olix").start())
    with pytest.raises(ValueError, match="over"):
        tablier.batch(game, 1, start=game.read("xxxxx/5/oooo1/5/5 o"))
    with pytest.raises(ValueError, match="numbered from 0 to 0"):
        tablier.batch(game, 1).state(1)


def test_the_gil_is_released() -> None:
    """Another thread counts on while one long step runs."""
    many = tablier.batch(tablier.game("x", size=20), 4096)
    counted: list[int] = [0]
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counted[0]
        for _ in range(50):
            many.step(many.samples)
            if counted[0] > before + 1000:
                break
        assert counted[0] > before + 1000
    finally:
        done.set()
        thread.join(10)
