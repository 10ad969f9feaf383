"""The puzzles that the games bring, and `tablier puzzles`, which finds them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import tablier
from tablier import Match, Record
from tablier.bots import Limit, bot
from tablier.puzzle import Puzzle, daily_puzzle, find_puzzle, games_with_puzzles, puzzles_of, read_puzzles
from tablier.puzzles.checking import Checker
from tablier.puzzles.command import puzzles
from tablier.puzzles.finding import Collection
from tablier.solver import look_up

FAMILIES = games_with_puzzles()
SAMPLE = 6
"""Puzzles of each game that are searched again."""


@pytest.mark.parametrize("name", FAMILIES)
def test_every_puzzle_can_be_solved_by_its_solution(name: str) -> None:
    shipped = puzzles_of(name)
    assert len({puzzle.id for puzzle in shipped}) == len(shipped) >= 100
    for puzzle in shipped:
        start = puzzle.begin()
        assert puzzle.family == name
        assert str(start.state) == puzzle.position
        assert len(start.legal_moves) > 1
        assert 2 <= puzzle.level <= 8
        match = puzzle.begin().play(*puzzle.solution)
        own = [ply for ply, state in enumerate(match.states[:-1]) if state.turn == start.turn]
        for ply in own:
            answer = puzzle.answer(puzzle.solution[: ply + 1])
            assert answer.is_right
            assert answer.is_solved == (ply == own[-1])
        assert own[-1] == len(puzzle.solution) - 1
        assert str(Puzzle.read(str(puzzle))) == str(puzzle)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_strong_player_finds_what_the_puzzles_ask_for(name: str) -> None:
    for puzzle in Random(name).sample(puzzles_of(name), SAMPLE):
        match = puzzle.begin()
        wanted = match.state.after(match.game.move(puzzle.solution[0]))
        settings = bot("level:7").settings(match.game)
        assert settings is not None
        assert settings.limit.nodes is not None
        nodes = min(2 * settings.limit.nodes, 100_000)
        known = look_up(match.state)
        found = (
            known.moves if known else (bot("level:7").choose(match, limit=Limit(nodes=nodes), seed=5).move,)
        )
        assert {match.state.after(move) for move in found} == {wanted}, puzzle


def test_another_move_is_wrong_and_another_order_is_refused() -> None:
    puzzle = next(each for name in FAMILIES for each in puzzles_of(name) if len(each.solution) > 2)
    start = puzzle.begin()
    wanted = start.state.after(start.game.move(puzzle.solution[0]))
    other = next(move for move in start.legal_moves if start.state.after(move) != wanted)
    answer = puzzle.answer([start.game.texts[other]])
    assert not answer.is_right
    assert not answer.is_solved
    assert answer.match.moves == [other]
    for moves in ([], [*puzzle.solution, puzzle.solution[0]], [start.game.texts[other], puzzle.solution[1]]):
        with pytest.raises(ValueError, match=r"solution|not follow"):
            puzzle.answer(moves)


def test_the_puzzle_of_the_day_is_the_same_all_day_and_another_tomorrow() -> None:
    first = date(2026, 11, 18)
    days = [daily_puzzle(first + timedelta(days=number)) for number in range(len(FAMILIES))]
    assert days[0] == daily_puzzle(first)
    assert {puzzle.family for puzzle in days if puzzle} == set(FAMILIES)
    assert days[0] is not None
    assert find_puzzle(days[0].id) == days[0]
    with pytest.raises(LookupError):
        find_puzzle("nonsense")


def test_a_line_that_is_no_puzzle_is_named() -> None:
    with pytest.raises(ValueError, match="line 2: not a puzzle"):
        read_puzzles("quixo\t5/5/5/5/5 x\ta1e1\t3\nquixo\t5/5/5/5/5 x\ta1e1\n")


def test_a_composed_position_is_found_and_an_even_one_is_not() -> None:
    game = tablier.game("quixo", size=3)
    checker = Checker(game)
    only = next(
        state
        for state in walk(game)
        if (known := look_up(state)) and known.value.name == "WIN" and len(known.moves) == 1
    )
    verdict = checker.judge(Match(game, start=only))
    known = look_up(only)
    assert verdict is not None
    assert known is not None
    assert (verdict.move,) == known.moves
    assert checker.judge(Match(game)) is None  # the start: many moves win


def walk(game: tablier.Game) -> list[tablier.State]:
    """Positions of random games."""
    rng, found = Random(2), []
    for _ in range(40):
        match = Match(game)
        while match.legal_moves:
            match.push(rng.choice(match.legal_moves))
            found.append(match.state)
    return [state for state in found if state.outcome is None]


def run(*words: str) -> str:
    result = CliRunner().invoke(puzzles, list(words))
    assert result.exit_code == 0, result.output
    return result.output


def test_the_same_command_goes_on_and_repeats_nothing(tmp_path: Path) -> None:
    out = tmp_path / "found.txt"
    words = ("quixo", "-o", "size=3", "--out", str(out))
    run(*words, "--make", "4")
    first = out.read_text()
    assert first
    seen = (tmp_path / "found.txt.seen").read_text().split()
    assert len(seen) == 4
    assert "0 new puzzles" in run(*words, "--make", "4")
    assert out.read_text() == first
    # Killed while it wrote: the torn lines are cut, and their game is looked at again.
    out.write_text(first + "quixo size=3\txx")
    (tmp_path / "found.txt.seen").write_text("\n".join(seen) + "\nabc")
    run(*words, "--make", "8")
    again = read_puzzles(out.read_text())
    assert out.read_text().startswith(first)
    assert len({puzzle.id for puzzle in again}) == len(again)
    assert {str(puzzle) for puzzle in Collection(out).puzzles.values()} == {str(puzzle) for puzzle in again}


def test_players_games_are_looked_through(tmp_path: Path) -> None:
    game = tablier.game("quixo", size=3)
    match, rng = Match(game), Random(4)
    while match.legal_moves:
        match.push(rng.choice(match.legal_moves))
    running = Match(game).play("a2a1")
    games = tmp_path / "games.txt"
    games.write_text(f"{Record(match)}\n{Record(running)}\n{Record(Match(tablier.game('olix')))}\n")
    out = tmp_path / "found.txt"
    run("quixo", "-o", "size=3", "--games", str(games), "--out", str(out))
    assert len((tmp_path / "found.txt.seen").read_text().split()) == 1
    positions = {str(state) for state in match.states}
    assert {puzzle.position for puzzle in Collection(out).puzzles.values()} <= positions


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    out = tmp_path / "found.txt"
    command = [sys.executable, "-m", "tablier.cli", "puzzles", "quixo", "-o", "size=4", "--make", "5000"]
    with subprocess.Popen([*command, "--out", str(out)], stdout=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "found.txt.seen").exists():
            time.sleep(0.05)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=120)[0]
    assert process.returncode == 130
    assert "Stopped" in told
    assert Collection(out).puzzles.keys() >= {puzzle.id for puzzle in read_puzzles(out.read_text())}
