"""Who comes in: the card they show, the page they come from, how fast and how much they talk."""

from __future__ import annotations

from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from tablier.server.accounts import Accounts
from tablier.server.hall import Hall
from tablier.server.refusals import Forged, Nobody, TooBig, TooFast, WrongOrigin
from tablier.server.seats import COOKIE, Cards, Person
from tablier.web.languages import wanted

LONGEST = 4096
"""Bytes of a message, and of a request's body."""

Connection = ASGIConnection[Any, Any, Any, Any]
TheHall = NamedDependency[Hall]
TheCards = NamedDependency[Cards]

LANGUAGE = "tablier_language"
"""The cookie that keeps what the switch was set to."""


HOLDER = "holder"


class Porter(ASGIMiddleware):
    """Looks at the card that comes with a request, before anything else is done; `who` says what he found."""

    exclude_path_pattern = "^/static"

    def __init__(self, cards: Cards, accounts: Accounts) -> None:
        self._cards = cards
        self._accounts = accounts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        try:
            found: Person | Forged | None = await self._holder(ASGIConnection(scope))
        except Forged as refusal:
            found = refusal
        scope["state"][HOLDER] = found
        await next_app(scope, receive, send)

    async def _holder(self, connection: Connection) -> Person | None:
        scheme, _, card = connection.headers.get("authorization", "").partition(" ")
        shown = card.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
        return None if shown is None else await self._accounts.admit(self._cards.read(shown))


def who(connection: Connection) -> Person | None:
    """Whose card comes with this: a program's in the header, a browser's as a cookie; None without one."""
    found: Person | Forged | None = connection.scope["state"].get(HOLDER)
    if isinstance(found, Forged):
        raise found
    return found


def language_of(connection: Connection, told: str = "") -> str:
    """The language somebody reads: as told, as the switch was set, or as his browser asks."""
    kept = connection.cookies.get(LANGUAGE, "")
    return wanted(connection.headers.get("accept-language", ""), told=told or kept)


def somebody(connection: Connection) -> Person:
    """As `who`, for what needs a person."""
    person = who(connection)
    if person is None:
        raise Nobody
    return person


def same_origin(connection: Connection, _handler: object = None) -> None:
    """Refuse a browser that acts for a page of another site: it would send our cookie along."""
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise WrongOrigin(origin=origin[:80])


class Pace:
    """A bucket of tokens: `burst` messages at once, `rate` a second in the long run."""

    def __init__(self, *, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = monotonic()

    def step(self) -> None:
        """Take a token; TooFast if there is none."""
        now = monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            raise TooFast
        self._tokens -= 1


def short(message: str | bytes) -> None:
    """TooBig for a message that nobody has to say."""
    if len(message) > LONGEST:
        raise TooBig(most=LONGEST)
