"""The picture of any game on a grid: squares or hexagons of wood, discs told apart by colour and sign."""

from __future__ import annotations

from html import escape
from math import sqrt
from typing import Any

from tablier.core.rules import State
from tablier.python.game import End
from tablier.python.geometry import Geometry
from tablier.python.grid_game import Board, GridGame, PieceKind
from tablier.scene import LAST, Emblem, Item, Layout, Mark, Panel, Phrase, Piece, Scene, Spot, say
from tablier.svg import Palette, number, polygon, square

CELL = 100.0
"""From the middle of a cell to that of its neighbour."""
RIM = 44.0
DISC = 37.0
HEXAGON = CELL / sqrt(3)
"""From the middle of a hexagon to its corners, which point up and down."""
WOOD: dict[str, str | tuple[str, str]] = {
    "wood": ("#B98652", "#6B4629"),
    "wood-edge": ("#8A5A33", "#452B17"),
    "wood-lit": ("#D3A470", "#8A5F3B"),
    "cell": ("#EAD3AC", "#A57F55"),
    "cell-other": ("#E0C497", "#99744B"),
    "cell-line": ("#A87947", "#5B3C22"),
    "engraved": ("#5A3718", "#E8CDA2"),
}
SEATS = (("#2B2A28", "#5B5854", "#F4EDE0"), ("#F6EFE0", "#FFFFFF", "#3A332A"),
         ("#C8432B", "#E4745C", "#FFF3EA"), ("#0B8F6A", "#3DB894", "#F0FFF8"))  # fmt: skip
"""For each seat: its colour, the same lit, and that of its sign."""
NEUTRAL = ("#8C8478", "#B4ACA0", "#FFFFFF")
SIGNS = ("", "M0-15a15 15 0 1 1-.01 0Z", "M0-17L15.5 10.5H-15.5Z", "M-13-13H13V13H-13Z")
"""For each seat: the outline on its pieces, none on those of the first."""


def palette_of(game: GridGame) -> Palette:
    colours = dict(WOOD)
    for name, (plain, lit, sign) in zip("0123n", (*SEATS, NEUTRAL), strict=True):
        colours |= {f"seat-{name}": plain, f"seat-{name}-lit": lit, f"seat-{name}-sign": sign}
    return Palette(game.id, colours)


