"""Linear weights of an evaluation and a prior, fitted to training games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner
from training.__main__ import main
from training.linear import Linear, MoveSample, PairSample, ValueSample, fit, logistic, softmax
from training.selfplay import play


def test_the_fit_finds_the_feature_that_decides() -> None:
    """The first feature does, the second is noise."""
    samples = [ValueSample((x, y, 1.0), float(x > 0)) for x in (-1.0, 1.0) for y in (-1.0, 1.0)] * 50
    weights = fit(samples, 3, 15)
    assert logistic(weights, (1.0, 0.0, 1.0)) > 0.9
    assert logistic(weights, (-1.0, 0.0, 1.0)) < 0.1
    assert abs(weights[1]) < 0.5


def test_the_fit_finds_which_of_two_seats_finishes_ahead() -> None:
    samples = [PairSample((x, y), float(x > 0)) for x in (-1.0, 1.0) for y in (-1.0, 1.0)] * 50
    weights = fit(samples, 2, 15)
    assert PairSample((1.0, 0.0), 1).predict(weights) > 0.8
    assert abs(weights[1]) < 0.5


def test_the_fit_finds_the_moves_that_are_made() -> None:
    samples = [MoveSample([(1, y), (0, 1), (0, 0)]) for y in (0, 1)] * 100
    weights = fit(samples, 2, 5)
    assert softmax(weights, [(1, 0), (0, 1)])[0] > 0.9


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    folder = str(tmp_path)
    return [
        "--games",
        "20",
        "--fraction",
        "0.2",
        "--logs",
        folder,
        "--out",
        str(tmp_path / "new" / "weights"),
    ]


def test_a_complete_log_is_not_played_again(tmp_path: Path, words: list[str]) -> None:
    log = tmp_path / "training-olix.jsonl"
    game = play(Linear("level:2", 0.2), "olix", 1)
    assert sorted(game.shares) in ([0, 1], [0.5, 0.5])
    assert game.visits == game.values == []
    log.write_text("".join(json.dumps(asdict(game)) + "\n" for _ in range(20)))
    done = CliRunner().invoke(main, ["olix", *words])
    assert done.exit_code == 0, done.output
    assert "20 games; log loss of the evaluation" in done.output
    assert "top-1 accuracy of the prior" in done.output
    assert len(log.read_text().splitlines()) == 20
    weights = json.loads((tmp_path / "new" / "weights").read_text())
    assert {name: len(each) for name, each in weights.items()} == {"evaluation": 93, "prior": 30}


def test_variants_of_several_seats_are_fitted_together(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.linear.BASELINE", "uct:20")
    monkeypatch.setattr("training.linear.FULL_NODES", 20)
    monkeypatch.setattr("training.linear.QUICK_NODES", 20)
    names = ("plateau-x", "plateau-x-trio")
    for name, points in zip(names, ([0, 1 / 7, 2 / 7, 4 / 7], [0, 1 / 4, 3 / 4]), strict=True):
        game = play(Linear("level:1", 0.2), name, 1)
        assert sorted(game.shares) == points
        (tmp_path / f"training-{name}.jsonl").write_text(20 * (json.dumps(asdict(game)) + "\n"))
    done = CliRunner().invoke(main, [*names, *words])
    assert done.exit_code == 0, done.output
    assert "40 games; log loss of the evaluation" in done.output
    assert "prior" not in done.output


def test_too_few_positions_are_refused(tmp_path: Path, words: list[str]) -> None:
    """Also: a line of a log of an earlier version is read."""
    log = tmp_path / "training-olix.jsonl"
    log.write_text(20 * '{"opening": 2, "moves": [0, 1], "shares": [1.0, 0.0]}\n')
    refused = CliRunner().invoke(main, ["olix", *words])
    assert refused.exit_code == 1
    assert "too few positions" in refused.output
    assert not (tmp_path / "new" / "weights").exists()


def test_a_game_without_weights_is_refused(words: list[str]) -> None:
    refused = CliRunner().invoke(main, ["quixo", *words])
    assert refused.exit_code == 1
    assert "Quixo has no weights to fit" in refused.output


def test_nothing_is_written_without_a_path() -> None:
    refused = CliRunner().invoke(main, ["olix", "--games", "20"])
    assert refused.exit_code == 2
    assert "--out" in refused.output
