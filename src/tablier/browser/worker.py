"""What the scripts of the two Workers import: plain functions over text."""

from __future__ import annotations

from typing import Any

from msgspec.json import decode, encode

from tablier.browser.host import Host, Settings, Visitor, new_visitor
from tablier.browser.pool import ThinkerPool
from tablier.browser.routes import respond

__all__ = ["make_host", "respond"]


async def make_host(
    shelf: Any, settings: str, *, tell: Any, announce: Any, post: Any, restart: Any
) -> tuple[Host, ThinkerPool]:
    """The host of this Worker, started; the functions are the script's."""
    told = decode(settings, type=Settings)
    known = await shelf.fact("visitor")
    visitor = decode(known, type=Visitor) if known else new_visitor(told.language)
    if not known:
        await shelf.setFact("visitor", encode(visitor).decode())
    pool = ThinkerPool(post, restart)
    host = Host(shelf, pool, told, visitor, tell=tell, announce=announce)
    await host.registry.start()
    return host, pool
