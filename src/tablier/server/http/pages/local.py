"""The shell of the tables in a visitor's own browser: docs/browser.md."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException

from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.engine import EngineDependency
from tablier.server.http.headers import create_nonce
from tablier.server.http.responses import render
from tablier.web import VERSION, scripts


@get("/local", include_in_schema=False)
async def show_local(request: AnyRequest, engine: EngineDependency) -> Response[Any]:
    """The shell; its script opens what the query names."""
    if engine is None:
        raise NotFoundException
    settings = {
        "engine": engine.address,
        "static": f"/static/{VERSION}",
        "root": "",
        "release": engine.release,
        "language": request_language(request),
        "nonce": create_nonce(request.scope),
    }
    return render(request, "local.html", {"local": settings, "modules": scripts("local.js")})
