"""HEAD requests: the headers that GET would have, without the body."""

from __future__ import annotations

from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send


def answer_head(app: ASGIApp) -> ASGIApp:
    """The application, which answers HEAD as GET; routes need not name it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        request = cast(dict[str, Any], scope)  # sockets have no method
        if request.get("method") != "HEAD":
            await app(scope, receive, send)
            return

        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        request["method"] = "GET"
        await app(scope, receive, send_headers)

    return answer
