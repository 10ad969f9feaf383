"""OLIX as a picture: dark card with a fine grid, the score columns engraved beside it, or below it."""

from __future__ import annotations

from typing import Any

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.olix import SIZE
from tablier.games.olix.rules import COLUMNS, Facts, OlixRules
from tablier.grid import cells
from tablier.scene import LAST, Emblem, Item, Layout, Mark, Panel, Phrase, Piece, Scene, Spot, say
from tablier.svg import Palette, number, square

INK = Palette(
    "olix",
    {
        "card": ("#333B42", "#252B30"),
        "card-lit": ("#414B53", "#30383E"),
        "card-edge": ("#1E2428", "#4A545C"),
        "card-hollow": ("#2A3137", "#1D2226"),
        "grid": ("#56626B", "#424C54"),
        "print": ("#C3CDD4", "#A5B0B8"),
        "seat-0": "#C8432B",
        "seat-1": "#1F6FB2",
    },
)
STYLE = f".tablier-olix{{--shaded:{INK['card']}}}"
"""What shades lie on, for legends."""
CELL = 44.0
PAWN = 17.5
EDGE = 34.0
"""From the card's edge to the grid: room for the coordinates."""
TRACK = 56.0
"""The width of a score column."""
STEP = 52.0
"""From one cell of a score column to the next; the fifth is beyond it (§O7)."""
SHADES = (("#EC7660", "#93301E"), ("#4E9BDB", "#154E80"))
KINDS = {
    "O": "M-8-7H8V7H-8Z",
    "L": "M-6-8V7H8",
    "I": "M0-9V9",
    "X": "M-8-8L8 8M8-8L-8 8",
}
NAMES = cells(SIZE, SIZE)
Pattern = tuple[str, int, tuple[str, ...]]
"""Kind, value and cells."""


