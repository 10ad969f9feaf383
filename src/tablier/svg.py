"""A layout and a scene as one SVG document that needs nothing else, and the brushes to draw them with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from math import hypot

from tablier.insight import Overlay
from tablier.scene import Layout, Mark, Scene, Translate, to_text

# Only what is inherited reaches into a <use>, so the letters of a symbol are dressed from outside.
STYLE = """\
.tablier{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.tablier .mark{fill:none;pointer-events:none;stroke-linejoin:round;stroke-linecap:round}
.tablier .mark.last{stroke:var(--glow,#FFB84D);stroke-width:3.5}
.tablier .mark.earlier{stroke:var(--glow,#FFB84D);stroke-opacity:.8;stroke-width:2.5;stroke-dasharray:5 5}
.tablier .mark.pattern{stroke:var(--glow,#FFB84D);stroke-opacity:.8;stroke-width:2}
.tablier .mark.end{stroke:var(--end,#FFF6E0);stroke-width:3.5}
.tablier .mark.through{fill:none;stroke:var(--end,#FFF6E0);stroke-opacity:.85;stroke-width:5}
.tablier .mark.under{fill:none;stroke:var(--end-edge,#4A1F0C);stroke-opacity:.7;stroke-width:8}
.tablier .overlay{pointer-events:none;stroke-linejoin:round;stroke-linecap:round}
.tablier .overlay text{fill:#fff;stroke:#1A1410;stroke-width:2.5;paint-order:stroke;font-weight:700}
"""
"""How marks look, whichever the game: a page that shows scenes says the same."""

NO_SEAT = "var(--glow,#FFB84D)"
"""The colour of an overlay that belongs to nobody."""
SMALLEST_TEXT, TEXTS_ACROSS = 12.0, 42.0
"""The height of words on a spot: at least so much, and else so many of them across the picture."""
ARROW = 16.0
"""The length of an arrow's head."""
DASHES = ("", "14 9", "3 9", "18 8 3 8")
"""Of the lines of each seat: they are told apart without colours too."""

_THEME = re.compile(r"@media[^{]*\{[^{}]*\{[^{}]*\}\}|:root[^{]*\{[^{}]*\}")
_SETTING = re.compile(r"\.tablier-[\w-]+(?: ([\w.-]+))?\{(--[^{}]*)\}")
_VARIABLE = re.compile(r"var\(--([\w-]+),([^()]*)\)")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_DRESSED = re.compile(r'<use href="#([\w-]+)"([^>]*) class="([^"]*)"')


def number(value: float) -> str:
    """A length with as few characters as it needs.

    >>> number(12.0), number(-0.25), number(1 / 3)
    ('12', '-.25', '.33')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    text = "0" if text == "-0" else text
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def polygon(*points: tuple[float, float]) -> str:
    """A closed path through these points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def square(half: float, corner: float = 0) -> str:
    """The path of a square around the origin, its corners rounded."""
    side = number(2 * (half - corner))
    if not corner:
        edge = number(half)
        return f"M-{edge}-{edge}h{side}v{side}h-{side}Z"
    arc = f"a{number(corner)} {number(corner)} 0 0 1 "
    r = number(corner)
    return (
        f"M{number(corner - half)}-{number(half)}h{side}{arc}{r} {r}v{side}{arc}-{r} {r}"
        f"h-{side}{arc}-{r}-{r}v-{side}{arc}{r}-{r}Z"
    )


class Palette:
    """The colours of a game by name, each with another one for the dark where it needs one.

    >>> ink = Palette("toy", {"wood": ("#8B5A33", "#5C3B22"), "chalk": "#FFFFFF"})
    >>> ink["wood"], ink["chalk"]
    ('var(--wood,#8B5A33)', 'var(--chalk,#FFFFFF)')
    """

    def __init__(self, game: str, colours: Mapping[str, str | tuple[str, str]]) -> None:
        self.game = game
        self.colours = colours

    def __getitem__(self, name: str) -> str:
        colour = self.colours[name]
        return f"var(--{name},{colour if isinstance(colour, str) else colour[0]})"

    @property
    def style(self) -> str:
        """The dark colours, by the system's wish or by the page's `data-theme`."""
        dark = ";".join(
            f"--{name}:{pair[1]}" for name, pair in self.colours.items() if not isinstance(pair, str)
        )
        rule = f".tablier-{self.game}{{{dark}}}"
        return (
            f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) {rule}}}"
            f":root[data-theme=dark] {rule}"
        )


def draw(
    layout: Layout,
    scene: Scene,
    *,
    title: str = "",
    translate: Translate = str,
    overlays: Sequence[Overlay] = (),
) -> str:
    """The picture of a position as an SVG document; `title` is what it is called when it is read out, and
    `overlays` lie over everything."""
    places = {spot.name: (spot.x, spot.y) for spot in layout.spots} | dict(scene.places)
    outlines = {spot.name: spot.outline or layout.outline for spot in layout.spots}
    pieces = []
    for piece in scene.pieces:
        x, y = (piece.x, piece.y) if piece.x is not None else places[piece.id.partition(".")[0]]
        assert y is not None
        words = to_text(layout.labels.get(piece.symbol, ""), translate)
        label = f"<title>{escape(words)}</title>" if words else ""
        classes = f' class="{piece.classes}"' if piece.classes else ""
        pieces.append(
            f'<use href="#{piece.symbol}" x="{number(x)}" y="{number(y)}"{classes}'
            + (f">{label}</use>" if label else "/>")
        )
    marks = [line for mark in scene.marks for line in _mark(mark, places, outlines)]
    size = f"{number(layout.width)} {number(layout.height)}"
    name = f' aria-label="{escape(title)}"' if title else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img"{name}>',
            f"<style>{STYLE}{layout.style}</style>",
            f'<g class="tablier tablier-{layout.id}">',
            layout.symbols,
            layout.board,
            '<g class="pieces">',
            *pieces,
            "</g>",
            '<g class="marks">',
            *marks,
            "</g>",
            *(draw_overlay(each, layout, places, translate) for each in overlays),
            "</g>",
            "</svg>",
        ]
    )


def flatten(picture: str) -> str:
    """A picture of `draw` in its light colours, for those who know neither variables nor themes.

    >>> flatten('<path fill="var(--wood,#8B5A33)"/>')
    '<path fill="#8B5A33"/>'
    """
    picture = _THEME.sub("", picture)
    settings = [
        (
            set((classes or "").split(".")) - {""},
            dict(each.split(":") for each in values.strip(";").split(";")),
        )
        for classes, values in _SETTING.findall(picture)
    ]
    picture = _SETTING.sub("", picture)
    symbols = {found[1]: found[0] for found in _SYMBOL.finditer(picture)}
    dressed: dict[str, str] = {}

    def set_for(classes: set[str]) -> dict[str, str]:
        return {
            name: value for needs, values in settings if needs <= classes for name, value in values.items()
        }

    def dress(found: re.Match[str]) -> str:
        """What a piece's classes set reaches into its symbol: it needs one of its own."""
        symbol, between, classes = found.groups()
        name = f"{symbol}.{classes.replace(' ', '.')}"
        own = symbols[symbol].replace(f'"{symbol}"', f'"{name}"', 1)
        dressed[name] = _resolve(own, set_for(set(classes.split())))
        return f'<use href="#{name}"{between} class="{classes}"'

    picture = _DRESSED.sub(dress, picture)
    everywhere = _resolve(picture, set_for(set()))
    return everywhere.replace('<g class="pieces">', "".join(dressed.values()) + '<g class="pieces">', 1)


def _resolve(text: str, values: Mapping[str, str]) -> str:
    """Text without variables, from the innermost out."""
    while (after := _VARIABLE.sub(lambda found: values.get(f"--{found[1]}", found[2]), text)) != text:
        text = after
    return text


def draw_overlay(
    overlay: Overlay, layout: Layout, places: Mapping[str, tuple[float, float]], translate: Translate = str
) -> str:
    """An overlay as an SVG group in the colour of its seat, the stronger the more it weighs."""
    seat, weight = overlay.seat, overlay.weight
    colour = NO_SEAT if seat is None or seat >= len(layout.emblems) else layout.emblems[seat].colour
    points = [places[name] for name in overlay.spots]
    words = to_text(overlay.text, translate)
    if overlay.kind == "area":
        outlines = {spot.name: spot.outline or layout.outline for spot in layout.spots}
        content = "".join(
            f'<path d="{outlines[name]}" transform="translate({" ".join(map(number, places[name]))})"/>'
            for name in overlay.spots
        )
        look = (
            f'fill="{colour}" fill-opacity="{number(0.1 + 0.5 * weight)}" stroke="{colour}" stroke-width="2"'
        )
    elif overlay.kind == "text":
        size = max(SMALLEST_TEXT, layout.width / TEXTS_ACROSS)
        content = "".join(_draw_words(words, point, size) for point in points)
        look = f'fill="{colour}" opacity="{number(0.6 + 0.4 * weight)}"'
    else:
        way, width = _draw_way(points, has_head=overlay.kind == "arrow"), 3 + 5 * weight
        dashes = f' stroke-dasharray="{DASHES[(seat or 0) % len(DASHES)]}"' if seat else ""
        content = (
            f'<path d="{way}" stroke="#fff" stroke-width="{number(width + 4)}"/>'
            f'<path d="{way}" stroke="{colour}" stroke-width="{number(width)}"{dashes}/>'
        )
        look = f'fill="none" opacity="{number(0.4 + 0.55 * weight)}"'
    title = f"<title>{escape(words)}</title>" if words and overlay.kind != "text" else ""
    return f'<g class="overlay {overlay.kind}" {look}>{title}{content}</g>'


def _draw_way(points: Sequence[tuple[float, float]], *, has_head: bool) -> str:
    """The path of a line through points, with the two strokes of an arrow's head if it goes anywhere."""
    line = "M" + "L".join(" ".join(map(number, point)) for point in points)
    if has_head and len(points) > 1 and points[-1] != points[-2]:
        (x0, y0), (x, y) = points[-2:]
        length = hypot(x - x0, y - y0)
        along, down = ARROW * (x - x0) / length, ARROW * (y - y0) / length
        for side in (1, -1):
            tip = x - along + side * down / 2, y - down - side * along / 2
            line += f"M{number(x)} {number(y)}L{number(tip[0])} {number(tip[1])}"
    return line


def _draw_words(words: str, at: tuple[float, float], size: float) -> str:
    """Words on a plate around a point."""
    (x, y), wide, high = at, size * (0.62 * len(words) + 0.6), size * 1.35
    return (
        f'<rect x="{number(x - wide / 2)}" y="{number(y - high / 2)}" width="{number(wide)}" '
        f'height="{number(high)}" rx="{number(high / 3)}" stroke="#fff"/>'
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}">{escape(words)}</text>'
    )


def _mark(mark: Mark, places: Mapping[str, tuple[float, float]], outlines: Mapping[str, str]) -> list[str]:
    seat = "" if mark.seat is None else f" seat-{mark.seat}"
    found = [
        f'<path class="mark {mark.kind}{seat}" d="{outlines[name]}" '
        f'transform="translate({" ".join(map(number, places[name]))})"/>'
        for name in mark.spots
    ]
    if mark.through:
        line = "M" + "L".join(" ".join(map(number, places[name])) for name in mark.spots)
        found += [f'<path class="mark {kind}{seat}" d="{line}"/>' for kind in ("under", "through")]
    return found
