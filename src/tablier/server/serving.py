"""Starting the server: the place for its data, a port to listen on, and a clean end."""

from __future__ import annotations

import errno
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

PORT = 8000
NEXT = 20
"""How many ports are tried from the usual one on."""
LARGEST_FRAME = 1 << 16
"""Bytes of a WebSocket message that are read at all; a shorter one that is still too long is answered."""


class PortTaken(OSError):  # noqa: N818 -- a fact to be told, as the refusals are
    """Somebody else listens there."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    *,
    store: str | None = None,
    bus: str = "memory:",
    say: Callable[[str], object] = print,
) -> None:
    """Run until interrupted. Without a port: the usual one, or the next that is free.

    `store` and `bus` are URLs for those who outgrow a folder and a process.
    """
    from tablier.server.app import Settings, create_app  # a wrong port is said before the rest is loaded

    with listen(host, port) as listening:
        if store is None:
            data = data or user_data_path("tablier", appauthor=False)
            data.mkdir(parents=True, exist_ok=True)
            store = f"sqlite:///{data / 'tablier.sqlite'}"
        found = listening.getsockname()[1]
        if port is None and found != PORT:
            say(f"Port {PORT} is taken; using {found}.")
        logging.basicConfig(
            level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
        )
        shown = f"[{host}]" if ":" in host else host
        server = uvicorn.Server(
            uvicorn.Config(
                create_app(Settings(store=store, bus=bus)),
                ws="websockets-sansio",
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=3,
            )
        )
        say(f"Tablier is at http://{shown}:{found} (Ctrl-C ends it)")
        with suppress(KeyboardInterrupt):  # it has stopped cleanly already
            server.run(sockets=[listening])


def listen(host: str, port: int | None) -> socket.socket:
    """A socket bound to the port, or to the first free one from the usual on."""
    wanted = [port] if port is not None else range(PORT, PORT + NEXT)
    for number in wanted:
        try:
            return bind(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    which = str(port) if port is not None else f"{PORT} to {PORT + NEXT - 1}"
    raise PortTaken(errno.EADDRINUSE, f"Somebody else listens on port {which} already; choose another port.")


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen()  # only now it is ours
    except OSError:
        bound.close()
        raise
    return bound
