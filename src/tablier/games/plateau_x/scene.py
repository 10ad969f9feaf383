"""Plateau X as a picture: a relief of stone seen from above one corner, or a flat map with numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablier.core.rules import State
from tablier.games.plateau_x.art import BRICK_LABELS, INK, Flat, Relief, symbols
from tablier.games.plateau_x.bricks import BRICKS, places
from tablier.games.plateau_x.positions import read
from tablier.games.plateau_x.rules import Facts, Pawn
from tablier.grid import cells
from tablier.scene import LAST, Emblem, Item, Layout, Mark, Panel, Phrase, Piece, Scene, Spot, Words, say

VIEWS = {"relief": Relief, "flat": Flat}
SIDES = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""The neighbours of a cell, in the order of the bits that name an edge."""


class Ground:
    """Levels and bricks of a position, by column and row."""

    def __init__(self, state: State) -> None:
        variant = state.game.variant
        self.size = variant.size
        position = read(variant, str(state))
        self.levels = dict(zip(self.spots(), position.levels, strict=True))
        self.parts = dict(zip(self.spots(), position.parts, strict=True))

    def spots(self) -> Iterator[tuple[int, int]]:
        return ((column, row) for row in range(self.size) for column in range(self.size))

    def brick(self, column: int, row: int) -> tuple[int, int, int]:
        """The brick on top of a cell: which kind and turn, and the cell it is counted from."""
        part = self.parts[column, row] - 1
        for kind, brick in enumerate(BRICKS):
            if part < len(brick.cells):
                right, up = brick.cells[part]
                return kind, column - right, row - up
            part -= len(brick.cells)
        raise AssertionError("asked of a bare cell")

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


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    size = game.variant.size
    table = VIEWS[view](size)
    spots = [(column, row) for row in range(size) for column in range(size)]
    names = cells(size, size)
    return Layout(
        id="plateau",
        width=table.width,
        height=table.height,
        symbols=symbols(table),
        board=table.board(names),
        # In the order they are drawn: what stands in front is clicked first.
        spots=tuple(
            Spot(names[row * size + column], *table.at(column, row, 0))
            for column, row in sorted(spots, key=table.depth)
        ),
        outline=table.top,
        labels={
            f"plateau-tower-{seat}": say("{seat}'s tower", seat=Phrase(name))
            for seat, name in enumerate(game.seats)
        },
        emblems=tuple(
            Emblem(f"plateau-badge-{seat}", INK[f"seat-{seat}"]) for seat in range(len(game.seats))
        ),
        style=table.style,
    )


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game, facts, ground = state.game, state.facts, Ground(state)
    table = VIEWS[view](ground.size)
    names = dict(zip(ground.spots(), cells(ground.size, ground.size), strict=True))
    towers = {pawn.cell: pawn.seat for pawn in facts.pawns if pawn.cell}
    pieces: list[Piece] = []
    for column, row in sorted(ground.spots(), key=table.depth):
        pieces += _cell(table, ground, names[column, row], column, row, towers)
    for (column, row), name in names.items():
        if name in towers:
            pieces += _behind(table, ground, name, column, row, towers[name])
    walked = last is not None and before is not None and game.paths[last][0] in names.values()
    pawns = [pawn for pawn in state.legal_moves if game.paths[pawn][0] in towers]
    return Scene(
        tuple(pieces),
        marks=_marks(state, last, facts),
        panels=(*_panels(table, state, facts), _map(ground, names, towers, game.seats)),
        slides=((game.paths[last][0], game.paths[last][1]),) if last is not None and walked else (),
        way=game.rules.route(before, last) if walked else (),
        places={
            name: table.at(*spot, ground.levels[spot])
            for spot, name in names.items()
            if ground.levels[spot] and table.at(*spot, 1) != table.at(*spot, 0)
        },
        ghosts=_ghosts(table, state, towers),
        routes={game.texts[move]: game.rules.route(state, move) for move in pawns},
        spoken={name: (say("level {level}", level=ground.levels[spot]),) for spot, name in names.items()},
    )


