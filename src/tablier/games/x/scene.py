"""X as a picture: hexagons on linen, a frame whose corners show who holds them; wide, or tall for a phone."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.x.rules import Corner, Facts
from tablier.grid import cells
from tablier.scene import LAST, Emblem, Item, Layout, Mark, Panel, Phrase, Piece, Scene, Spot, Words, say
from tablier.svg import Palette, number, polygon

INK = Palette(
    "x",
    {
        "linen": ("#E9DFCC", "#39332A"),
        "linen-thread": ("#CFC1A6", "#4A4337"),
        "linen-edge": ("#BFAF90", "#544B3D"),
        "linen-ink": ("#6B5D45", "#B3A68E"),
        "hexagon": ("#FAF5EA", "#665C4D"),
        "hexagon-edge": ("#C9BA9C", "#2A251E"),
        "nobody": ("#D8CAB0", "#4A4337"),
        "end": ("#5A1F0C", "#FFF6E0"),
        "seat-0": "#C8432B",
        "seat-1": "#F0C419",
        "seat-2": "#0B8F6A",
    },
)
STYLE = (
    "".join(f".tablier-x .corner.seat-{seat}{{--hold:{INK[f'seat-{seat}']}}}" for seat in range(3))
    + ".tablier-x{--end:#5A1F0C}.tablier-x .corner.open{--hatch:.75}"
)
WIDTH = 40.0
"""Of a hexagon, from side to side."""
STONE = 15.5
INNER, OUTER, MARGIN = 0.72, 1.28, 62.0
"""The frame's edges, in cells beyond the centres of the outermost ones, and what lies outside the board."""
GLYPHS = (
    '<circle r="{0}" fill="#fff" fill-opacity=".92"/>',
    '<path d="M0-{0}L{1} {2}H-{1}Z" fill="#3B2F00" fill-opacity=".85"/>',
    '<path d="M-{3}-{3}H{3}V{3}H-{3}Z" fill="#fff" fill-opacity=".92"/>',
)
SHADES = (("#E2654D", "#A93220"), ("#FADB5A", "#D3A608"), ("#25B08A", "#06714F"))


