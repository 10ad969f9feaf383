"""Responses: rendered pages, pictures, downloads, cookies."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from litestar import Response
from litestar.datastructures import Cookie
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Template
from msgspec import Struct

from tablier.scene import Words, to_text
from tablier.server.http.connection import AnyConnection, AnyRequest, request_language
from tablier.server.http.headers import create_nonce
from tablier.server.messages.headline import write_headline
from tablier.server.messages.lists import name_match
from tablier.server.tables.state import TableState
from tablier.web import VERSION
from tablier.web.languages import translator
from tablier.web.rendering import configure_environment, page_values

DAY, YEAR = 24 * 3600, 365 * 24 * 3600
"""In seconds."""
VARY_HEADERS = {"vary": "accept-language, cookie"}


def configure_templates(engine: JinjaTemplateEngine) -> None:
    """Install gettext and the globals of all templates."""
    configure_environment(engine.engine, static=f"/static/{VERSION}")


def render(request: AnyRequest, template: str, context: dict[str, Any], *, status: int = 200) -> Template:
    """A rendered template in the language of the request."""
    language = request_language(request)
    values = {
        **page_values(language),
        "nonce": create_nonce(request.scope),
        **context,
    }
    return Template(template, context=values, status_code=status, headers=VARY_HEADERS)


class SharePreview(Struct, frozen=True):
    """The Open Graph data of a page. Its addresses are absolute, since other sites use them."""

    title: str
    about: str
    image: str
    address: str
    oembed: str = ""
    """The address of the page's oEmbed description, if it has one."""


def share_preview(
    request: AnyRequest, title: str, about: Words, image: str, *, oembed: str = ""
) -> SharePreview:
    """The Open Graph data of the requested page; `image` and `oembed` are paths on this server."""
    base = str(request.base_url).rstrip("/")
    description = to_text(about, translator(request_language(request)))
    return SharePreview(
        title, description, base + image, base + request.url.path, base + oembed if oembed else ""
    )


def match_preview(request: AnyRequest, table: str, state: TableState) -> SharePreview:
    """What other sites show of a page about a table's match, and where its oEmbed description is."""
    address = f"{str(request.base_url).rstrip('/')}/t/{table}"
    return share_preview(
        request,
        name_match(state, translator(request_language(request))),
        write_headline(state, is_visitor=True)[0],
        f"/t/{table}/preview.png?at={len(state.match.moves)}",
        oembed=f"/oembed?{urlencode({'url': address})}",
    )


def svg_response(picture: str, theme: str, *, seconds: int = DAY) -> Response[bytes]:
    """A picture in the light or dark theme, or in that of the browser; cached for so many seconds."""
    if theme in ("light", "dark"):
        picture = picture.replace("<svg ", f'<svg data-theme="{theme}" ', 1)
    headers = {"cache-control": f"max-age={seconds}"}
    return Response(picture.encode(), media_type="image/svg+xml", headers=headers)


def download(content: str | bytes, name: str, media: str, *, seconds: int | None = None) -> Response[bytes]:
    """What a browser shows, and saves under this name; cached for so many seconds, if told."""
    headers = name_file(name)
    if seconds is not None:
        headers["cache-control"] = f"max-age={seconds}"
    data = content.encode() if isinstance(content, str) else content
    return Response(data, media_type=media, headers=headers)


def name_file(name: str, *, is_attached: bool = False) -> dict[str, str]:
    """The header that names a file: to be shown, or an attachment, which browsers save at once."""
    plain = name.encode("ascii", "ignore").decode()
    shown = "attachment" if is_attached else "inline"
    return {"content-disposition": f"{shown}; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"}


def persistent_cookie(request: AnyConnection, name: str, value: str) -> Cookie:
    """A cookie for a year, which neither scripts nor cross-site requests can use."""
    return Cookie(
        name,
        value=value,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def local_path(address: str) -> str:
    """The address if it is a path on this site, otherwise nothing: against open redirects."""
    is_path = address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()
    return address if is_path else ""
