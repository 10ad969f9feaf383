"""Setting up a position of Quixo: crosses and circles, with teams the cubes by the side of their dot."""

from __future__ import annotations

from dataclasses import replace
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
from tablier.games.quixo.scene import DOTTED, PLAIN, SIDES, Tray, name_cube
from tablier.grid import cells, write_rows
from tablier.scene import Phrase, Piece, Scene, say

CUBES = {2: ("cross", "circle"), 4: ("south", "west", "north", "east")}
"""The marked cubes by the number of seats, in the order of `cells`."""
LETTERS = {2: "xo", 4: SIDES}


def _names(game: Any) -> tuple[str, ...]:
    return cells(_size(game), _size(game))


def _size(game: Any) -> int:
    size: int = game.options.get("size", 5)
    return size


def clear(game: Any) -> Arrangement:
    return Arrangement(turn=0)


def dismantle(state: State) -> Arrangement:
    cubes = CUBES[len(state.game.seats)]
    return Arrangement(list_things(state.rules.cells(state), cubes, _names(state.game)), state.turn)


def place(game: Any, arrangement: Arrangement, thing: str, spot: str) -> Arrangement:
    return replace_thing(arrangement, thing, spot)


def assemble(game: Any, arrangement: Arrangement) -> State:
    """The position; CannotBe if the first turns or the last one cannot have been."""
    seats = len(game.seats)
    letters = LETTERS[seats]
    board = fill_board(arrangement, dict(zip(CUBES[seats], letters, strict=True)), _names(game))
    turn = arrangement.turn or 0
    text = write_rows(board, _size(game))
    try:
        state: State = game.read(f"{text} {letters[turn]}")
    except NotationError as error:
        raise _explain(game, board, turn) from error
    return state


def _explain(game: Any, board: list[str], turn: int) -> CannotBe:
    if len(game.seats) == 4:
        return CannotBe(say("All four begin by marking a blank cube."), "Q10")
    crosses, circles = board.count("x"), board.count("o")
    if (crosses, circles, turn) != (1, 0, 1) and not (crosses and circles):
        return CannotBe(say("Each side begins by marking a blank cube, crosses first."), "Q2")
    return CannotBe(say("The cube that was pushed in last must lie on the rim."), "Q4")


def counts(game: Any, arrangement: Arrangement) -> tuple[Count, ...]:
    return ()


def scene(game: Any, arrangement: Arrangement, viewpoint: int, view: str) -> Scene:
    tray, found = Tray(game, viewpoint), arrangement.by_spot
    cubes = CUBES[len(game.seats)]
    pieces = [
        Piece(name, name_cube(tray, 1 + cubes.index(found[name]) if name in found else 0))
        for name in tray.names
    ]
    labels = DOTTED if tray.teams else PLAIN
    things = seat_items(game, cubes, [labels[1 + cube] for cube in range(len(cubes))])
    if tray.teams:  # the emblems of partners are the same: their sides tell them apart
        things = tuple(replace(item, text=Phrase(game.seats[seat])) for seat, item in enumerate(things))
    return draw_things(game, pieces, things, tray.names)
