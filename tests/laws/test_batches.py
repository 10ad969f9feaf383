"""Laws of batches and observation planes: many games at once are the same games, one by one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import tablier
from tablier import Game, Match, State
from tablier.batches import Batch, rewards_of

GAMES = 3
AFTERWARDS = 5
"""Steps that are watched after a game has begun anew."""


def planes_of(state: State, seat: int | None = None) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    rules = state.game.rules
    return np.frombuffer(rules.observe(state, seat), np.uint8).reshape(rules.planes_shape)


def test_a_batch_is_its_games_one_by_one(game: Game) -> None:
    many = tablier.batch(game, GAMES, seed=3)
    matches = [Match(game) for _ in range(GAMES)]
    rng = Random(4)
    left = -1
    while left:
        left -= left > 0
        moves = [rng.choice(match.legal_moves) for match in matches]
        many.step(np.array(moves))
        for i, move in enumerate(moves):
            matches[i].push(move)
            over = matches[i].outcome
            expected = rewards_of(game, over.scores) if over else [0.0] * len(game.seats)
            assert many.rewards[i].tolist() == pytest.approx(expected, abs=1e-6)
            assert many.ended[i] == (over is not None)
            if over:
                matches[i] = Match(game)
                left = AFTERWARDS if left < 0 else left
            compare(many, i, matches[i])
        assert not many.truncated.any()


def compare(many: Batch, i: int, match: Match) -> None:
    state = match.state
    assert many.state(i) == state
    assert many.turns[i] == state.turn
    assert many.plies[i] == len(match.moves)
    assert tuple(np.flatnonzero(many.legal_mask[i])) == state.legal_moves
    assert many.samples[i] in state.legal_moves
    assert (many.planes[i] == planes_of(state)).all()


def test_samples_depend_on_the_seed_and_the_index_alone(game: Game) -> None:
    def play(n: int, seed: int) -> list[list[int]]:
        many = tablier.batch(game, n, seed=seed)
        found = []
        for _ in range(20):
            found.append(many.samples[:2].tolist())
            many.step(many.samples)
        return found

    assert play(2, 5) == play(4, 5)
    assert play(2, 5) != play(2, 6)


def test_planes_tell_all_that_matters(game: Game) -> None:
    """Positions that look alike to the seat to move have the same moves and the same result."""
    seen: dict[bytes, State] = {}
    rng = Random(2)
    for _ in range(6):
        match = Match(game)
        while match.outcome is None:
            state = match.state
            twin = seen.setdefault(game.rules.observe(state), state)
            assert (twin.turn, twin.legal_moves) == (state.turn, state.legal_moves)
            match.push(rng.choice(state.legal_moves))


def test_every_seat_sees_the_same_with_its_own_first(game: Game) -> None:
    state = game.start()
    rng = Random(3)
    for _ in range(8):
        state = state.after(rng.choice(state.legal_moves))
    seats = len(game.seats)
    views = [planes_of(state, seat) for seat in range(seats)]
    for view in views:
        assert view.shape == game.rules.planes_shape
        assert [plane.min() for plane in view[-seats:]] == [seat == state.turn for seat in range(seats)]
        assert [plane.max() for plane in view[-seats:]] == [seat == state.turn for seat in range(seats)]
        if not game.rules.observes:  # what lies on the cells is the same for everybody
            assert view.tobytes() == views[0].tobytes()
            continue
        # The same planes in another order: each seat's turn comes round.
        assert sorted(plane.tobytes() for plane in view) == sorted(plane.tobytes() for plane in views[0])
    assert len({view.tobytes() for view in views}) == (seats if game.rules.observes else 1)


def test_an_illegal_move_changes_nothing(game: Game) -> None:
    many = tablier.batch(game, 3, seed=1)
    many.step(many.samples)
    before = [many.state(i) for i in range(3)]
    illegal = next((move for move in range(len(game.paths)) if not many.legal_mask[1][move]), len(game.paths))
    moves = many.samples.copy()
    moves[1] = illegal
    with pytest.raises(tablier.IllegalMove) as refused:
        many.step(moves)
    assert refused.value.__notes__ == ["in game 1 of the batch"]
    for wrong in (-1, len(game.paths), 2**31 - 1):
        moves[1] = wrong
        with pytest.raises(tablier.IllegalMove):
            many.step(moves)
    assert [many.state(i) for i in range(3)] == before
    assert many.plies.tolist() == [1, 1, 1]
