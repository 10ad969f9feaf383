"""The training games and samples of X's net. The net itself needs PyTorch, which the tests do without."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner
from training.__main__ import main
from training.selfplay import TrainingGame, gather, play, replay, split
from training.x_net import XNet, samples

QUICK = XNet(simulations=5)


def test_samples_have_what_was_searched_and_who_won() -> None:
    """By seats from the mover on."""
    game = play(QUICK, "x", 7)
    assert game == play(QUICK, "x", 7)
    assert sorted(game.shares) == [0, 0, 1]
    found = list(samples("x", [game]))
    assert len(found) == len(game.moves) - game.opening == len(game.visits) == len(game.values)
    for ply, one in enumerate(found, game.opening):
        assert one.state.turn == ply % 3
        assert one.outcome[(game.shares.index(1) - ply) % 3] == 1
        assert one.value[-ply % 3] == game.values[ply - game.opening][0]
        assert set(one.visits[::2]) <= set(one.state.legal_moves)
    state, move = list(replay("x", game))[-1]
    last = state.after(move).outcome
    assert last is not None
    assert list(last.scores) == game.shares


def test_a_log_is_continued_with_the_games_it_lacks(tmp_path: Path) -> None:
    log = tmp_path / "training-x.jsonl"
    log.write_text(json.dumps(asdict(play(QUICK, "x", 0))) + "\n")
    games = gather(QUICK, "x", 3, log, 2)
    assert games == [play(QUICK, "x", number) for number in range(3)]
    lines = log.read_text().splitlines()
    assert [TrainingGame(**json.loads(line)) for line in lines] == games


def test_one_game_in_ten_is_held_out() -> None:
    training, held_out = split(range(25))
    assert held_out == [0, 10, 20]
    assert sorted(training + held_out) == list(range(25))


def test_one_sentence_says_that_pytorch_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    refused = CliRunner().invoke(main, ["x", "--logs", str(tmp_path), "--out", str(tmp_path / "weights")])
    assert refused.exit_code == 1
    assert refused.output == "Error: Training the net needs PyTorch: pip install torch\n"
    assert not list(tmp_path.iterdir())


def test_a_net_and_linear_weights_are_trained_apart(tmp_path: Path) -> None:
    refused = CliRunner().invoke(main, ["x", "olix", "--out", str(tmp_path / "weights")])
    assert refused.exit_code == 1
    assert "trained apart" in refused.output
