"""Pictures of boards as SVG: the cover of a game, a position of a table."""

from __future__ import annotations

import io

import segno
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from tablier.server.http.auth import RegistryDependency
from tablier.server.http.connection import AnyRequest
from tablier.server.http.pictures import POSITION_SECONDS, draw_cover, draw_nearest_ply
from tablier.server.http.responses import svg_response
from tablier.server.http.threads import ThreadsDependency
from tablier.server.tables.create import find_drawn_game


@get("/pictures/{game:str}", include_in_schema=False, media_type="image/svg+xml")
async def show_picture(
    threads: ThreadsDependency, game: FromPath[str], theme: FromQuery[str] = ""
) -> Response[bytes]:
    """The cover of a game."""
    return svg_response(await threads.run(draw_cover, find_drawn_game(game).id), theme)


@get("/t/{table:str}/picture.svg", include_in_schema=False, media_type="image/svg+xml")
async def show_position(
    registry: RegistryDependency,
    threads: ThreadsDependency,
    table: FromPath[str],
    at: FromQuery[int] = 0,
    theme: FromQuery[str] = "",
) -> Response[bytes]:
    """The position of a table after so many moves, as lists show it."""
    match = (await registry.find(table)).state.match.copy()
    return svg_response(await threads.run(draw_nearest_ply, match, at), theme, seconds=POSITION_SECONDS)


@get("/t/{table:str}/qr.svg", include_in_schema=False, media_type="image/svg+xml")
async def show_code(
    request: AnyRequest, registry: RegistryDependency, table: FromPath[str]
) -> Response[bytes]:
    """The QR code of a table's link."""
    await registry.find(table)
    drawn = io.BytesIO()
    address = f"{str(request.base_url).rstrip('/')}/t/{table}"
    segno.make(address, micro=False).save(drawn, kind="svg", scale=4, border=3, light="white", xmldecl=False)
    return svg_response(drawn.getvalue().decode(), "")
