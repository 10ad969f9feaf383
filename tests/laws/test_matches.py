"""Matches and records of every game."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean, stdev

import pytest

import tablier
from tablier import Game, Match, Record, State
from tablier.core.python_rules import PythonRules
from tablier.match import REPETITION
from tablier.testing.ensure import play_randomly


def test_a_game_played_to_its_end_counts(game: Game) -> None:
    """No game on the standard board is over before it has as many moves as a rated one needs."""
    if all(game.options[name] == option.default for name, option in game.choices.items()):
        shortest = min(len(play_randomly(game, Random(seed)).moves) for seed in range(40))
        assert len(game.seats) <= game.min_rated_moves <= shortest


def test_leaving_ends_a_match(game: Game) -> None:
    for seat in range(len(game.seats)):
        match = play_randomly(game, Random(seat), plies=7)
        match.time_out(seat)
        assert match.outcome is not None
        assert match.outcome.reason == "time"
        scores = match.outcome.scores
        assert all(scores[other] == 0 for other in (game.side(seat) if len(game.sides) == 2 else (seat,)))
        assert match.outcome.places[seat] == max(match.outcome.places)
    for nobody in (-1, len(game.seats), 99):
        with pytest.raises(ValueError, match="there is no seat"):
            Match(game).resign(nobody)


def test_ended_by_act_records_round_trip(game: Game) -> None:
    for seat in range(len(game.seats)):
        match = play_randomly(game, Random(seat), plies=5)
        match.resign(seat)
        record = Record(match)
        assert Record.read(str(record)) == Record.from_json(record.to_json()) == record


def test_records_from_the_middle_round_trip(game: Game) -> None:
    start = play_randomly(game, Random(1), plies=5).state
    match = Match(game, start=start)
    match.push(start.legal_moves[0])
    record = Record(match)
    assert Record.read(str(record)) == Record.from_json(record.to_json()) == record


def test_random_games_are_the_same_for_a_seed(game: Game) -> None:
    state = game.start()
    one = tablier.playouts(state, 300, seed=7)
    assert one == tablier.playouts(state, 300, seed=7, threads=2)
    assert one != tablier.playouts(state, 300, seed=8)
    assert one.games == 300
    assert len(one.scores) == len(game.seats)


GAMES, PLIES = 2000, 250_000
"""Random games played move by move, or as many as so many plies allow: a third on the largest board."""
FAST_GAMES, SLOW_GAMES = 20_000, 4_000
"""Random games by `playouts`; of rules in Python, which are slow, fewer."""
NOTICED = 0.08
"""A shift of a seat's mean score, as a part of the best score, that must be seen: 60:40 is one of 0.1."""


def random_scores(state: State, rng: Random) -> tuple[tuple[float, ...], int]:
    """The scores of a random game played move by move, and its plies; `Match` does the same, more slowly."""
    seen, plies = Counter([state.repetition_key]), 0
    while moves := state.legal_moves:
        state, plies = state.after(rng.choice(moves)), plies + 1
        seen[state.repetition_key] += 1
        if seen[state.repetition_key] == REPETITION and state.outcome is None:
            return state.settle(), plies
    assert state.outcome is not None
    return state.outcome.scores, plies


def test_random_games_are_fair(game: Game) -> None:
    """Fast random games and games played move by move have the same mean scores."""
    rng, plies = Random(repr(game)), 0
    scores: list[tuple[float, ...]] = []
    state = play_randomly(game, rng, plies=3).state
    while len(scores) < GAMES and plies < PLIES:
        found, made = random_scores(state, rng)
        scores.append(found)
        plies += made
    games = SLOW_GAMES if isinstance(game.rules, PythonRules) else FAST_GAMES
    fast = tablier.playouts(state, games, seed=1)
    for column, mean in zip(zip(*scores, strict=True), fast.scores, strict=True):
        error = stdev(column) * (1 / len(scores) + 1 / games) ** 0.5
        assert 4 * error < NOTICED * game.best_score
        assert abs(fmean(column) - mean) < 4 * error


def test_random_games_from_a_finished_one(game: Game) -> None:
    match = play_randomly(game, Random(3))
    if match.state.outcome:  # not by repetition
        result = tablier.playouts(match.state, 10)
        assert result.plies == 0
        assert result.scores == pytest.approx(match.state.outcome.scores)


@pytest.mark.parametrize("bad", [0, -1, 2**70])
def test_the_number_of_random_games_is_sensible(bad: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        tablier.playouts(tablier.game("quixo").start(), bad)


@pytest.mark.parametrize("bad", [1.5, "10", None, True])
def test_the_number_of_random_games_is_a_number(bad: object) -> None:
    with pytest.raises(TypeError, match="whole number"):
        tablier.playouts(tablier.game("quixo").start(), bad)  # type: ignore[arg-type]
