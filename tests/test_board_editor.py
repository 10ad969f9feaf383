"""Positions set up by hand: those of a game can be taken apart and put together, others cannot be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

import tablier
from tablier.board_editor import TAKE, Arrangement, CannotBe
from tablier.board_game import Game
from tablier.scene import to_text

EIGHTS = [f"{side} {column}{row}" for side, row in (("red", 1), ("blue", 3)) for column in "abcdefgh"]
GAMES = [name for name in tablier.games() if tablier.game(name).editor is not None]


def some_positions(name: str, seed: int, count: int) -> list[tablier.State]:
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        match = tablier.Match(tablier.game(name))
        for _ in range(chance.randrange(50)):
            if match.legal_moves:
                match.push(chance.choice(match.legal_moves))
        found.append(match.state)
    return found


def put(name: str, *things: str, turn: int | None = None, **options: object) -> tuple[Game, Arrangement]:
    """The arrangement of things written as `red@a1`, placed one after the other."""
    game = tablier.game(name, **options)
    assert game.editor is not None
    arrangement = game.editor.clear(game)
    for each in things:
        thing, _, spot = each.rpartition(" ")
        arrangement = game.editor.place(game, arrangement, thing, spot)
    return game, arrangement if turn is None else replace(arrangement, turn=turn)


def assemble(game: Game, arrangement: Arrangement) -> tablier.State:
    assert game.editor is not None
    return game.editor.assemble(game, arrangement)


def refuse(name: str, *things: str, turn: int | None = None) -> tuple[str, str]:
    """Why these things cannot be, and the clause."""
    with pytest.raises(CannotBe) as caught:
        assemble(*put(name, *things, turn=turn))
    return to_text(caught.value.words), caught.value.clause


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_taken_apart_and_put_together(name: str) -> None:
    for state in some_positions(name, 7, 12):
        game, editor = state.game, state.game.editor
        assert editor is not None
        arrangement = editor.dismantle(state)
        assert editor.assemble(game, arrangement) == state
        again = editor.clear(game)
        for each in arrangement.placed:
            again = editor.place(game, again, each.thing, each.spot)
        again = replace(again, turn=arrangement.turn, counts={**again.counts, **arrangement.counts})
        assert editor.assemble(game, again) == state


@pytest.mark.parametrize("name", GAMES)
def test_all_can_be_taken_away_again(name: str) -> None:
    for state in some_positions(name, 8, 4):
        game, editor = state.game, state.game.editor
        assert editor is not None
        arrangement = editor.dismantle(state)
        for each in reversed(arrangement.placed):
            arrangement = editor.place(game, arrangement, TAKE, each.spot)
        assert arrangement.placed == ()
        assert editor.assemble(game, replace(arrangement, turn=editor.clear(game).turn)) == game.start()


@pytest.mark.parametrize("name", GAMES)
def test_what_lies_there_is_drawn_in_every_view_with_every_placing(name: str) -> None:
    (state,) = some_positions(name, 9, 1)
    game, editor = state.game, state.game.editor
    assert editor is not None
    for view in game.views:
        drawn = editor.scene(game, editor.dismantle(state), 0, view)
        shown = game.scene(state, view=view)
        labels = game.layout(view=view).labels
        own = {piece.id: piece.symbol for piece in shown.pieces if piece.symbol in labels}
        assert own
        assert own.items() <= {piece.id: piece.symbol for piece in drawn.pieces}.items()
        assert {name for item in drawn.tree.values() for name in item} <= {
            spot.name for spot in game.layout(view=view).spots
        }
        (panel,) = drawn.panels
        assert {item.name for row in panel.rows for item in row} == set(drawn.tree)


@pytest.mark.parametrize(
    ("name", "things", "turn", "clause"),
    [
        ("x", ("red a1", "red b1"), None, "X1"),
        ("x", ("green a1",), None, "X1"),
        ("olix", ("blue a1",), None, "O1"),
        ("olix", (*EIGHTS, "red a11"), None, "O7"),
        ("quixo", ("cross a1",), 0, "Q2"),
        ("quixo", ("cross c3", "circle a1"), 1, "Q4"),
        ("quixo-teams", ("south a1",), 0, "Q10"),
        ("plateau-x", ("D- g1",), None, "P4"),
        ("plateau-x", ("S a1", "D- a1"), None, "P4"),
        ("plateau-x", ("@0 a1", "S a1"), None, "P4"),
        ("plateau-x", ("S a1", "S a1"), None, "P5"),
        ("plateau-x", ("D- a1", "- a1", "D- a1", "D- a1"), None, "P5"),
        ("plateau-x", [f"S {column}{row}" for row in (1, 2) for column in "abcde"], None, "P1"),
        ("plateau-x", ("@0 a1",), 0, "P3"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_by_clause(
    name: str, things: Sequence[str], turn: int | None, clause: str
) -> None:
    says, found = refuse(name, *things, turn=turn)
    assert found == clause
    assert says.endswith(".")


def test_stocks_that_do_not_match_the_bricks_cannot_be() -> None:
    game, arrangement = put("plateau-x", "S a1", turn=1)
    assert game.editor is not None
    assert str(game.editor.assemble(game, arrangement)).split()[1] == "o"
    taken = replace(arrangement, counts={**arrangement.counts, "S0": 0})
    with pytest.raises(CannotBe) as caught:
        game.editor.assemble(game, taken)
    assert caught.value.clause == "P1"


def test_the_value_of_an_o_round_the_others_pawn_is_chosen() -> None:
    ring = [f"red {cell}" for cell in ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")]
    blue = [f"blue {cell}" for cell in ("b2", "k1", "k3", "k5", "k7", "k9", "k11", "i2")]
    game, arrangement = put("olix", *ring, *blue)
    assert game.editor is not None
    (count,) = game.editor.counts(game, arrangement)
    assert (count.least, count.most) == (8, 9)
    columns = {
        value: str(game.editor.assemble(game, replace(arrangement, counts={"O": value}))).split()[2][:3]
        for value in (8, 9)
    }
    assert columns == {8: "O8r", 9: "O9r"}


def test_a_stone_after_the_game_was_decided_cannot_be() -> None:
    rows = ("rr.g", "yygy", ".gyr", "gr..")
    colours = {"r": "red", "y": "yellow", "g": "green"}
    stones = [
        f"{colours[letter]} {column}{number}"
        for number, row in enumerate(rows, 1)
        for column, letter in zip("abcd", row, strict=True)
        if letter != "."
    ]
    decided = assemble(*put("x", *stones, size=4))
    assert decided.outcome is not None
    with pytest.raises(CannotBe) as caught:
        assemble(*put("x", *stones, "red c1", size=4))
    assert (to_text(caught.value.words), caught.value.clause) == (
        "The game was decided before the last stone.",
        "X8",
    )
