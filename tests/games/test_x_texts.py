"""X: positions as text, which of them can arise, and what a wrong one is told."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import Game, NotationError
from tests.games.test_x import CROSS, play, random_game, x
from tests.reference.x import SEATS, Position, XReferee


@pytest.mark.parametrize("size", [4, 6, 10, 12, 20])
def test_texts_round_trip(size: int) -> None:
    rng = Random(size)
    for to_the_end in [False, True]:
        game = x(size, to_the_end=to_the_end)
        for state in random_game(game, rng)[:: size // 4]:
            again = game.read(str(state))
            assert again == state
            assert hash(again) == hash(state)
            assert str(again) == str(state)
            assert pickle.loads(pickle.dumps(state)) == state


def test_the_order_of_moves_leaves_no_trace() -> None:
    assert play(x().start(), "a1 b2 c3 d4") == play(x().start(), "d4 b2 c3 a1")
    assert play(x().start(), "a1 b2 c3") != play(x().start(), "a1 c3 b2")


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("", "ends where the board", 1),
        ("4/4/4/4", "ends where the side to move", 8),
        ("4/4/4/4 b", "one of r, y, g", 9),
        ("4/4/4/4 rr", "one of r, y, g", 9),
        ("4/4/4/4 R", "one of r, y, g", 9),
        ("4/4/4/4 r 1", "complete before", 10),
        ("4/4/4 r", "4 rows, not 3", 1),
        ("4/4/4/4/4 r", "4 rows, not 5", 1),
        ("4/4/5/4 r", "do not fit", 5),
        ("4/4/0/4 r", "do not fit", 5),
        ("4/4/3/4 r", "this one 3", 6),
        ("4/4/b3/4 r", "means nothing", 5),
        ("4/4/R3/4 y", "means nothing", 5),
        ("4/4/4/r3 r", "after 1 stones it is y", 10),  # §X1
        ("4/4/4/4 y", "after 0 stones it is r", 9),
        ("4/4/4/y3 y", "one stone each in turn", 1),
        ("4/4/4/rr2 g", "one stone each in turn", 1),
        ("4/4/4/rg2 g", "one stone each in turn", 1),
        ("4/4/4/rryy r", "one stone each in turn", 1),
    ],
)
def test_texts_that_are_no_position(text: str, problem: str, column: int) -> None:
    """§X1 for the counts"""
    with pytest.raises(NotationError) as wrong:
        x(4).read(text)
    assert problem in wrong.value.problem
    assert wrong.value.column == column


def test_a_position_long_decided_cannot_arise() -> None:
    """§X8: the stone played last decides; without the option no game goes on after it."""
    on = x(8, to_the_end=True).read(CROSS)
    beyond = play(on, "a8")  # Yellow's stone; it was decided before
    with pytest.raises(NotationError, match="decided before the last stone"):
        x(8).read(str(beyond))


def readable(game: Game, text: str) -> bool:
    try:
        return str(game.read(text)) == text
    except NotationError:
        return False


def test_exactly_the_positions_that_can_arise_are_read() -> None:
    """§X8: exactly where some stone of the last mover's can be the one that ended the game."""
    rng, game, slow = Random(2), x(8), XReferee(8, True)
    read = []
    for _ in range(100):
        text = slow.scramble(rng)
        stones = slow.read(text).board
        last = SEATS[(len(stones) + 2) % 3]
        before = [
            Position(8, {other: stones[other] for other in stones if other != cell})
            for cell in stones
            if stones[cell] == last
        ]
        read.append(readable(game, text))
        assert read[-1] == (not stones or any(position.certain is None for position in before))
    assert 10 < sum(read) < 90


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=40), st.text(alphabet="ryg/1234567890 ", max_size=40)))
def test_any_text_is_read_or_refused(text: str) -> None:
    for size in (4, 10):
        columns = [1]
        try:
            state = x(size).read(text)
            assert x(size).read(str(state)) == state
        except NotationError as wrong:
            columns.append(wrong.column)
        try:
            assert x(size).text(x(size).move(text)) == text.strip().lower()
        except NotationError as wrong:
            columns.append(wrong.column)
        assert all(1 <= column <= len(text) + 1 for column in columns)
