"""Pictures for those who take no SVG: what messengers show of a link, and the sign of the house."""

from __future__ import annotations

from functools import cache
from math import ceil, sqrt

import resvg_py

from tablier.svg import still
from tablier.web import STATIC

WIDTH, HEIGHT = 1200, 630
"""What messengers expect."""
MARGIN, GAP = 40, 24
PAPER = "#FAF7F2"


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
        placed.append(still(picture).replace("<svg ", place, 1))
    paper = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(placed)}</svg>'
    return resvg_py.svg_to_bytes(svg_string=paper, width=WIDTH, height=HEIGHT, background=PAPER)


@cache
def sign(side: int) -> bytes:
    """The sign of the house, as PNG."""
    return resvg_py.svg_to_bytes(svg_path=str(STATIC / "icon.svg"), width=side, height=side)
