"""What a browser needs to install the site as an app: the manifest, its icons, the service worker."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec.json import encode

from tablier.scene import to_text
from tablier.server.http.responses import ABOUT, DAY
from tablier.web import STATIC, VERSION
from tablier.web.languages import LANGUAGES, translator
from tablier.web.preview import ACCENT, PAPER, icon, maskable_icon, monochrome_icon

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


@get("/service-worker.js", include_in_schema=False, media_type="text/javascript")
async def show_service_worker() -> Response[str]:
    """The service worker; browsers compare it byte for byte to learn of a new version."""
    settings = encode({"version": VERSION}).decode()
    text = f"const SETTINGS = {settings};\n{(STATIC / 'service-worker.js').read_text()}"
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


INSTALLED_PAGES = (show_manifest, show_app_icon, show_service_worker)
