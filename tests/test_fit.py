"""Fitting a game's estimate and prior to games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from bench.fit import Decision, Example, fit, guess, likely, main, play
from click.testing import CliRunner


def test_what_decides_the_games_is_found() -> None:
    """The first feature does, the second is noise."""
    taught = [Example((x, y, 1.0), float(x > 0)) for x in (-1.0, 1.0) for y in (-1.0, 1.0)] * 50
    weights = fit(taught, 3, 15)
    assert guess(weights, (1.0, 0.0, 1.0)) > 0.9
    assert guess(weights, (-1.0, 0.0, 1.0)) < 0.1
    assert abs(weights[1]) < 0.5


def test_what_moves_are_chosen_by_is_found() -> None:
    taught = [Decision([(1, y), (0, 1), (0, 0)]) for y in (0, 1)] * 100
    weights = fit(taught, 2, 5)
    assert likely(weights, [(1, 0), (0, 1)])[0] > 0.9


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "fit.jsonl"
    game = play("olix", "level:2", 1)
    assert game.share in (0, 0.5, 1)
    log.write_text("".join(json.dumps(asdict(game)) + "\n" for _ in range(20)))
    done = CliRunner().invoke(main, ["olix", "--games", "20", "--part", "0.2", "--log", str(log)])
    assert done.exit_code == 0, done.output
    assert "20 games; the estimate" in done.output
    assert "are its first choice" in done.output
    assert len(log.read_text().splitlines()) == 20


def test_too_few_positions_are_refused(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    log.write_text(20 * '{"opening": 2, "moves": [0, 1], "share": 1.0}\n')
    refused = CliRunner().invoke(main, ["olix", "--games", "20", "--log", str(log)])
    assert refused.exit_code == 1
    assert "too few positions" in refused.output


def test_a_game_without_weights_is_refused() -> None:
    refused = CliRunner().invoke(main, ["quixo"])
    assert refused.exit_code == 1
    assert "Quixo has no weights to fit" in refused.output
