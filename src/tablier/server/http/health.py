"""For the supervisor and the load balancer: does the process answer, and can it do its work?"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

from litestar import Response, get
from msgspec import Struct

from tablier.server.http.auth import RegistryDependency
from tablier.server.http.connection import AnyRequest, client_address
from tablier.server.live.registry import TableRegistry

STORE_SECONDS = 3.0
"""Seconds within which the store must answer."""
NO_CACHE = {"cache-control": "no-store"}


class Readiness(Struct, frozen=True):
    """Whether the server can do its work, and what it lacks."""

    ready: bool
    store: str
    """"ok" or "away"."""
    bus: str
    """"ok", or "polling": news of other processes come by way of the store, more slowly."""


@get("/healthz", include_in_schema=False, sync_to_thread=False)
def show_health() -> Response[str]:
    """200 as long as the process answers: a supervisor restarts it otherwise."""
    return Response("ok\n", media_type="text/plain", headers=NO_CACHE)


@get("/readyz", include_in_schema=False)
async def show_readiness(registry: RegistryDependency) -> Response[Readiness]:
    """200 if tables can be played, otherwise 503: a load balancer asks elsewhere."""
    readiness = await find_readiness(registry)
    return Response(readiness, status_code=200 if readiness.ready else 503, headers=NO_CACHE)


async def find_readiness(registry: TableRegistry) -> Readiness:
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await registry.store.due(0.0)
    except Exception:  # whatever the database's driver raises
        has_store = False
    else:
        has_store = True
    return Readiness(has_store, "ok" if has_store else "away", "polling" if registry.bus_is_down else "ok")


def is_local(request: AnyRequest) -> bool:
    """Whether a request comes from this machine, and not by way of a proxy on it."""
    if any(name in request.headers for name in ("x-forwarded-for", "forwarded", "x-real-ip")):
        return False
    try:
        return ipaddress.ip_address(client_address(request)).is_loopback
    except ValueError:
        return False


def text_response(text: bytes) -> Response[Any]:
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8", headers=NO_CACHE)
