"""How Plateau X is drawn: blocks of stone, the lines between them, towers; as a relief and as a map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import product
from typing import ClassVar

from tablier.games.plateau_x.bricks import BRICKS
from tablier.scene import Words, say
from tablier.svg import Palette, number, polygon, square

MAX_LEVELS = 49
"""There are no more bricks than that."""
SHADES = 9
"""Levels above look like the last of them."""
STONE = (
    ("#8E7B66", "#6D5E4E"),
    ("#A28E75", "#806F5B"),
    ("#B5A187", "#93816A"),
    ("#C6B399", "#A59379"),
    ("#D4C3AB", "#B5A58C"),
    ("#E0D2BC", "#C4B59E"),
    ("#EADFCD", "#D2C5B0"),
    ("#F3EBDD", "#DED3C1"),
    ("#FBF7EF", "#E9E1D3"),
)
INK = Palette(
    "plateau",
    {
        **{f"stone-{level}": pair for level, pair in enumerate(STONE, 1)},
        "ground": ("#6E5F50", "#453B31"),
        "ground-lit": ("#7C6D5C", "#51463A"),
        "ground-line": ("#54483C", "#322A22"),
        "slab": ("#5A3C25", "#3D2817"),
        "slab-lit": ("#7D5636", "#553820"),
        "engraved": ("#F1D6AC", "#D9B98C"),
        "cliff": ("#33261A", "#150F0A"),
        "tower-edge": ("#1A1410", "#B5AB9C"),
        "ghost": ("#C96A34", "#D98C5F"),
        "seat-0": ("#2B2B2E", "#3B3B42"),
        "seat-1": "#E07B00",
        "seat-2": "#F0C419",
        "seat-3": "#0B8F6A",
    },
)
BRICK_LABELS: dict[str, Words] = {
    "S": say("Single"),
    "D-": say("Double, along the row"),
    "D|": say("Double, along the column"),
    "T1": say("Triple, arms right and up"),
    "T2": say("Triple, arms left and up"),
    "T3": say("Triple, arms left and down"),
    "T4": say("Triple, arms right and down"),
}
STYLE = (
    f".tablier-plateau{{--shaded:{INK['ground']};--glow:#FF8A00;--end:#B3261E;--end-edge:#3A0A06}}"
    ".tablier-plateau .number{font-size:17px;font-weight:600;fill:#1A1410;stroke:#F4E6CC;stroke-opacity:.5;"
    "stroke-width:3;paint-order:stroke}"
)
Point = tuple[float, float]


class Relief:
    """Seen from above the corner between the first row and the last column; a1 lies on the left."""

    prefix = "block-"
    deep = True
    half: ClassVar[Point] = (46.0, 26.5)
    rise = 17.0
    room = 96.0
    """Above the slab, for what is built at the back."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.middle = (size + 0.8) * self.half[0] + 6
        self.width = round(2 * self.middle, 1)
        self.height = round(2 * (size + 0.8) * self.half[1] + self.room + 26, 1)
        self.top = polygon(*self.corners)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Of the top of a block: right, front, left, back."""
        across, down = self.half
        return (across, 0), (0, down), (-across, 0), (0, -down)

    def at(self, column: float, row: float, level: int) -> Point:
        across, down = self.half
        x = self.middle + (column + row - self.size + 1) * across
        y = self.room + (self.size + 0.8 + column - row) * down - level * self.rise
        return round(x, 1), round(y, 1)

    def depth(self, spot: tuple[int, int]) -> tuple[int, int]:
        """A sort key that ascends from the back to the front."""
        column, row = spot
        return column - row, column

    @cached_property
    def back_to_front(self) -> tuple[tuple[int, int], ...]:
        """All cells, by column and row, in the order they are drawn."""
        return tuple(sorted(product(range(self.size), range(self.size)), key=self.depth))

    def aside(self, x: float, y: float) -> Point:
        """Where a number stands beside a tower."""
        return x + 29, y

    def foot(self, x: float, y: float) -> Point:
        """Where a tower stands on a spot."""
        return x, y

    def hides(self, steps: int, higher: int) -> bool:
        """True if a cell so many steps in front and so many levels higher covers a good part of a tower."""
        return self.deep and higher * self.rise > steps * self.half[1] + 6

    def shade(self, level: int) -> int:
        return min(level, SHADES)

    def draw_brick(self, cells: Iterable[tuple[int, int]], symbol: str) -> str:
        """Blocks laid on the cell at the origin and beside it."""
        across, down = self.half
        return "".join(
            f'<use href="#{symbol}" x="{number((right + up) * across)}" '
            f'y="{number((right - up) * down - self.rise)}"/>'
            for right, up in sorted(cells, key=self.depth)
        )

    @property
    def walls(self) -> tuple[str, str]:
        """The two sides of a block that can be seen: left and right."""
        (right, front, left, _), rise = self.corners, self.rise
        return tuple(  # type: ignore[return-value]
            polygon(side, front, (front[0], front[1] + rise), (side[0], side[1] + rise))
            for side in (left, right)
        )

    def draw_block(self, colour: str) -> str:
        left, right = self.walls
        return (
            f'<g fill="{colour}" stroke="{colour}" stroke-width=".8" stroke-linejoin="round">'
            f'<path d="{self.top}"/><path d="{left}"/><path d="{right}"/></g>'
            f'<path d="{left}" fill="#2A1606" opacity=".24"/><path d="{right}" fill="#2A1606" opacity=".42"/>'
            f'<path d="M0 {number(self.half[1])}v{number(self.rise)}" stroke="#fff" opacity=".16"/>'
        )

    def draw_board(self, names: tuple[str, ...]) -> str:
        out, thick = self.size - 1 + 0.5 + 0.8 / 2, 20
        corners = [
            self.at(column, row, 0) for column, row in ((out, out), (out, -0.9), (-0.9, -0.9), (-0.9, out))
        ]
        right, front, left, back = corners
        low = [(x, y + thick) for x, y in (left, front, right)]
        inner = polygon(*(self.at(c, r, 0) for c, r in self._square_corners(0.5)))
        shadow = polygon(*((x, y + thick + 8) for x, y in (right, front, left, back)))
        return (
            f'<path d="{shadow}" fill="#000" opacity=".2"/>'
            f'<path d="{polygon(left, front, low[1], low[0])}" fill="{INK["slab"]}"/>'
            f'<path d="{polygon(right, front, low[1], low[2])}" fill="{INK["slab"]}"/>'
            f'<path d="{polygon(right, front, low[1], low[2])}" fill="#000" opacity=".3"/>'
            f'<path d="{polygon(*corners)}" fill="{INK["slab-lit"]}" stroke="{INK["slab"]}"/>'
            f'<path d="{inner}" fill="url(#plateau-ground)"/>'
            + self._draw_lines()
            + self._draw_coordinates(names)
        )

    def _square_corners(self, beyond: float) -> tuple[Point, Point, Point, Point]:
        far, near = self.size - 1 + beyond, -beyond
        return (far, far), (far, near), (near, near), (near, far)

    def _draw_lines(self) -> str:
        steps = [step - 0.5 for step in range(self.size + 1)]
        ends = [((step, -0.5), (step, self.size - 0.5)) for step in steps]
        ends += [((-0.5, step), (self.size - 0.5, step)) for step in steps]
        path = "".join(
            "M" + "L".join(" ".join(map(number, self.at(*end, 0))) for end in pair) for pair in ends
        )
        return f'<path d="{path}" fill="none" stroke="{INK["ground-line"]}" stroke-width="1.2"/>'

    def _draw_coordinates(self, names: tuple[str, ...]) -> str:
        places = [(*self.at(step, -0.71, 0), names[step][0]) for step in range(self.size)]
        places += [(*self.at(self.size - 1 + 0.71, step, 0), str(step + 1)) for step in range(self.size)]
        return (
            f'<g font-size="13" fill="{INK["engraved"]}" opacity=".85">'
            + "".join(f'<text x="{number(x)}" y="{number(y)}">{word}</text>' for x, y, word in places)
            + "</g>"
        )

    @property
    def style(self) -> str:
        return STYLE + INK.style


class Flat(Relief):
    """A map: squares, shaded by level; a1 in the lower left corner."""

    prefix = "tile-"
    deep = False
    half: ClassVar[Point] = (40.0, 40.0)
    rim = 34.0

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = self.height = size * 80 + 2 * self.rim
        self.top = square(38.5, 3)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        return (40, -40), (40, 40), (-40, 40), (-40, -40)

    def at(self, column: float, row: float, level: int) -> Point:
        return round(self.rim + 40 + 80 * column, 1), round(self.rim + 80 * (self.size - 0.5 - row), 1)

    def aside(self, x: float, y: float) -> Point:
        return x + 27, y - 25

    def foot(self, x: float, y: float) -> Point:
        return x, y + 20

    def draw_brick(self, cells: Iterable[tuple[int, int]], symbol: str) -> str:
        return "".join(f'<use href="#{symbol}" x="{80 * right}" y="{-80 * up}"/>' for right, up in cells)

    def draw_block(self, colour: str) -> str:
        return f'<path d="{square(40)}" fill="{colour}" stroke="{colour}" stroke-width=".8"/>'

    def draw_board(self, names: tuple[str, ...]) -> str:
        side, inside = number(self.width - 8), number(self.size * 80)
        return (
            f'<rect x="4" y="7" width="{side}" height="{side}" rx="14" fill="#000" opacity=".2"/>'
            f'<rect x="4" y="4" width="{side}" height="{side}" rx="14" fill="{INK["slab-lit"]}" '
            f'stroke="{INK["slab"]}"/><rect x="{self.rim:g}" y="{self.rim:g}" width="{inside}" '
            f'height="{inside}" fill="url(#plateau-ground)"/>'
            + self._draw_lines()
            + self._draw_coordinates(names)
        )

    def _draw_coordinates(self, names: tuple[str, ...]) -> str:
        places = [(*self.at(step, -0.71, 0), names[step][0]) for step in range(self.size)]
        places += [(*self.at(-0.71, step, 0), str(step + 1)) for step in range(self.size)]
        return (
            f'<g font-size="15" fill="{INK["engraved"]}" opacity=".85">'
            + "".join(f'<text x="{number(x)}" y="{number(y)}">{word}</text>' for x, y, word in places)
            + "</g>"
        )


def draw_symbols(table: Relief) -> str:
    found = [
        '<defs><linearGradient id="plateau-ground" x1="0" y1="0" x2="1" y2="1">'
        f'<stop stop-color="{INK["ground-lit"]}"/><stop offset="1" stop-color="{INK["ground"]}"/>'
        "</linearGradient>"
        '<linearGradient id="plateau-round"><stop stop-color="#fff" stop-opacity=".38"/>'
        '<stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset=".55" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".42"/></linearGradient></defs>'
    ]
    found += [
        wrap_symbol(f"{table.prefix}{level}", table.draw_block(INK[f"stone-{level}"]))
        for level in range(1, SHADES + 1)
    ]
    for edges in range(1, 16):
        path = _draw_edges(table.corners, edges)
        found += [
            wrap_symbol(
                f"{table.prefix}cliff-{edges}",
                f'<path d="{path}" stroke="{INK["cliff"]}" stroke-width="2" stroke-linecap="round"/>',
            ),
            wrap_symbol(
                f"{table.prefix}joint-{edges}",
                f'<path d="{path}" stroke="{INK["cliff"]}" stroke-width="1" opacity=".38"/>',
            ),
        ]
    found.append(
        "".join(wrap_symbol(f"number-{level}", f"<text>{level}</text>") for level in range(1, MAX_LEVELS + 1))
    )
    found.append(wrap_symbol(f"{table.prefix}ghost", table.draw_block(INK["ghost"])))
    for turn, brick in enumerate(BRICKS):
        ghost = table.draw_brick(brick.cells, f"plateau-{table.prefix}ghost")
        found.append(wrap_symbol(f"{table.prefix}ghost-{turn}", f'<g opacity=".66">{ghost}</g>'))
        middle = [sum(axis) / len(axis) for axis in zip(*brick.cells, strict=True)]
        found.append(
            wrap_symbol(f"{table.prefix}brick-{turn}", _draw_icon(table, brick.cells, middle[0], middle[1]))
        )
    found += [wrap_symbol(f"tower-{seat}", _draw_tower(seat)) for seat in range(4)]
    found += [
        wrap_symbol(f"behind-{seat}", f'<use href="#plateau-tower-{seat}" opacity=".34"/>')
        for seat in range(4)
    ]
    found += [
        wrap_symbol(
            f"badge-{seat}", f'<use href="#plateau-tower-{seat}" transform="translate(0 14)scale(.8)"/>'
        )
        for seat in range(4)
    ]
    return "".join(found)


def wrap_symbol(name: str, content: str) -> str:
    return f'<symbol id="plateau-{name}" overflow="visible">{content}</symbol>'


def _draw_edges(corners: tuple[Point, Point, Point, Point], edges: int) -> str:
    """The sides of a block's top towards the next column, the row before, the column before, the next row."""
    right, front, left, back = corners
    sides = ((right, front), (front, left), (left, back), (back, right))
    return "".join(
        "M" + "L".join(" ".join(map(number, point)) for point in side)
        for bit, side in enumerate(sides)
        if edges >> bit & 1
    )


