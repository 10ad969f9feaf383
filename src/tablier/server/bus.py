"""Word between the processes of one server: "the log of this match has grown". Who holds the match reads on.

It travels by one of Litestar's channels backends, chosen by a URL: memory for one process, Redis for several.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from msgspec import Struct
from msgspec.json import Decoder, encode

CHANNEL = "tablier"


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
_read = Decoder(Word).decode


class Bus:
    def __init__(self, backend: ChannelsBackend) -> None:
        self._backend = backend
        self._listening: asyncio.Task[None] | None = None

    async def start(self, hear: Hear) -> None:
        """Call `hear` for every word, one after the other."""
        await self._backend.on_startup()
        await self._backend.subscribe([CHANNEL])
        self._listening = asyncio.create_task(self._listen(hear))

    async def _listen(self, hear: Hear) -> None:
        async for _, data in self._backend.stream_events():
            await hear(_read(data))

    async def publish(self, word: Word) -> None:
        await self._backend.publish(encode(word), [CHANNEL])

    async def stop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        await self._backend.on_shutdown()


def open_bus(url: str) -> Bus:
    """`memory:` or `redis://host:port`."""
    if url == "memory:":
        return Bus(MemoryChannelsBackend())
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend  # only where Redis is installed
    from redis.asyncio import Redis

    return Bus(RedisChannelsPubSubBackend(redis=Redis.from_url(url)))
