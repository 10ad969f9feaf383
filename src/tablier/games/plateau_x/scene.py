"""Plateau X as a picture: a relief of stone seen from above one corner, or a flat map with numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import isqrt
from typing import Any

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.plateau_x.art import BRICK_LABELS, INK, Flat, Relief, draw_symbols
from tablier.games.plateau_x.bricks import BRICKS, places
from tablier.games.plateau_x.rules import Facts, Pawn, PlateauRules
from tablier.games.plateau_x.standing import find_best_pawn
from tablier.grid import cells
from tablier.scene import LAST, Emblem, Item, Layout, Mark, Panel, Phrase, Piece, Scene, Spot, Words, say

VIEWS = {"relief": Relief, "flat": Flat}
SIDES = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""The neighbours of a cell, in the order of the bits that name an edge."""
PARTS = [(kind, *offset) for kind, brick in enumerate(BRICKS) for offset in brick.cells]
"""For every part of a brick, in the order of LETTERS: the brick, its column and row from the cell clicked."""


def _rules_of(state: State) -> PlateauRules:
    assert isinstance(state.rules, PlateauRules)
    return state.rules


class Ground:
    """Levels and bricks of a position, by column and row."""

    def __init__(self, levels: Sequence[int], parts: Sequence[int]) -> None:
        """Row by row from a1; of the parts those of LETTERS, counted from 1."""
        self.size = isqrt(len(levels))
        self.levels = dict(zip(self.spots(), levels, strict=True))
        self.parts = dict(zip(self.spots(), parts, strict=True))

    @classmethod
    def of(cls, state: State) -> Ground:
        rules = _rules_of(state)
        return cls(rules.levels(state), rules.cells(state))

    def names(self) -> dict[tuple[int, int], str]:
        """The names of the cells."""
        return dict(zip(self.spots(), cells(self.size, self.size), strict=True))

    def spots(self) -> Iterator[tuple[int, int]]:
        return ((column, row) for row in range(self.size) for column in range(self.size))

    def brick(self, column: int, row: int) -> tuple[int, int, int]:
        """The brick on top of a cell that is not bare: its index in BRICKS, the cell it is counted from."""
        kind, right, up = PARTS[self.parts[column, row] - 1]
        return kind, column - right, row - up

    def edges(self, column: int, row: int) -> tuple[int, int]:
        """The sides of a cell where its plateau ends, and where only its brick does, as bits."""
        cliffs = joints = 0
        for side, (right, up) in enumerate(SIDES):
            other = (column + right, row + up)
            if self.levels.get(other, 0) != self.levels[column, row]:
                cliffs |= 1 << side
            elif self.brick(*other) != self.brick(column, row):
                joints |= 1 << side
        return cliffs, joints


@cache
def make_table(view: str, size: int) -> Relief:
    """Where things lie in a view; it depends on the size only."""
    return VIEWS[view](size)


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    size = game.variant.size
    table = make_table(view, size)
    names = cells(size, size)
    return Layout(
        id="plateau",
        width=table.width,
        height=table.height,
        symbols=draw_symbols(table),
        board=table.draw_board(names),
        # In the order they are drawn: what stands in front is clicked first.
        spots=tuple(
            Spot(names[row * size + column], *table.at(column, row, 0)) for column, row in table.back_to_front
        ),
        outline=table.top,
        labels={
            f"plateau-tower-{seat}": say("{seat}’s pawn", seat=Phrase(name))
            for seat, name in enumerate(game.seats)
        },
        emblems=tuple(
            Emblem(f"plateau-badge-{seat}", INK[f"seat-{seat}"]) for seat in range(len(game.seats))
        ),
        style=table.style,
    )


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game, facts, ground = state.game, facts_of(Facts, state), Ground.of(state)
    table = make_table(view, ground.size)
    names = ground.names()
    towers = {pawn.cell: pawn.seat for pawn in facts.pawns if pawn.cell}
    walked = last is not None and before is not None and game.paths[last][0] in names.values()
    pawns = [pawn for pawn in state.legal_moves if game.paths[pawn][0] in towers]
    return Scene(
        draw_pieces(table, ground, towers),
        marks=_list_marks(state, last, before, facts),
        panels=(*_build_panels(table, state, facts), _build_map(ground, names, towers, game.seats)),
        slides=((game.paths[last][0], game.paths[last][1]),) if last is not None and walked else (),
        way=_rules_of(before).route(before, last)
        if walked and before is not None and last is not None
        else (),
        places=raise_places(table, ground),
        ghosts=_list_ghosts(table, state, towers),
        routes={game.texts[move]: _rules_of(state).route(state, move) for move in pawns},
        spoken={name: (say("level {level}", level=ground.levels[spot]),) for spot, name in names.items()},
    )