class Plan:
    """Where the cells lie."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.is_hexagonal = geometry.shape == "hexagons"
        places = {cell: self._place(cell) for cell in geometry.cells}
        across, down = (CELL / 2, HEXAGON) if self.is_hexagonal else (CELL / 2, CELL / 2)
        left = min(x for x, _ in places.values()) - across - RIM
        top = min(y for _, y in places.values()) - down - RIM
        self.places = {cell: (x - left, y - top) for cell, (x, y) in places.items()}
        self.width = max(x for x, _ in self.places.values()) + across + RIM
        self.height = max(y for _, y in self.places.values()) + down + RIM

    def _place(self, cell: int) -> tuple[float, float]:
        column, row = cell % self.geometry.width, cell // self.geometry.width
        if not self.is_hexagonal:
            return column * CELL, -row * CELL
        return (column + row / 2) * CELL, -row * 1.5 * HEXAGON

    def outline(self, gap: float = 0) -> str:
        """Of a cell, this much within its border."""
        if not self.is_hexagonal:
            return square(CELL / 2 - gap, 6)
        across, corner = CELL / 2 - gap, HEXAGON - gap * 2 / sqrt(3)
        return polygon(
            (0, -corner), (across, -corner / 2), (across, corner / 2),
            (0, corner), (-across, corner / 2), (-across, -corner / 2),
        )  # fmt: skip


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    assert isinstance(game, GridGame)
    plan, ink = Plan(game.geometry), palette_of(game)
    names = game.geometry.names
    return Layout(
        id=game.id,
        width=plan.width,
        height=plan.height,
        symbols=_draw_symbols(game, ink, plan),
        board=_draw_board(game, ink, plan),
        spots=tuple(Spot(names[cell], *place) for cell, place in plan.places.items()),
        outline=plan.outline(3),
        labels={_symbol(game, kind): Phrase(kind.name) for kind in game.kinds},
        emblems=tuple(Emblem(f"{game.id}-badge-{seat}", SEATS[seat][0]) for seat in range(len(game.seats))),
        style=ink.style,
    )


def _symbol(game: GridGame, kind: PieceKind) -> str:
    return f"{game.id}-piece-{game.kinds.index(kind) + 1}"


def _draw_symbols(game: GridGame, ink: Palette, plan: Plan) -> str:
    used = [*map(str, range(len(game.seats))), "n"]
    gradients = "".join(
        f'<radialGradient id="{game.id}-shade-{name}" cx=".38" cy=".3" r=".85">'
        f'<stop offset="0" stop-color="{ink[f"seat-{name}-lit"]}"/>'
        f'<stop offset=".75" stop-color="{ink[f"seat-{name}"]}"/></radialGradient>'
        for name in used
    )
    shape = f'<path id="{game.id}-cell" d="{plan.outline(1.5)}"/>'
    found = [f"<defs>{gradients}{shape}</defs>"]
    found += [_wrap(_symbol(game, kind), _draw_piece(game, ink, kind.seat, kind.sign)) for kind in game.kinds]
    for seat in range(len(game.seats)):
        disc = _draw_piece(game, ink, seat, "")
        found.append(_wrap(f"{game.id}-badge-{seat}", f'<g transform="scale(.58)">{disc}</g>'))
    return "".join(found)


def _wrap(name: str, content: str) -> str:
    return f'<symbol id="{name}" overflow="visible">{content}</symbol>'


def _draw_piece(game: GridGame, ink: Palette, seat: int | None, sign: str) -> str:
    name = "n" if seat is None else str(seat)
    parts = [
        f'<circle cx="1.5" cy="4" r="{DISC:g}" fill="#000" opacity=".3"/>',
        f'<circle r="{DISC:g}" fill="url(#{game.id}-shade-{name})" stroke="#000" stroke-opacity=".35"/>',
        f'<circle r="{DISC - 6:g}" fill="none" stroke="{ink[f"seat-{name}-sign"]}" stroke-opacity=".28" '
        'stroke-width="1.5"/>',
    ]
    if seat is not None and SIGNS[seat]:
        parts.append(
            f'<path d="{SIGNS[seat]}" fill="none" stroke="{ink[f"seat-{name}-sign"]}" stroke-width="4.5" '
            'stroke-linejoin="round" opacity=".85"/>'
        )
    if sign:
        parts.append(f'<text font-size="34" fill="{ink[f"seat-{name}-sign"]}">{escape(sign)}</text>')
    return "".join(parts)


def _draw_board(game: GridGame, ink: Palette, plan: Plan) -> str:
    width, height = plan.width, plan.height
    parts = [] if plan.is_hexagonal else [
        f'<rect x="3" y="7" width="{width - 6:g}" height="{height - 8:g}" rx="20" fill="#000" opacity=".2"/>',
        f'<rect x="3" y="3" width="{width - 6:g}" height="{height - 8:g}" rx="20" fill="{ink["wood"]}" '
        f'stroke="{ink["wood-edge"]}" stroke-width="2"/>',
        f'<rect x="6" y="6" width="{width - 12:g}" height="{height - 14:g}" rx="17" fill="none" '
        f'stroke="{ink["wood-lit"]}" stroke-width="1.5" opacity=".8"/>',
    ]  # fmt: skip
    if plan.is_hexagonal:  # the rim follows the cells
        rim = "".join(_use_cell(game, *place) for place in plan.places.values())
        parts += [
            '<g transform="translate(0 4)" fill="#000" stroke="#000" stroke-width="26" opacity=".2">'
            f"{rim}</g>",
            f'<g fill="{ink["wood-edge"]}" stroke="{ink["wood-edge"]}" stroke-width="27">{rim}</g>',
            f'<g fill="{ink["wood"]}" stroke="{ink["wood"]}" stroke-width="23">{rim}</g>',
        ]
    for shade in ("cell", "cell-other"):
        cells = "".join(
            _use_cell(game, *place)
            for cell, place in plan.places.items()
            if _is_shaded(plan, cell) == (shade == "cell-other")
        )
        parts.append(f'<g fill="{ink[shade]}" stroke="{ink["cell-line"]}" stroke-opacity=".45">{cells}</g>')
    return "".join(parts + _draw_coordinates(plan, ink))


def _use_cell(game: GridGame, x: float, y: float) -> str:
    return f'<use href="#{game.id}-cell" x="{number(x)}" y="{number(y)}"/>'


def _is_shaded(plan: Plan, cell: int) -> bool:
    column, row = cell % plan.geometry.width, cell // plan.geometry.width
    return not plan.is_hexagonal and (column + row) % 2 == 0


def _draw_coordinates(plan: Plan, ink: Palette) -> list[str]:
    """Letters under the lowest cell of each column, numbers left of the first of each row."""
    lowest: dict[int, int] = {}
    first: dict[int, int] = {}
    for cell in plan.geometry.cells:
        lowest.setdefault(cell % plan.geometry.width, cell)
        first.setdefault(cell // plan.geometry.width, cell)
    down, left = (HEXAGON + 26, CELL / 2 + 30) if plan.is_hexagonal else (CELL / 2 + 20, CELL / 2 + 20)
    names = plan.geometry.names
    texts = [(plan.places[at][0], plan.places[at][1] + down, names[at][0]) for at in lowest.values()]
    texts += [(plan.places[at][0] - left, plan.places[at][1], names[at][1:]) for at in first.values()]
    return [
        f'<text x="{number(x)}" y="{number(y)}" font-size="19" fill="{ink["engraved"]}" opacity=".85">'
        f"{word}</text>"
        for x, y, word in texts
    ]


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game = state.game
    assert isinstance(game, GridGame)
    board, names = game.value(state), game.geometry.names
    if board is None:  # the rules failed before there was a board
        return Scene()
    pieces = tuple(
        Piece(names[cell], _symbol(game, game.kinds[board.cells[cell] - 1]))
        for cell in game.geometry.cells
        if board.cells[cell]
    )
    path = tuple(name for name in (() if last is None else game.paths[last]) if name in game.geometry.numbers)
    mover = None if before is None else before.turn
    marks = [Mark("last", path, mover, LAST)] if path else []
    end = game.rules.end(state)
    if end is not None and end.cells:
        marks.append(_mark_end(game, end))
    return Scene(
        pieces,
        marks=tuple(marks),
        panels=_build_panels(game, state, board),
        slides=_find_slides(game, path, board, before),
        ghosts=_find_ghosts(game, state),
    )


def _mark_end(game: GridGame, end: End) -> Mark:
    best = max(end.scores)
    winner = end.scores.index(best) if min(end.scores) < best else None
    return Mark("end", game.name_spots(end.cells), winner, say("decides the game"), through=end.is_line)


def _find_slides(
    game: GridGame, path: tuple[str, ...], board: Board, before: State | None
) -> tuple[tuple[str, str], ...]:
    """From the first cell clicked to the last, if that is where the piece went."""
    if before is None or len(path) < 2 or path[0] == path[-1]:
        return ()
    start, end = game.geometry.numbers[path[0]], game.geometry.numbers[path[-1]]
    was: Board = game.value(before)
    has_gone = was.cells[start] and not board.cells[start] and board.cells[end]
    return ((path[0], path[-1]),) if has_gone else ()


def _find_ghosts(game: GridGame, state: State) -> dict[str, str]:
    """Where one click lays a piece of one's own, that piece."""
    own = [kind for kind in game.kinds if kind.seat == state.turn]
    if game.clicks > 1 or len(own) != 1 or not state.legal_moves:
        return {}
    return {"": _symbol(game, own[0])}


def _build_panels(game: GridGame, state: State, board: Board) -> tuple[Panel, ...]:
    panels = []
    points = game.ask(game.points, board)
    if points is not None and len(points) == len(game.seats):
        rows = tuple(
            (
                Item(symbol=f"{game.id}-badge-{seat}", seat=seat),
                Item(Phrase(name), seat=seat),
                Item(
                    points[seat],
                    seat=seat,
                    label=say("{seat}: {count}", seat=Phrase(name), count=points[seat]),
                ),
            )
            for seat, name in enumerate(game.seats)
        )
        panels.append(Panel("points", say("Points"), rows))
    numbers = game.geometry.numbers
    offered = dict.fromkeys(
        game.paths[move][0] for move in state.legal_moves if game.paths[move][0] not in numbers
    )
    if offered:
        acts = tuple((Item(Phrase(act.capitalize()), name=act),) for act in offered)
        panels.append(Panel("acts", say("Other moves"), acts))
    return tuple(panels)
