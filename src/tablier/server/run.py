"""Running the server: data folder, listening socket, log, uvicorn."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from gettext import gettext
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from msgspec.structs import replace
from platformdirs import user_data_path

from tablier.posix import raise_open_files
from tablier.server.configuration import Configuration
from tablier.server.logs import configure_logs
from tablier.server.people.limits import Limits
from tablier.server.store.folder import lock_folder, open_folder
from tablier.server.tables.bots import offer_engines, read_engines

if TYPE_CHECKING:
    from tablier.server.metrics import Metrics

PORT = 8000
PORTS_TRIED = 20
"""The number of ports that are tried, from PORT on."""
TICKS = 10
"""uvicorn's ticks in a second."""
MAX_FRAME_BYTES = 1 << 16
"""A longer WebSocket message closes the connection. One over MAX_MESSAGE_BYTES alone is refused."""


SPARE_FILES = 256
"""Files that the store, the bus and the process itself may have open beside the connections."""


class PortTaken(OSError):  # noqa: N818 -- shown to the operator, as one sentence
    """Another process listens on this port."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    *,
    store: str | None = None,
    bus: str = "memory:",
    say: Callable[[str], object] = print,
    **settings: Any,
) -> None:
    """Run until interrupted. Without `port`: PORT, or the next free one.

    `store` and `bus` are the URLs of a database and of a message bus, instead of a folder and one process.
    The other settings are those of `Configuration`.
    """
    run(Configuration(host=host, port=port, data=data, store=store or "", bus=bus, **settings), say=say)


def run(configuration: Configuration, *, say: Callable[[str], object] = print) -> None:
    """Run a server with these settings until interrupted."""
    # Imported here because it takes a second, and the command line imports this module for its help.
    from tablier.server.app import Settings, create_app
    from tablier.server.http.protocol import create_protocol
    from tablier.server.live.compute import open_compute
    from tablier.server.messages.announcement import STOPPING, Announcement

    offer_engines(read_engines(configuration.engines))
    limits = fit_connections(configuration.limits)
    with ExitStack() as stack:
        listener = stack.enter_context(open_socket(configuration.host, configuration.port))
        store = open_store(configuration, stack)
        log = configure_logs(format=configuration.log_format, level=configuration.log_level)
        bound_port = listener.getsockname()[1]
        if configuration.port is None and bound_port != PORT:
            say(gettext("Port {taken} is taken; using {port}.").format(taken=PORT, port=bound_port))
        app = create_app(
            Settings(
                store=store,
                bus=configuration.bus,
                limits=limits,
                mcp=configuration.mcp,
                security_contact=configuration.security_contact,
                private_reminders=configuration.private_reminders,
                engine=configuration.engine,
                pool=open_compute(configuration.compute, seconds=configuration.thinking.seconds),
                ceiling=configuration.thinking,
            )
        )
        if configuration.metrics_port is not None:
            serve_metrics(configuration.metrics_host, configuration.metrics_port, app.state.metrics, stack)
        server = Server(
            uvicorn.Config(
                app,
                # Anybody could send these headers, and be another address with each request.
                proxy_headers=bool(limits.trusted_proxies),
                forwarded_allow_ips=list(limits.trusted_proxies),
                http=create_protocol(limits),
                timeout_keep_alive=int(limits.idle_seconds),
                ws="websockets-sansio",
                ws_max_size=MAX_FRAME_BYTES,
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=3,
            ),
            grace=configuration.grace,
            tick=log.write_counts,
            warn=partial(app.state.registry.announce_to_all, Announcement(STOPPING)),
        )
        host = configuration.host
        address = f"http://{f'[{host}]' if ':' in host else host}:{bound_port}"
        say(gettext("Tablier is at {address} (Ctrl-C ends it)").format(address=address))
        with suppress(KeyboardInterrupt):  # uvicorn has shut down, and raises it again
            server.run(sockets=[listener])


def fit_connections(limits: Limits) -> Limits:
    """The limits, with no more connections than this process may have files open; it asks for as many."""
    allowed = raise_open_files(limits.connections + SPARE_FILES)
    if allowed is None:
        return limits
    return replace(limits, connections=min(limits.connections, allowed - SPARE_FILES))


class Server(uvicorn.Server):
    """uvicorn's server, which warns everybody before a planned stop: SIGTERM, then some seconds of grace.

    `tick` is called once a second.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        *,
        grace: float,
        tick: Callable[[], object],
        warn: Callable[[], object],
    ) -> None:
        super().__init__(config)
        self._tick = tick
        self._grace = grace
        self._warn = warn
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self._tick()
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        grace, self._grace = self._grace, 0.0  # a second signal does not wait
        if sig != signal.SIGTERM or not grace or self._loop is None:
            super().handle_exit(sig, frame)
            return
        stop = partial(super().handle_exit, sig, frame)
        self._loop.call_soon_threadsafe(self._warn)
        self._loop.call_soon_threadsafe(lambda loop: loop.call_later(grace, stop), self._loop)


def serve_metrics(host: str, port: int, metrics: Metrics, stack: ExitStack) -> None:
    """Serve /metrics on a port of its own until the stack is closed; raises PortTaken."""
    from prometheus_client import start_http_server

    try:
        listener, _ = start_http_server(port, host, registry=metrics.collectors)
    except OSError as error:
        sentence = gettext("The port {port} for metrics cannot be used: {problem}.")
        raise PortTaken(error.errno, sentence.format(port=port, problem=error.strerror)) from None
    stack.callback(listener.server_close)
    stack.callback(listener.shutdown)


def default_folder() -> Path:
    """The data folder where none is named."""
    return user_data_path("tablier", appauthor=False)


def open_store(configuration: Configuration, stack: ExitStack) -> str:
    """The URL of the store; a data folder is locked until the stack is closed."""
    from tablier.server.store.diagnosis import database_file  # imports SQLAlchemy, which takes a moment

    url = configuration.store or open_folder(configuration.data or default_folder())
    path = database_file(url)
    if path is not None and path.parent.is_dir():
        stack.enter_context(lock_folder(path.parent, shared=configuration.bus != "memory:"))
    return url


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens on `port`, or on the first free one from PORT on; raises PortTaken."""
    ports = [port] if port is not None else range(PORT, PORT + PORTS_TRIED)
    for number in ports:
        try:
            return bind(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    if port is not None:
        sentence = gettext("Port {port} is in use: choose another one.").format(port=port)
    else:
        sentence = gettext("The ports from {first} to {last} are in use: choose another one.")
        sentence = sentence.format(first=PORT, last=PORT + PORTS_TRIED - 1)
    raise PortTaken(errno.EADDRINUSE, sentence)


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens on this port; raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle's algorithm off (TCP_NODELAY) only for sockets that name their protocol. With it the
    # body of an answer, and every second message over a socket, waits 40 ms for an acknowledgement.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen()  # another process may have bound it too, and only one can listen
    except OSError:
        bound.close()
        raise
    return bound
