"""Fitting a game's estimate and prior to games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from bench.fit import Decision, Example, Meeting, fit, guess, likely, main, play
from click.testing import CliRunner


def test_what_decides_the_games_is_found() -> None:
    """The first feature does, the second is noise."""
    taught = [Example((x, y, 1.0), float(x > 0)) for x in (-1.0, 1.0) for y in (-1.0, 1.0)] * 50
    weights = fit(taught, 3, 15)
    assert guess(weights, (1.0, 0.0, 1.0)) > 0.9
    assert guess(weights, (-1.0, 0.0, 1.0)) < 0.1
    assert abs(weights[1]) < 0.5


def test_who_ends_ahead_is_found() -> None:
    taught = [Meeting((x, y), float(x > 0)) for x in (-1.0, 1.0) for y in (-1.0, 1.0)] * 50
    weights = fit(taught, 2, 15)
    assert Meeting((1.0, 0.0), 1).guess(weights) > 0.8
    assert abs(weights[1]) < 0.5


def test_what_moves_are_chosen_by_is_found() -> None:
    taught = [Decision([(1, y), (0, 1), (0, 0)]) for y in (0, 1)] * 100
    weights = fit(taught, 2, 5)
    assert likely(weights, [(1, 0), (0, 1)])[0] > 0.9


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "fit-olix.jsonl"
    game = play("olix", "level:2", 1)
    assert sorted(game.shares) in ([0, 1], [0.5, 0.5])
    log.write_text("".join(json.dumps(asdict(game)) + "\n" for _ in range(20)))
    done = CliRunner().invoke(main, ["olix", "--games", "20", "--part", "0.2", "--logs", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "20 games; the estimate" in done.output
    assert "are its first choice" in done.output
    assert len(log.read_text().splitlines()) == 20


def test_variants_of_several_seats_are_fitted_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.fit.PLAIN", "uct:20")
    monkeypatch.setattr("bench.fit.FULL", 20)
    names = ("plateau-x", "plateau-x-trio")
    for name, points in zip(names, ([0, 1 / 7, 2 / 7, 4 / 7], [0, 1 / 4, 3 / 4]), strict=True):
        game = play(name, "level:1", 1)
        assert sorted(game.shares) == points
        (tmp_path / f"fit-{name}.jsonl").write_text(20 * (json.dumps(asdict(game)) + "\n"))
    done = CliRunner().invoke(main, [*names, "--games", "20", "--part", "0.2", "--logs", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "40 games; the estimate" in done.output
    assert "first choice" not in done.output


def test_too_few_positions_are_refused(tmp_path: Path) -> None:
    log = tmp_path / "fit-olix.jsonl"
    log.write_text(20 * '{"opening": 2, "moves": [0, 1], "shares": [1.0, 0.0]}\n')
    refused = CliRunner().invoke(main, ["olix", "--games", "20", "--logs", str(tmp_path)])
    assert refused.exit_code == 1
    assert "too few positions" in refused.output


def test_a_game_without_weights_is_refused() -> None:
    refused = CliRunner().invoke(main, ["quixo"])
    assert refused.exit_code == 1
    assert "Quixo has no weights to fit" in refused.output