class Card:
    """Where things lie: the columns stand to the right of the grid, or lie below it on a tall card."""

    def __init__(self, view: str) -> None:
        self.tall = view == "tall"
        grid = SIZE * CELL + 2 * EDGE
        self.width = grid if self.tall else grid + 4 * TRACK + 14
        self.height = grid + 2 * TRACK + 14 if self.tall else grid
        self.grid = grid

    def at(self, cell: int) -> tuple[float, float]:
        return EDGE + (cell % SIZE + 0.5) * CELL, EDGE + (SIZE - cell // SIZE - 0.5) * CELL

    def step(self, kind: int, step: float) -> tuple[float, float]:
        """A cell of a score column: 0 is its head, 1 to 4 are its cells, 5 is beyond."""
        if self.tall:
            start = EDGE + 4 + (kind % 2) * SIZE * CELL / 2
            return start + 16 + step * 40, self.grid - 12 + (kind // 2 + 0.5) * TRACK
        return self.grid + (kind + 0.5) * TRACK - 4, EDGE + 46 + step * STEP * 1.35

    def marker(self, kind: int, step: int, seat: int, beside: bool) -> tuple[float, float]:
        """A marker lies on its cell, or beside the other one where both players have one (§O6)."""
        x, y = self.step(kind, step)
        shift = (seat * 2 - 1) * 12.5 * beside
        return (x, y + shift) if self.tall else (x + shift, y)


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    card = Card(view)
    return Layout(
        id="olix",
        width=card.width,
        height=card.height,
        symbols=_draw_symbols(),
        board=_draw_board(card),
        spots=tuple(Spot(name, *card.at(cell)) for cell, name in enumerate(NAMES)),
        outline=square(CELL / 2 - 1, 5),
        labels={f"olix-{seat}": Phrase(name) for seat, name in enumerate(game.seats)},
        emblems=tuple(Emblem(f"olix-marker-{seat}", INK[f"seat-{seat}"]) for seat in range(2)),
        style=STYLE + INK.style,
    )


def _draw_symbols() -> str:
    cell, dot = f"{CELL:g}", f"{CELL / 2:g}"
    found = [
        '<defs><linearGradient id="olix-card" x1="0" y1="0" x2=".5" y2="1">'
        f'<stop stop-color="{INK["card-lit"]}"/><stop offset="1" stop-color="{INK["card"]}"/>'
        '</linearGradient><filter id="olix-fibre" x="0" y="0" width="1" height="1">'
        '<feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="2" seed="3"/>'
        '<feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  .5 0 0 0 -.2"/>'
        '<feComposite in2="SourceGraphic" operator="in"/></filter>'
        f'<pattern id="olix-cells" width="{cell}" height="{cell}" x="{EDGE:g}" y="{EDGE:g}" '
        'patternUnits="userSpaceOnUse">'
        f'<path d="M0 0H{cell}V{cell}H0Z" fill="none" stroke="{INK["grid"]}" stroke-width="1.4"/>'
        f'<circle cx="{dot}" cy="{dot}" r="2.2" fill="{INK["grid"]}"/></pattern>'
    ]
    found += [
        f'<radialGradient id="olix-disc-{seat}" cx=".36" cy=".3" r=".8"><stop stop-color="{light}"/>'
        f'<stop offset=".5" stop-color="{INK[f"seat-{seat}"]}"/><stop offset="1" stop-color="{deep}"/>'
        "</radialGradient>"
        for seat, (light, deep) in enumerate(SHADES)
    ]
    found.append("</defs>")
    for seat in range(2):
        for name, radius in ((f"{seat}", PAWN), (f"marker-{seat}", 12.0)):
            ring = number(radius * 0.55)
            found.append(
                f'<symbol id="olix-{name}" overflow="visible">'
                f'<circle cy="2.5" r="{radius}" fill="#000" opacity=".4"/>'
                f'<circle r="{radius}" fill="url(#olix-disc-{seat})"/>'
                + (
                    f'<circle r="{ring}" fill="none" stroke="#fff" stroke-opacity=".92" '
                    f'stroke-width="{number(radius * 0.2)}"/>'
                    if seat
                    else ""
                )
                + "</symbol>"
            )
    found += [
        f'<symbol id="olix-kind-{kind}" overflow="visible"><path d="{path}" fill="none" '
        'stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>'
        "</symbol>"
        for kind, path in KINDS.items()
    ]
    return "".join(found)


def _draw_board(card: Card) -> str:
    side = f'x="4" width="{card.width - 8:g}" height="{card.height - 8:g}" rx="16"'
    span = SIZE * CELL
    letters = [(card.at(cell)[0], EDGE + span + 15, name[0]) for cell, name in enumerate(NAMES[:SIZE])]
    numbers = [(EDGE - 14, card.at(row * SIZE)[1], str(row + 1)) for row in range(SIZE)]
    coordinates = "".join(
        f'<text x="{number(x)}" y="{number(y)}">{word}</text>' for x, y, word in letters + numbers
    )
    return (
        f'<rect {side} y="7" fill="#000" opacity=".25"/><rect {side} y="4" fill="url(#olix-card)" '
        f'stroke="{INK["card-edge"]}"/><rect {side} y="4" filter="url(#olix-fibre)" opacity=".12"/>'
        f'<rect x="{EDGE:g}" y="{EDGE:g}" width="{span:g}" height="{span:g}" fill="{INK["card-hollow"]}"/>'
        f'<rect x="{EDGE:g}" y="{EDGE:g}" width="{span:g}" height="{span:g}" fill="url(#olix-cells)" '
        f'stroke="{INK["grid"]}" stroke-width="2"/>'
        f'<g font-size="15" fill="{INK["print"]}"><g opacity=".8">{coordinates}</g>'
        + "".join(_draw_column(card, kind, name) for kind, name in enumerate(COLUMNS))
        + "</g>"
    )


def _draw_column(card: Card, kind: int, name: str) -> str:
    """A score column: its pattern, a groove, the values in their cells, and a star beyond."""
    (hx, hy), (x1, y1), (x4, y4), (x5, y5) = (card.step(kind, step) for step in (0, 1, 4, 5))
    parts = [
        f'<use href="#olix-kind-{name}" x="{number(hx)}" y="{number(hy)}" color="{INK["print"]}"/>',
        f'<path d="M{number(x1)} {number(y1)}L{number(x4)} {number(y4)}" stroke="{INK["card-hollow"]}" '
        'stroke-width="36" stroke-linecap="round"/>',
        f'<path d="M{number(x1)} {number(y1)}L{number(x4)} {number(y4)}" stroke="{INK["grid"]}" '
        'stroke-width="2" opacity=".6"/>',
    ]
    for step, value in enumerate(COLUMNS[name], 1):
        x, y = map(number, card.step(kind, step))
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="13.5" fill="{INK["card-hollow"]}" stroke="{INK["grid"]}" '
            f'stroke-width="1.6"/><text x="{x}" y="{y}">{value}</text>'
        )
    parts.append(
        f'<path d="M0-10L2.9-3.4 10-2.9 4.6 1.7 6.2 8.6 0 4.9-6.2 8.6-4.6 1.7-10-2.9-2.9-3.4Z" '
        f'transform="translate({number(x5)} {number(y5)})" fill="none" stroke="{INK["print"]}" '
        'stroke-width="1.4" opacity=".75"/>'
    )
    return "".join(parts)


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game, facts = state.game, facts_of(Facts, state)
    card = Card(view)
    pieces = [
        Piece(name, f"olix-{pawn - 1}")
        for name, pawn in zip(NAMES, game.rules.cells(state), strict=True)
        if pawn
    ]
    pieces += [
        Piece(
            f"marker-{column.kind}-{seat}",
            f"olix-marker-{seat}",
            *card.marker(kind, column.cell, seat, len(column.holders) > 1),
        )
        for kind, column in enumerate(facts.columns)
        if column.cell
        for seat in column.holders
    ]
    mover = None if before is None else before.turn
    assert isinstance(state.rules, OlixRules)
    patterns = () if last is None or before is None else state.rules.scored(before, last)
    return Scene(
        tuple(pieces),
        marks=_list_marks(state, facts, last, mover, patterns),
        panels=_build_panels(game.seats, facts, mover, patterns),
        ghosts={"": f"olix-{state.turn}"} if state.legal_moves else {},
    )


def _name_pattern(kind: str, value: int) -> Phrase:
    return say("{kind} of {value}", kind=kind, value=value)


def _list_marks(
    state: State, facts: Facts, last: int | None, mover: int | None, patterns: tuple[Pattern, ...]
) -> tuple[Mark, ...]:
    """The last pawn, the patterns it scored, and at the end those that the winner holds."""
    marks = []
    if last is not None:
        marks.append(Mark("last", state.game.paths[last], mover, LAST))
        marks += [
            Mark("pattern", found, mover, _name_pattern(kind, value)) for kind, value, found in patterns
        ]
    ended = state.outcome
    if ended is not None:
        marks += [
            Mark("end", pattern, seat, _name_pattern(column.kind, column.value))
            for column in facts.columns
            for seat, pattern in zip(column.holders, column.patterns, strict=True)
            if pattern
            and column.value
            and seat in ended.winners
            and (ended.reason != "super" or column.cell == 5)
        ]
    return tuple(marks)


def _build_panels(
    names: tuple[str, ...], facts: Facts, mover: int | None, patterns: tuple[Pattern, ...]
) -> tuple[Panel, ...]:
    seats = [Phrase(name) for name in names]
    columns = []
    for column in facts.columns:
        head = Item(column.kind, f"olix-kind-{column.kind}", label=say("column {kind}", kind=column.kind))
        values = [
            Item(value, classes="held" if value == column.value else "") for value in COLUMNS[column.kind]
        ]
        holders = [Item(seats[seat], f"olix-marker-{seat}", seat) for seat in column.holders]
        columns.append((head, *values, *(holders or [Item(say("free"))])))
    panels = [Panel("columns", say("Score columns"), tuple(columns))]
    if patterns:
        found = tuple(
            (Item(_name_pattern(kind, value), f"olix-kind-{kind}", mover),) for kind, value, _ in patterns
        )
        panels.append(Panel("scored", say("The last pawn scored"), found))
    left = tuple(
        (Item(name, f"olix-marker-{seat}", seat), Item(facts.left[seat], seat=seat))
        for seat, name in enumerate(seats)
    )
    panels.append(Panel("stocks", say("Pawns left to place"), left))
    return tuple(panels)
