"""Rate limits by token bucket: for sign-in attempts by name and address, socket messages, drawn previews.

HTTP requests are counted by Litestar's own middleware (see `app`), which also sends the RateLimit headers.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tablier.server.tables.errors import Refusal, TooFast

MAX_KEYS = 10_000
"""Buckets that are remembered before the full ones are dropped: a full one says nothing."""


class Throttle:
    """A token bucket for each key: `burst` tokens at once, refilled with `rate` tokens a second.

    >>> throttle = Throttle(burst=2, rate=1 / 60, time=lambda: 0.0)
    >>> throttle.take("ann"), throttle.take("ann"), throttle.refund("ann"), throttle.take("ann")
    (None, None, None, None)
    >>> throttle.take("ann")
    Traceback (most recent call last):
    tablier.server.tables.errors.TooFast: Too many messages at once; wait a moment.
    """

    def __init__(
        self,
        *,
        burst: float,
        rate: float,
        error: type[Refusal] = TooFast,
        time: Callable[[], float] = monotonic,
    ) -> None:
        self._burst = burst
        self._rate = rate
        self._error = error
        self._time = time
        self._buckets: dict[str, tuple[float, float]] = {}
        """By key the tokens of a bucket, and when they were counted. A bucket not listed is full."""

    def take(self, key: str = "", cost: float = 1.0) -> None:
        """Take tokens from a bucket; raises the throttle's error, and takes none, if it holds fewer."""
        now = self._time()
        tokens = self._tokens(key, now)
        if tokens < cost:
            raise self._error
        if len(self._buckets) >= MAX_KEYS:
            self._drop_full(now)
        self._buckets[key] = tokens - cost, now

    def has(self, key: str = "", cost: float = 1.0) -> bool:
        """Whether a bucket holds so many tokens."""
        return self._tokens(key, self._time()) >= cost

    def refund(self, key: str = "", cost: float = 1.0) -> None:
        """Put tokens back: what they were taken for does not count."""
        now = self._time()
        self._buckets[key] = min(self._burst, self._tokens(key, now) + cost), now

    def _tokens(self, key: str, now: float) -> float:
        tokens, at = self._buckets.get(key, (self._burst, now))
        return min(self._burst, tokens + (now - at) * self._rate)

    def _drop_full(self, now: float) -> None:
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if self._tokens(key, now) < self._burst
        }
