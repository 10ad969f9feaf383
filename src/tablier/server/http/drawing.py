"""Drawing of images in a process of its own, with a cache and limits."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from multiprocessing import get_context
from typing import Any

from litestar import Litestar
from litestar.di import NamedDependency

from tablier.server.people.throttle import Throttle
from tablier.server.tables.errors import TooFast

CACHE_SIZE = 64
"""The most images in the cache: about 200 KB each."""
DRAW_RATE, DRAW_BURST = 0.5, 20.0
"""Images drawn a second in the long run, and at once: drawing one takes about a second of processor time."""


MAX_ANIMATIONS = 16
"""The most animations in the cache: up to 2 MB each."""
ANIMATION_RATE, ANIMATION_BURST = 1 / 20, 6.0
"""Animations drawn a second in the long run, and at once: one takes up to half a minute of processor time."""
MAX_WAITING = 8
"""Requests that may wait for an image to be drawn."""


class DrawingPool:
    """One process that draws images: drawing holds the interpreter's lock, and would hold up all tables.

    It is started with the first image, and again if it dies.
    """

    def __init__(self) -> None:
        self._pool: Executor | None = None

    async def run(self, draw: Callable[..., bytes], *arguments: Any) -> bytes:
        """The image that a function of a module draws; its arguments are pickled."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=lower_priority)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, draw, *arguments)
        except BrokenProcessPool:
            self._pool = None
            raise

    @asynccontextmanager
    async def at_work(self, _app: Litestar) -> AsyncIterator[None]:
        """The lifespan of the pool."""
        try:
            yield
        finally:
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)


def lower_priority() -> None:
    """Pictures wait for moves: called in the process that draws. Ctrl-C ends it by way of the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)


class PreviewCache:
    """An LRU cache of images; missing ones are drawn one at a time in the pool."""

    def __init__(
        self,
        pool: DrawingPool,
        *,
        size: int = CACHE_SIZE,
        rate: float = DRAW_RATE,
        burst: float = DRAW_BURST,
    ) -> None:
        self._pool = pool
        self._size = size
        self._images: OrderedDict[object, bytes] = OrderedDict()
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._throttle = Throttle(rate=rate, burst=burst)

    async def draw(
        self,
        key: object,
        draw: Callable[..., bytes],
        *arguments: Any,
        admit: Callable[[], None] = lambda: None,
    ) -> bytes:
        """The image cached under `key`, otherwise drawn now, unless `admit` raises a Refusal.

        Raises TooFast if too many were drawn or wait.
        """
        if key not in self._images and self._waiting >= MAX_WAITING:
            raise TooFast
        self._waiting += 1
        try:
            async with self._lock:
                if key not in self._images:
                    admit()
                    self._throttle.take()
                    self._images[key] = await self._pool.run(draw, *arguments)
                self._images.move_to_end(key)
                while len(self._images) > self._size:
                    self._images.popitem(last=False)
                return self._images[key]
        finally:
            self._waiting -= 1


PreviewsDependency = NamedDependency[PreviewCache]
AnimationsDependency = NamedDependency[PreviewCache]
