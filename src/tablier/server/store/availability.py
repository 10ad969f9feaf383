"""Whether the database answers, and how long one waits for it.

A database that hangs is told like one that is away: whoever asks gets StoreAway within WAIT_SECONDS. Then one
question a second is let through, and all others are refused at once, until one is answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic
from typing import TypeVar

import sqlalchemy as sa

from tablier.server.tables.errors import StoreAway

WAIT_SECONDS = 2.5
"""Seconds for which somebody waits for an answer of the database."""
SHUT_SECONDS = 1.0
"""Seconds after which the next question is let through to a database that did not answer."""
THREADS = 16
"""Threads that wait for the database; the connections are as many at most."""

logger = logging.getLogger(__name__)
Result = TypeVar("Result")


class Availability:
    """Runs work on a database in threads of its own, and knows whether it answers."""

    def __init__(self, seconds: float | None = None) -> None:
        """Without `seconds` one waits as long as it takes: a file cannot hang as a network can."""
        self.is_away = False
        self._seconds = seconds
        self._shut_until = 0.0
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store-reader")

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        """The result of work in a thread; raises StoreAway if the database is away or does not answer."""
        self.check()
        return await self.wait(self._threads.submit(work, *arguments))

    def check(self) -> None:
        """Raise StoreAway, at once, if nobody else should ask now."""
        now = monotonic()
        if now < self._shut_until:
            raise StoreAway
        if self.is_away and self._seconds is not None:
            self._shut_until = now + SHUT_SECONDS  # this one asks, the others do not

    async def wait(self, done: Future[Result]) -> Result:
        """The result of a future; raises StoreAway. Work that has not begun by then is not done at all; of
        work that has, nobody knows."""
        result_soon = asyncio.wrap_future(done)
        result_soon.add_done_callback(_retrieve)
        try:
            # Not `wait_for`: before Python 3.12 it swallows a cancellation that comes with the result.
            async with asyncio.timeout(self._seconds):
                # Shielded: a cancelled caller could not know whether the work was done.
                result = await asyncio.shield(result_soon)
        except TimeoutError as error:
            done.cancel()
            self._shut_until = monotonic() + SHUT_SECONDS
            self._mark_away("no answer")
            raise StoreAway from error
        except (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError) as error:
            # Refused at once, so the next one may ask at once.
            self._shut_until = 0.0
            self._mark_away(str(getattr(error, "orig", error)).partition("\n")[0])
            raise StoreAway from error
        if self.is_away:
            self.is_away = False
            self._shut_until = 0.0
            logger.warning("the store answers again")
        return result

    def _mark_away(self, why: str) -> None:
        if not self.is_away:
            self.is_away = True
            logger.error("the store does not answer: %s", why)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _retrieve(future: asyncio.Future[Result]) -> None:
    """Look at a result that nobody waits for any more; asyncio would log an error as forgotten."""
    if not future.cancelled():
        future.exception()
