"""Word between the processes of one server: "the log of this match has grown". Who holds the match reads on.

It travels by one of Litestar's channels backends, chosen by a URL: memory for one process, Redis for several.
A word may get lost while Redis is away. The log has everything: whoever hears again reads on there.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable

from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from msgspec import Struct
from msgspec.json import Decoder, encode

CHANNEL = "tablier"
RETRY = 1.0
"""Seconds between two attempts to hear again."""

logger = logging.getLogger(__name__)


class NoBus(OSError):  # noqa: N818 -- a fact to be told
    """There is none at this URL."""


class Word(Struct, frozen=True):
    """How far the log of a match goes, and who of the sender's people is at the table."""

    sender: str
    match: str
    number: int
    here: frozenset[str] = frozenset()
    asks: bool = False
    """Does the sender want to know who of the others' people is there?"""
    recalled: str = ""
    """A person whose cards have changed; then it is about no match."""


Hear = Callable[[Word], Awaitable[None]]
Do = Callable[[], Awaitable[None]]
_read = Decoder(Word).decode


class Bus:
    def __init__(self, backend: ChannelsBackend, *, close: Do | None = None) -> None:
        self._backend = backend
        self._close = close
        self._listening: asyncio.Task[None] | None = None

    async def start(self, hear: Hear, *, missed: Do) -> None:
        """Call `hear` for every word, one after the other, and `missed` when some may have been lost."""
        await self._backend.on_startup()
        await self._backend.subscribe([CHANNEL])
        self._listening = asyncio.create_task(self._listen(hear, missed))

    async def _listen(self, hear: Hear, missed: Do) -> None:
        is_lost = False
        while True:
            try:
                if is_lost:
                    await self._backend.subscribe([CHANNEL])
                    await missed()
                    is_lost = False
                async for _, data in self._backend.stream_events():
                    await hear(_read(data))
            except Exception:
                if not is_lost:
                    logger.exception("news of other processes do not arrive")
                is_lost = True
                await asyncio.sleep(RETRY)

    async def publish(self, word: Word) -> None:
        """Nobody waits for the others to hear it: the log has what they need."""
        try:
            await self._backend.publish(encode(word), [CHANNEL])
        except Exception as error:
            logger.error("other processes are not told of match %s: %r", word.match, error)

    async def mute(self) -> None:
        """Hear nothing more."""
        # Asked until it ends: before Python 3.12 `wait_for`, which Redis's client calls, may swallow it.
        while self._listening is not None and not self._listening.done():
            self._listening.cancel()
            await asyncio.wait([self._listening], timeout=0.1)

    async def close(self) -> None:
        """After the last word."""
        await self._backend.on_shutdown()
        if self._close is not None:
            await self._close()


def open_bus(url: str) -> Bus:
    """`memory:` or `redis://host:port`. NoBus where none answers."""
    if url == "memory:":
        return Bus(MemoryChannelsBackend())
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis import Redis, RedisError
        from redis.asyncio import Redis as AsyncRedis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError:
        raise NoBus(errno.ENOSYS, "This bus cannot be used: No module named 'redis'.") from None
    try:
        with Redis.from_url(url) as redis:
            redis.ping()
    except (RedisError, ValueError) as error:
        raise NoBus(errno.ECONNREFUSED, f"This bus cannot be used: {error}") from error
    # Again at once, for a connection that was idle too long; otherwise it is we who try again.
    connection = AsyncRedis.from_url(url, retry=Retry(NoBackoff(), 1))
    return Bus(RedisChannelsPubSubBackend(redis=connection), close=connection.aclose)
