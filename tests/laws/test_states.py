"""States are values that know what is legal and nothing of their past."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier import Game, IllegalMove, NotationError, State
from tablier.core.rules import RuleSet

from .conftest import all_games


def walk(game: Game, *, plies: int = 300, seed: int = 0) -> Iterator[State]:
    """The positions of random games, one after the other."""
    chance = Random(f"{game!r} {seed}")
    state = game.start()
    for _ in range(plies):
        yield state
        state = state.after(chance.choice(state.legal_moves)) if state.legal_moves else game.start()


def test_moves_ascend_and_end_with_the_game(game: Game) -> None:
    for state in walk(game):
        moves = state.legal_moves
        assert list(moves) == sorted(set(moves))
        assert bool(moves) == (state.outcome is None)
        assert len(moves) <= 512
        assert 0 <= state.turn < len(game.seats)


def test_after_refuses_everything_else_and_says_why(game: Game) -> None:
    for state in walk(game, plies=40):
        before = str(state)
        for move in sorted(set(range(len(game.paths))) - set(state.legal_moves))[::7]:
            with pytest.raises(IllegalMove) as caught:
                state.after(move)
            assert caught.value.move == game.text(move)
            assert caught.value.reason.endswith(".")
            assert bool(caught.value.clause) == (state.outcome is None)
        assert str(state) == before


@pytest.mark.parametrize("bad", [-1, 4096, 2**31, 2**63, 2**64, -(2**63) - 1, 10**100])
def test_after_refuses_numbers_outside_the_table(game: Game, bad: int) -> None:
    with pytest.raises(IllegalMove, match="no such move"):
        game.start().after(bad)


def test_equal_states_are_interchangeable(game: Game) -> None:
    for state in walk(game, plies=60):
        twin = game.read(str(state))
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.identity == state.identity
        assert twin.legal_moves == state.legal_moves
        assert twin.outcome == state.outcome
        assert not (twin != state)  # noqa: SIM202 -- the other operator
        assert eval(repr(state), {"tablier": tablier}) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert copy.deepcopy(state) is copy.copy(state) is state


def test_different_states_differ(game: Game) -> None:
    seen: dict[str, State] = {}
    for state in walk(game):
        seen[str(state)] = state
    states = list(seen.values())
    assert len(set(states)) == len(states)
    assert len({hash(state) for state in states}) == len(states)
    assert all(state != "nothing" and state != game.start() for state in states if state is not states[0])


def test_states_of_other_games_differ() -> None:
    starts = [game.start() for game in all_games()]
    assert len(set(starts)) == len(starts)


def test_outcomes_have_a_score_for_every_seat(game: Game) -> None:
    for state in walk(game):
        if state.outcome:
            assert len(state.outcome.scores) == len(game.seats)
            assert max(state.outcome.scores) <= game.top
            assert state.outcome.reason in game.rules.reasons
            assert state.outcome.facts == state.facts
            for side in game.sides:
                assert len({state.outcome.scores[seat] for seat in side}) == 1


def test_settling_comes_last_for_the_one_who_leaves(game: Game) -> None:
    for state in walk(game, plies=40):
        assert sum(state.settled()) > 0
        for seat in range(len(game.seats)):
            if len(game.sides) > 2:
                scores = state.settled(without=seat)
                assert scores[seat] == 0
                assert min(score for other, score in enumerate(scores) if other != seat) >= 0
        for bad in (-2, len(game.seats), 99):
            with pytest.raises(ValueError, match="there is no seat"):
                state.settled(without=bad)


def test_positions_by_hand(game: Game) -> None:
    """A text that is nearly right is refused or means what it says; nothing in between."""
    chance = Random(repr(game))
    for state in walk(game, plies=40):
        text = str(state)
        at = chance.randrange(len(text))
        for typed in (
            text[:at] + chance.choice("abrxyo0123456789/ -,@") + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[:at] + text[at:][::-1],
            text + chance.choice(" x1"),
        ):
            try:
                read = game.read(typed)
            except NotationError as error:
                assert 1 <= error.column <= len(typed) + 1
            else:
                assert game.read(str(read)) == read
                assert bool(read.legal_moves) == (read.outcome is None)


@given(st.sampled_from(all_games()), st.text(max_size=40))
def test_any_text_is_a_position_or_says_where_it_is_not(game: Game, text: str) -> None:
    try:
        state = game.read(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
    else:
        assert game.read(str(state)) == state


def test_nobody_makes_a_state_out_of_nothing() -> None:
    with pytest.raises(TypeError, match=r"game.start\(\)"):
        State()
    hollow = State.__new__(State)
    assert hollow.legal_moves == ()
    with pytest.raises(IllegalMove):
        hollow.after(0)
    rules = RuleSet()
    assert rules.start().legal_moves == ()
    with pytest.raises(TypeError):
        rules.read("")
    with pytest.raises(TypeError):
        tablier.playouts(hollow, 1)


def test_states_cannot_be_changed(game: Game) -> None:
    state = game.start()
    for name in ("turn", "legal_moves", "outcome", "rules", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)


def test_rules_of_one_game_refuse_states_of_another() -> None:
    for game, other in pairwise(all_games()):
        for look in (game.rules.write, game.rules.facts):
            with pytest.raises(ValueError, match="belongs to"):
                look(other.start())
        with pytest.raises(ValueError, match="belongs to"):
            game.rules.refusal(other.start(), 0)


def test_states_are_freed() -> None:
    state = tablier.game("quixo").start()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(1000):
        state.after(0)
    assert len(gc.get_objects()) - before < 50
