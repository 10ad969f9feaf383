"""The HTTP protocol of uvicorn, with bounds: connections in all and of one address, seconds of a request.

Connections that send half a request, byte by byte, or nothing, would otherwise stay open for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from tablier.server.people.addresses import is_shared, network_of
from tablier.server.people.limits import Limits


class BoundedProtocol(H11Protocol):
    """One connection. `create_protocol` makes the class whose connections are counted together."""

    limits: Limits
    opened: Counter[str]
    """The open connections by address; WebSockets are counted by the application."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._counted: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_receiving = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = network_of(self.client[0]) if self.client else ""
        limits = self.limits
        is_full = len(self.connections) > limits.connections  # with this one, and with WebSockets
        if is_full or (self.opened[address] >= limits.address_connections and not self._is_exempt(address)):
            transport.abort()
            return
        self._counted = address
        self.opened[address] += 1
        self._set_timer(limits.idle_seconds)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = self.cycle
        is_whole = cycle is not None and not cycle.response_complete and not cycle.more_body
        if is_whole or self.transport.get_protocol() is not self:
            self._is_receiving = False
            self._set_timer(None)
        elif not self._is_receiving:
            self._is_receiving = True
            self._set_timer(self.limits.request_seconds)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._is_receiving = False
        if self.cycle is None or self.cycle.response_complete:  # otherwise the next one came with it
            self._set_timer(self.limits.idle_seconds)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._forget()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _is_exempt(self, address: str) -> bool:
        """Whether many may come from an address: this machine, or a trusted proxy."""
        if is_shared(address):
            return True
        try:
            own = ip_address(address)
            return any(own in ip_network(each, strict=False) for each in self.limits.trusted_proxies)
        except ValueError:
            return False

    def _set_timer(self, seconds: float | None) -> None:
        """Close the connection after so many seconds; never without any."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and self._counted is not None:
            self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _forget(self) -> None:
        self._set_timer(None)
        if self._counted is not None:
            self.opened[self._counted] -= 1
            if not self.opened[self._counted]:
                del self.opened[self._counted]
            self._counted = None


def create_protocol(limits: Limits) -> type[BoundedProtocol]:
    """The protocol of one server."""
    return type("ServerProtocol", (BoundedProtocol,), {"limits": limits, "opened": Counter()})
