"""A position that shows a rule, and what it claims: rule pages draw it, a test asks the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.registry import game
from tablier.scene import Mark
from tablier.svg import draw


@dataclass(frozen=True, slots=True)
class Example:
    game: str
    position: str = ""
    """As a text; unless told, the start."""
    moves: str = ""
    """Made from there, with spaces between; the last one is shown as it was made. All claims are about the
    position after them."""
    options: Mapping[str, Any] = field(default_factory=dict)
    view: str = ""
    way: str = ""
    """A move whose way is drawn."""
    outlined: str = ""
    """Spots that are outlined, with spaces between."""
    may: str = ""
    """Moves that are legal."""
    may_not: Mapping[str, str] = field(default_factory=dict)
    """Moves that are not, and the clause that says so."""
    becomes: str = ""
    """The position's text."""
    scores: tuple[float, ...] | None = None
    """How it has ended; None if it goes on."""
    settled: tuple[float, ...] | None = None
    """How it would be scored if all agreed to stop."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """The way a move takes: "f3-e3-e4"."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the position knows of itself: "corners.owner" reads it of each corner."""

    @property
    def played(self) -> Game:
        return game(self.game, **self.options)

    @property
    def states(self) -> list[State]:
        """From the position to the one after the last move."""
        found = [self.played.read(self.position) if self.position else self.played.start()]
        for move in self.moves.split():
            found.append(found[-1].after(self.played.move(move)))
        return found

    def picture(self) -> str:
        """As an SVG document."""
        states, drawn = self.states, self.played
        last = drawn.move(self.moves.split()[-1]) if self.moves else None
        before = states[-2] if self.moves else None
        scene = drawn.scene(states[-1], last=last, before=before, view=self.view)
        if self.way:
            way = Mark("last", scene.routes[self.way], through=True)
            scene = replace(scene, marks=(*scene.marks, way))
        if self.outlined:
            scene = replace(scene, marks=(*scene.marks, Mark("last", tuple(self.outlined.split()))))
        return draw(drawn.layout(view=self.view), scene, title=str(states[-1]))


def fact(value: Any, name: str) -> Any:
    """What a dotted name stands for; of a list, what it stands for in each."""
    first, _, rest = name.partition(".")
    if not hasattr(value, first):
        return tuple(fact(part, name) for part in value)
    found = getattr(value, first)
    return fact(found, rest) if rest else found
