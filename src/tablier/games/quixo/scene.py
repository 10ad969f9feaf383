"""Quixo as a picture: a walnut tray of maple cubes; with teams, the onlooker sits at the bottom."""

from __future__ import annotations

from typing import Any

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.quixo.rules import Facts
from tablier.grid import cells
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
PLAIN = {1: say("cross"), 2: say("circle"), 0: say("blank cube")}
"""The cubes for two, by what `cells` says of them."""
DOTTED = {
    1: say("cross, dot to South"),
    2: say("circle, dot to West"),
    3: say("cross, dot to North"),
    4: say("circle, dot to East"),
    0: say("blank cube"),
}
"""The cubes of two teams, by what `cells` says of them."""


class Tray:
    """Where things lie, for a game seen from a seat."""

    def __init__(self, game: Any, viewpoint: int) -> None:
        self.teams = len(game.seats) == 4
        self.size = 5 if self.teams else game.options["size"]
        self.names = cells(self.size, self.size)
        self.turn = viewpoint if self.teams else 0
        self.rim = RIM + 34 * self.teams
        self.extent = self.size * CELL + 2 * self.rim

    def rotate(self, u: float, v: float) -> tuple[float, float]:
        """A point right of and above the middle, as it lies when the onlooker's seat is at the bottom."""
        for _ in range(self.turn):
            u, v = -v, u
        return self.extent / 2 + u, self.extent / 2 - v

    def at(self, number: int) -> tuple[float, float]:
        middle = (self.size - 1) / 2
        return self.rotate((number % self.size - middle) * CELL, (number // self.size - middle) * CELL)

    def side(self, seat: int) -> tuple[float, float]:
        """The middle of the plate in front of a seat."""
        away = self.extent / 2 - 25
        return self.rotate(*[(0.0, -away), (-away, 0.0), (0.0, away), (away, 0.0)][seat])


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    tray = Tray(game, viewpoint)
    spots = [Spot(name, *tray.at(number)) for number, name in enumerate(tray.names)]
    if tray.teams:
        spots += [
            Spot(
                side,
                *tray.side(seat),
                _outline_plate(tray, seat),
                say("dot to {seat}", seat=Phrase(game.seats[seat])),
            )
            for seat, side in enumerate(SIDES)
        ]
    return Layout(
        id="quixo",
        width=tray.extent,
        height=tray.extent,
        symbols=_draw_defs() + _draw_symbols(tray),
        board=_draw_board(tray),
        spots=tuple(spots),
        outline=square(CELL / 2 - 1.5, 11),
        labels={name_cube(tray, cube): words for cube, words in (DOTTED if tray.teams else PLAIN).items()},
        emblems=tuple(
            Emblem(f"quixo-badge-{'xo'[seat % 2]}", ("#5A3218", "#D9B27A")[seat % 2])
            for seat in range(len(game.seats))
        ),
        shifts={
            "".join(push): (*(at for at, _ in _list_slides(tray, *push)[1:]), push[0])
            for push in {path[:2] for path in game.paths if len(path) > 1}
        },
        style=INK.style,
    )


def _outline_plate(tray: Tray, seat: int) -> str:
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


def _draw_defs() -> str:
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


def _draw_symbols(tray: Tray) -> str:
    cube = (
        f'<path d="{square(CUBE, 10)}" transform="translate(1.5 5)" fill="#000" opacity=".35"/>'
        f'<path d="{square(CUBE, 10)}" transform="translate(0 2.5)" fill="{INK["maple-side"]}"/>'
        f'<path d="{square(CUBE - 1, 10)}" transform="translate(0-1.5)" fill="url(#quixo-top)"/>'
        f'<path d="{GRAIN}" fill="none" stroke="{INK["maple-grain"]}" stroke-width="1.1" opacity=".4"/>'
        '<path d="M-36-46.8H36" stroke="#fff" stroke-width="1.6" stroke-linecap="round" opacity=".6"/>'
    )
    found = [_wrap_symbol("cube", cube)]
    for name, mark in (("x", "M-24-25.5L24 22.5M24-25.5L-24 22.5"), ("o", "M0-27.5a26 26 0 1 1-.01 0Z")):
        burnt = "".join(
            f'<path d="{mark}" fill="none" stroke="{INK[ink]}" stroke-width="{width}" stroke-linecap="round" '
            f'opacity="{opacity}"/>'
            for ink, width, opacity in (("scorch", 17, 0.28), ("burnt", 11, 0.95))
        )
        found.append(_wrap_symbol(name, f'<use href="#quixo-cube"/>{burnt}'))
        found.append(_wrap_symbol(f"badge-{name}", f'<use href="#quixo-{name}" transform="scale(.4)"/>'))
        if tray.teams:
            found += [
                _wrap_symbol(
                    name + towards,
                    f'<use href="#quixo-{name}"/><g transform="translate({x} {y - 1.5})">'
                    f'<circle r="9.5" fill="{INK["scorch"]}" opacity=".35"/>'
                    f'<circle r="6.5" fill="{INK["burnt"]}"/></g>',
                )
                for towards, x, y in (("s", 0, 38), ("w", -38, 0), ("n", 0, -38), ("e", 38, 0))
            ]
    return "".join(found)


def _wrap_symbol(name: str, content: str) -> str:
    return f'<symbol id="quixo-{name}" overflow="visible">{content}</symbol>'


def _draw_board(tray: Tray) -> str:
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
    return "".join(parts + _draw_coordinates(tray) + (_draw_plates(tray) if tray.teams else []))


def _draw_coordinates(tray: Tray) -> list[str]:
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


def _draw_plates(tray: Tray) -> list[str]:
    """The four sides, each with its mark and its letter in the notation of a move."""
    found = []
    for seat in range(4):
        x, y = tray.side(seat)
        aside = "y" if (seat + tray.turn) % 2 else "x"
        mark = "M-6-6L6 6M6-6L-6 6" if seat % 2 == 0 else "M0-7a7 7 0 1 1-.01 0Z"
        found.append(
            f'<g transform="translate({x:g} {y:g})" stroke="{INK["engraved"]}">'
            f'<path d="{_outline_plate(tray, seat)}" fill="{INK["recess"]}" fill-opacity=".4" '
            'stroke-opacity=".3"/>'
            f'<path d="{mark}" fill="none" stroke-width="3" stroke-linecap="round" opacity=".85"/>'
            f'<text {aside}="26" font-size="19" font-weight="600" stroke="none" fill="{INK["engraved"]}" '
            f'opacity=".9">{SIDES[seat].upper()}</text></g>'
        )
    return found


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game = state.game
    tray = Tray(game, viewpoint)
    board = game.rules.cells(state)
    pieces = [Piece(name, name_cube(tray, cube)) for name, cube in zip(tray.names, board, strict=True)]
    path = () if last is None else game.paths[last]
    pushed = path[:2] if len(path) > 1 else ()
    mover = None if before is None else before.turn
    marks = [Mark("last", pushed, mover, LAST)] if pushed else []
    if (ended := state.outcome) is not None:
        marks += [
            Mark("end", line, _find_owner(board, tray, line), say("line"), through=True)
            for line in facts_of(Facts, state).lines
            if _find_owner(board, tray, line) in ended.winners
        ]
    return Scene(
        tuple(pieces),
        marks=tuple(marks),
        panels=_build_panels(state, board) if tray.teams else (),
        slides=_list_slides(tray, *pushed) if pushed else (),
        ghosts={"": name_cube(tray, 1 + state.turn)} if state.legal_moves else {},
        prompts=("", say("Now turn the dot: to your own side or to your partner’s.")) if tray.teams else (),
    )


def name_cube(tray: Tray, cube: int) -> str:
    """The symbol of a cube, given as `cells` does: 0, or 1 + seat."""
    if not cube:
        return "quixo-cube"
    mark = "ox"[cube % 2]
    return f"quixo-{mark}{TOWARDS[(cube - 1 - tray.turn) % 4]}" if tray.teams else f"quixo-{mark}"


def _find_owner(board: bytes, tray: Tray, line: tuple[str, ...]) -> int:
    """The first seat of the side that a full line belongs to."""
    return (board[tray.names.index(line[0])] - 1) % 2


def _list_slides(tray: Tray, taken: str, entry: str) -> tuple[tuple[str, str], ...]:
    """The cube taken goes to the end, and all from there to the gap move up by one (§Q4)."""
    gap, end = tray.names.index(taken), tray.names.index(entry)
    step = 1 if abs(end - gap) < tray.size else tray.size
    step = step if end < gap else -step
    moved = [(tray.names[at], tray.names[at + step]) for at in range(end, gap, step)]
    return ((taken, entry), *moved)


def _build_panels(state: State, board: bytes) -> tuple[Panel, ...]:
    game = state.game
    rows: list[tuple[Item, ...]] = []
    for seat in range(len(SIDES)):
        words: Words = say(
            "cubes whose dot points to {seat}: {count}",
            seat=Phrase(game.seats[seat]),
            count=board.count(1 + seat),
        )
        rows.append(
            (
                Item(Phrase(game.seats[seat]), f"quixo-badge-{'xo'[seat % 2]}", seat),
                Item(board.count(1 + seat), seat=seat, label=words),
            )
        )
    panels = [Panel("dots", say("Dots that point to each player"), tuple(rows))]
    if any(game.paths[move] == ("pass",) for move in state.legal_moves):
        panels.append(Panel("acts", say("No cube to take"), ((Item(say("Pass"), name="pass"),),)))
    return tuple(panels)