def draw_pieces(table: Relief, ground: Ground, towers: Mapping[str, int]) -> tuple[Piece, ...]:
    """The blocks and the towers, these by the names of their cells."""
    names = ground.names()
    pieces: list[Piece] = []
    for column, row in table.back_to_front:
        pieces += _draw_cell(table, ground, names[column, row], column, row, towers)
    for (column, row), name in names.items():
        if name in towers:
            pieces += _draw_hidden_tower(table, ground, name, column, row, towers[name])
    return tuple(pieces)


def raise_places(table: Relief, ground: Ground) -> dict[str, tuple[float, float]]:
    """Where the cells lie that are above the ground, in a view that has depth."""
    return {
        name: table.at(*spot, ground.levels[spot])
        for spot, name in ground.names().items()
        if table.deep and ground.levels[spot]
    }


def _draw_cell(
    table: Relief, ground: Ground, name: str, column: int, row: int, towers: Mapping[str, int]
) -> Iterator[Piece]:
    """What stands on a cell, from the lowest block that can be seen to the tower."""
    level = ground.levels[column, row]
    if level:
        front = min(ground.levels.get((column + right, row + up), 0) for right, up in SIDES[:2])
        for height in range(min(front + 1, level) if table.deep else level, level):
            x, y = table.at(column, row, height)
            yield Piece(f"{name}.{height}", f"plateau-{table.prefix}{table.shade(height)}", x, y)
        yield Piece(f"{name}.{level}", f"plateau-{table.prefix}{table.shade(level)}")
        cliffs, joints = ground.edges(column, row)
        if joints:
            yield Piece(f"{name}.joint", f"plateau-{table.prefix}joint-{joints}")
        if cliffs:
            yield Piece(f"{name}.cliff", f"plateau-{table.prefix}cliff-{cliffs}")
        x, y = table.at(column, row, level)
        number = Piece(f"{name}.number", f"plateau-number-{level}", classes="number")
        if name in towers:
            number = Piece(number.id, number.symbol, *table.aside(x, y), "number")
        yield number
    if name in towers:
        yield Piece(name, f"plateau-tower-{towers[name]}", *table.foot(*table.at(column, row, level)))


def _draw_hidden_tower(
    table: Relief, ground: Ground, name: str, column: int, row: int, seat: int
) -> Iterator[Piece]:
    """A tower that stands behind something high, to be seen through it."""
    level = ground.levels[column, row]
    if any(
        table.hides(right + down, ground.levels.get((column + right, row - down), 0) - level)
        for right in range(3)
        for down in range(3)
        if right + down > 0 and abs(right - down) < 2
    ):
        x, y = table.foot(*table.at(column, row, level))
        yield Piece(f"{name}.behind", f"plateau-behind-{seat}", x, y)


def _list_ghosts(table: Relief, state: State, towers: dict[str, int]) -> dict[str, str]:
    if not state.legal_moves:
        return {}
    own = {name: f"plateau-tower-{seat}" for name, seat in towers.items() if seat == state.turn}
    bricks = {brick.token: f"plateau-{table.prefix}ghost-{number}" for number, brick in enumerate(BRICKS)}
    return own | bricks | {"@": f"plateau-tower-{state.turn}"}


def _list_marks(state: State, last: int | None, before: State | None, facts: Facts) -> tuple[Mark, ...]:
    game = state.game
    marks = []
    if last is not None:
        first, second = game.paths[last]
        mover = None if before is None else before.turn
        marks.append(Mark("last", find_move_cells(game, first, second), mover, LAST))
    ended = state.outcome
    if ended is not None:
        for seat in ended.winners:
            best = find_best_pawn(facts, seat)
            if best is not None and best.cell is not None:
                label = say("the winning plateau") if best.level else say("the winning pawn")
                marks.append(
                    Mark("end", _rules_of(state).plateau(state, best.cell) or (best.cell,), seat, label)
                )
    return tuple(marks)


