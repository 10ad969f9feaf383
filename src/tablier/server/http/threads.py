"""Threads for what a request computes apart from moves and searches: lessons, layouts, pictures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from litestar import Litestar
from litestar.di import NamedDependency

from tablier.server.tables.errors import TooFast

THREADS = 2
MAX_WAITING = 32
"""Requests that may wait for a thread."""

Result = TypeVar("Result")


class BoundedThreads:
    """A few threads of their own: however many ask, neither the tables nor the store wait for them."""

    def __init__(self, threads: int = THREADS, *, waiting: int = MAX_WAITING) -> None:
        self._most = threads + waiting
        self._count = 0
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What a function gives; raises TooFast if too many wait."""
        if self._count >= self._most:
            raise TooFast
        future = self._pool.submit(work, *arguments)
        self._count += 1
        wrapped = asyncio.wrap_future(future)
        wrapped.add_done_callback(self._discount)
        return await asyncio.shield(wrapped)  # whoever goes away still has the thread

    def _discount(self, done: asyncio.Future[Any]) -> None:
        self._count -= 1
        if not done.cancelled():
            done.exception()  # whoever asked may be gone

    @asynccontextmanager
    async def at_work(self, _app: Litestar) -> AsyncIterator[None]:
        """The lifespan of the threads."""
        try:
            yield
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)


ThreadsDependency = NamedDependency[BoundedThreads]
