"""Authentication: which person a request or a connection comes from."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils.scope.state import ScopeState

from tablier.server.http.connection import (
    MCP_PATH,
    AnyConnection,
    AnyRequest,
    client_address,
    is_for_programs,
    request_language,
)
from tablier.server.http.responses import persistent_cookie
from tablier.server.live.registry import TableRegistry
from tablier.server.people.accounts import Accounts
from tablier.server.people.addresses import is_shared
from tablier.server.people.quotas import Quotas
from tablier.server.people.sessions import RENEW_SECONDS, describe_device, scope_of
from tablier.server.people.tokens import COOKIE, Tokens
from tablier.server.tables.errors import (
    InvalidToken,
    NotIdentified,
    OutOfScope,
    OverQuota,
    Refusal,
    StoreAway,
    WrongOrigin,
)
from tablier.server.tables.person import Person, new_guest
from tablier.web.languages import translator

logger = logging.getLogger(__name__)

RegistryDependency = NamedDependency[TableRegistry]
TokensDependency = NamedDependency[Tokens]


PAGE_SCHEMES = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
"""By the scheme of a connection that of the pages from which it may come."""
UNKNOWN_PROXY = (
    "a page came by https, but %s asks by http: if this is your reverse proxy, name it as a trusted proxy"
)
PERSON_KEY = "person"
"""The key of the connection's state under which the middleware leaves the person, or why there is none."""


class AuthMiddleware(ASGIMiddleware):
    """Authenticates every request by its token before anything else; `current_person` gives the result."""

    def __init__(self, tokens: Tokens, accounts: Accounts, quotas: Quotas) -> None:
        self._tokens = tokens
        self._accounts = accounts
        self._quotas = quotas

    def should_bypass_for_scope(self, scope: Scope) -> bool:
        return scope["path"].startswith("/static/")

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        connection: AnyConnection = ASGIConnection(scope)
        age = 0.0
        result: Person | Refusal | None
        try:
            result, age = await self._authenticate(connection)
        except (InvalidToken, OutOfScope, OverQuota, StoreAway) as error:
            result = error
        scope["state"][PERSON_KEY] = result
        if isinstance(result, Person):
            set_form_token(scope, self._tokens, result)
            if age > RENEW_SECONDS and scope["type"] == ScopeType.HTTP:
                result = await self._accounts.sessions.renew(result, device=device_name(connection))
                scope["state"][PERSON_KEY] = result
                send = send_with_cookie(send, connection, self._tokens.sign(result))
        await next_app(scope, receive, send)

    async def _authenticate(self, connection: AnyConnection) -> tuple[Person | None, float]:
        """The person of the token in the Authorization header, as programs send it, or else in the cookie.

        With the age of the cookie's token, in seconds: programs renew theirs by themselves.
        """
        scheme, _, credentials = connection.headers.get("authorization", "").partition(" ")
        is_program = scheme.lower() == "bearer"
        token = credentials.strip() if is_program else connection.cookies.get(COOKIE)
        if token is None:
            return None, 0.0
        holder, age = self._tokens.read_dated(token)
        person = await self._accounts.authenticate(holder)
        if scope_of(person.session) is not None:
            check_scope(connection, person, by_header=is_program)
            self._quotas.take_request(person.session)
        address = client_address(connection)
        network = "" if is_shared(address) else address
        return replace(person, network=network), 0.0 if is_program else age


def check_scope(connection: AnyConnection, person: Person, *, by_header: bool) -> None:
    """Raise OutOfScope unless the token of a program allows this request: of the API only, and to read only
    without the scope to play. A socket takes acts, so that reading it is playing; what a tool of /mcp does is
    checked when it asks the API."""
    is_reading = connection.scope["type"] == ScopeType.HTTP and connection.scope["method"] in ("GET", "HEAD")
    path = connection.scope["path"]
    is_allowed = is_reading or path == MCP_PATH or scope_of(person.session) == "play"
    if not (by_header and is_allowed and is_for_programs(path)):
        raise OutOfScope


def device_name(connection: AnyConnection) -> str:
    """The browser of a connection, as people call it."""
    return describe_device(connection.headers.get("user-agent", ""))


def send_with_cookie(send: Send, connection: AnyConnection, token: str) -> Send:
    """A `send` that sets the token as the cookie, unless the response sets another one or may be cached."""

    async def send_renewed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            is_set = any(each.startswith(f"{COOKIE}=") for each in headers.getall("set-cookie", []))
            if not is_set and "public" not in headers.get("cache-control", ""):
                cookie = persistent_cookie(connection, COOKIE, token)
                headers.add("set-cookie", cookie.to_header(header=""))
        await send(message)

    return send_renewed


def set_form_token(scope: Scope, tokens: Tokens, person: Person) -> None:
    """Set what Litestar puts into a page's forms as `csrf_input`."""
    ScopeState.from_scope(scope).csrf_token = tokens.sign_form(person)


def current_person(connection: AnyConnection) -> Person | None:
    """The authenticated person; None without a token, raises InvalidToken for one that is not valid,
    StoreAway if that cannot be known."""
    result: Person | Refusal | None = connection.scope["state"].get(PERSON_KEY)
    if isinstance(result, Refusal):
        raise result
    return result


def person_or_none(connection: AnyConnection) -> Person | None:
    """The authenticated person; None without a valid token, for pages that anybody may read."""
    try:
        return current_person(connection)
    except InvalidToken:
        return None


def require_person(connection: AnyConnection) -> Person:
    """The authenticated person; raises NotIdentified without a token."""
    person = current_person(connection)
    if person is None:
        raise NotIdentified
    return person


def guest_person(request: AnyRequest, tokens: Tokens) -> tuple[Person, str | None]:
    """The authenticated person and None, or else a new guest and the token to be set as a cookie."""
    person = person_or_none(request)
    if person is not None:
        return person, None
    person = new_guest(translate=translator(request_language(request)))
    set_form_token(request.scope, tokens, person)
    return person, tokens.sign(person)


def with_guest_cookie(request: AnyRequest, response: Response[Any], token: str | None) -> Response[Any]:
    """The response, with the cookie of a new guest if `guest_person` made one."""
    if token is not None:
        response.cookies.append(persistent_cookie(request, COOKIE, token))
    return response


def same_origin(connection: AnyConnection, _handler: object = None) -> None:
    """A guard against cross-site requests, with which a browser would send the cookie: raises WrongOrigin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    host = connection.headers.get("host")
    own = PAGE_SCHEMES[connection.scope["scheme"]]
    if origin == f"{own}://{host}":
        return
    if origin == f"https://{host}":
        logger.warning(UNKNOWN_PROXY, client_address(connection))
    raise WrongOrigin(origin=origin[:80])
