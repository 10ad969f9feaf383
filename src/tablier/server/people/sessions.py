"""Sessions: where an account is signed in, since when, and how that ends.

A token of an account names its session, which is listed in the store: signing out removes it, and the token
is worthless from then on. Tokens of earlier versions name none; they count as a session called by their hash,
which ends soon after the browser got a token of today.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from typing import Literal, Protocol, cast, get_args

from tablier.server.store import sessions
from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.store.sessions import Session
from tablier.server.tables.errors import TooManyPrograms
from tablier.server.tables.person import Person

DAY = 24 * 3600.0
RENEW_SECONDS = 1 * DAY
"""The age at which a browser's token is replaced."""
ACCOUNT_SECONDS, GUEST_SECONDS = 90 * DAY, 180 * DAY
"""The age at which a token that was not renewed expires: the browser did not come for so long."""
GRACE_SECONDS = 60.0
"""Seconds for which a replaced token of an earlier version stays valid: other requests are under way."""
OLD = "old."
"""The beginning of the session of a token that names none."""
PROGRAM = "api."
"""The beginning of the session of a token that was made for a program; then its scope, a dot and chance."""
Scope = Literal["read", "play"]
"""What a program may do with its token: look at everything, or also open tables and play."""
MAX_PROGRAMS = 20
"""Tokens for programs of one account."""

BROWSERS = (
    ("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrom", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip
"""Parts of a User-Agent header, and what people call them; the first that is found counts."""


class Statuses(Protocol):
    """The part of the accounts that sessions need."""

    def invalidate(self, person: str) -> None: ...


class Sessions:
    """The sessions of a store's accounts."""

    def __init__(self, store: Store, statuses: Statuses) -> None:
        self._store = store
        self._statuses = statuses

    async def begin(self, person: Person, *, device: str = "") -> Person:
        """The person in a new session; a guest has none."""
        if person.is_guest:
            return person
        at = time.time()
        session = secrets.token_hex(12)
        expired = at - ACCOUNT_SECONDS
        await sessions.insert_session(self._store, session, person.id, device=device, at=at, expired=expired)
        self._statuses.invalidate(person.id)
        return replace(person, session=session)

    async def renew(self, person: Person, *, device: str = "") -> Person:
        """The person with a session that goes on: a new one in place of an earlier version's."""
        if person.is_guest:
            return person
        if person.session and not person.session.startswith(OLD):
            await sessions.touch_session(self._store, person.session, at=time.time())
            return person
        at = time.time()
        if person.session:
            try:
                await sessions.insert_session(
                    self._store, person.session, person.id, device=device, at=at,
                    expired=at - ACCOUNT_SECONDS, ends=at + GRACE_SECONDS,
                )  # fmt: skip
            except DuplicateRow:
                return person  # another request has just renewed it
        return await self.begin(person, device=device)

    async def end(self, person: Person, session: str = "") -> None:
        """End a session of a person, by default their own."""
        session = session or person.session
        if session.startswith(OLD) or not session:
            await self.end_all(person)  # an earlier version's token cannot be ended alone
            return
        await sessions.delete_session(self._store, person.id, session)
        self._statuses.invalidate(person.id)

    async def end_all(self, person: Person) -> None:
        """Sign a person out everywhere."""
        if not person.is_guest:
            await sessions.delete_sessions(self._store, person.id)
            self._statuses.invalidate(person.id)

    async def begin_program(self, person: Person, *, name: str, scope: Scope) -> Person:
        """The account in a new session for a program; raises TooManyPrograms."""
        if sum(scope_of(each.id) is not None for each in await self.of(person)) >= MAX_PROGRAMS:
            raise TooManyPrograms
        at = time.time()
        session = f"{PROGRAM}{scope}.{secrets.token_hex(9)}"
        await sessions.insert_session(
            self._store, session, person.id, device=name, at=at, expired=at - ACCOUNT_SECONDS
        )
        self._statuses.invalidate(person.id)
        return replace(person, session=session)

    async def of(self, person: Person) -> list[Session]:
        """The sessions of a person that last, the latest first."""
        return [each for each in await sessions.read_sessions(self._store, person.id) if each.ends is None]


def scope_of(session: str) -> Scope | None:
    """What the session of a program's token allows; None for that of a person.

    >>> scope_of("api.read.0123456789abcdef01"), scope_of("0123456789abcdef01234567")
    ('read', None)
    """
    scope = session.removeprefix(PROGRAM).partition(".")[0] if session.startswith(PROGRAM) else ""
    return cast(Scope, scope) if scope in get_args(Scope) else None


def describe_device(agent: str) -> str:
    """The browser and the system of a User-Agent header, as people call them; empty for a program.

    >>> describe_device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    >>> describe_device("Python-urllib/3.11")
    ''
    """
    found = [next((name for part, name in names if part in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name)
