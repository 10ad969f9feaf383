"""Positions as numbers and their images, in every game that offers them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import tablier
from tablier import Game, State
from tablier.core.numbering import images, layers, positions, rank, unrank

from .conftest import all_games

NUMBERED = [game for game in all_games() if positions(game.rules)]
SAMPLES = 1500


@pytest.fixture(params=NUMBERED, ids=repr)
def numbered(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def some_numbers(game: Game) -> list[int]:
    """Some of all layers, the first and the last one of each too."""
    rng = Random(repr(game))
    parts = layers(game.rules)
    edges = [number for first, last in parts for number in (first, last - 1)]
    return edges + [rng.randrange(*rng.choice(parts)) for _ in range(SAMPLES)]


def some_states(game: Game) -> list[State]:
    """Positions of random games, and of any numbers."""
    rng, states = Random(repr(game)), [game.start()]
    for _ in range(SAMPLES):
        moves = states[-1].legal_moves
        states.append(states[-1].after(rng.choice(moves)) if moves else game.start())
    return states + [unrank(game.rules, number) for number in some_numbers(game)[::5]]


def layer(game: Game, state: State) -> int:
    return next(i for i, (_, last) in enumerate(layers(game.rules)) if rank(state) < last)


def test_a_number_stands_for_one_position(numbered: Game) -> None:
    for number in some_numbers(numbered):
        assert rank(unrank(numbered.rules, number)) == number


def test_positions_of_one_number_play_alike(numbered: Game) -> None:
    for state in some_states(numbered):
        other = unrank(numbered.rules, rank(state))
        assert state.legal_moves == other.legal_moves
        for move in state.legal_moves[::3]:
            assert rank(state.after(move)) == rank(other.after(move))
        if state.outcome and other.outcome:
            assert state.outcome.scores[state.turn] == other.outcome.scores[other.turn]


def test_layers_cover_the_numbers(numbered: Game) -> None:
    parts = layers(numbered.rules)
    assert parts[0][0] == 0
    assert parts[-1][1] == positions(numbered.rules)
    assert all(one[1] == other[0] for one, other in pairwise(parts))
    assert all(first < last for first, last in parts)


def test_no_move_leads_to_a_later_layer(numbered: Game) -> None:
    for state in some_states(numbered)[::5]:
        assert all(layer(numbered, state.after(move)) <= layer(numbered, state) for move in state.legal_moves)


def test_images_commute_with_play(numbered: Game) -> None:
    for state in some_states(numbered)[::5]:
        following = [images(state.after(move)) for move in state.legal_moves]
        assert state in images(state)
        for which, image in enumerate(images(state)):
            assert layer(numbered, image) == layer(numbered, state)
            assert {image.after(move) for move in image.legal_moves} == {each[which] for each in following}
            assert (image.outcome and image.outcome.scores) == (state.outcome and state.outcome.scores)


def test_images_differ(numbered: Game) -> None:
    found = [images(state) for state in some_states(numbered)]
    assert max(len(set(each)) for each in found) == len(found[0]) > 1


@pytest.mark.parametrize("bad", [-1, 10**30])
def test_a_number_that_is_none(numbered: Game, bad: int) -> None:
    for number in (bad, positions(numbered.rules)):
        with pytest.raises(ValueError, match="has no position"):
            unrank(numbered.rules, number)


def test_games_without_numbers_say_so() -> None:
    state = next(game for game in all_games() if game not in NUMBERED).start()
    with pytest.raises(ValueError, match="does not number"):
        rank(state)


def test_some_game_is_numbered() -> None:
    assert tablier.game("quixo", size=4) in NUMBERED
    assert positions(tablier.game("quixo", size=4).rules) == 3**16
