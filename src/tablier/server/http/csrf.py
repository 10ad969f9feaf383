"""Protection of forms against cross-site requests: each carries a token that is made for one person.

It needs no cookie of its own, since the person is known by the cookie of the session: see `Tokens.sign_form`.
The API does without: it is guarded by `same_origin`; /mcp takes no cookies.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from tablier.server.http.auth import person_or_none
from tablier.server.http.connection import is_for_programs
from tablier.server.people.tokens import Tokens

FIELD = "_csrf_token"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class CSRFMiddleware(ASGIMiddleware):
    """Refuses a form without the token of the person who sends it; runs after the authentication."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def should_bypass_for_scope(self, scope: Scope) -> bool:
        return is_for_programs(scope["path"])

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        request: Request[Any, Any, Any] = Request(scope, receive)
        if request.method not in SAFE_METHODS:
            person = person_or_none(request)
            token = await _form_token(request)
            if person is None or not self._tokens.is_form_of(person, token):
                raise PermissionDeniedException("CSRF token verification failed")
        await next_app(scope, receive, send)


async def _form_token(request: Request[Any, Any, Any]) -> str:
    content_type, _ = request.content_type
    if content_type not in (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART):
        return ""
    return str((await request.form()).get(FIELD, ""))  # Litestar keeps the form for the handler
