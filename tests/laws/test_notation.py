"""Moves as numbers, paths and texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier import Game, NotationError
from tablier.core.rules import MAX_MOVE

from .conftest import all_games


def test_texts_differ_in_any_case(game: Game) -> None:
    assert len({text.lower() for text in game.texts}) == len(game.texts) == len(game.paths) <= MAX_MOVE


@pytest.mark.parametrize("bad", [-1, 10**30, -(10**30), MAX_MOVE])
def test_a_number_outside_the_table_has_no_text(game: Game, bad: int) -> None:
    with pytest.raises(ValueError, match="has no move"):
        game.text(bad)


@pytest.mark.parametrize("bad", ["a1", 1.0, None, True, b"0", [0]])
def test_a_move_is_a_number(game: Game, bad: object) -> None:
    with pytest.raises(TypeError, match="whole number"):
        game.text(bad)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole number"):
        game.start().after(bad)  # type: ignore[arg-type]


@given(
    st.sampled_from(all_games()), st.one_of(st.text(max_size=12), st.text("abcdst@-0123456789", max_size=9))
)
def test_any_text_is_a_move_or_says_where_it_is_not(game: Game, text: str) -> None:
    try:
        move = game.move(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
        assert str(error)
    else:
        assert game.text(move).lower() == text.strip().lower()


@pytest.mark.parametrize("bad", [None, 3, b"a1"])
def test_notation_is_text(game: Game, bad: object) -> None:
    with pytest.raises(TypeError):
        game.move(bad)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        game.read(bad)  # type: ignore[arg-type]


def test_the_place_of_a_mistake() -> None:
    with pytest.raises(
        NotationError, match=r"“a1z1” is not a move: “z” is not allowed here, expected a, e"
    ) as caught:
        tablier.game("quixo").move("a1z1")
    assert caught.value.column == 3
