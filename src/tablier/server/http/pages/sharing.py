"""Pictures to share: positions as PNG, animated games, the share page, embedded games, oEmbed."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Response, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery
from markupsafe import escape

from tablier.match import Match
from tablier.record_line import Rounds
from tablier.scene import Phrase, say, to_text
from tablier.server.http.auth import RegistryDependency
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.drawing import AnimationsDependency, PreviewsDependency
from tablier.server.http.parameters import OptionalPly
from tablier.server.http.pictures import POSITION_SECONDS, draw_ply
from tablier.server.http.quotas import QuotasDependency, take_quota
from tablier.server.http.responses import download, match_preview, render
from tablier.server.http.threads import ThreadsDependency
from tablier.server.messages.headline import write_headline
from tablier.server.messages.lists import name_match
from tablier.server.messages.records import file_name
from tablier.server.tables.errors import NoSuchTable
from tablier.server.tables.state import TableState
from tablier.web.languages import translator
from tablier.web.preview import animate, position_png

MAX_FRAMES = 61
"""The most positions of an animation; of a longer game it shows every second, third and so on."""
EMBED_WIDTH, EMBED_HEIGHT = 480, 560
"""Pixels of an embedded game, unless the page that embeds it has less room."""
MIN_EMBED = 240
EMBED_HEADERS = {"content-security-policy": "frame-ancestors *"}
"""Any site may embed the page: it has no cookie, and nothing on it changes anything."""


@get("/t/{table:str}/picture.png", include_in_schema=False, media_type="image/png")
async def show_position_png(
    request: AnyRequest,
    registry: RegistryDependency,
    previews: PreviewsDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    table: FromPath[str],
    at: OptionalPly = None,
) -> Response[bytes]:
    """A position as PNG, to be saved; the present one unless told."""
    state = (await registry.find(table)).state
    at = nearest_ply(state.match, at)
    picture = await threads.run(draw_ply, state.match.copy(), at)
    drawn = await previews.draw(
        ("png", picture), position_png, picture, admit=lambda: take_quota(request, quotas, "pictures")
    )
    return download(drawn, file_name(state, ".png", at), "image/png", seconds=POSITION_SECONDS)


@get("/t/{table:str}/game.gif", include_in_schema=False, media_type="image/gif")
async def show_animation(
    request: AnyRequest,
    registry: RegistryDependency,
    animations: AnimationsDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    table: FromPath[str],
) -> Response[bytes]:
    """The game so far as an animated GIF."""
    state = (await registry.find(table)).state
    match = state.match.copy()
    key = (table, tuple(match.moves))
    frames = await threads.run(draw_frames, match)
    drawn = await animations.draw(
        key, animate, frames, admit=lambda: take_quota(request, quotas, "animations")
    )
    return download(drawn, file_name(state, ".gif"), "image/gif", seconds=POSITION_SECONDS)


@get("/t/{table:str}/share", include_in_schema=False)
async def show_sharing(
    request: AnyRequest, registry: RegistryDependency, table: FromPath[str], at: OptionalPly = None
) -> Response[Any]:
    """The page that offers the pictures of a game, its record, and the code that embeds it."""
    state = (await registry.find(table)).state
    at = nearest_ply(state.match, at)
    base = str(request.base_url).rstrip("/")
    _, shown = describe_plies(state, request_language(request))[at]
    context = sharing_context(request, table, state) | {
        "at": at,
        "shown": shown,
        "address": f"{base}/t/{table}",
        "code": embed_code(request, table, state, EMBED_WIDTH, EMBED_HEIGHT),
    }
    return render(request, "share.html", context)


@get("/embed/{table:str}", include_in_schema=False)
async def show_embedded(
    request: AnyRequest, registry: RegistryDependency, table: FromPath[str], at: OptionalPly = None
) -> Response[Any]:
    """A game to step through, as a page for an iframe of any site."""
    state = (await registry.find(table)).state
    language = request_language(request)
    context = sharing_context(request, table, state) | {
        "at": nearest_ply(state.match, at),
        "steps": describe_plies(state, language),
        "headline": to_text(write_headline(state)[0], translator(language)),
    }
    page = render(request, "embed.html", context)
    page.headers.update(EMBED_HEADERS)
    return page


@get("/oembed", include_in_schema=False)
async def describe_embed(
    request: AnyRequest,
    registry: RegistryDependency,
    url: FromQuery[str],
    maxwidth: FromQuery[int] = EMBED_WIDTH,
    maxheight: FromQuery[int] = EMBED_HEIGHT,
    format: FromQuery[str] = "json",  # noqa: A002 -- the name in the oEmbed specification
) -> dict[str, Any]:
    """The oEmbed description of a table's page (https://oembed.com), as JSON."""
    if format != "json":
        raise HTTPException("Not Implemented", status_code=501)  # as the specification asks
    parts = urlsplit(url).path.strip("/").split("/")
    if len(parts) < 2 or parts[0] not in ("t", "embed"):
        raise NoSuchTable(table=url[:40])
    table = parts[1]
    state = (await registry.find(table)).state
    base = str(request.base_url).rstrip("/")
    width, height = (
        max(MIN_EMBED, min(asked, own)) for asked, own in ((maxwidth, EMBED_WIDTH), (maxheight, EMBED_HEIGHT))
    )
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Tablier",
        "provider_url": f"{base}/",
        "title": name_match(state, translator(request_language(request))),
        "html": embed_code(request, table, state, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": f"{base}/t/{table}/preview.png?at={len(state.match.moves)}",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }


def nearest_ply(match: Match, at: int | None) -> int:
    """The number of moves that was asked for, or the nearest there is; by default all of them."""
    return len(match.moves) if at is None else min(max(at, 0), len(match.moves))


def describe_plies(state: TableState, language: str) -> list[tuple[str, str]]:
    """Every position of a match: its last move, short and as a description of its picture. Moves are counted
    as the list at the table counts them."""
    translate = translator(language)
    rounds = Rounds(len(state.seats))
    described = [("", to_text(say("The position at the start"), translate))]
    for seat, text in zip(state.movers, state.move_texts, strict=True):
        rounds.add(seat)
        title = Phrase(state.match.game.seats[seat])
        move = say("move {number}: {seat} {move}", number=rounds.number, seat=title, move=text)
        after = say("The position after {move}", move=move)
        described.append((to_text(move, translate), to_text(after, translate)))
    return described


def frame_plies(moves: int) -> list[int]:
    """The positions of an animation: all of them, or evenly chosen ones with the first and the last.

    >>> frame_plies(3), len(frame_plies(200)), frame_plies(200)[-1]
    ([0, 1, 2, 3], 61, 200)
    """
    shown = min(moves + 1, MAX_FRAMES)
    return [round(moves * frame / max(shown - 1, 1)) for frame in range(shown)]


def draw_frames(match: Match) -> list[str]:
    """The positions of an animation."""
    return [draw_ply(match, at) for at in frame_plies(len(match.moves))]


def sharing_context(request: AnyRequest, table: str, state: TableState) -> dict[str, Any]:
    """The context that the share page and the embedded page have in common."""
    shared = match_preview(request, table, state)
    return {
        "table": table,
        "game": state.match.game,
        "title": shared.title,
        "plies": len(state.match.moves),
        "is_over": state.status == "over",
        "shared": shared,
    }


def embed_code(request: AnyRequest, table: str, state: TableState, width: int, height: int) -> str:
    """The HTML that embeds a game."""
    base = str(request.base_url).rstrip("/")
    title = name_match(state, translator(request_language(request)))
    return (
        f'<iframe src="{base}/embed/{table}" width="{width}" height="{height}" '
        f'title="{escape(title)}" style="border:0" loading="lazy"></iframe>'
    )


SHARING_PAGES = (show_position_png, show_animation, show_sharing, show_embedded, describe_embed)