def find_move_cells(game: Any, first: str, second: str) -> tuple[str, ...]:
    """The cells a move is about: those of the brick laid, where a pawn came in, or from where to where."""
    size = game.variant.size
    names = cells(size, size)
    for brick in BRICKS:
        if brick.token == first:
            return tuple(names[spot] for spot in dict(places(brick, size))[names.index(second)])
    return (second,) if first not in names or first == second else (first, second)


def _build_panels(table: Relief, state: State, facts: Facts) -> tuple[Panel, ...]:
    game, turn = state.game, state.turn
    own = facts.seats[turn]
    waiting = sum(pawn.seat == turn and pawn.cell is None for pawn in facts.pawns)
    counts = {"S": own.singles, "D": own.doubles, "T": facts.triples}
    heads: dict[str, Words] = {
        "S": say("Singles: {count}", count=own.singles),
        "D": say("Doubles: {count}", count=own.doubles),
        "T": say("Triples: {count}", count=facts.triples),
    }
    rows = []
    for letter, head in heads.items():
        bricks = tuple(
            Item(
                symbol=f"plateau-{table.prefix}brick-{number}",
                name=brick.token,
                classes="" if counts[letter] else "empty",
                label=BRICK_LABELS[brick.token],
            )
            for number, brick in enumerate(BRICKS)
            if brick.token[0] == letter
        )
        rows.append((Item(head), *bricks))
    if waiting:
        tower = Item(symbol=f"plateau-badge-{turn}", seat=turn, name="@", label=say("bring a pawn in"))
        rows.append((Item(say("Pawns to bring in: {count}", count=waiting)), tower))
    standing = tuple(_describe_seat(facts, seat, Phrase(name)) for seat, name in enumerate(game.seats))
    return (
        Panel("stocks", say("{seat}’s bricks", seat=Phrase(game.seats[turn])), tuple(rows)),
        Panel("standing", say("Standings"), standing),
    )


def _build_map(
    ground: Ground, names: dict[tuple[int, int], str], towers: dict[str, int], seats: tuple[str, ...]
) -> Panel:
    """The heights as a table, for whoever reads rather than looks."""

    def cell(column: int, row: int) -> Item:
        level, seat = ground.levels[column, row], towers.get(names[column, row])
        if seat is None:
            return Item(level)
        label = say("{level}, {seat}’s pawn", level=level, seat=Phrase(seats[seat]))
        return Item(level, f"plateau-badge-{seat}", seat, label=label)

    size = range(ground.size)
    letters = tuple(Item(names[column, 0][0], classes="head") for column in size)
    rows = [
        (Item(row + 1, classes="head"), *(cell(column, row) for column in size)) for row in reversed(size)
    ]
    setting = say("Show the heights as a table")
    return Panel("map", say("Heights"), (*rows, (Item(""), *letters)), setting)


def _describe_seat(facts: Facts, seat: int, name: Phrase) -> tuple[Item, ...]:
    own = facts.seats[seat]
    # Before anybody stands all would be first.
    stands = any(pawn.cell for pawn in facts.pawns)
    place = Item(say("{place}.", place=own.place), seat=seat, label=say("place {place}", place=own.place))
    return (
        Item(name, f"plateau-badge-{seat}", seat),
        place if stands else Item(seat=seat),
        *(Item(_describe_pawn(pawn), seat=seat) for pawn in facts.pawns if pawn.seat == seat),
        Item(
            say("{singles} S · {doubles} D", singles=own.singles, doubles=own.doubles),
            seat=seat,
            label=say("Singles: {singles}, Doubles: {doubles}", singles=own.singles, doubles=own.doubles),
        ),
    )


def _describe_pawn(pawn: Pawn) -> Phrase:
    if pawn.cell is None:
        return say("not in play")
    if not pawn.level:
        return say("on the ground")
    return say("level {level}, plateau of {count}", level=pawn.level, count=pawn.plateau)
