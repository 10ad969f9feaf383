"""Two small drawings as SVG: strengths with their error bars, and strength by level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import cycle
from math import floor, log10
from typing import NamedTuple

WIDTH = 720
STEP = 34
MARGIN = 150
COLOURS = ("#C8432B", "#1F6FB2", "#0B8F6A", "#E07B00", "#7A4FA3", "#6E675E", "#B0892A", "#D14F8A")
DASHES = ("none", "6 3", "2 3", "8 3 2 3")
"""Lines differ by pattern as well as by colour."""

STYLE = """<style>
text { font: 13px system-ui, sans-serif; fill: #23201C }
.grid { stroke: #E2DBD0 } .axis { fill: #6E675E }
.bar { stroke: #8A4B2A; stroke-width: 2 } .dot { fill: #8A4B2A } .paper { fill: #FAF7F2 }
@media (prefers-color-scheme: dark) {
text { fill: #EDE7DD } .grid { stroke: #322D27 } .axis { fill: #A39A8C }
.bar { stroke: #D98C5F } .dot { fill: #D98C5F } .paper { fill: #171512 } }
</style>"""


class Point(NamedTuple):
    """A value and half the width of its error bar."""

    value: float
    error: float


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from one end to the other, five to ten of them.

    >>> ticks(-130, 90)
    [-150.0, -100.0, -50.0, 0.0, 50.0, 100.0]
    """
    span = max(high - low, 1e-9)
    step = 10 ** floor(log10(span))
    step = next(step * part for part in (1, 0.5, 0.2, 0.1) if span / (step * part) >= 4)
    first, last = floor(low / step), -floor(-high / step)
    return [round(number * step, 9) for number in range(first, last + 1)]


def _ends(points: Sequence[Point]) -> tuple[float, float]:
    """What the axis has to reach. An error bar may run off: a huge one would flatten all the others."""
    low, high = min(point.value for point in points), max(point.value for point in points)
    room = max(50.0, (high - low) / 2)
    if low == high:
        return low - room, high + room
    return (
        max(low - room, min(point.value - point.error for point in points)),
        min(high + room, max(point.value + point.error for point in points)),
    )


def _svg(width: float, height: float, title: str, parts: Iterator[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="img" aria-label="{escape(title)}">',
            f"<title>{escape(title)}</title>",
            STYLE,
            f'<rect class="paper" width="{width:g}" height="{height:g}"/>',
            *parts,
            "</svg>",
        ]
    )


def strengths(title: str, rows: Mapping[str, Point]) -> str:
    """One row for each name: a dot, and a line as long as the error bar."""
    marks = ticks(*_ends(list(rows.values())))
    left, right = MARGIN, WIDTH - 70
    bottom = STEP * len(rows) + 16

    def x(value: float) -> float:
        return left + (right - left) * (min(max(value, marks[0]), marks[-1]) - marks[0]) / (
            marks[-1] - marks[0]
        )

    def parts() -> Iterator[str]:
        for mark in marks:
            yield f'<path class="grid" d="M{x(mark):.1f} 8V{bottom}"/>'
            at = f'x="{x(mark):.1f}" y="{bottom + 18}"'
            yield f'<text class="axis" text-anchor="middle" {at}>{mark:g}</text>'
        for number, (name, point) in enumerate(rows.items()):
            y = STEP * number + STEP / 2 + 8
            low, high = x(point.value - point.error), x(point.value + point.error)
            yield f'<text text-anchor="end" x="{left - 12}" y="{y + 4:g}">{escape(name)}</text>'
            yield f'<path class="bar" d="M{low:.1f} {y:g}H{high:.1f}"/>'
            yield f'<circle class="dot" cx="{x(point.value):.1f}" cy="{y:g}" r="5"/>'
            yield f'<text x="{right + 14}" y="{y + 4:g}">{point.value:+.0f}</text>'

    return _svg(WIDTH, bottom + 32, title, parts())


def lines(title: str, series: Mapping[str, Mapping[int, Point]]) -> str:
    """One line for each name over whole numbers, with error bars; a legend beside it."""
    points = [point for line in series.values() for point in line.values()]
    marks = ticks(*_ends(points))
    steps = sorted({step for line in series.values() for step in line})
    left, right, top, bottom = 60, WIDTH - 190, 12, 400

    def x(step: float) -> float:
        return left + 20 + (right - left - 40) * (step - steps[0]) / max(1, steps[-1] - steps[0])

    def y(value: float) -> float:
        inside = min(max(value, marks[0]), marks[-1])
        return bottom - (bottom - top) * (inside - marks[0]) / (marks[-1] - marks[0])

    def line(number: int, name: str, over: Mapping[int, Point], look: str) -> Iterator[str]:
        aside = 3 * (number - (len(series) - 1) / 2)  # so that error bars do not cover each other
        at = {step: (x(step) + aside, point) for step, point in sorted(over.items())}
        route = "L".join(f"{across:.1f} {y(point.value):.1f}" for across, point in at.values())
        yield f'<path {look} d="M{route}"/>'
        for across, point in at.values():
            low, high = y(point.value - point.error), y(point.value + point.error)
            yield f'<path {look} stroke-opacity=".5" d="M{across:.1f} {low:.1f}V{high:.1f}"/>'
        key = top + 12 + 22 * number
        yield f'<path {look} d="M{right + 14} {key}h28"/>'
        yield f'<text x="{right + 50}" y="{key + 4}">{escape(name)}</text>'

    def parts() -> Iterator[str]:
        for mark in marks:
            yield f'<path class="grid" d="M{left} {y(mark):.1f}H{right}"/>'
            yield f'<text class="axis" text-anchor="end" x="{left - 8}" y="{y(mark) + 4:.1f}">{mark:g}</text>'
        for step in steps:
            yield f'<text class="axis" text-anchor="middle" x="{x(step):.1f}" y="{bottom + 20}">{step}</text>'
        looks = zip(cycle(COLOURS), cycle(DASHES), strict=False)
        for number, ((name, over), (colour, dash)) in enumerate(zip(series.items(), looks, strict=False)):
            yield from line(
                number,
                name,
                over,
                f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"',
            )

    return _svg(WIDTH, max(bottom + 32, top + 24 + 22 * len(series)), title, parts())
