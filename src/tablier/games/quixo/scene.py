"""Quixo as a picture: a walnut tray of maple cubes; with teams, the onlooker sits at the bottom."""

from __future__ import annotations

from typing import Any

from tablier.core.rules import State
from tablier.grid import Reader, cells
from tablier.scene import LAST, Emblem, Item, Layout, Mark, Panel, Phrase, Piece, Scene, Spot, Words, say
from tablier.svg import Palette, polygon, square

INK = Palette(
    "quixo",
    {
        "walnut": ("#7A4A2A", "#5F3820"),
        "walnut-lit": ("#9C6A42", "#7A4C2D"),
        "walnut-deep": ("#4A2A16", "#2E190C"),
        "recess": ("#3A2011", "#20120A"),
        "engraved": ("#F1D6AC", "#D9B98C"),
        "maple": ("#F3DCB4", "#E0C192"),
        "maple-shade": ("#DDBB85", "#C39C64"),
        "maple-side": ("#AD8250", "#8A6238"),
        "maple-grain": ("#BE935A", "#9C7240"),
        "burnt": "#3E2110",
        "scorch": "#8A5426",
    },
)
CELL = 100.0
RIM = 46.0
CUBE = 47.0
"""Half a cube's width."""
SIDES = "swne"
"""The sides of the tray and the seats at them, clockwise (§Q8)."""
TOWARDS = ("s", "w", "n", "e")
"""Where a dot is drawn on the screen, by how many seats it lies clockwise from the onlooker."""
GRAIN = (
    "M-46-36C-22-40 8-35 46-38M-46-26C-10-32 10-20 46-27M-46-15C-26-19 4-8 46-17M-46-1C-14-11 22 4 46-6"
    "M-22 3C-4-2 8 5 24 2M-46 12C-20 5 12 19 46 8M-46 23C-8 18 16 29 46 20M-46 34C-22 30 14 39 46 33"
)
PLAIN = {"x": say("cross"), "o": say("circle"), ".": say("neutral cube")}
DOTTED = {
    "s": say("cross, dot to South"),
    "w": say("circle, dot to West"),
    "n": say("cross, dot to North"),
    "e": say("circle, dot to East"),
    ".": say("neutral cube"),
}


