"""Files that never change under their address: those of the pages, and the engine for browsers.

They are sent from memory; each is read and compressed once, not for every visitor.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from tablier.server.http.connection import AnyRequest
from tablier.server.http.responses import YEAR

CACHE_FOREVER = CacheControlHeader(public=True, max_age=YEAR, immutable=True)
MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
"""By suffix, of what can be compressed; other files are sent as they are."""
SMALLEST = 500
"""Bytes from which compressing saves more than its header costs."""
PIECE = 1 << 18
"""Bytes that are sent at once: of a large file no slow connection keeps more in memory."""


class StaticFile(NamedTuple):
    media_type: str
    content: bytes
    compressed: bytes | None
    """By gzip; None for a small file, or one that was compressed before."""


def serve_folder(address: str, folder: Path) -> HTTPRouteHandler:
    """The route of a folder's files; they must not change while the server runs."""
    sizes = {each.name: each.stat().st_size for each in folder.iterdir() if each.is_file()}

    @cache
    def read(name: str) -> StaticFile:
        content = (folder / name).read_bytes()
        media_type = MEDIA_TYPES.get(Path(name).suffix)
        if media_type is None or len(content) < SMALLEST:
            return StaticFile(media_type or "application/octet-stream", content, None)
        return StaticFile(media_type, content, gzip.compress(content, mtime=0))

    @get(f"{address}/{{name:str}}", cache_control=CACHE_FOREVER, include_in_schema=False)
    async def show_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes] | Stream:
        if name not in sizes:
            raise NotFoundException
        file = await asyncio.to_thread(read, name) if sizes[name] > PIECE else read(name)
        headers = {}
        content = file.content
        if file.compressed is not None:
            headers["vary"] = "Accept-Encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                headers["content-encoding"] = "gzip"
                content = file.compressed
        if len(content) <= PIECE:
            return Response(content, media_type=file.media_type, headers=headers)
        headers["content-length"] = str(len(content))
        return Stream(_cut(content), media_type=file.media_type, headers=headers)

    return show_file


async def _cut(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), PIECE):
        yield content[start : start + PIECE]
