"""What the scripts of the two Workers import: plain functions over text."""

from __future__ import annotations

from typing import Any

from msgspec.json import decode

from tablier.browser.host import Host, Settings, find_visitor
from tablier.browser.pool import ThinkerPool
from tablier.browser.routes import respond

__all__ = ["make_host", "respond"]


async def make_host(
    shelf: Any, settings: str, *, tell: Any, announce: Any, post: Any, restart: Any
) -> tuple[Host, ThinkerPool]:
    """The host of this Worker, started; the functions are the script's."""
    told = decode(settings, type=Settings)
    visitor = await find_visitor(shelf, told.language)
    pool = ThinkerPool(post, restart)
    host = Host(shelf, pool, told, visitor, tell=tell, announce=announce)
    await host.registry.start()
    return host, pool
