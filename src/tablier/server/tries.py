"""How often something may be tried that is worth guessing."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tablier.server.refusals import TooManyTries

KEPT = 10_000
"""Keys that are remembered before those are forgotten whose tries are all theirs again."""


class Tries:
    """By key: `most` in a row, and one more for every `every` seconds that pass.

    >>> tries = Tries(most=2, every=60, time=lambda: 0.0)
    >>> tries.take("ann"), tries.take("ann"), tries.give_back("ann"), tries.take("ann")
    (None, None, None, None)
    """

    def __init__(self, *, most: int, every: float, time: Callable[[], float] = monotonic) -> None:
        self._longest = most * every
        self._every = every
        self._time = time
        self._full: dict[str, float] = {}
        """When all of a key's tries are its own again."""

    def take(self, key: str) -> None:
        """Use up a try; TooManyTries if there is none."""
        now = self._time()
        full = max(now, self._full.get(key, now)) + self._every
        if full - now > self._longest:
            raise TooManyTries
        if len(self._full) >= KEPT:
            self._full = {each: when for each, when in self._full.items() if when > now}
        self._full[key] = full

    def give_back(self, key: str) -> None:
        """It was no guess."""
        self._full[key] -= self._every
