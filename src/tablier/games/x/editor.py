"""Setting up a position of X: stones of three colours; whose turn it is follows from their numbers."""

from __future__ import annotations

from typing import Any

from tablier.board_editor import (
    Arrangement,
    CannotBe,
    Count,
    draw_things,
    fill_board,
    list_things,
    replace_thing,
    seat_items,
)
from tablier.core.rules import State
from tablier.core.values import NotationError
from tablier.grid import cells, write_rows
from tablier.scene import Piece, Scene, say

STONES = ("red", "yellow", "green")
LETTERS = dict(zip(STONES, "ryg", strict=True))


def _names(game: Any) -> tuple[str, ...]:
    size = game.options["size"]
    return cells(size, size)


def clear(game: Any) -> Arrangement:
    return Arrangement()


def dismantle(state: State) -> Arrangement:
    return Arrangement(list_things(state.rules.cells(state), STONES, _names(state.game)))


def place(game: Any, arrangement: Arrangement, thing: str, spot: str) -> Arrangement:
    return replace_thing(arrangement, thing, spot)


def assemble(game: Any, arrangement: Arrangement) -> State:
    """The position; CannotBe if the numbers of stones do not follow each other, or if it was over before."""
    board = fill_board(arrangement, LETTERS, _names(game))
    red, yellow, green = (board.count(letter) for letter in "ryg")
    if not red >= yellow >= green >= red - 1:
        raise CannotBe(
            say(
                "Red begins and players take turns: there cannot be {red} red, {yellow} yellow and "
                "{green} green stones.",
                red=red,
                yellow=yellow,
                green=green,
            ),
            "X1",
        )
    turn = "ryg"[(red + yellow + green) % 3]
    try:
        state: State = game.read(f"{write_rows(board, game.options['size'])} {turn}")
    except NotationError:
        raise CannotBe(say("The game was decided before the last stone."), "X8") from None
    return state


def counts(game: Any, arrangement: Arrangement) -> tuple[Count, ...]:
    return ()


def scene(game: Any, arrangement: Arrangement, viewpoint: int, view: str) -> Scene:
    pieces = [Piece(each.spot, f"x-{STONES.index(each.thing)}") for each in arrangement.placed]
    return draw_things(game, pieces, seat_items(game, STONES), _names(game))