class Rhombus:
    """Where the hexagons lie: in rows, each half a hexagon further on. A tall board stands on its side, a
    diamond on the tip a1, as the rule sheet draws it."""

    def __init__(self, size: int, view: str) -> None:
        self.size = size
        self.tall = view == "tall"
        self.upright = view == "diamond"
        self.kind = f"{size}{view[0]}"
        """Tells symbols apart whose shape depends on the board."""
        self.names = cells(size, size)
        long = (size - 1) * 1.5 * WIDTH + 2 * OUTER * 1.5 * WIDTH + MARGIN
        short = (size - 1 + 2 * OUTER) * WIDTH * sqrt(3) / 2 + MARGIN
        self.width, self.height = (short, long) if self.tall else (long, short)
        if self.upright:
            reach = size - 1 + 2 * OUTER
            self.width, self.height = reach * WIDTH + MARGIN + 8, reach * WIDTH * sqrt(3) + MARGIN / 2

    def point(self, column: float, row: float) -> tuple[float, float]:
        middle = (self.size - 1) / 2
        u = (column - middle + (row - middle) / 2) * WIDTH
        v = (row - middle) * WIDTH * sqrt(3) / 2
        if self.tall:  # a quarter turn: a1 comes to the top, its row runs down
            u, v = v, -u
        if self.upright:  # a sixth of a turn: the long diagonal stands upright, a1 at the bottom
            u, v = u / 2 - v * sqrt(3) / 2, u * sqrt(3) / 2 + v / 2
        return round(self.width / 2 + u, 1), round(self.height / 2 - v, 1)

    def at(self, name: str) -> tuple[float, float]:
        cell = self.names.index(name)
        return self.point(cell % self.size, cell // self.size)

    def tip(self, name: str) -> tuple[float, float]:
        """The middle of the frame around a corner."""
        column, row = self.names.index(name) % self.size, self.names.index(name) // self.size
        away = (INNER + OUTER) / 2
        return self.point(*(at - away if at == 0 else at + away for at in (column, row)))

    def hexagon(self, scale: float = 1.0) -> str:
        radius = scale * WIDTH / sqrt(3)
        first = 0.0 if self.tall else pi / 6
        return polygon(
            *((radius * cos(first + i * pi / 3), radius * sin(first + i * pi / 3)) for i in range(6))
        )

    @property
    def corners(self) -> tuple[tuple[str, int, int], ...]:
        """The corner cells, and in which direction of columns and rows the board lies from each."""
        last = self.size - 1
        return tuple(
            (self.names[row * self.size + column], 1 if column == 0 else -1, 1 if row == 0 else -1)
            for row in (0, last)
            for column in (0, last)
        )


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    rhombus = Rhombus(game.options["size"], view)
    return Layout(
        id="x",
        width=round(rhombus.width, 2),
        height=round(rhombus.height, 2),
        symbols=_draw_symbols(rhombus),
        board=_draw_board(rhombus),
        spots=tuple(Spot(name, *rhombus.at(name)) for name in rhombus.names),
        outline=rhombus.hexagon(0.97),
        labels={f"x-{seat}": Phrase(name) for seat, name in enumerate(game.seats)},
        emblems=tuple(Emblem(f"x-badge-{seat}", INK[f"seat-{seat}"]) for seat in range(3)),
        style=STYLE + INK.style,
    )


def _draw_symbols(rhombus: Rhombus) -> str:
    found = [
        "<defs>",
        '<pattern id="x-weave" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<path d="M0 1.5H6M1.5 0V6" stroke="{INK["linen-thread"]}" stroke-width="1" opacity=".35"/>'
        f'<path d="M0 4.5H6M4.5 0V6" stroke="{INK["linen-thread"]}" stroke-width=".6" opacity=".6"/>'
        "</pattern>",
        '<pattern id="x-hatch" width="9" height="9" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)">'
        f'<path d="M0 0V9" stroke="{INK["linen"]}" stroke-width="9"/></pattern>',
    ]
    for seat, (light, deep) in enumerate(SHADES):
        found.append(
            f'<radialGradient id="x-disc-{seat}" cx=".38" cy=".32" r=".75"><stop stop-color="{light}"/>'
            f'<stop offset=".55" stop-color="{INK[f"seat-{seat}"]}"/><stop offset="1" stop-color="{deep}"/>'
            "</radialGradient>"
        )
    found.append("</defs>")
    for seat, glyph in enumerate(GLYPHS):
        for name, radius in ((f"{seat}", STONE), (f"badge-{seat}", 11.0)):
            shape = glyph.format(*(number(radius * part) for part in (0.36, 0.42, 0.3, 0.33)))
            if seat == 1:
                shape = glyph.format(*(number(radius * part) for part in (0.52, 0.48, 0.3)))
            found.append(
                f'<symbol id="x-{name}" overflow="visible">'
                f'<circle cy="2" r="{radius}" fill="#000" opacity=".28"/>'
                f'<circle r="{radius}" fill="url(#x-disc-{seat})"/>{shape}</symbol>'
            )
    found += [_draw_bracket(rhombus, *corner) for corner in rhombus.corners]
    return "".join(found)


def _draw_bracket(rhombus: Rhombus, name: str, right: int, up: int) -> str:
    """The part of the frame around a corner, as far as the middles of its two edges."""
    column, row = rhombus.names.index(name) % rhombus.size, rhombus.names.index(name) // rhombus.size
    half = (rhombus.size - 1) / 2 - 0.06
    steps = (
        (-OUTER, -OUTER),
        (half, -OUTER),
        (half, -INNER),
        (-INNER, -INNER),
        (-INNER, half),
        (-OUTER, half),
    )
    points = [rhombus.point(column + right * u, row + up * v) for u, v in steps]
    x, y = rhombus.at(name)
    path = polygon(*((px - x, py - y) for px, py in points))
    return (
        f'<symbol id="x-corner-{name}-{rhombus.kind}" overflow="visible">'
        f'<path d="{path}" fill="var(--hold,{INK["nobody"]})" stroke="{INK["linen-edge"]}" '
        'stroke-linejoin="round"/>'
        f'<path d="{path}" fill="url(#x-hatch)" opacity="var(--hatch,0)"/></symbol>'
    )


def _draw_board(rhombus: Rhombus) -> str:
    width, height = number(rhombus.width - 8), number(rhombus.height - 8)
    inside = polygon(
        *(
            rhombus.point(column, row)
            for column, row in (
                (-OUTER, -OUTER),
                (rhombus.size - 1 + OUTER, -OUTER),
                (rhombus.size - 1 + OUTER, rhombus.size - 1 + OUTER),
                (-OUTER, rhombus.size - 1 + OUTER),
            )
        )
    )
    first, *others = (rhombus.point(0, row) for row in range(rhombus.size))
    row = "".join(
        f'<use href="#x-hexagon-{rhombus.kind}" x="{number(x)}" y="{number(y)}"/>'
        for x, y in (rhombus.point(column, 0) for column in range(rhombus.size))
    )
    rows = f'<g id="x-row-{rhombus.kind}">{row}</g>' + "".join(
        f'<use href="#x-row-{rhombus.kind}" x="{number(x - first[0])}" y="{number(y - first[1])}"/>'
        for x, y in others
    )
    return (
        f'<rect x="4" y="7" width="{width}" height="{height}" rx="18" fill="#000" opacity=".16"/>'
        f'<rect x="4" y="4" width="{width}" height="{height}" rx="18" fill="{INK["linen"]}"/>'
        f'<rect x="4" y="4" width="{width}" height="{height}" rx="18" fill="url(#x-weave)" '
        f'stroke="{INK["linen-edge"]}"/>'
        f'<path d="{inside}" fill="{INK["linen-edge"]}" opacity=".5"/>'
        f'<symbol id="x-hexagon-{rhombus.kind}" overflow="visible"><path d="{rhombus.hexagon(0.965)}" '
        f'fill="{INK["hexagon"]}" stroke="{INK["hexagon-edge"]}"/></symbol>'
        + rows
        + _draw_coordinates(rhombus)
    )


def _draw_coordinates(rhombus: Rhombus) -> str:
    away = OUTER + 0.36
    # Straight below the first row, level with it on a tall board: along the slant "b" would stand below a1.
    slant = 0 if rhombus.upright else away / 2
    places = [(*rhombus.point(at + slant, -away), chr(ord("a") + at)) for at in range(rhombus.size)]
    places += [(*rhombus.point(-away, at), str(at + 1)) for at in range(rhombus.size)]
    # A large board is drawn small on a phone.
    return (
        f'<g font-size="{number(min(18.0, max(12.5, 1.7 * rhombus.size)))}" fill="{INK["linen-ink"]}">'
        + "".join(f'<text x="{number(x)}" y="{number(y)}">{word}</text>' for x, y, word in places)
        + "</g>"
    )


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game, corners = state.game, facts_of(Facts, state).corners
    rhombus = Rhombus(game.options["size"], view)
    seats = [Phrase(name) for name in game.seats]
    pieces = [piece for corner in corners for piece in _draw_corner(rhombus, corner)]
    pieces += [
        Piece(name, f"x-{stone - 1}")
        for name, stone in zip(rhombus.names, game.rules.cells(state), strict=True)
        if stone
    ]
    mover = None if before is None else before.turn
    marks = [] if last is None else [Mark("last", game.paths[last], mover, LAST)]
    if state.outcome is not None:
        stones = dict(zip(rhombus.names, game.rules.cells(state), strict=True))
        marks += [
            Mark("end", path, corner.owner, say("corner of {seat}", seat=seats[corner.owner]), through=True)
            for corner in corners
            if corner.settled
            and corner.owner is not None
            and (path := find_path(rhombus, stones, corner.cell, corner.owner))
        ]
    return Scene(
        tuple(pieces),
        marks=tuple(marks),
        panels=_build_panels(corners, seats),
        ghosts={"": f"x-{state.turn}"} if state.legal_moves else {},
    )


def find_path(rhombus: Rhombus, stones: dict[str, int], corner: str, owner: int) -> tuple[str, ...]:
    """The cells of the path that owns a corner, from one of its edges to the other: the shortest within
    the group that reaches farthest from the corner (§X5)."""
    size = rhombus.size
    spots = {(at % size, at // size): name for at, name in enumerate(rhombus.names)}
    own = {spot for spot, name in spots.items() if stones[name] == 1 + owner}
    tip = next(spot for spot, name in spots.items() if name == corner)
    # From the farthest stone of the one edge on: the first that leads to the other edge is of that group.
    for start in sorted((spot for spot in own if spot[1] == tip[1]), key=lambda spot: -abs(spot[0] - tip[0])):
        came: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
        queue = [start]
        for column, row in queue:
            if column == tip[0]:
                return _trim_path(_walk_back(came, (column, row)), tip[1], spots)
            for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                near = column + right, row + up
                if near in own and near not in came:
                    came[near] = column, row
                    queue.append(near)
    return ()


def _walk_back(
    came: dict[tuple[int, int], tuple[int, int] | None], end: tuple[int, int]
) -> list[tuple[int, int]]:
    path = [end]
    while (before := came[path[-1]]) is not None:
        path.append(before)
    return path


def _trim_path(path: list[tuple[int, int]], edge: int, spots: dict[tuple[int, int], str]) -> tuple[str, ...]:
    """The path's names, without what runs along the edge it starts from."""
    first = next(at for at, (_, row) in enumerate(path) if row == edge)
    return tuple(spots[spot] for spot in path[: first + 1])


def _draw_corner(rhombus: Rhombus, corner: Corner) -> list[Piece]:
    """The frame around a corner in its owner's colour, and the owner's stone in its tip (§X8)."""
    seat = corner.owner
    shade = "" if seat is None else f" seat-{seat} {'settled' if corner.settled else 'open'}"
    bracket = f"corner-{corner.cell}"
    pieces = [Piece(bracket, f"x-{bracket}-{rhombus.kind}", *rhombus.at(corner.cell), f"corner{shade}")]
    if seat is not None:
        pieces.append(Piece(f"owner-{corner.cell}", f"x-badge-{seat}", *rhombus.tip(corner.cell)))
    return pieces


def _build_panels(corners: tuple[Corner, ...], seats: list[Phrase]) -> tuple[Panel, ...]:
    rows = []
    for corner in corners:
        seat = corner.owner
        settled: Words = say("settled") if corner.settled else say("open")
        rows.append(
            (
                Item(corner.cell, label=say("corner {cell}", cell=corner.cell)),
                Item(say("nobody yet")) if seat is None else Item(seats[seat], f"x-badge-{seat}", seat),
                Item(settled, classes="settled" if corner.settled else "open"),
            )
        )
    owners = [corner.owner for corner in corners]
    counts = tuple(
        (Item(name, f"x-badge-{seat}", seat), Item(owners.count(seat), seat=seat))
        for seat, name in enumerate(seats)
    )
    return (Panel("corners", say("Corners"), tuple(rows)), Panel("scores", say("Corners held"), counts))
