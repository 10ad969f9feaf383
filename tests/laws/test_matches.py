"""Matches and records of every game."""

from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import Game, IllegalMove, Match, Record


def played(game: Game, chance: Random, *, plies: int = 10_000) -> Match:
    """A random match, to its end or to so many plies."""
    match = Match(game)
    while match.outcome is None and len(match.moves) < plies:
        match.push(chance.choice(match.state.legal_moves))
    return match


def test_every_match_ends(game: Game) -> None:
    match = played(game, Random(repr(game)))
    assert match.outcome is not None
    assert match.legal_moves == ()
    with pytest.raises(IllegalMove, match="The game is over"):
        match.push(0)
    with pytest.raises(ValueError, match="over already"):
        match.resign(0)


def test_taking_back_undoes_everything(game: Game) -> None:
    match = played(game, Random(repr(game)), plies=60)
    again = Match(game)
    for move in match.moves:
        again.push(move)
    assert again == match
    while match.moves:
        move, before = match.moves[-1], match.states[-2]
        assert match.pop() == move
        assert match.state == before
    assert match == Match(game)
    assert match.repetitions == 1
    with pytest.raises(IndexError, match="no move to take back"):
        match.pop()


def test_leaving_ends_a_match(game: Game) -> None:
    for seat in range(len(game.seats)):
        match = played(game, Random(seat), plies=7)
        match.time_out(seat)
        assert match.outcome is not None
        assert match.outcome.reason == "time"
        scores = match.outcome.scores
        assert all(scores[other] == 0 for other in (game.side(seat) if len(game.sides) == 2 else (seat,)))
        assert match.outcome.places[seat] == max(match.outcome.places)
    for nobody in (-1, len(game.seats), 99):
        with pytest.raises(ValueError, match="there is no seat"):
            Match(game).resign(nobody)


def test_records_round_trip(game: Game) -> None:
    chance = Random(repr(game))
    for plies in (0, 1, 9, 10_000):
        match = played(game, chance, plies=plies)
        record = Record(
            match,
            players=tuple(f"Player “{seat}” \\ [x]" for seat in game.seats),
            date="2026-11-15",
            times=tuple(round(chance.expovariate(0.1), 3) for _ in match.moves),
            comments={ply: f"after {ply}; so [far] 1. e4" for ply in range(0, len(match.moves) + 1, 5)},
            tags={"Event": 'Autumn "open"\nround 1'},
        )
        assert Record.read(str(record)) == record
        assert Record.read(str(record).replace("\n", "\r\n")) == record
        assert Record.from_json(record.to_json()) == record
        assert max(map(len, str(Record(match)).splitlines()[len(game.options) + 3 :]), default=0) <= 80


def test_ended_by_act_records_round_trip(game: Game) -> None:
    for seat in range(len(game.seats)):
        match = played(game, Random(seat), plies=5)
        match.resign(seat)
        record = Record(match)
        assert Record.read(str(record)) == Record.from_json(record.to_json()) == record


def test_records_from_the_middle_round_trip(game: Game) -> None:
    start = played(game, Random(1), plies=5).state
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


def test_random_games_are_fair(game: Game) -> None:
    """Fast random games and games played move by move have the same mean scores."""
    chance, games = Random(repr(game)), 60
    state = played(game, chance, plies=3).state
    fast = tablier.playouts(state, 4000, seed=1)
    totals = [0.0] * len(game.seats)
    for _ in range(games):
        match = Match(game, start=state)
        while match.outcome is None:
            match.push(chance.choice(match.state.legal_moves))
        totals = [total + score for total, score in zip(totals, match.outcome.scores, strict=True)]
    for total, mean in zip(totals, fast.scores, strict=True):
        # Five standard errors: scores lie between 0 and the top.
        assert abs(total / games - mean) < 5 * game.top / 2 / games**0.5


def test_random_games_from_a_finished_one(game: Game) -> None:
    match = played(game, Random(3))
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
