"""Setting up a position by hand: things are placed and taken until they make a position, or a clause of the
rules says why they cannot.

A game has its editor in `Game.editor`; a game without one is set up by position text alone. What lies on the
board while it is set up need not be a position, so an editor draws it itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from tablier.grid import EMPTY
from tablier.scene import Item, Panel, Phrase, Piece, Scene, Words, click_tree, say

if TYPE_CHECKING:
    from tablier.core.rules import State

TAKE = "-"
"""The thing that takes away what lies on a spot."""


class CannotBe(ValueError):  # noqa: N818 -- a fact about what was placed
    """Nothing that a game leads to: the reason in words, and the clause of the rules."""

    def __init__(self, words: Words, clause: str) -> None:
        super().__init__(words, clause)
        self.words = words
        self.clause = clause


@dataclass(frozen=True, slots=True)
class Placed:
    """A thing on a spot."""

    thing: str
    spot: str


@dataclass(frozen=True, slots=True)
class Count:
    """A number that belongs to a position beside what lies on the board: what is left in a stock."""

    name: str
    label: Words
    value: int
    most: int
    least: int = 0


@dataclass(frozen=True)
class Arrangement:
    """What was placed so far, in this order."""

    placed: tuple[Placed, ...] = ()
    turn: int | None = None
    """The seat to move; None where it follows from what lies on the board."""
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def by_spot(self) -> dict[str, str]:
        """The last thing placed on each spot."""
        return {each.spot: each.thing for each in self.placed}


class Editor(Protocol):
    """What sets up positions of a game: the module `editor` of its folder."""

    def clear(self, game: Any, /) -> Arrangement:
        """The empty board."""

    def dismantle(self, state: State, /) -> Arrangement:
        """What lies on the board of a position; CannotBe if nobody can tell."""

    def place(self, game: Any, arrangement: Arrangement, thing: str, spot: str, /) -> Arrangement:
        """With a thing more, or less by TAKE; CannotBe if it cannot lie there."""

    def assemble(self, game: Any, arrangement: Arrangement, /) -> State:
        """The position; CannotBe if no game leads to it."""

    def counts(self, game: Any, arrangement: Arrangement, /) -> tuple[Count, ...]:
        """The numbers that can be set, as they are now."""

    def scene(self, game: Any, arrangement: Arrangement, viewpoint: int, view: str, /) -> Scene:
        """What lies there as a picture, with the things to place in a panel and the tree of all placings."""


def replace_thing(arrangement: Arrangement, thing: str, spot: str) -> Arrangement:
    """Where a spot holds one thing: put it there instead of another; the same thing again takes it away."""
    before = arrangement.by_spot.get(spot)
    kept = tuple(each for each in arrangement.placed if each.spot != spot)
    is_taken = thing in (TAKE, before)
    return replace(arrangement, placed=kept if is_taken else (*kept, Placed(thing, spot)))


def list_things(board: bytes, things: Sequence[str], names: Sequence[str]) -> tuple[Placed, ...]:
    """What `RuleSet.cells` says of a board, 0 for nothing and otherwise 1 + the index of a thing."""
    return tuple(Placed(things[cell - 1], name) for cell, name in zip(board, names, strict=True) if cell)


def fill_board(arrangement: Arrangement, letters: Mapping[str, str], names: Sequence[str]) -> list[str]:
    """The letters of a position text, cell by cell."""
    found = arrangement.by_spot
    return [letters[found[name]] if name in found else EMPTY for name in names]


def draw_things(
    game: Any,
    pieces: Sequence[Piece],
    things: Sequence[Item],
    names: Sequence[str],
    places: Mapping[str, tuple[float, float]] | None = None,
) -> Scene:
    """The scene of an editor: the pieces, the things in a panel, and every thing on every spot.

    The text of a placing is the thing and the spot with a space between.
    """
    take = Item(say("Take away"), name=TAKE)
    tokens = [*(item.name for item in things), TAKE]
    return Scene(
        pieces=tuple(pieces),
        panels=(Panel("setup", say("Pieces to place"), (tuple(things), (take,))),),
        tree=click_tree(((token, name), f"{token} {name}") for token in tokens for name in names),
        places=places or {},
    )


def seat_items(game: Any, things: Sequence[str], labels: Sequence[Words] = ()) -> tuple[Item, ...]:
    """A thing for each seat, with its emblem."""
    emblems = game.layout().emblems
    return tuple(
        Item(
            symbol=emblems[seat].symbol,
            seat=seat,
            name=thing,
            label=labels[seat] if labels else Phrase(game.seats[seat]),
        )
        for seat, thing in enumerate(things)
    )
