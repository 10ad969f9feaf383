"""The scripted beginner of `bench.beginner`."""

from __future__ import annotations

from random import Random

import pytest
from bench.beginner import Share, aims, choose_as_beginner, play_beginner, table

import tablier
from tablier.match import Match


def test_it_takes_a_win_and_stops_a_loss_in_one() -> None:
    game = tablier.game("quixo")
    for seed in range(5):
        winning = Match(game, start=game.read("xxxx1/5/ooo2/5/5 x"))
        after = winning.state.after(choose_as_beginner(winning, Random(seed)))
        assert after.outcome is not None
        assert after.outcome.scores == (1.0, 0.0)
        threatened = Match(game, start=game.read("oooo1/5/xx3/5/5 x"))
        after = threatened.state.after(choose_as_beginner(threatened, Random(seed)))
        replies = [after.after(move).outcome for move in after.legal_moves]
        assert not any(outcome and outcome.scores == (0.0, 1.0) for outcome in replies)


@pytest.mark.parametrize("name", tablier.games())
def test_it_plays_every_game_to_its_end(name: str) -> None:
    found = play_beginner(tablier.game(name), 1, games=2)
    assert len(found.shares) == 2
    assert all(0 <= share <= 1 for share in found.shares)
    assert play_beginner(tablier.game(name), 1, games=2) == found


def test_the_table_names_aims_and_results() -> None:
    assert aims(tablier.game("quixo")) == (0.65, 0.5)
    assert aims(tablier.game("plateau-x")) == (0.5, 0.25)
    lines = table([Share("quixo", 1, (1.0, 0.5)), Share("quixo", 2, (0.0, 1.0))]).splitlines()
    assert lines[-1].startswith("| Quixo | 75% ± ")
