"""What all WebSockets share: the next message, and a refusal for whatever went wrong with it."""

from __future__ import annotations

import logging
from typing import Any, cast

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from tablier.server.tables.errors import InternalError, Refusal

MESSAGE_RATE, MESSAGE_BURST = 10.0, 40.0
"""Incoming messages: so many a second in the long run, so many at once."""
MAX_THROTTLED = 200
"""Messages over the limit after which the connection is closed."""
CLOSE_REFUSED = 4000
"""Close code of a refused connection, less the HTTP status of the refusal: 4404 for no such table."""

logger = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]


def refusal_of(error: Exception) -> Refusal:
    """The error itself if it is a refusal; otherwise it is logged, and the client gets InternalError."""
    if isinstance(error, Refusal):
        return error
    logger.error("a message could not be handled", exc_info=error)
    return InternalError()


async def receive_message(socket: Socket) -> str | bytes:
    """The next message, text or binary; raises WebSocketDisconnect."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    return cast(str | None, event.get("text")) or cast(bytes | None, event.get("bytes")) or ""
