"""Plateau X: random games, and what players know."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

import tablier
from tablier import Game, State
from tablier.board_game import facts_of
from tablier.games.plateau_x.knowledge import features
from tablier.games.plateau_x.rules import Facts
from tests.games.test_plateau_x import DOUBLE, MINI, TRIO, every_game

# Random games


def random_game(state: State, rng: Random) -> tuple[int, tuple[float, ...]]:
    """By the rules one move at a time, the third repetition included."""
    seen = {state.repetition_key: 1}
    plies = 0
    while state.legal_moves and max(seen.values()) < 3:
        state = state.after(rng.choice(state.legal_moves))
        seen[state.repetition_key] = seen.get(state.repetition_key, 0) + 1
        plies += 1
    return plies, state.settle()


@every_game
def test_fast_random_games_are_like_slow_ones(game: Game) -> None:
    """Mean plies and scores agree within four standard errors, from the start and from the middle."""
    rng = Random(repr(game))
    state = game.start()
    for _ in range(3):
        games = [random_game(state, rng) for _ in range(500)]
        fast = tablier.playouts(state, 20_000)
        columns = [[plies for plies, _ in games], *zip(*[scores for _, scores in games], strict=True)]
        for column, mean in zip(columns, (fast.plies, *fast.scores), strict=True):
            assert abs(fmean(column) - mean) < 4 * stdev(column) / sqrt(len(column)) + 0.02
        for _ in range(12):
            state = state.after(rng.choice(state.legal_moves))


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (
            MINI,
            "c1,1,f2,3/a1,d2,e2,b1,h1,i1/3,s2,1,f3/1,k1,f3,o1,d3,e3/k2,d3,e3,b2,f2,g2/"
            "j2,b1,d1,s3,s3,b1 b 00 00 23 oa3,bb3",
        ),
        (
            DOUBLE,
            "h2,c3,c2,2,f2,1/1,a3,h4,h5,i5,l4,b1/c1,j1,k1,g4,g5,g3,1/h3,h4,i4,1,g2,s1,1/"
            "j2,g3,g4,b3,1,h1,s2/j1,1,g2,a2,h3,i3,g1/1,d1,e1,2,g3,b2 b 00 00 9 og5,od7,bc5,bg6",
        ),
        (
            TRIO,
            "c1,1,m2,n2,f1,2/a1,c2,j1,d1,k2,l2,s1/1,a2,h3,i3,j2,c2,1/1,j1,d2,g3,b1,k3,l3/"
            "1,c2,1,c3,1,j3,e1/h1,h3,i3,a3,b3,e2,f1/1,g1,g3,2,d1,e1 o 00 00 00 17 og7,yc2,bf5",
        ),
    ],
    ids=repr,
)
def test_random_games_end_at_the_third_repetition(game: Game, text: str) -> None:
    """Few positions are left and all games from here are counted, each with its chance: the exact means."""

    @cache
    def means(state: State, seen: frozenset[tuple[bytes, int]]) -> tuple[float, ...]:
        times = dict(seen)
        times[state.repetition_key] = times.get(state.repetition_key, 0) + 1
        if times[state.repetition_key] == 3 or not state.legal_moves:
            return (0.0, *state.settle())
        following = [means(state.after(move), frozenset(times.items())) for move in state.legal_moves]
        plies, *scores = (fmean(column) for column in zip(*following, strict=True))
        return (1 + plies, *scores)

    state = game.read(text)
    games = 400_000
    fast = tablier.playouts(state, games)
    expected = means(state, frozenset())
    assert fast.plies == pytest.approx(expected[0], abs=0.03)
    assert fast.scores == pytest.approx(expected[1:], abs=0.01)


# What players know


def laid(game: Game, state: State, kind: str) -> int:
    """The moves that lay a brick of this kind."""
    return sum(game.paths[move][0].startswith(kind) for move in state.legal_moves)


@every_game
def test_a_move_takes_few_places_away(game: Game) -> None:
    """Tactics skip moves only if none can leave the next player without a move. One takes away at most
    32 places for a Triple, and one for a Single."""
    rng = Random(repr(game))
    for _ in range(20):
        state = game.start()
        for _ in range(40):
            following = state.after(rng.choice(state.legal_moves))
            if not following.legal_moves:
                break
            if facts_of(Facts, following).triples:
                assert laid(game, state, "T") - laid(game, following, "T") <= 32
            stocks = [facts_of(Facts, one).seats[one.turn].singles for one in (state, following)]
            if all(stocks):
                assert laid(game, state, "S") - laid(game, following, "S") <= 1
            state = following


@every_game
def test_at_the_start_only_the_turn_tells_seats_apart(game: Game) -> None:
    seats = len(game.seats)
    found = features(game.start())
    assert list(found) == list(combinations(range(seats), 2))
    for (one, other), x in found.items():
        assert x[11] == pytest.approx((one - other) / seats)
        assert not any(x[:11] + x[12:14])
