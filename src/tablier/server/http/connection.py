"""Properties of a request or a WebSocket connection: client address, language, length of a message."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

from tablier.server.people.addresses import network_of
from tablier.server.tables.errors import TooBig
from tablier.web.languages import negotiate_language

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

MAX_MESSAGE_BYTES = 4096
MCP_PATH = "/mcp"
"""The most bytes that a WebSocket message or the body of a request may have."""
LANGUAGE_COOKIE = "tablier_language"
"""The cookie that stores the language chosen on the page."""


def request_language(connection: AnyConnection, explicit: str = "") -> str:
    """The language of the response: `explicit`, or that of the cookie, or the best of Accept-Language."""
    chosen = explicit or connection.cookies.get(LANGUAGE_COOKIE, "")
    return negotiate_language(connection.headers.get("accept-language", ""), told=chosen)


def client_address(connection: AnyConnection) -> str:
    """The client's IP address, or its network, see `network_of`; empty if it is unknown."""
    return network_of(connection.client.host) if connection.client else ""


def check_length(message: str | bytes) -> None:
    """Raise TooBig for a message of more than MAX_MESSAGE_BYTES."""
    if len(message) > MAX_MESSAGE_BYTES:
        raise TooBig(most=MAX_MESSAGE_BYTES)


def is_for_programs(path: str) -> bool:
    """Whether a route is for programs: it answers in JSON, and takes no forms."""
    return path.startswith("/api/") or path == MCP_PATH
