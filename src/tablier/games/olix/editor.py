"""Setting up a position of OLIX: pawns of both; turn and columns follow from them, but for an O of 8 or 9."""

from __future__ import annotations

import re
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
from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.core.values import NotationError
from tablier.games.olix.rules import COLUMNS, Facts
from tablier.grid import cells, write_rows
from tablier.scene import Piece, Scene, say

PAWNS = ("red", "blue")
LETTERS = dict(zip(PAWNS, "rb", strict=True))
SIZE = 11
STOCK = 46
"""Pawns that each player has to place (§O1)."""
NINES = ("O9r", "O9b", "O9rb")
NAMES = cells(SIZE, SIZE)
FOLLOWS = re.compile(r"by the board it is ([OLIX])(\S+), not")
"""What the reader of position texts says of a column that is written otherwise."""


def clear(game: Any) -> Arrangement:
    return Arrangement()


def dismantle(state: State) -> Arrangement:
    """What lies there; the value of O is kept, where it does not follow."""
    column = facts_of(Facts, state).columns[0]
    placed = list_things(state.rules.cells(state), PAWNS, NAMES)
    return Arrangement(placed, counts={"O": column.value} if column.value in (8, 9) else {})


def place(game: Any, arrangement: Arrangement, thing: str, spot: str) -> Arrangement:
    return replace_thing(arrangement, thing, spot)


def assemble(game: Any, arrangement: Arrangement) -> State:
    """The position with the columns that the pawns give; CannotBe if they could not be placed in turn."""
    board = fill_board(arrangement, LETTERS, NAMES)
    red, blue = board.count("r"), board.count("b")
    if max(red, blue) > STOCK:
        raise CannotBe(say("Each player has {stock} pawns to place.", stock=STOCK), "O1")
    if red - blue not in (0, 1):
        raise CannotBe(
            say(
                "Red begins and players take turns: there cannot be {red} red and {blue} blue pawns.",
                red=red,
                blue=blue,
            ),
            "O1",
        )
    start = f"{write_rows(board, SIZE)} {'rb'[red - blue]}"
    states = _read_states(game, start)
    wanted = arrangement.counts.get("O")
    return next((state for value, state in states.items() if value == wanted), next(iter(states.values())))


def _read_states(game: Any, start: str) -> dict[int, State]:
    """The positions with these pawns, by the value of O: two where an O of 9 may have been scored as 8."""
    columns = dict.fromkeys(COLUMNS, "-")
    found: dict[int, State] = {}
    for _ in range(len(columns) + 1):
        try:
            state = game.read(_write(start, columns))
            found[_value_of_o(state)] = state
            break
        except NotationError as error:
            follows = FOLLOWS.search(error.problem)
            if not follows:
                problem = error
                break
            columns[follows[1]] = follows[2]
    for nine in NINES:
        try:
            found.setdefault(9, game.read(_write(start, {**columns, "O": nine[1:]})))
        except NotationError:
            continue  # not with this holder
    if not found:
        raise CannotBe(say("A pattern that wins at once was made before the last pawn."), "O7") from problem
    return found


def _value_of_o(state: State) -> int:
    return facts_of(Facts, state).columns[0].value or 0


def _write(start: str, columns: dict[str, str]) -> str:
    return f"{start} {','.join(kind + value for kind, value in columns.items())}"


def counts(game: Any, arrangement: Arrangement) -> tuple[Count, ...]:
    """The value of O, where both 8 and 9 can be."""
    try:
        state = assemble(game, arrangement)
    except CannotBe:
        return ()
    states = _read_states(game, " ".join(str(state).split()[:2]))
    if len(states) < 2:
        return ()
    return (Count("O", say("Value of the O"), _value_of_o(state), 9, 8),)


def scene(game: Any, arrangement: Arrangement, viewpoint: int, view: str) -> Scene:
    pieces = [Piece(each.spot, f"olix-{PAWNS.index(each.thing)}") for each in arrangement.placed]
    return draw_things(game, pieces, seat_items(game, PAWNS), NAMES)
