"""The collection as static files, from a plain server of files: there is nothing else behind it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.server.harness import Server


class FileSite(Server):
    """A folder of files at an address, for players who otherwise visit a server."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self._address = address

    @property
    def address(self) -> str:
        return self._address


@contextmanager
def serve_files(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """A plain server of files; its address, and the requests that it refused."""
    refused: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_request(self, code: object = "-", size: object = "-") -> None:
            if int(code) >= 400:  # type: ignore[call-overload]  # a number, or an enumeration of numbers
                refused.append(self.path)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", refused
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
