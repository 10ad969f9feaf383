"""Thoughts about a position: they come early, get better, and end where they should."""

from __future__ import annotations

import pickle
from dataclasses import replace
from threading import Timer
from typing import Any

import pytest

import tablier
from tablier import Match
from tablier.analysis import Analysis, Limit, Stop, Thought
from tests.laws.conftest import compiled_games

GAMES: dict[str, dict[str, Any]] = {
    "quixo": {},
    "quixo-teams": {},
    "x": {"size": 6},
    "olix": {},
    "plateau-x": {},
    "plateau-x-mini": {},
}


def start(name: str, **options: Any) -> Match:
    return Match(tablier.game(name, **options))


@pytest.mark.parametrize("name", GAMES)
def test_thoughts_get_better_and_the_last_is_final(name: str) -> None:
    match = start(name, **GAMES[name])
    thoughts = list(Analysis(match, limit=Limit(nodes=4000)))
    assert [thought.is_final for thought in thoughts] == [False] * (len(thoughts) - 1) + [True]
    assert [thought.nodes for thought in thoughts] == sorted(thought.nodes for thought in thoughts)
    for thought in thoughts:
        assert sum(thought.shares) == pytest.approx(1)
        firsts = [line.moves[0] for line in thought.lines]
        assert len(set(firsts)) == len(firsts) <= 3
        for line in thought.lines:
            played = match.copy()
            for move in line.moves:
                played.push(move)
    assert len(thoughts[-1].lines) == 3


@pytest.mark.parametrize("name", GAMES)
def test_with_nodes_alone_the_thoughts_are_the_same_again(name: str) -> None:
    def think() -> list[Thought]:
        found = Analysis(start(name, **GAMES[name]), lines=2, limit=Limit(nodes=1500))
        return [replace(thought, seconds=0.0) for thought in found]

    assert think() == think()


@pytest.mark.parametrize("game", [game for game in compiled_games() if not game.options], ids=repr)
def test_without_a_limit_it_thinks_until_it_is_stopped(game: tablier.Game) -> None:
    stop = Stop()
    analysis = Analysis(Match(game), stop=stop)
    thoughts = []
    for thought in analysis:
        thoughts.append(thought)
        if len(thoughts) == 2:
            stop.set()
    assert len(thoughts) == 3
    assert thoughts[-1].is_final


def test_another_thread_stops_it() -> None:
    analysis = Analysis(start("olix"))
    timer = Timer(0.2, analysis.stop.set)
    timer.start()
    *_, last = analysis
    timer.join()
    assert last.is_final
    assert not last.is_exact


def test_a_proof_ends_it() -> None:
    game = tablier.game("quixo")
    match = Match(game, start=game.read("xxxx1/5/ooo2/5/5 x"))
    *_, last = Analysis(match)
    assert last.is_exact
    assert last.is_final
    assert last.shares == (1.0, 0.0)
    assert (last.lines[0].verdict, last.lines[0].distance) == ("won", 1)


def test_a_forced_win_in_a_tree_has_its_distance() -> None:
    game = tablier.game("olix")
    match = Match(game, start=game.read("11/10r/10b/8b2/2brrrrrrr1/6b4/2b8/4bb2b2/11/2rb7/11 r O-,L-,I7r,X-"))
    *_, last = Analysis(match)
    assert game.texts[last.lines[0].moves[0]] == "k7"
    assert (last.lines[0].verdict, last.lines[0].distance) == ("won", 1)


def test_a_solved_board_is_exact_from_the_first_thought_on() -> None:
    match = start("quixo", size=3)
    (only,) = Analysis(match)
    assert only.is_exact
    assert [(line.verdict, line.distance) for line in only.lines] == [("won", 7)] * 3
    for line in only.lines:
        played = match.copy()
        for move in line.moves:
            played.push(move)
        assert len(line.moves) == line.distance
        assert played.outcome is not None
        assert played.outcome.winners == (0,)


def test_a_match_that_is_over_gives_one_thought_without_lines() -> None:
    match = start("quixo")
    match.resign(0)
    (only,) = Analysis(match)
    assert (only.shares, only.lines, only.is_exact, only.is_final) == ((0.0, 1.0), (), True, True)


def test_it_is_pickled_before_it_thinks_and_so_are_its_thoughts() -> None:
    analysis = Analysis(start("x", size=4), lines=1, limit=Limit(nodes=50))
    again = pickle.loads(pickle.dumps(analysis))
    assert [replace(thought, seconds=0.0) for thought in again] == [
        replace(thought, seconds=0.0) for thought in pickle.loads(pickle.dumps(list(analysis)))
    ]


@pytest.mark.parametrize("lines", [0, 11])
def test_the_lines_are_1_to_10(lines: int) -> None:
    with pytest.raises(ValueError, match=f"an analysis follows 1 to 10 lines, not {lines}"):
        Analysis(start("quixo"), lines=lines)
