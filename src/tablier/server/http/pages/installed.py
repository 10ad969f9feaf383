"""What a browser needs to install the site as an app, and to keep it for use without a network."""

from __future__ import annotations

import re
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct
from msgspec.json import encode

from tablier.scene import to_text
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.engine import EngineDependency
from tablier.server.http.facts import drawn_games, offline_home
from tablier.server.http.responses import DAY, VARY_HEADERS, render
from tablier.web import STATIC, VERSION
from tablier.web.languages import LANGUAGES, translator
from tablier.web.preview import ACCENT, PAPER, icon, maskable_icon, monochrome_icon
from tablier.web.rendering import ABOUT
from tablier.web.rules import page_game, rule_page

ICONS = {
    "192.png": lambda: icon(192),
    "512.png": lambda: icon(512),
    "maskable.png": lambda: maskable_icon(512),
    "badge.png": lambda: monochrome_icon(96),
}


@get("/manifest/{language:str}", include_in_schema=False, media_type="application/manifest+json")
async def show_manifest(language: FromPath[str]) -> Response[bytes]:
    """The manifest in a language: browsers ask for it without cookies."""
    language = language.removesuffix(".webmanifest")
    if language not in LANGUAGES:
        raise NotFoundException
    manifest = write_manifest(language)
    headers = {"cache-control": f"public, max-age={DAY}"}
    return Response(encode(manifest), media_type="application/manifest+json", headers=headers)


def write_manifest(language: str) -> dict[str, Any]:
    """The facts about the app; addresses are those of this server."""
    translate = translator(language)
    return {
        "id": "/",
        "name": "Tablier",
        "short_name": "Tablier",
        "description": to_text(ABOUT, translate),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "categories": ["games"],
        "icons": [
            {"src": "/icons/192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/icons/512.png", "sizes": "512x512", "type": "image/png"},
            {"src": "/icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "shortcuts": [{"name": translate("My games"), "url": "/me"}],
    }


@get("/icons/{name:str}", include_in_schema=False, media_type="image/png")
async def show_app_icon(name: FromPath[str]) -> Response[bytes]:
    """An icon of the app."""
    if name not in ICONS:
        raise NotFoundException
    headers = {"cache-control": f"public, max-age={DAY}"}
    return Response(ICONS[name](), media_type="image/png", headers=headers)


class KeptFile(Struct, frozen=True):
    """A file that a browser keeps; of the engine's the hash is known."""

    address: str
    size: int
    sha256: str = ""


class KeepList(Struct, frozen=True):
    version: str
    """Changes with any of the files."""
    language: str
    files: tuple[KeptFile, ...]


PAGE_BYTES = 20_000
"""About what a page or a picture has: for the progress that is shown."""


@get("/offline", include_in_schema=False)
async def show_offline(request: AnyRequest, engine: EngineDependency) -> Response[Any]:
    """The home page of this browser, without other people; nothing where there is no engine for browsers."""
    if engine is None:
        raise NotFoundException
    context = {
        **offline_home(request_language(request)),
        "shell": "/local",
        "rules": "/rules/",
        "pictures": "/pictures/",
    }
    return render(request, "offline.html", context)


@get("/offline/files", include_in_schema=False)
async def list_kept_files(request: AnyRequest, engine: EngineDependency) -> Response[KeepList]:
    """All that a browser has to keep to be of use without a network."""
    if engine is None:
        raise NotFoundException
    language = request_language(request)
    parts = [
        KeptFile(f"/static/{VERSION}/{path.name}", path.stat().st_size) for path in sorted(STATIC.iterdir())
    ]
    parts += [KeptFile(f"{engine.address}/{name}", size, sha256) for name, size, sha256 in engine.files]
    parts += [KeptFile(address, PAGE_BYTES) for address in kept_pages(language)]
    listed = KeepList(engine.release, language, tuple(parts))
    return Response(listed, headers={"cache-control": "no-store", **VARY_HEADERS})


def kept_pages(language: str) -> list[str]:
    """The addresses of the pages and pictures that make sense without a network."""
    pages = ["/local", "/offline", "/analysis", "/icons/192.png", f"/manifest/{language}.webmanifest"]
    pictures = []
    for name in drawn_games():
        pictures.append(f"/pictures/{name}")
        html = rule_page(name, language).html
        if html and page_game(name).id == name:
            pages += [f"/rules/{name}", f"/rules/{name}?bare=true"]
            pictures += re.findall(r'data-themed="([^"]+)"', html)
    return pages + [picture + theme for picture in pictures for theme in ("", "?theme=light", "?theme=dark")]


@get("/service-worker.js", include_in_schema=False, media_type="text/javascript")
async def show_service_worker() -> Response[str]:
    """The service worker. It names no version: browsers replace it only when it is another, which may happen
    during a game."""
    text = (STATIC / "service-worker.js").read_text()
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


INSTALLED_PAGES = (show_manifest, show_app_icon, show_service_worker, show_offline, list_kept_files)
