"""Files that programs look for at fixed addresses: robots.txt, security.txt."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from tablier.server.http.connection import AnyRequest
from tablier.server.http.responses import DAY

ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /account
Disallow: /language/
Disallow: /me
Disallow: /settings
Disallow: /signin
Disallow: /signup
"""
"""Tables are not listed here: messengers read their previews. Their pages say themselves: noindex."""
VALID_DAYS = 180
"""Days after which a copy of security.txt must be fetched again (RFC 9116 asks for less than a year)."""

ContactDependency = NamedDependency[str]


@get("/robots.txt", include_in_schema=False, media_type="text/plain")
async def show_robots() -> Response[str]:
    return Response(ROBOTS, media_type="text/plain", headers={"cache-control": f"public, max-age={DAY}"})


@get("/.well-known/security.txt", include_in_schema=False, media_type="text/plain")
async def show_security(request: AnyRequest, security_contact: ContactDependency) -> Response[str]:
    """Where to report a vulnerability (RFC 9116); 404 unless the operator has named a contact."""
    if not security_contact:
        raise NotFoundException
    expires = (datetime.now(UTC) + timedelta(days=VALID_DAYS)).replace(microsecond=0)
    address = f"{str(request.base_url).rstrip('/')}/.well-known/security.txt"
    text = (
        f"Contact: {security_contact}\n"
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}\n"
        f"Preferred-Languages: en, fr\n"
        f"Canonical: {address}\n"
    )
    return Response(text, media_type="text/plain")
