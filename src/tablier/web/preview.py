"""Pictures for those who take no SVG: previews of links, positions, animated games, the sign of the house."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from math import ceil, sqrt

import resvg_py
from PIL import Image

from tablier.svg import flatten
from tablier.web import STATIC

WIDTH, HEIGHT = 1200, 630
"""What messengers expect."""
MARGIN, GAP = 40, 24
PAPER, ACCENT = "#FAF7F2", "#8A4B2A"
FONT = "DejaVu Sans"
"""Stands for sans-serif, for which the renderer would take Arial. Without it pictures have no letters."""
POSITION_WIDTH = 1080
"""Pixels of a position as PNG."""
FRAME_WIDTH = 400
FRAME_MILLISECONDS, END_MILLISECONDS = 800, 3000
"""How long an animation shows a position, and its last one."""
FRAME_COLOURS = 128
_FILTER = re.compile(r'\sfilter="[^"]*"')


def render_png(picture: str, width: int) -> bytes:
    """A flat picture on paper, so many pixels wide, as PNG."""
    return resvg_py.svg_to_bytes(svg_string=picture, width=width, background=PAPER, sans_serif_family=FONT)


def preview(*pictures: str) -> bytes:
    """Boards side by side on paper, as PNG."""
    columns = ceil(sqrt(len(pictures)))
    rows = ceil(len(pictures) / columns)
    width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
    height = (HEIGHT - 2 * MARGIN - GAP * (rows - 1)) / rows
    placed = []
    for at, picture in enumerate(pictures):
        x, y = MARGIN + at % columns * (width + GAP), MARGIN + at // columns * (height + GAP)
        place = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        placed.append(flatten(picture).replace("<svg ", place, 1))
    paper = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(placed)}</svg>'
    return resvg_py.svg_to_bytes(
        svg_string=paper, width=WIDTH, height=HEIGHT, background=PAPER, sans_serif_family=FONT
    )


def position_png(picture: str) -> bytes:
    """A board on paper, as PNG."""
    return resvg_py.svg_to_bytes(
        svg_string=flatten(picture), width=POSITION_WIDTH, background=PAPER, sans_serif_family=FONT
    )


def animate(pictures: Sequence[str]) -> bytes:
    """Boards one after the other, as an animated GIF; without their grain, which takes half of the time."""
    frames = [_frame(picture) for picture in pictures]
    shown = [FRAME_MILLISECONDS] * (len(frames) - 1) + [END_MILLISECONDS]
    written = BytesIO()
    frames[0].save(
        written, "GIF", save_all=True, append_images=frames[1:], duration=shown, loop=0, optimize=False
    )
    return written.getvalue()


def _frame(picture: str) -> Image.Image:
    plain = _FILTER.sub("", flatten(picture))
    return Image.open(BytesIO(render_png(plain, FRAME_WIDTH))).convert("RGB").quantize(FRAME_COLOURS)


@cache
def icon(side: int) -> bytes:
    """The sign of the house, as PNG."""
    return resvg_py.svg_to_bytes(svg_path=str(STATIC / "icon.svg"), width=side, height=side)


@cache
def maskable_icon(side: int) -> bytes:
    """The sign on a full square, with room around it for whatever shape a phone cuts out, as PNG."""
    sign = (STATIC / "icon.svg").read_text().replace("<svg ", '<svg x="5" y="5" width="14" height="14" ', 1)
    square = f'<rect width="24" height="24" fill="{ACCENT}"/>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{square}{sign}</svg>'
    return resvg_py.svg_to_bytes(svg_string=picture, width=side, height=side)


@cache
def monochrome_icon(side: int) -> bytes:
    """The sign in white on nothing, as PNG: phones tint it, and show it beside a notification."""
    squares = re.findall(r'<g fill="#FAF7F2".*?</g>', (STATIC / "icon.svg").read_text())
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="3 3 18 18">{"".join(squares)}</svg>'
    return resvg_py.svg_to_bytes(svg_string=picture, width=side, height=side)
