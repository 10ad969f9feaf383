"""States are values that know what is legal and nothing of their past."""

from __future__ import annotations

import copy
import gc
import sys
from collections.abc import Callable
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier import Game, IllegalMove, NotationError, State
from tablier.core.rules import MAX_MOVE, RuleSet
from tablier.testing.ensure import walk

from .conftest import all_games


@pytest.mark.parametrize("bad", [-1, MAX_MOVE, 2**31, 2**63, 2**64, -(2**63) - 1, 10**100])
def test_after_refuses_numbers_outside_the_table(game: Game, bad: int) -> None:
    with pytest.raises(IllegalMove, match="no such move"):
        game.start().after(bad)


def test_equal_states_are_not_unequal_and_copy_as_themselves(game: Game) -> None:
    for state in walk(game, plies=60):
        twin = game.read(str(state))
        assert not (twin != state)  # noqa: SIM202 -- the other operator
        assert copy.deepcopy(state) is copy.copy(state) is state


def test_states_of_other_games_differ() -> None:
    starts = [game.start() for game in all_games()]
    assert len(set(starts)) == len(starts)


def test_a_draw_of_two_sides_is_half_a_win_for_every_seat() -> None:
    for name in ("quixo", "quixo-teams"):
        game = tablier.game(name)
        assert game.start().settle() == (0.5,) * len(game.seats)
        for seat in range(len(game.seats)):
            assert game.start().settle(without=seat) == game.conceded_scores(game.start(), seat)


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


def allocated(use: Callable[[State], object], game: Game) -> int:
    """How many more blocks of memory are taken after `use` was called with thousands of states."""
    states = walk(game, plies=6 * FREE_LIST)
    for state in islice(states, FREE_LIST):  # caches and the free list of states fill up
        use(state)
    gc.collect()
    before = sys.getallocatedblocks()
    for state in states:
        use(state)
    del state
    gc.collect()
    return sys.getallocatedblocks() - before


FREE_LIST = 256
"""States that are kept to be used again (`core/rules.pyx`)."""


def test_states_are_freed(game: Game) -> None:
    def use(state: State) -> None:
        assert all(look(state) is not None for look in (hash, State.settle, lambda it: it.repetition_key))
        assert (state.outcome is None) == bool(state.legal_moves)
        assert state.facts == state.facts
        assert game.rules.start() == game.start()

    assert allocated(use, game) < FREE_LIST


def test_states_that_are_kept_are_noticed(game: Game) -> None:
    kept: list[State] = []
    assert allocated(kept.append, game) > 2 * FREE_LIST  # five were kept, and others may go meanwhile