class Tray:
    """Where things lie, for a game seen from a seat."""

    def __init__(self, game: Any, viewpoint: int) -> None:
        self.teams = len(game.seats) == 4
        self.size = 5 if self.teams else game.options["size"]
        self.names = cells(self.size, self.size)
        self.turn = viewpoint if self.teams else 0
        self.rim = RIM + 34 * self.teams
        self.extent = self.size * CELL + 2 * self.rim

    def turned(self, u: float, v: float) -> tuple[float, float]:
        """A point right of and above the middle, as it lies when the onlooker's seat is at the bottom."""
        for _ in range(self.turn):
            u, v = -v, u
        return self.extent / 2 + u, self.extent / 2 - v

    def at(self, number: int) -> tuple[float, float]:
        middle = (self.size - 1) / 2
        return self.turned((number % self.size - middle) * CELL, (number // self.size - middle) * CELL)

    def side(self, seat: int) -> tuple[float, float]:
        """The middle of the plate in front of a seat."""
        away = self.extent / 2 - 25
        return self.turned(*[(0.0, -away), (-away, 0.0), (0.0, away), (away, 0.0)][seat])


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    tray = Tray(game, viewpoint)
    spots = [Spot(name, *tray.at(number)) for number, name in enumerate(tray.names)]
    if tray.teams:
        spots += [
            Spot(
                side,
                *tray.side(seat),
                _plate(tray, seat),
                say("dot to {seat}", seat=Phrase(game.seats[seat])),
            )
            for seat, side in enumerate(SIDES)
        ]
    return Layout(
        id="quixo",
        width=tray.extent,
        height=tray.extent,
        symbols=_defs() + _symbols(tray),
        board=_board(tray),
        spots=tuple(spots),
        outline=square(CELL / 2 - 1.5, 11),
        labels={_cube(tray, cube): words for cube, words in (DOTTED if tray.teams else PLAIN).items()},
        emblems=tuple(
            Emblem(f"quixo-badge-{'xo'[seat % 2]}", ("#5A3218", "#D9B27A")[seat % 2])
            for seat in range(len(game.seats))
        ),
        style=INK.style,
    )


def _plate(tray: Tray, seat: int) -> str:
    """The outline of the inlay in the rim that stands for a seat."""
    long, wide = tray.size * CELL / 2 - 4, 15
    across, down = (wide, long) if (seat + tray.turn) % 2 else (long, wide)
    return polygon(
        (4 - across, -down),
        (across - 4, -down),
        (across, 4 - down),
        (across, down - 4),
        (across - 4, down),
        (4 - across, down),
        (-across, down - 4),
        (-across, 4 - down),
    )


def _defs() -> str:
    def gradient(name: str, *stops: str, across: str = 'x1="0" y1="0" x2="0" y2="1"') -> str:
        steps = "".join(
            f'<stop offset="{number / (len(stops) - 1):g}" stop-color="{INK[stop]}"/>'
            for number, stop in enumerate(stops)
        )
        return f'<linearGradient id="quixo-{name}" {across}>{steps}</linearGradient>'

    return (
        "<defs>"
        + gradient("tray", "walnut-lit", "walnut", "walnut-deep", across='x1="0" y1="0" x2=".35" y2="1"')
        + gradient("top", "maple", "maple-shade", across='x1="0" y1="0" x2=".6" y2="1"')
        + gradient("hollow", "recess", "walnut-deep")
        + '<filter id="quixo-grain" x="0" y="0" width="1" height="1">'
        '<feTurbulence type="fractalNoise" baseFrequency=".008 .16" numOctaves="3" seed="7"/>'
        '<feColorMatrix values="0 0 0 0 .12  0 0 0 0 .05  0 0 0 0 .01  1.5 0 0 0 -.5"/>'
        '<feComposite in2="SourceGraphic" operator="in"/></filter>'
        "</defs>"
    )


def _symbols(tray: Tray) -> str:
    cube = (
        f'<path d="{square(CUBE, 10)}" transform="translate(1.5 5)" fill="#000" opacity=".35"/>'
        f'<path d="{square(CUBE, 10)}" transform="translate(0 2.5)" fill="{INK["maple-side"]}"/>'
        f'<path d="{square(CUBE - 1, 10)}" transform="translate(0-1.5)" fill="url(#quixo-top)"/>'
        f'<path d="{GRAIN}" fill="none" stroke="{INK["maple-grain"]}" stroke-width="1.1" opacity=".4"/>'
        '<path d="M-36-46.8H36" stroke="#fff" stroke-width="1.6" stroke-linecap="round" opacity=".6"/>'
    )
    found = [_symbol("cube", cube)]
    for name, mark in (("x", "M-24-25.5L24 22.5M24-25.5L-24 22.5"), ("o", "M0-27.5a26 26 0 1 1-.01 0Z")):
        burnt = "".join(
            f'<path d="{mark}" fill="none" stroke="{INK[ink]}" stroke-width="{width}" stroke-linecap="round" '
            f'opacity="{opacity}"/>'
            for ink, width, opacity in (("scorch", 17, 0.28), ("burnt", 11, 0.95))
        )
        found.append(_symbol(name, f'<use href="#quixo-cube"/>{burnt}'))
        found.append(_symbol(f"badge-{name}", f'<use href="#quixo-{name}" transform="scale(.4)"/>'))
        if tray.teams:
            found += [
                _symbol(
                    name + towards,
                    f'<use href="#quixo-{name}"/><g transform="translate({x} {y - 1.5})">'
                    f'<circle r="9.5" fill="{INK["scorch"]}" opacity=".35"/>'
                    f'<circle r="6.5" fill="{INK["burnt"]}"/></g>',
                )
                for towards, x, y in (("s", 0, 38), ("w", -38, 0), ("n", 0, -38), ("e", 38, 0))
            ]
    return "".join(found)


def _symbol(name: str, content: str) -> str:
    return f'<symbol id="quixo-{name}" overflow="visible">{content}</symbol>'


def _board(tray: Tray) -> str:
    side = f'x="4" width="{tray.extent - 8:g}" height="{tray.extent - 8:g}" rx="26"'
    hollow, inner = tray.rim - 4, f"{tray.size * CELL + 8:g}"
    parts = [
        f'<rect {side} y="7" fill="#000" opacity=".22"/>',
        f'<rect {side} y="4" fill="url(#quixo-tray)"/>',
        f'<rect {side} y="4" filter="url(#quixo-grain)" opacity=".55"/>',
        f'<rect x="5" y="5" width="{tray.extent - 10:g}" height="{tray.extent - 10:g}" rx="25" fill="none" '
        f'stroke="{INK["walnut-lit"]}" stroke-width="1.5" opacity=".8"/>',
        f'<rect x="{hollow}" y="{hollow}" width="{inner}" height="{inner}" rx="15" fill="url(#quixo-hollow)" '
        f'stroke="{INK["walnut-deep"]}" stroke-width="3"/>',
    ]
    return "".join(parts + _coordinates(tray) + (_plates(tray) if tray.teams else []))


def _coordinates(tray: Tray) -> list[str]:
    """Letters and numbers in the rim at the bottom and on the left, whichever of them belong there."""
    near = tray.rim / 2 + 12 if not tray.teams else tray.rim - 20
    texts = []
    for number, name in enumerate(tray.names):
        x, y = tray.at(number)
        column, row = name[0], name[1:]
        if y > tray.extent - tray.rim - CELL:
            texts.append((x, tray.extent - near + 10 if not tray.teams else y + CELL / 2 + 18, column, row))
        if x < tray.rim + CELL:
            texts.append((near - 11 if not tray.teams else x - CELL / 2 - 18, y, row, column))
    # Turned by a quarter, the letters run along the left side and the numbers along the bottom.
    return [
        f'<text x="{x:g}" y="{y:g}" font-size="17" fill="{INK["engraved"]}" opacity=".8">'
        f"{other if tray.turn % 2 else word}</text>"
        for x, y, word, other in texts
    ]


def _plates(tray: Tray) -> list[str]:
    found = []
    for seat in range(4):
        x, y = tray.side(seat)
        mark = "M-6-6L6 6M6-6L-6 6" if seat % 2 == 0 else "M0-7a7 7 0 1 1-.01 0Z"
        found.append(
            f'<g transform="translate({x:g} {y:g})" stroke="{INK["engraved"]}">'
            f'<path d="{_plate(tray, seat)}" fill="{INK["recess"]}" fill-opacity=".4" stroke-opacity=".3"/>'
            f'<path d="{mark}" fill="none" stroke-width="3" stroke-linecap="round" opacity=".85"/></g>'
        )
    return found


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game = state.game
    tray = Tray(game, viewpoint)
    board = Reader(str(state)).rows(tray.size, tray.size, SIDES if tray.teams else "xo")
    pieces = [Piece(name, _cube(tray, cube)) for name, cube in zip(tray.names, board, strict=True)]
    path = () if last is None else game.paths[last]
    pushed = path[:2] if len(path) > 1 else ()
    marks = [Mark("last", pushed, _mover(game, state), LAST)] if pushed else []
    if (ended := state.outcome) is not None:
        marks += [
            Mark("end", line, _owner(board, tray, line), say("line"), through=True)
            for line in state.facts.lines
            if _owner(board, tray, line) in ended.winners
        ]
    mine = SIDES[state.turn] if tray.teams else "xo"[state.turn]
    return Scene(
        tuple(pieces),
        marks=tuple(marks),
        panels=_panels(state, board) if tray.teams else (),
        slides=_slides(tray, *pushed) if pushed else (),
        ghosts={"": _cube(tray, mine)} if state.legal_moves else {},
    )


def _cube(tray: Tray, cube: str) -> str:
    """The symbol of a cube written as in a position's text."""
    if cube == ".":
        return "quixo-cube"
    if not tray.teams:
        return f"quixo-{cube}"
    seat = SIDES.index(cube)
    return f"quixo-{'xo'[seat % 2]}{TOWARDS[(seat - tray.turn) % 4]}"


def _mover(game: Any, state: State) -> int:
    """Who moved last."""
    return (state.turn - 1) % len(game.seats)


def _owner(board: list[str], tray: Tray, line: tuple[str, ...]) -> int:
    """The first seat of the side that a full line belongs to."""
    return "xo".find(cube) if (cube := board[tray.names.index(line[0])]) in "xo" else SIDES.index(cube) % 2


def _slides(tray: Tray, taken: str, entry: str) -> tuple[tuple[str, str], ...]:
    """The cube taken goes to the end, and all from there to the gap move up by one (§Q4)."""
    gap, end = tray.names.index(taken), tray.names.index(entry)
    step = 1 if abs(end - gap) < tray.size else tray.size
    step = step if end < gap else -step
    moved = [(tray.names[at], tray.names[at + step]) for at in range(end, gap, step)]
    return ((taken, entry), *moved)


def _panels(state: State, board: list[str]) -> tuple[Panel, ...]:
    game = state.game
    rows: list[tuple[Item, ...]] = []
    for seat, side in enumerate(SIDES):
        words: Words = say(
            "cubes whose dot points to {seat}: {count}",
            seat=Phrase(game.seats[seat]),
            count=board.count(side),
        )
        rows.append(
            (
                Item(symbol=f"quixo-badge-{'xo'[seat % 2]}", seat=seat),
                Item(Phrase(game.seats[seat]), seat=seat),
                Item(board.count(side), seat=seat, label=words),
            )
        )
    panels = [Panel("dots", say("Whose dots"), tuple(rows))]
    if any(game.paths[move] == ("pass",) for move in state.legal_moves):
        panels.append(Panel("acts", say("No cube to take"), ((Item(say("Pass"), name="pass"),),)))
    return tuple(panels)
