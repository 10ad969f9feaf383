"""Notices between the processes of one server: "the log of this match has grown". Holders of it read on.

It travels by one of Litestar's channels backends, chosen by a URL: memory for one process, Redis for several.
A notice may get lost while Redis is away. The log has everything: meanwhile they read on there.

Whether the bus works is found by using it: every process publishes a beat a second and must hear it itself.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
from collections.abc import Awaitable, Callable

from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from msgspec import Struct
from msgspec.json import Decoder, encode

CHANNEL = "tablier"
RETRY_SECONDS = 1.0
"""Seconds between two attempts to subscribe again."""
PUBLISH_SECONDS = 1.0
"""Seconds after which a notice that the bus does not take is given up."""
START_SECONDS = 5.0
"""Seconds within which a bus must answer when a server starts."""
BEAT_SECONDS = 0.02
"""Seconds between two beats until the first one comes back."""
LOST_BEATS = 2
"""Own beats that must be missing until the bus counts as down; one may be slow on a busy machine."""

logger = logging.getLogger(__name__)


class BusUnavailable(OSError):  # noqa: N818 -- a fact to be told
    """No bus answers at this URL."""


class Notice(Struct, frozen=True):
    """The last line of a match's log, and the persons connected to the table at the sender."""

    sender: str
    match: str
    number: int
    here: frozenset[str] = frozenset()
    wants_presence: bool = False
    """Whether the sender asks the others for theirs."""
    revoked: str = ""
    """A person whose tokens were revoked; then the notice is about no match."""
    beat: int = 0
    """The sender's number of this beat, by which it learns that the bus works; about no match either."""


OnNotice = Callable[[Notice], Awaitable[None]]
AsyncCallback = Callable[[], Awaitable[None]]
_read = Decoder(Notice).decode


class Bus:
    def __init__(
        self, backend: ChannelsBackend, *, is_shared: bool = False, close: AsyncCallback | None = None
    ) -> None:
        self.name = secrets.token_hex(4)
        """The sender of this process's notices."""
        self.is_shared = is_shared
        """Whether other processes may be connected to it."""
        self.is_down = False
        self._backend = backend
        self._close = close
        self._tasks: list[asyncio.Task[None]] = []
        self._inbox: asyncio.Queue[Notice | None] = asyncio.Queue()
        """Notices of others to be handled; None where some may have been lost."""
        self._sent_beat = self._heard_beat = 0

    @property
    def is_late(self) -> bool:
        """Whether notices may be missing: the bus is down, or the last beat has not come back yet."""
        return self.is_down or self._heard_beat < self._sent_beat

    async def start(self, on_notice: OnNotice, *, on_gap: AsyncCallback) -> None:
        """Call `on_notice` for every notice of others in turn, and `on_gap` when some may have been lost.

        Returns when this process hears what is published: Redis may take a subscription in later than what is
        published after it, so an answer to the first question for presence could be lost.
        """
        await self._backend.on_startup()
        await self._backend.subscribe([CHANNEL])
        self._tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._handle(on_notice, on_gap)),
        ]
        if self.is_shared:
            await self._wait_to_hear()

    async def _wait_to_hear(self) -> None:
        """Publish beats until one comes back; if none does, the bus is down, and `on_gap` is called later."""
        try:
            async with asyncio.timeout(START_SECONDS):
                while not self._heard_beat:
                    await self.beat()
                    await asyncio.sleep(BEAT_SECONDS)
        except TimeoutError:
            self._mark_down(TimeoutError("no answer"))

    async def _listen(self) -> None:
        is_subscribed = True
        while True:
            try:
                if not is_subscribed:
                    await self._backend.subscribe([CHANNEL])
                    is_subscribed = True
                async for _, data in self._backend.stream_events():
                    self._hear(_read(data))
            except Exception as error:
                self._mark_down(error)
                is_subscribed = False
                await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, notice: Notice) -> None:
        if notice.sender != self.name:
            self._inbox.put_nowait(notice)
        elif notice.beat:
            self._heard_beat = max(self._heard_beat, notice.beat)
            if self.is_down and self._heard_beat == self._sent_beat:
                self.is_down = False
                logger.warning("news of other processes arrive again")
                self._inbox.put_nowait(None)

    async def _handle(self, on_notice: OnNotice, on_gap: AsyncCallback) -> None:
        """Handle notices one after the other. It may take long, while the store hangs, and what goes wrong is
        no fault of the bus: neither keeps it from hearing its own beats."""
        while True:
            notice = await self._inbox.get()
            try:
                await (on_gap() if notice is None else on_notice(notice))
            except Exception as error:
                match = notice.match if notice else "any"
                logger.debug("a notice of match %s could not be handled: %r", match, error)

    def check(self) -> bool:
        """Whether the last beat came back. LOST_BEATS that did not mean that the bus is down."""
        if self._sent_beat - self._heard_beat >= LOST_BEATS:
            self._mark_down(TimeoutError("no answer"))
        return not self.is_late

    async def beat(self) -> None:
        """Publish the next beat, whether or not the bus is down."""
        self._sent_beat += 1
        await self._send(Notice(self.name, "", 0, beat=self._sent_beat))

    async def publish(self, notice: Notice) -> None:
        """Send a notice, unless the bus is down: the log has what the others need."""
        if not self.is_down:
            await self._send(notice)

    async def _send(self, notice: Notice) -> None:
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                await self._backend.publish(encode(notice), [CHANNEL])
        except Exception as error:
            self._mark_down(error)

    def _mark_down(self, error: Exception) -> None:
        if not self.is_down:
            self.is_down = True
            logger.error("news of other processes do not arrive, the store is read instead: %r", error)

    async def stop_listening(self) -> None:
        """Unsubscribe."""
        # Asked until they end: before Python 3.12 `wait_for`, which Redis's client calls, may swallow it.
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=0.1)

    async def close(self) -> None:
        """Close the connection, after the last notice."""
        await self._backend.on_shutdown()
        if self._close is not None:
            await self._close()


def open_bus(url: str) -> Bus:
    """`memory:` or `redis://host:port`. BusUnavailable where none answers."""
    if url == "memory:":
        return Bus(MemoryChannelsBackend())
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis import Redis, RedisError
        from redis.asyncio import Redis as AsyncRedis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError:
        raise BusUnavailable(errno.ENOSYS, "This bus cannot be used: No module named 'redis'.") from None
    try:
        with Redis.from_url(url, socket_timeout=START_SECONDS) as redis:
            redis.ping()
    except (RedisError, ValueError) as error:
        raise BusUnavailable(errno.ECONNREFUSED, f"This bus cannot be used: {error}") from error
    # Again at once, for a connection that was idle too long; otherwise it is we who try again.
    connection = AsyncRedis.from_url(
        url, retry=Retry(NoBackoff(), 1), socket_connect_timeout=PUBLISH_SECONDS, socket_keepalive=True
    )
    backend = RedisChannelsPubSubBackend(redis=connection)
    return Bus(backend, is_shared=True, close=connection.aclose)
