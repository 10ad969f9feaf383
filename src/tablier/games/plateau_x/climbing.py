"""How high each pawn can climb in one walk, over what is built now."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.plateau_x.rules import Facts, PlateauRules
from tablier.grid import cells

SIDES = ((1, 0), (0, -1), (-1, 0), (0, 1))


class Climb(NamedTuple):
    """A pawn, and the highest it could walk to if it were its turn (§P7)."""

    seat: int
    cell: str
    level: int
    """Where it stands."""
    top: int
    """The highest level it can walk to, or where it stands if that is higher."""
    route: tuple[str, ...]
    """The way there, both ends included; the pawn's cell alone if it climbs no higher."""
    summits: tuple[str, ...]
    """All cells on that level it can walk to."""


def find_climbs(state: State) -> tuple[Climb, ...]:
    """One for every pawn in play, in order of seats."""
    rules = state.rules
    assert isinstance(rules, PlateauRules)
    levels = rules.levels(state)
    size = isqrt(len(levels))
    names = cells(size, size)
    heights = dict(zip(names, levels, strict=True))
    pawns = [(pawn.seat, pawn.cell) for pawn in facts_of(Facts, state).pawns if pawn.cell is not None]
    plateaus = {cell: frozenset((*rules.plateau(state, cell), cell)) for _, cell in pawns}
    found = []
    for seat, cell in pawns:
        closed: frozenset[str] = frozenset().union(
            *(spots for other, spots in ((s, plateaus[c]) for s, c in pawns) if other != seat),
            (own for other, own in pawns if other == seat and own != cell),
        )
        found.append(_climb(seat, cell, heights, size, closed))
    return tuple(found)


def _climb(seat: int, start: str, heights: dict[str, int], size: int, closed: frozenset[str]) -> Climb:
    names = tuple(heights)
    came: dict[str, str | None] = {start: None}
    queue = [start]
    for name in queue:
        at = names.index(name)
        for right, up in SIDES:
            column, row = at % size + right, at // size + up
            if not (0 <= column < size and 0 <= row < size):
                continue
            near = names[row * size + column]
            if near not in came and near not in closed and abs(heights[near] - heights[name]) == 1:
                came[near] = name
                queue.append(near)
    top = max(heights[name] for name in came)
    if top == heights[start]:
        return Climb(seat, start, top, top, (start,), ())
    summits = tuple(name for name in queue if heights[name] == top)
    return Climb(seat, start, heights[start], top, _walk_back(came, summits[0]), summits)


def _walk_back(came: dict[str, str | None], end: str) -> tuple[str, ...]:
    way = [end]
    while (before := came[way[-1]]) is not None:
        way.append(before)
    return tuple(reversed(way))


def highest_climb(climbs: tuple[Climb, ...], seat: int) -> Climb | None:
    """The climb of a seat's pawn that leads highest; None if it has no pawn in play."""
    return max((climb for climb in climbs if climb.seat == seat), key=lambda climb: climb.top, default=None)
