"""The page of a live table."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from tablier.server.http.auth import RegistryDependency, TokensDependency, guest_person, with_guest_cookie
from tablier.server.http.board_page import table_page
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.responses import render, share_preview
from tablier.server.messages.headline import write_headline
from tablier.server.messages.lists import player_names
from tablier.web.languages import translator


@get("/t/{table:str}", include_in_schema=False)
async def show_table(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, table: FromPath[str]
) -> Response[Any]:
    """The table. The news comes over the WebSocket."""
    person, token = guest_person(request, tokens)
    state = (await registry.find(table)).state
    language = request_language(request)
    translate = translator(language)
    context = table_page(language, table, state, is_guest=person.is_guest) | {
        "shared": share_preview(
            request,
            f"{translate(state.match.game.title)}: {', '.join(player_names(state, translate))}",
            write_headline(state, is_visitor=True)[0],
            f"/t/{table}/preview.png?at={len(state.match.moves)}",
        ),
    }
    return with_guest_cookie(request, render(request, "table.html", context), token)
