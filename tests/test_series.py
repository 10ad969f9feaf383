"""Rounds and points (§P14)."""

from __future__ import annotations

import pytest

import tablier
from tablier import Outcome, Series

QUIXO, TEAMS = tablier.game("quixo"), tablier.game("quixo-teams")


def test_players_shift_by_one_seat_each_round() -> None:
    series = Series(TEAMS, list("ABCD"), rounds=5)
    seen = []
    for _ in range(5):
        seen.append("".join(series.seating))
        series.add(Outcome((1.0, 0.0, 1.0, 0.0), "line"))
    assert seen == ["ABCD", "BCDA", "CDAB", "DABC", "ABCD"]
    assert [(standing.player, standing.points) for standing in series.standings] == [
        ("A", 3),
        ("C", 3),
        ("B", 2),
        ("D", 2),
    ]
    assert series.winners == ("A", "C")


def test_first_places_break_a_tie_and_shared_ones_do_not_count() -> None:
    series = Series(QUIXO, ["A", "B"], rounds=2)
    series.add(Outcome((0.5, 0.5), "repetition"))
    series.add(Outcome((0.5, 0.5), "repetition"))
    assert series.winners == ("A", "B")
    assert [standing.firsts for standing in series.standings] == [0, 0]


def test_best_of_three_is_decided_early() -> None:
    series = Series(QUIXO, ["A", "B"], rounds=3)
    assert not series.is_decided
    series.add(Outcome((1.0, 0.0), "line"))
    assert not series.is_decided
    series.add(Outcome((0.0, 1.0), "line"))
    assert series.is_decided
    assert not series.is_over
    assert series.winners == ("A",)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="wants 2 players, not 3"):
        Series(QUIXO, list("ABC"), rounds=1)
    with pytest.raises(ValueError, match="the same name"):
        Series(QUIXO, ["A", "A"], rounds=1)
    for bad in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="at least one round"):
            Series(QUIXO, ["A", "B"], rounds=bad)  # type: ignore[arg-type]
    series = Series(QUIXO, ["A", "B"], rounds=1)
    with pytest.raises(ValueError, match="4 scores for 2 players"):
        series.add(Outcome((1.0, 0.0, 1.0, 0.0), "line"))
    series.add(Outcome((1.0, 0.0), "line"))
    with pytest.raises(ValueError, match="all 1 rounds"):
        series.add(Outcome((1.0, 0.0), "line"))
