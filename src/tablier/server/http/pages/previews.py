"""Preview images of links for sites and messengers (Open Graph), as PNG; the icon of the site."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from tablier.server.http.auth import RegistryDependency
from tablier.server.http.connection import AnyRequest
from tablier.server.http.drawing import PreviewsDependency
from tablier.server.http.facts import drawn_games
from tablier.server.http.pictures import draw_cover, draw_nearest_ply
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import DAY
from tablier.server.http.threads import ThreadsDependency
from tablier.server.tables.create import find_drawn_game
from tablier.web.preview import icon, preview
from tablier.web.rules import page_game


@get("/preview.png", include_in_schema=False, media_type="image/png")
async def preview_home(previews: PreviewsDependency, threads: ThreadsDependency) -> Response[bytes]:
    games = dict.fromkeys(page_game(name).id for name in drawn_games())
    covers = await threads.run(lambda: [draw_cover(game) for game in games])
    return png_response(await previews.draw("", preview, *covers))


@get("/pictures/{game:str}/preview.png", include_in_schema=False, media_type="image/png")
async def preview_game(
    previews: PreviewsDependency, threads: ThreadsDependency, game: FromPath[str]
) -> Response[bytes]:
    name = find_drawn_game(game).id
    return png_response(await previews.draw(name, preview, await threads.run(draw_cover, name)))


@get("/t/{table:str}/preview.png", include_in_schema=False, media_type="image/png")
async def preview_table(
    request: AnyRequest,
    registry: RegistryDependency,
    previews: PreviewsDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    table: FromPath[str],
    at: FromQuery[int] = 0,
) -> Response[bytes]:
    """The position after so many moves, or the nearest one: a link outlives a takeback."""
    match = (await registry.find(table)).state.match.copy()
    picture = await threads.run(draw_nearest_ply, match, at)
    image = await previews.draw(
        picture, preview, picture, admit=lambda: take_quota(request, quotas, "previews")
    )
    return png_response(image)


@get(["/favicon.ico", "/apple-touch-icon.png"], include_in_schema=False, media_type="image/png")
async def show_icon() -> Response[bytes]:
    """The icon for browsers that do not show SVG."""
    return png_response(icon(180))


def png_response(picture: bytes) -> Response[bytes]:
    return Response(picture, media_type="image/png", headers={"cache-control": f"public, max-age={DAY}"})
