"""A board as data: what never changes (Layout) and what a position adds (Scene).

Python draws, the browser moves things.

**Names.** Everything that can be clicked has a name: a cell ("e5"), a thing beside the board (a brick in one
of its turns), a side. These names are the steps of `game.paths`; `Scene.tree` offers exactly the legal ones.

**Words.** What a player reads is a `Phrase`: a constant English template and the values to fill in, so that a
catalogue of translations can hold the template. `say("level {level}", level=2)` makes one; a catalogue is
collected from the calls of `say`, and from what a game says of itself (title, seats, options). A plain `str`
is a name that is the same in all languages: a cell, a number. `to_text` and `as_data` take the translator,
such as `gettext.translation(...).gettext`.

**Data.** `as_data(value, translate)` gives a Layout, a Scene or what a game says about it (`tablier.insight`)
as plain dicts and lists for JSON, in that language, and leaves out what is empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from tablier.core.values import DescribedError, NotationError

if TYPE_CHECKING:
    from tablier.board_game import Game
    from tablier.core.rules import State
    from tablier.insight import Insight, Reason


Translate = Callable[[str], str]
Tree = dict[str, Any]
"""The legal clicks: from the name of a thing to what may be clicked next, down to the text of a move."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words to be shown in the player's language.

    >>> to_text(say("{cell}, {mark}", cell="a1", mark=say("cross")), {"cross": "croix"}.get)
    'a1, croix'
    """

    template: str
    values: tuple[tuple[str, Words], ...] = ()

    def __str__(self) -> str:
        return to_text(self)


Words = Phrase | str | int


def say(template: str, **values: Words) -> Phrase:
    """A phrase, its values by name."""
    return Phrase(template, tuple(values.items()))


def to_text(words: Words, translate: Callable[[str], str | None] = str) -> str:
    """The words in the translator's language; what it does not know stays English."""
    if not isinstance(words, Phrase):
        return str(words)
    template = translate(words.template) or words.template
    return template.format(**{name: to_text(value, translate) for name, value in words.values})


def describe_error(error: Exception) -> Words:
    """What went wrong and, in a text, where: in words to be translated where the error has them."""
    problem = describe_problem(error)
    if not isinstance(error, NotationError):
        return problem
    if error.line == 1:
        return say("{problem} (column {column})", problem=problem, column=error.column)
    return say(
        "{problem} (line {line}, column {column})", problem=problem, line=error.line, column=error.column
    )


