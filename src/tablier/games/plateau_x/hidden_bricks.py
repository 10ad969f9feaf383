"""Some bricks that may lie under those that show: layer by layer, by backtracking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablier.games.plateau_x.bricks import BRICKS, Brick, places
from tablier.games.plateau_x.positions import Variant

MAX_TRIES = 50_000
"""Bricks tried before a position is given up: nearly all need fewer than a hundred."""

Laid = tuple[Brick, int]
"""A brick and the cell that it is counted from."""
_ORDER = sorted(BRICKS, key=lambda brick: -len(brick.cells))
"""Triples first: of them there are most."""


def find_hidden(
    variant: Variant, levels: Sequence[int], parts: Sequence[int], laid: dict[str, int]
) -> list[Laid] | None:
    """All bricks of a position from the lowest level up, those that show included; None if none are found.

    `laid` is how many of each kind lie on the grid, by its letter.
    """
    showing = _find_showing(variant.size, levels, parts)
    left = dict(laid)
    for _, (brick, _anchor) in showing:
        left[brick.token[0]] -= 1
    search = _Search(variant.size, levels, showing, left)
    return search.run()


def _find_showing(size: int, levels: Sequence[int], parts: Sequence[int]) -> list[tuple[int, Laid]]:
    """The bricks that show, whole or in part, with their levels."""
    found: dict[tuple[int, Brick, int], None] = {}
    first = 1
    for brick in BRICKS:
        for anchor, spots in places(brick, size):
            for number, spot in enumerate(spots):
                if parts[spot] == first + number:
                    found[levels[spot], brick, anchor] = None
        first += len(brick.cells)
    return [(level, (brick, anchor)) for level, brick, anchor in found]


class _Search:
    """Covers each layer, from the top one down: no brick is the same, at the same place, as the one on it."""

    def __init__(
        self, size: int, levels: Sequence[int], showing: list[tuple[int, Laid]], left: dict[str, int]
    ) -> None:
        self.left = left
        self.tries = 0
        self.fits = {brick.token: dict(places(brick, size)) for brick in BRICKS}
        self.layers: dict[int, list[Laid]] = {level: [] for level in range(1, max(levels) + 1)}
        for level, each in showing:
            self.layers[level].append(each)
        self.open = {
            level: {spot for spot, height in enumerate(levels) if height >= level}
            - {spot for each in bricks for spot in self.cover(each)}
            for level, bricks in self.layers.items()
        }

    def cover(self, laid: Laid) -> tuple[int, ...]:
        return self.fits[laid[0].token][laid[1]]

    def run(self) -> list[Laid] | None:
        is_found = min(self.left.values()) >= 0 and self.fill(max(self.layers, default=0))
        is_whole = is_found and not any(self.left.values())
        return [each for level in sorted(self.layers) for each in self.layers[level]] if is_whole else None

    def fill(self, level: int) -> bool:
        """Whether this layer and all below it can be covered by just the bricks that are left."""
        if level == 0:
            return not any(self.left.values())
        if not self.open[level]:
            return self.fill(level - 1)
        for each in self.candidates(level):
            self.tries += 1
            if self.tries > MAX_TRIES:
                return False
            spots, kind = set(self.cover(each)), each[0].token[0]
            self.layers[level].append(each)
            self.open[level] -= spots
            self.left[kind] -= 1
            if self.fill(level):
                return True
            self.layers[level].pop()
            self.open[level] |= spots
            self.left[kind] += 1
        return False

    def candidates(self, level: int) -> Iterator[Laid]:
        """The bricks that cover the first open cell of a layer."""
        first, free = min(self.open[level]), self.open[level]
        above = self.layers.get(level + 1, [])
        for brick in _ORDER:
            if not self.left[brick.token[0]]:
                continue
            for anchor, spots in self.fits[brick.token].items():
                if first in spots and free.issuperset(spots) and (brick, anchor) not in above:
                    yield brick, anchor
