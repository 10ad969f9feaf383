"""Security headers of all responses: what a page may load, who may frame it, what others learn of it."""

from __future__ import annotations

import secrets

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

NONCE_KEY = "csp_nonce"
"""The key of the connection's state under which the nonce of a page's style elements is stored."""
TABLES = "/t/"
"""Pages of tables: known by their link alone, so search engines do not list them."""
YEAR_SECONDS = 365 * 24 * 3600

PAGE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-elem 'self'{nonce}; "
    # Attributes of drawings, such as those of other packages' games: they have no selectors.
    "style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
WORKER_POLICY = PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The policy of a Worker, whose script brings it: the engine is WebAssembly."""
WORKERS = ("/host_worker.js", "/thinker.js")
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
"""The policy of an SVG: it has its styles inside, and nothing else."""

FIXED_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",  # frame-ancestors, for old browsers: the rules open beside a board
    # Other sites learn which server a visitor comes from, never which table.
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def create_nonce(scope: Scope) -> str:
    """The nonce of the style elements of this response; the same when it is asked for again."""
    return str(scope["state"].setdefault(NONCE_KEY, secrets.token_urlsafe(16)))


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Add the headers to the start of a response. Headers that a handler has set are kept."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in FIXED_HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("content-security-policy", _policy(scope, headers.get("content-type", "")))
    if scope["scheme"] == "https":
        headers.setdefault("strict-transport-security", f"max-age={YEAR_SECONDS}")
    if scope["path"].startswith(TABLES):
        headers.setdefault("x-robots-tag", "noindex")
    if "public" in headers.get("cache-control", ""):
        del_cookies(headers)


def _policy(scope: Scope, content_type: str) -> str:
    if content_type.startswith("image/svg+xml"):
        return PICTURE_POLICY
    if scope["path"].endswith(WORKERS):
        return WORKER_POLICY.format(nonce="")
    nonce = scope.get("state", {}).get(NONCE_KEY)
    return PAGE_POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")


def del_cookies(headers: MutableScopeHeaders) -> None:
    """Remove cookies from a response that shared caches keep: they would hand one visitor's to the others."""
    if "set-cookie" in headers:
        del headers["set-cookie"]
