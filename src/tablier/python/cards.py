"""The picture of a game without a board: cards to click, and the position as text beside them."""

from __future__ import annotations

from html import escape
from math import ceil, sqrt
from typing import Any

from tablier.core.rules import State
from tablier.scene import LAST, Emblem, Item, Layout, Mark, Panel, Phrase, Scene, Spot, say
from tablier.svg import Palette, number, polygon

WIDTH, HEIGHT, GAP = 120.0, 70.0, 14.0
SEATS = ("#2B2A28", "#C8432B", "#1F6FB2", "#0B8F6A")
CARDS: dict[str, str | tuple[str, str]] = {
    "table": ("#E9DFCE", "#2A2621"),
    "card": ("#FFFDF8", "#3D372F"),
    "edge": ("#B7A88F", "#6E6353"),
    "print": ("#2B2620", "#EDE7DD"),
}


def layout(game: Any, viewpoint: int, view: str) -> Layout:
    ink = Palette(game.id, CARDS)
    names = list(dict.fromkeys(name for path in game.paths for name in path))
    columns = max(2, ceil(sqrt(len(names))))
    places = [
        (GAP + WIDTH / 2 + at % columns * (WIDTH + GAP), GAP + HEIGHT / 2 + at // columns * (HEIGHT + GAP))
        for at in range(len(names))
    ]
    width = columns * (WIDTH + GAP) + GAP
    height = ceil(len(names) / columns) * (HEIGHT + GAP) + GAP
    size = f'width="{number(width)}" height="{number(height)}"'
    across, down = WIDTH / 2, HEIGHT / 2
    outline = polygon((-across, -down), (across, -down), (across, down), (-across, down))
    cards = "".join(
        f'<use href="#{game.id}-card" x="{number(x)}" y="{number(y)}"/>'
        f'<text x="{number(x)}" y="{number(y)}" font-size="24" fill="{ink["print"]}">{escape(name)}</text>'
        for name, (x, y) in zip(names, places, strict=True)
    )
    card = f'<path d="{outline}" fill="{ink["card"]}" stroke="{ink["edge"]}" stroke-width="2"/>'
    badges = "".join(
        f'<symbol id="{game.id}-badge-{seat}" overflow="visible"><circle r="20" fill="{SEATS[seat]}"/>'
        f'<text font-size="22" fill="#FFFFFF">{seat + 1}</text></symbol>'
        for seat in range(len(game.seats))
    )
    return Layout(
        id=game.id,
        width=width,
        height=height,
        symbols=f'<symbol id="{game.id}-card" overflow="visible">{card}</symbol>{badges}',
        board=f'<rect {size} rx="12" fill="{ink["table"]}"/>{cards}',
        spots=tuple(
            Spot(name, *place, label=Phrase(name)) for name, place in zip(names, places, strict=True)
        ),
        outline=outline,
        emblems=tuple(Emblem(f"{game.id}-badge-{seat}", SEATS[seat]) for seat in range(len(game.seats))),
        style=ink.style,
    )


def scene(state: State, last: int | None, before: State | None, viewpoint: int, view: str) -> Scene:
    game = state.game
    rows = tuple((Item(say("{text}", text=line)),) for line in game.sketch(state).splitlines())
    mover = None if before is None else before.turn
    marks = () if last is None else (Mark("last", game.paths[last], mover, LAST),)
    return Scene(marks=marks, panels=(Panel("position", say("Position"), rows),))
