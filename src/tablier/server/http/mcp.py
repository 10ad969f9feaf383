"""The Model Context Protocol at /mcp, by Streamable HTTP: the tools of `tablier mcp`, for the account of a
token.

A tool asks the API of this server inside the process, with the headers of the request that called it: the
same scopes, quotas and limits of requests hold as for any other program. There are no sessions, so that any
of several processes may answer any request.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, cast

from litestar import Litestar
from litestar.connection import Request
from litestar.exceptions import MethodNotAllowedException
from litestar.handlers import asgi
from litestar.types import Message, Receive, Scope, Send

from tablier.adapters.mcp import make_server
from tablier.adapters.tables import ServerTables, Tables
from tablier.server.http.auth import require_person
from tablier.server.http.connection import MCP_PATH, AnyRequest
from tablier.server.tables.errors import NotIdentified

MAX_BODY_BYTES = 1 << 16
REVIEW_SECONDS = 40.0
"""A proxy gives a request up after a minute."""
PASSED_ON = (b"authorization", b"accept-language", b"host")
"""Headers of a request that those of its tools have as well."""

_calling: ContextVar[Scope] = ContextVar("calling")
"""The request whose tool is running."""


class AppApi:
    """The API of an application in this process, asked on behalf of a request to it."""

    def __init__(self, app: Litestar, calling: Scope) -> None:
        self._app = app
        self._calling = calling

    async def __call__(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        """The status and the body of an answer; POST with a body."""
        status, parts = 0, []
        received = iter([{"type": "http.request", "body": body or b"", "more_body": False}])

        async def receive() -> Any:
            return next(received, {"type": "http.disconnect"})

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                parts.append(message["body"])

        await self._app(self._scope(path, body), receive, send)
        return status, b"".join(parts)

    def _scope(self, path: str, body: bytes | None) -> Scope:
        own = cast(dict[str, Any], self._calling)
        headers = [(name, value) for name, value in own["headers"] if name in PASSED_ON]
        made = {key: own[key] for key in ("asgi", "client", "http_version", "scheme", "server")}
        made |= {
            "type": "http",
            "method": "GET" if body is None else "POST",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [*headers, (b"accept", b"application/json"), (b"content-type", b"application/json")],
        }
        return cast(Scope, made)


def create_endpoint() -> tuple[Any, Callable[[Litestar], Any]]:
    """The route, and what runs as long as the application does; MissingExtra without the SDK."""
    server = make_server(find_tables)
    server.streamable_http_app(  # makes the session manager; its Starlette application is not used
        stateless_http=True, json_response=True, host="", max_request_body_size=MAX_BODY_BYTES
    )
    manager = server.session_manager

    @asgi(MCP_PATH, copy_scope=True)
    async def answer_mcp(scope: Scope, receive: Receive, send: Send) -> None:
        check_request(Request(scope))
        _calling.set(scope)
        await manager.handle_request(cast(Any, scope), cast(Any, receive), cast(Any, send))

    @asynccontextmanager
    async def at_work(_app: Litestar) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return answer_mcp, at_work


def check_request(request: AnyRequest) -> None:
    """Raise NotIdentified for a request without a token in its header: a cookie is sent by any page. There is
    nothing to listen to, and no session to end."""
    if not request.headers.get("authorization", "").lower().startswith("bearer "):
        raise NotIdentified
    require_person(request)
    if request.method != "POST":
        raise MethodNotAllowedException(headers={"allow": "POST"})


def find_tables() -> Tables:
    """Tables at this server, as the account of the request that calls a tool."""
    scope = _calling.get()
    return ServerTables(AppApi(scope["litestar_app"], scope), review_seconds=REVIEW_SECONDS)
