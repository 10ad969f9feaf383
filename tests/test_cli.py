"""The command line as a person meets it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tablier
from tablier.cli import main


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed)


def test_games_are_listed() -> None:
    output = run("games").output
    for name in tablier.games():
        assert name in output


def test_the_signature_is_that_of_all_searches() -> None:
    whole, short = run("bench").output, run("bench", "--signature").output.strip()
    assert all(name in whole for name in tablier.games())
    assert f"signature: {short}" in whole
    assert re.fullmatch("[0-9a-f]{8}", short)


def test_the_signature_changes_with_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("bench", "--signature").output
    monkeypatch.setattr("tablier.bots.bench.SEED", 2)
    assert run("bench", "--signature").output != before


def test_show_draws_the_board() -> None:
    output = run("show", "quixo", "a1e1").output
    assert "1  · · · · ×" in output
    assert "Circle to play, 42 moves" in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "chess"), "there is no game 'chess'"),
        (("show", "quixo", "-o", "size=9"), "size is one of 3, 4, 5, not 9"),
        (("show", "quixo", "-o", "size"), "written name=value"),
        (("show", "quixo", "a1e1", "e1a1"), "That cube shows the other mark"),
        (("show", "quixo", "a1"), "the end cannot stand here"),
        (("show", "quixo", "--position", "5/5"), "position: "),
        (("play", "quixo", "--seat", "3"), "has the seats 1 to 2, not 3"),
        (("play", "quixo", "--seat", "1", "--bot", "level:9"), "levels go from 1 to 8"),
        (("play", "--record", "nowhere.txt"), "cannot be read"),
    ],
)
def test_mistakes_get_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert sentence in result.output
    assert "Traceback" not in result.output


def test_a_game_at_the_prompt(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    typed = f"help\na1e1\nnonsense\ne1a1\nwhy e1a1\nmoves\nundo\na1e1\nposition\nsave {saved}\nquit\n"
    result = run("play", "quixo", typed=typed)
    assert result.exit_code == 0, result.output
    for part in ("Type a move", "not a move", "(§Q2)", "5/5/5/5/4x o", "Written to", "Bye."):
        assert part in result.output
    again = run("play", "--record", str(saved), typed="resign\n")
    assert "Cross wins (resigned)." in again.output


def test_the_menu_leads_to_a_game() -> None:
    result = run("play", typed="1\nquit\n")
    assert result.exit_code == 0, result.output
    assert "Bye." in result.output


def test_a_game_against_the_computer_ends() -> None:
    game = tablier.game("quixo", size=3)
    every = "\n".join(game.texts * 20)  # illegal ones are refused, the game goes on until it ends
    result = run("play", "quixo", "-o", "size=3", "--seat", "1", typed=every)
    assert result.exit_code == 0, result.output
    assert " wins (line)." in result.output or "A draw" in result.output