def describe_problem(error: Exception) -> Words:
    """What went wrong, without the place, as another text has this one within it."""
    if not isinstance(error, DescribedError):
        return str(error)
    values = {name: value if isinstance(value, Words) else str(value) for name, value in error.values.items()}
    return say(error.template, **values) if values else Phrase(error.template)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that can be clicked or focused."""

    name: str
    x: float
    y: float
    outline: str = ""
    """The path of its outline around (x, y), in SVG's words; unless told, the layout's."""
    label: Words = ""
    """What it is called when read out; unless told, its name."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """What stands for a seat beside the board."""

    symbol: str
    """It is drawn within 24 of its origin."""
    colour: str


@dataclass(frozen=True)
class Layout:
    """What is drawn once for a game and its options."""

    id: str
    """Every id inside begins with it; `tablier-{id}` is the class that `style` speaks of."""
    width: float
    height: float
    symbols: str
    """SVG <symbol> elements for the pieces, and the <defs> they and the board need."""
    board: str
    """The SVG of the empty board."""
    spots: tuple[Spot, ...]
    outline: str
    """Of the spots that have none of their own."""
    labels: Mapping[str, Words] = field(default_factory=dict)
    """What a piece is called, by its symbol; those not listed are only seen."""
    emblems: tuple[Emblem, ...] = ()
    """Of each seat."""
    shifts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Where pieces make room for one that is pushed in, by the first clicks of the move, joined: the spots
    from the one where it comes in to the one that was left."""
    style: str = ""
    """The colours of a dark theme; the light ones are written where they are used."""

    @cached_property
    def version(self) -> str:
        """Changes when the picture does: what was sent under it may be kept for ever."""
        return sha256(json.dumps(as_plain(self)).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on the board: one <use> of a symbol. Earlier ones are drawn under later ones."""

    id: str
    """Its place's name; `Scene.slides` says which places changed by the last move. What else belongs to a
    spot adds a dot and a word of its own: "c3.2"."""
    symbol: str
    x: float | None = None
    y: float | None = None
    """Where its symbol's origin lies; unless told, on the spot that its id names."""
    classes: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something said about places: the last move, a winning line, a pattern."""

    kind: str
    """last: of the last move; end: what decided the game. A class of the stylesheet."""
    spots: tuple[str, ...]
    seat: int | None = None
    label: Words = ""
    through: bool = False
    """Is a line drawn through the spots, from the first to the last, as well as their outlines?"""


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a panel: words, or a symbol, that may belong to a seat and may be clicked under a name."""

    text: Words = ""
    symbol: str = ""
    """It is drawn within 24 of its origin."""
    seat: int | None = None
    name: str = ""
    classes: str = ""
    label: Words = ""
    """What a screen reader says instead of the text."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands beside the board: stocks, score columns, corners; rows of items."""

    kind: str
    title: Words
    rows: tuple[tuple[Item, ...], ...]
    setting: Words = ""
    """The name of the setting that makes it visible, if it has one. Screen readers read it anyway."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One position, ready to be shown."""

    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    panels: tuple[Panel, ...] = ()
    tree: Tree = field(default_factory=dict)
    slides: tuple[tuple[str, str], ...] = ()
    """From where to where pieces went by the last move; they went together."""
    way: tuple[str, ...] = ()
    """The spots that the piece of a single slide went over, if it did not go straight."""
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Spots that this position shows elsewhere than the layout has them, as a relief does."""
    ghosts: Mapping[str, str] = field(default_factory=dict)
    """The symbol that hovers over the spot about to be clicked, by what was clicked first ("": anything).

    It is shown over the second click, or over the first where one click is the move."""
    prompts: tuple[Words, ...] = ()
    """What to do after the first click of a move, after the second and so on, where "choose a marked spot"
    does not say it."""
    routes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The spots a piece would go over, by the text of the move."""
    spoken: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    """What a screen reader says of a spot, by its name, joined by commas.

    For any other spot it reads its label and that of the piece on it: see `spoken_labels`."""


class SceneModule(Protocol):
    """What draws a game: the module `scene` of its folder, or anything else with these two functions."""

    def layout(self, game: Game, viewpoint: int, view: str, /) -> Layout:
        """The empty board, seen by the seat `viewpoint`."""

    def scene(
        self, state: State, last: int | None, before: State | None, viewpoint: int, view: str, /
    ) -> Scene:
        """A position; `last` is the move that led to it from the state `before`. The tree is left out."""


LAST = say("last move")


def click_tree(paths: Iterable[tuple[tuple[str, ...], str]]) -> Tree:
    """The clicks that lead to these moves, given as their paths and texts.

    >>> click_tree([(("a1", "e1"), "a1e1"), (("a1", "a5"), "a1a5")])
    {'a1': {'e1': 'a1e1', 'a5': 'a1a5'}}
    """
    tree: Tree = {}
    for path, text in paths:
        branch = tree
        for name in path[:-1]:
            branch = branch.setdefault(name, {})
        branch[path[-1]] = text
    return tree


def complete_scene(scene: Scene, layout: Layout, state: State, moves: Iterable[int]) -> Scene:
    """The scene with the tree of these moves, and with all that is said of a spot when the scene, which says
    what comes first, or a mark has something to say of it."""
    game = state.game
    marked: dict[str, list[Words]] = {name: [] for name in scene.spoken}
    for mark in scene.marks:
        for name in mark.spots if mark.label else ():
            marked.setdefault(name, []).append(mark.label)
    things = {spot.name: spot.label or spot.name for spot in layout.spots}
    pieces = {
        piece.id: layout.labels[piece.symbol] for piece in scene.pieces if piece.symbol in layout.labels
    }
    return replace(
        scene,
        tree=click_tree((game.paths[move], game.texts[move]) for move in moves),
        spoken={
            name: (
                things[name],
                *scene.spoken.get(name, ()),
                *([pieces[name]] if name in pieces else []),
                *words,
            )
            for name, words in marked.items()
        },
    )


def spoken_labels(layout: Layout, scene: Scene, translate: Translate = str) -> dict[str, str]:
    """What a screen reader says of every spot."""
    said_of = {spot.name: [spot.label or spot.name] for spot in layout.spots}
    for piece in scene.pieces:
        if piece.symbol in layout.labels:
            said_of[piece.id].append(layout.labels[piece.symbol])
    return {
        name: ", ".join(to_text(part, translate) for part in scene.spoken.get(name, parts))
        for name, parts in said_of.items()
    }


def as_data(value: Layout | Scene | Insight | Reason, translate: Translate = str) -> dict[str, Any]:
    """A layout, a scene, an insight or a reason as plain data in the translator's language."""
    found: dict[str, Any] = as_plain(value, translate)
    if isinstance(value, Layout):
        found["version"] = value.version
    elif isinstance(value, Scene) and value.spoken:
        found["spoken"] = {
            name: ", ".join(to_text(part, translate) for part in parts)
            for name, parts in value.spoken.items()
        }
    return found


def as_plain(value: Any, translate: Translate = str) -> Any:
    """Any part of a layout or a scene as plain data; fields that are empty or None are left out."""
    kind = type(value)
    if kind is str or kind is int or kind is float or value is None:
        return value
    if kind is Phrase:
        return to_text(value, translate)
    if kind is tuple:
        return [as_plain(part, translate) for part in value]
    if is_dataclass(kind):
        found = {}
        for name in _names(kind):
            part = getattr(value, name)
            if part or type(part) in (int, float):
                found[name] = as_plain(part, translate)
        return found
    if isinstance(value, Mapping):
        return {name: as_plain(part, translate) for name, part in value.items()}
    return value


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind))
