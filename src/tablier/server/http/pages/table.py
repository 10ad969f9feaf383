"""The page of a live table."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from tablier.server.http.auth import RegistryDependency, TokensDependency, guest_person, with_guest_cookie
from tablier.server.http.board_page import table_page
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.responses import match_preview, render


@get("/t/{table:str}", include_in_schema=False)
async def show_table(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, table: FromPath[str]
) -> Response[Any]:
    """The table. The news comes over the WebSocket."""
    person, token = guest_person(request, tokens)
    state = (await registry.find(table)).state
    context = table_page(request_language(request), table, state, is_guest=person.is_guest) | {
        "shared": match_preview(request, table, state)
    }
    return with_guest_cookie(request, render(request, "table.html", context), token)
