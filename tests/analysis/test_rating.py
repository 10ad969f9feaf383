"""The value of every move."""

from __future__ import annotations

from typing import Any

import pytest

import tablier
from tablier import Match
from tablier.analysis import Limit, Stop, rate_moves
from tablier.solver import Value, find_solution


@pytest.mark.parametrize(
    ("name", "options"),
    [("quixo", {}), ("quixo-teams", {}), ("x", {"size": 6}), ("olix", {}), ("plateau-x-trio", {})],
)
def test_every_legal_move_has_a_value_and_the_same_again(name: str, options: dict[str, Any]) -> None:
    match = Match(tablier.game(name, **options))
    values = rate_moves(match, limit=Limit(nodes=2000))
    assert tuple(values) == match.legal_moves
    assert all(0 <= value.share <= 1 for value in values.values())
    assert rate_moves(match, limit=Limit(nodes=2000)) == values


def test_values_are_exact_where_a_solution_is_known() -> None:
    game = tablier.game("quixo", size=3)
    known = find_solution(game)
    assert known is not None
    match = Match(game).play("a2a1", "b1b3", "a3c3", "b1a1")
    for move, value in rate_moves(match).items():
        worth = known.worth(match.state, move)
        assert value.verdict == {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}[worth]
        assert value.share == {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}[worth]
        assert value.visits == 0
        if value.distance is not None:
            assert value.distance == 1 + (known.distance(match.state.after(move)) or 0)


def test_wins_and_losses_at_once_are_exact() -> None:
    game = tablier.game("quixo")
    match = Match(game, start=game.read("xxxx1/5/ooo2/5/5 x"))
    values = rate_moves(match, limit=Limit(nodes=3000))
    won = {game.texts[move] for move, value in values.items() if value.verdict == "won"}
    at_once = {game.texts[move] for move in match.legal_moves if match.state.after(move).outcome is not None}
    assert at_once
    assert at_once <= won
    assert all(values[game.move(text)].distance == 1 for text in at_once)


def test_a_move_that_lets_the_other_win_is_lost_in_two() -> None:
    game = tablier.game("quixo")
    values = rate_moves(Match(game, start=game.read("x1oxo/xxxo1/o4/o2x1/o3x o")), limit=Limit(nodes=9000))
    value = values[game.move("e2e5")]
    assert (value.share, value.verdict, value.distance) == (0.0, "lost", 2)


def test_with_more_than_two_seats_the_share_is_the_movers_own() -> None:
    game = tablier.game("x", size=4)
    match = Match(game, start=game.read("grgy/1rgg/2ry/y1ry r"))
    value = rate_moves(match, limit=Limit(nodes=200))[game.move("a3")]
    assert (value.share, value.verdict, value.distance) == (1.0, "won", 1)


def test_one_that_is_stopped_has_values_for_all_moves() -> None:
    stop = Stop()
    stop.set()
    match = Match(tablier.game("plateau-x-mini"))
    assert tuple(rate_moves(match, stop=stop)) == match.legal_moves


def test_a_match_that_is_over_has_none() -> None:
    match = Match(tablier.game("quixo"))
    match.resign(1)
    assert rate_moves(match) == {}
