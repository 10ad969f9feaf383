"""`tablier arena` as a person meets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablier.cli import main

SMALL = ("arena", "quixo", "-o", "size=3", "--nodes", "10", "--threads", "2")


def call(path: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--out", str(path / "games.jsonl")], catch_exceptions=False)


def games(path: Path) -> int:
    return len((path / "games.jsonl").read_text().splitlines())


def test_bots_play_and_are_ranked(tmp_path: Path) -> None:
    page = tmp_path / "pages" / "report.html"
    result = call(
        tmp_path, *SMALL, "--bots", "level:1", "level:4", "uct:20", "--games", "12", "--report", str(page)
    )
    assert result.exit_code == 0, result.output
    assert games(tmp_path) == 12
    for part in ("12/12", "Quixo, size 3: 12 games", "level:4", "Against each other", "Seats", "Endings"):
        assert part in result.output
    assert "arena quixo -o size=3" in page.read_text()
    assert "--bots level:1 level:4 uct:20 --games 12" in page.read_text()


def test_the_same_command_goes_on_and_more_games_may_be_asked_for(tmp_path: Path) -> None:
    words = (*SMALL, "--bots", "level:1", "random")
    assert call(tmp_path, *words, "--games", "6").exit_code == 0
    text = (tmp_path / "games.jsonl").read_text()
    assert "6 games" in call(tmp_path, *words, "--games", "6").output
    assert (tmp_path / "games.jsonl").read_text() == text
    assert "10 games" in call(tmp_path, *words, "--games", "10").output
    assert games(tmp_path) == 10


def test_bots_may_also_be_named_one_by_one(tmp_path: Path) -> None:
    words = ("--bots=level:1", "--bots", "random", "--games", "2", "--nodes", "5", "-o", "size=3", "quixo")
    result = call(tmp_path, "arena", *words)
    assert result.exit_code == 0, result.output
    assert games(tmp_path) == 2


def test_a_stop_test_ends_the_games_early(tmp_path: Path) -> None:
    words = ("arena", "quixo", "-o", "size=3", "--bots", "level:5", "random", "--games", "400")
    result = call(tmp_path, *words, "--sprt", "-50", "100")
    assert result.exit_code == 0, result.output
    assert "Stop test passed" in result.output
    assert 4 < games(tmp_path) < 100
    before = games(tmp_path)
    assert "Stop test passed" in call(tmp_path, *words, "--sprt", "-50", "100").output
    assert games(tmp_path) == before


def test_time_ends_the_games_early(tmp_path: Path) -> None:
    words = ("--bots", "uct:2000", "random", "--games", "5000", "--minutes", "0.005")
    result = call(tmp_path, "arena", "quixo", *words)
    assert result.exit_code == 0, result.output
    assert 0 < games(tmp_path) < 5000


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", "--bots", "level:1", "random"), "there is no game 'chess'"),
        (("quixo", "--bots", "level:1"), "at least two bots, not 1"),
        (("quixo", "--bots", "level:1", "level:0"), "there is no level 0"),
        (("quixo", "--bots", "level:1", "deep"), "there is no bot 'deep'"),
        (("quixo", "--bots", "level:1", "random", "-o", "size"), "written name=value"),
        (("quixo", "--bots", "level:1", "random", "--seconds", "0"), "more than 0 seconds, not 0"),
        (("quixo", "--bots", "level:1", "random", "--nodes", "-3"), "at least 1, not -3"),
        (("quixo", "--bots", "level:1", "random", "--games", "0"), "at least one game, not 0"),
        (("quixo", "--bots", "level:1", "random", "--threads", "0"), "at least one thread, not 0"),
        (("quixo", "--bots", "level:1", "random", "--minutes", "0"), "more than 0 minutes, not 0"),
        (("quixo", "--bots", "level:1", "random", "--sprt", "5", "0"), "from a lower to a higher"),
        (("quixo", "--bots", "level:1", "random", "uct:9", "--sprt", "0", "5"), "between two bots, not 3"),
        (
            ("quixo", "--bots", "level:1", "random", "--dask", "tcp://127.0.0.1:9"),
            "no Dask scheduler answers",
        ),
    ],
)
def test_mistakes_get_one_sentence(
    words: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablier.arena.cluster.CONNECT_SECONDS", 0.3)
    result = call(tmp_path, "arena", *words)
    assert result.exit_code == 1
    assert sentence in result.output
    assert len(result.output.splitlines()) == 1


def test_a_file_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("dear diary")
    result = call(tmp_path, *SMALL, "--bots", "level:1", "random")
    assert result.exit_code == 1
    assert "not a file of an arena" in result.output
    assert (tmp_path / "games.jsonl").read_text() == "dear diary"
