"""The contract of a game's own solver, for games that can be solved faster than by passing over positions.

A kernel solves its game layer by layer; no move leads from a layer to a later one, and a layer is
decided by itself and the one before it. The positions of a layer are kept as entries of equally many
positions. An entry has a key; positions that are images of each other share one. A kernel holds two layers in
memory at most. It reads and writes no files: `tablier.solver` does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tablier.core.rules import State

LOST_AT, DRAWN_AT = 0x8000, 0x7FFF
"""How distances are written."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What solving a game takes, estimated beforehand."""

    memory: int
    """Bytes at most."""
    disk: int
    """Bytes of the finished table."""
    seconds: float
    """Of processor time; divide by the threads."""


@dataclass(frozen=True, slots=True)
class Class:
    """The positions of a layer that share these numbers, for example the marks of both sides."""

    key: tuple[int, ...]
    won: int
    lost: int
    drawn: int


class Kernel(Protocol):
    """A game's own solver; `Game.kernel()` gives a new one."""

    @property
    def layers(self) -> int:
        """How many layers there are; they are solved in ascending order from 0."""

    version: int
    """Changes whenever the same key or position comes to mean another board."""
    class_names: tuple[str, ...]
    """What the numbers in `Class.key` are."""

    def needs(self, first: int = 0, last: int | None = None) -> Needs:
        """What solving takes from the layer `first` on, to the end or to before the layer `last`."""

    def label(self, layer: int) -> str:
        """The layer in a few words."""

    def work(self, layer: int) -> float:
        """The seconds of processor time that a layer takes, estimated, for a progress bar."""

    def entries(self, layer: int) -> int:
        """How many entries a layer has."""

    def positions(self, layer: int) -> int:
        """How many positions each entry of a layer has: a power of two."""

    def begin(self, layer: int) -> None:
        """Make room for a layer, nothing known in it; the one before stays in memory if it was there."""

    def solve(self, *, threads: int = 1, report: Callable[[float], None] | None = None) -> None:
        """Find all values of the layer begun last. `report` is told about which part is done."""

    def measure(self, *, threads: int = 1) -> int:
        """Find all values of the layer begun last and the distance of each; return the largest distance.

        The distance is in how many plies the game is over if the winner hurries and the loser delays. The
        layers before must have been measured too. It takes more time and memory than `solve`.
        """

    def distances(self, first: int, last: int) -> bytes:
        """The distances of some entries of a measured layer, 16 bits a position in the machine's order:
        `LOST_AT` added if it is lost, `DRAWN_AT` for a draw."""

    def keys(self) -> bytes:
        """The keys of the layer's entries, ascending: 32-bit numbers in the machine's order."""

    def pack(self, first: int, last: int) -> bytes:
        """The values of some entries of the layer, one after the other, each of the same number of bytes.

        A byte says of eight positions, the first in its lowest bit, which are won, the next byte which are
        lost, and so on; neither is drawn. An entry is filled up to 16 bytes.
        """

    def restore(self, first: int, last: int, data: bytes) -> None:
        """The opposite of `pack`."""

    def enter(self, table: bytearray) -> None:
        """Write the values of the layer into the memory of a `ValueTable` (search/retrograde), to compare."""

    def classes(self, *, threads: int = 1) -> tuple[Class, ...]:
        """How many positions of the layer have which value; all images counted."""

    def faults(self, *, threads: int = 1) -> list[tuple[int, int]]:
        """One position of each entry that has any that is not worth as much as the best of those one move on:
        key and position. The layer before must be in memory."""

    def locate(self, state: State) -> tuple[int, int, int]:
        """Where the value of a position is: layer, key, position in the entry."""

    def state(self, layer: int, key: int, position: int) -> State:
        """A position from where its value is; perhaps one that no game leads to."""

    def close(self) -> None:
        """Give all memory back."""
