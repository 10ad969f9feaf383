"""A board as data: what never changes (Layout) and what a position adds (Scene).

Python draws, the browser moves things. Everything that can be clicked has a name: a cell ("e5"), a thing
beside the board (a brick with its turn), a side. These names are the steps of
`game.paths`; `Scene.tree` offers exactly the legal ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Tree = dict[str, Any]
"""The legal clicks: from the name of a thing to what may be clicked next, down to the text of a move."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that can be clicked or focused."""

    name: str
    x: float
    y: float
    outline: str
    """The path of its outline around (x, y), in SVG's words."""
    label: str


@dataclass(frozen=True, slots=True)
class Layout:
    """What is drawn once for a game and its options."""

    width: float
    height: float
    symbols: str
    """SVG <symbol> elements for the pieces and the marks."""
    board: str
    """The SVG of the empty board."""
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on the board: one <use> of a symbol."""

    id: str
    """Its place's name; `Scene.slides` says which places changed by the last move."""
    symbol: str
    x: float
    y: float
    classes: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something said about places: the last move, a winning line, an owned corner."""

    kind: str
    """last, line, path, corner ... : a class of the stylesheet."""
    spots: tuple[str, ...]
    seat: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a panel: text, or a symbol, that belongs to a seat and may be clickable under a name."""

    text: str = ""
    symbol: str = ""
    seat: int | None = None
    name: str = ""
    classes: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands beside the board: stocks, score columns, corners; rows of items."""

    kind: str
    title: str
    rows: tuple[tuple[Item, ...], ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One position, ready to be shown."""

    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    panels: tuple[Panel, ...] = ()
    tree: Tree = field(default_factory=dict)
    slides: tuple[tuple[str, str], ...] = ()
    """From where to where pieces went by the last move; they went together."""
    spoken: Mapping[str, str] = field(default_factory=dict)
    """What a screen reader says of a spot, by its name."""
