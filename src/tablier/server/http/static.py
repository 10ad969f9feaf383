"""The scripts, the stylesheet and the icons of the pages, from memory: each is read and compressed once."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from tablier.server.http.connection import AnyRequest
from tablier.server.http.responses import YEAR

CACHE_FOREVER = CacheControlHeader(public=True, max_age=YEAR, immutable=True)
"""Of files whose address changes with them."""
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SMALLEST = 500
"""Bytes from which compressing saves more than its header costs."""


class StaticFile(NamedTuple):
    media_type: str
    content: bytes
    compressed: bytes | None
    """By gzip; None for a small file."""


def serve_folder(address: str, folder: Path) -> HTTPRouteHandler:
    """The route of a folder's files, of the kinds above; they must not change while the server runs."""
    names = frozenset(each.name for each in folder.iterdir() if each.is_file())

    @cache
    def read(name: str) -> StaticFile:
        content = (folder / name).read_bytes()
        compressed = gzip.compress(content, mtime=0) if len(content) >= SMALLEST else None
        return StaticFile(MEDIA_TYPES[Path(name).suffix], content, compressed)

    @get(
        f"{address}/{{name:str}}",
        cache_control=CACHE_FOREVER,
        include_in_schema=False,
        sync_to_thread=False,
    )
    def show_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
        if name not in names:
            raise NotFoundException
        file = read(name)
        if file.compressed is None:
            return Response(file.content, media_type=file.media_type)
        headers = {"vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.content, media_type=file.media_type, headers=headers)
        return Response(
            file.compressed, media_type=file.media_type, headers={**headers, "content-encoding": "gzip"}
        )

    return show_file
