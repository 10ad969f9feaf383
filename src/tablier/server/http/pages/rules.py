"""The rule pages and their figures."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablier.scene import say
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.responses import render, share_preview, svg_response
from tablier.server.tables.create import find_drawn_game
from tablier.web.languages import translator
from tablier.web.rules import figure as draw_figure
from tablier.web.rules import rule_page


@get("/rules/{game:str}", include_in_schema=False)
async def show_rules(
    request: AnyRequest, game: FromPath[str], bare: FromQuery[bool] = False
) -> Response[Any]:
    """The rules of a game and its variants; `bare`, without the bar, for the drawer beside a board."""
    page = rule_page(find_drawn_game(game).id, request_language(request))
    if not page.html:
        raise NotFoundException
    if page.game.id != game:
        return Redirect(f"/rules/{page.game.id}{'?bare=true' if bare else ''}#{game}")
    translate = translator(request_language(request))
    title = translate(page.game.title)
    about = (
        say(
            "The rules of {game} by {author} ({year}), with figures.",
            game=title,
            author=page.game.author,
            year=page.game.year,
        )
        if page.game.author and page.game.year
        else say("The rules of {game}.", game=title)
    )
    context = {
        "game": page.game,
        "html": page.html,
        "bare": bare,
        "shared": share_preview(request, title, about, f"/pictures/{page.game.id}/preview.png"),
    }
    return render(request, "rules.html", context)


@get("/rules/{game:str}/{figure:str}", include_in_schema=False, media_type="image/svg+xml")
async def show_figure(
    game: FromPath[str], figure: FromPath[str], theme: FromQuery[str] = ""
) -> Response[bytes]:
    """A figure of a rule page."""
    try:
        drawn = draw_figure(find_drawn_game(game).id, figure.removesuffix(".svg"))
    except KeyError:
        raise NotFoundException from None
    return svg_response(drawn, theme)
