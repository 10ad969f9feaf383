"""The shell of the tables in a visitor's own browser: docs/browser.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.headers import create_nonce
from tablier.server.http.responses import render
from tablier.web import VERSION, scripts


class Engine(NamedTuple):
    """What `make wasm` wrote."""

    folder: Path
    version: str
    """Changes with any of its files."""

    @property
    def address(self) -> str:
        return f"/engine/{self.version}"


EngineDependency = NamedDependency[Engine | None]


def find_engine(folder: Path | None) -> Engine | None:
    """The engine in a folder; None if there is none."""
    listed = folder / "files.json" if folder else None
    if folder is None or listed is None or not listed.exists():
        return None
    return Engine(folder, json.loads(listed.read_text())["version"])


@get("/local", include_in_schema=False)
async def show_local(request: AnyRequest, engine: EngineDependency) -> Response[Any]:
    """The shell; its script opens what the query names."""
    if engine is None:
        raise NotFoundException
    settings = {
        "engine": engine.address,
        "static": f"/static/{VERSION}",
        "root": "",
        "language": request_language(request),
        "nonce": create_nonce(request.scope),
    }
    return render(request, "local.html", {"local": settings, "modules": scripts("local.js")})
