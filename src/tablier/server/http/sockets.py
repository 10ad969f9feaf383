"""What all WebSockets share: their limits, and the next message."""

from __future__ import annotations

from typing import Any, cast

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

MESSAGE_RATE, MESSAGE_BURST = 10.0, 40.0
"""Incoming messages: so many a second in the long run, so many at once."""
MAX_THROTTLED = 200
"""Messages over the limit after which the connection is closed."""
CLOSE_REFUSED = 4000
"""Close code of a refused connection, less the HTTP status of the refusal: 4404 for no such table."""

Socket = WebSocket[Any, Any, Any]


async def receive_message(socket: Socket) -> str | bytes:
    """The next message, text or binary; raises WebSocketDisconnect."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    return cast(str | None, event.get("text")) or cast(bytes | None, event.get("bytes")) or ""
