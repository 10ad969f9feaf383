"""Requests of the server to URLs that people name: to public addresses only, without redirects, bounded.

The name is resolved once and the connection made to what was checked, so that a name which changes its
address meanwhile gains nothing.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

MAX_URL_LENGTH = 1000
SECONDS = 10.0
"""Within which a request must be answered."""
PORTS = {"https": 443, "http": 80}


class BadTarget(ValueError):  # noqa: N818 -- a fact about a URL that somebody named
    """A URL to which this server sends nothing."""


class NoAnswer(Exception):  # noqa: N818 -- a fact about another server
    """The other server could not be reached, or gave no answer in time."""


class Outbound(NamedTuple):
    """Sends requests; with `is_private` also to private networks and without encryption."""

    is_private: bool = False

    def check(self, url: str) -> SplitResult:
        """The parts of a URL; raises BadTarget unless requests are sent to such a one."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise BadTarget from None
        schemes = PORTS if self.is_private else {"https"}
        is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= MAX_URL_LENGTH
        if parts.scheme not in schemes or not parts.hostname or parts.username is not None or port == 0:
            raise BadTarget
        if not is_plain:
            raise BadTarget
        try:
            address = ip_address(parts.hostname)
        except ValueError:
            return parts  # a name is resolved when something is sent
        if not self._is_allowed(address):
            raise BadTarget
        return parts

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post to a URL; gives the status. Raises BadTarget or NoAnswer. What it answers is not read."""
        parts = self.check(url)
        port = parts.port or PORTS[parts.scheme]
        try:
            async with asyncio.timeout(SECONDS):
                address = await self._resolve(parts.hostname or "", port)
                return await _exchange(parts, address, port, body, headers)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
            raise error if isinstance(error, BadTarget) else NoAnswer from None
        except asyncio.LimitOverrunError:
            raise NoAnswer from None

    async def _resolve(self, host: str, port: int) -> str:
        """An address of a host; raises BadTarget if one of its addresses is not allowed."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=1)  # SOCK_STREAM
        addresses = [str(address[0]) for *_, address in found]
        if not all(self._is_allowed(ip_address(each.partition("%")[0])) for each in addresses):
            raise BadTarget
        return addresses[0]

    def _is_allowed(self, address: IPv4Address | IPv6Address) -> bool:
        inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
        return self.is_private or ((inner or address).is_global and not (inner or address).is_multicast)


async def _exchange(
    parts: SplitResult, address: str, port: int, body: bytes, headers: Mapping[str, str]
) -> int:
    """Send a request and read the status line of the answer; raises OSError or ValueError."""
    context = ssl.create_default_context() if parts.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        address, port, ssl=context, server_hostname=parts.hostname if context else None
    )
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        named = {
            "host": parts.netloc, "content-length": str(len(body)), "connection": "close", **headers
        }  # fmt: skip
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body)
        await writer.drain()
        protocol, status, *_ = (await reader.readuntil(b"\r\n")).split(maxsplit=2)
        if not protocol.startswith(b"HTTP/1."):
            raise ValueError("not HTTP")
        return int(status)
    finally:
        writer.close()