def _draw_icon(table: Relief, cells: tuple[tuple[int, int], ...], right: float, up: float) -> str:
    """A brick small enough for a panel, around its middle."""
    across, down = table.half
    if table.deep:
        shift = (-(right + up) * across, -(right - up) * down + table.rise / 2)
        scale = 0.26
    else:
        shift, scale = (-80 * right, 80 * up), 0.24
    x, y = (number(part * scale) for part in shift)
    blocks = table.draw_brick(cells, f"plateau-{table.prefix}4")
    return f'<g transform="translate({x} {y})scale({scale})">{blocks}</g>'


TOPS = (
    # Black, a flat top; Orange, a point; Yellow, a crown; Green, a dome.
    ("M-13-31V-1A13 6.5 0 0 0 13-1V-31Z", '<ellipse cy="-31" rx="13" ry="6.5"/>'),
    ("M-13-24V-1A13 6.5 0 0 0 13-1V-24L0-48Z", ""),
    ("M-13-40V-1A13 6.5 0 0 0 13-1V-40L6.5-30 0-42-6.5-30Z", ""),
    ("M-13-28V-1A13 6.5 0 0 0 13-1V-28A13 15 0 0 0-13-28Z", ""),
)


def _draw_tower(seat: int) -> str:
    body, cap = TOPS[seat]
    colour = INK[f"seat-{seat}"]
    lid = f'<g fill="{colour}">{cap}</g><g fill="#fff" opacity=".3">{cap}</g>' if cap else ""
    return (
        '<ellipse cx="3" cy="1" rx="18" ry="8" fill="#000" opacity=".32"/>'
        f'<path d="{body}" fill="{colour}" stroke="{INK["tower-edge"]}" stroke-opacity=".7" '
        'stroke-width="1.4" stroke-linejoin="round"/>'
        f'<path d="{body}" fill="url(#plateau-round)"/>{lid}<path d="M-13-19A13 6.5 0 0 0 13-19" '
        'fill="none" stroke="#000" stroke-opacity=".28" stroke-width="1.6"/>'
    )