def _cell(
    table: Relief, ground: Ground, name: str, column: int, row: int, towers: dict[str, int]
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


def _behind(table: Relief, ground: Ground, name: str, column: int, row: int, seat: int) -> Iterator[Piece]:
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


def _ghosts(table: Relief, state: State, towers: dict[str, int]) -> dict[str, str]:
    if not state.legal_moves:
        return {}
    own = {name: f"plateau-tower-{seat}" for name, seat in towers.items() if seat == state.turn}
    bricks = {brick.token: f"plateau-{table.prefix}ghost-{number}" for number, brick in enumerate(BRICKS)}
    return own | bricks | {"@": f"plateau-tower-{state.turn}"}


def _marks(state: State, last: int | None, facts: Facts) -> tuple[Mark, ...]:
    game = state.game
    marks = []
    if last is not None:
        first, second = game.paths[last]
        mover = (state.turn - 1) % len(game.seats)
        marks.append(Mark("last", _covered(game, first, second), mover, LAST))
    ended = state.outcome
    if ended is not None:
        for seat in ended.winners:
            best = best_pawn(facts, seat)
            if best is not None and best.cell is not None:
                label = say("the winning plateau") if best.level else say("the winning tower")
                marks.append(Mark("end", game.rules.plateau(state, best.cell) or (best.cell,), seat, label))
    return tuple(marks)


def _covered(game: Any, first: str, second: str) -> tuple[str, ...]:
    """The cells a move is about: those of the brick laid, where a pawn came in, or from where to where."""
    size = game.variant.size
    names = cells(size, size)
    for brick in BRICKS:
        if brick.token == first:
            return tuple(names[spot] for spot in dict(places(brick, size))[names.index(second)])
    return (second,) if first not in names or first == second else (first, second)


def best_pawn(facts: Facts, seat: int) -> Pawn | None:
    """The pawn a seat is placed by: the highest, then on the largest plateau, then the earliest (§P13)."""
    own = [pawn for pawn in facts.pawns if pawn.seat == seat and pawn.arrival is not None]
    return min(own, key=lambda pawn: (-pawn.level, -pawn.plateau, pawn.arrival), default=None)


def _panels(table: Relief, state: State, facts: Facts) -> tuple[Panel, ...]:
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
        tower = Item(symbol=f"plateau-badge-{turn}", seat=turn, name="@", label=say("bring a tower in"))
        rows.append((Item(say("Towers to bring in: {count}", count=waiting)), tower))
    standing = tuple(_standing(facts, seat, Phrase(name)) for seat, name in enumerate(game.seats))
    return (
        Panel("stocks", say("What {seat} may lay", seat=Phrase(game.seats[turn])), tuple(rows)),
        Panel("standing", say("How they stand"), standing),
    )


def _map(
    ground: Ground, names: dict[tuple[int, int], str], towers: dict[str, int], seats: tuple[str, ...]
) -> Panel:
    """The heights as a table, for whoever reads rather than looks."""

    def cell(column: int, row: int) -> Item:
        level, seat = ground.levels[column, row], towers.get(names[column, row])
        if seat is None:
            return Item(level)
        label = say("{level}, {seat}'s tower", level=level, seat=Phrase(seats[seat]))
        return Item(level, f"plateau-badge-{seat}", seat, label=label)

    size = range(ground.size)
    letters = tuple(Item(names[column, 0][0], classes="head") for column in size)
    rows = [
        (Item(row + 1, classes="head"), *(cell(column, row) for column in size)) for row in reversed(size)
    ]
    return Panel("map", say("Heights"), (*rows, (Item(""), *letters)))


def _standing(facts: Facts, seat: int, name: Phrase) -> tuple[Item, ...]:
    own = facts.seats[seat]
    return (
        Item(name, f"plateau-badge-{seat}", seat),
        Item(say("place {place}", place=own.place), seat=seat),
        *(Item(_height(pawn), seat=seat) for pawn in facts.pawns if pawn.seat == seat),
        Item(say("Singles: {count}", count=own.singles), seat=seat),
        Item(say("Doubles: {count}", count=own.doubles), seat=seat),
    )


def _height(pawn: Pawn) -> Phrase:
    if pawn.cell is None:
        return say("not in play")
    if not pawn.level:
        return say("on the ground")
    return say("level {level}, plateau of {count}", level=pawn.level, count=pawn.plateau)
