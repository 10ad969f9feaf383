"""Quotas: how much one person and one address may ask of the server. Over quota is a refusal, 429.

A token is free, so a person's quota alone would bound nobody: an address has one too, a few persons' worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal

from tablier.scene import Words, say
from tablier.server.people.addresses import is_shared
from tablier.server.people.limits import Limits
from tablier.server.people.throttle import Throttle
from tablier.server.tables.errors import OverQuota

HOUR = 3600.0
Kind = Literal[
    "tables",
    "public_tables",
    "offline_games",
    "offline_lines",
    "hints",
    "reviews",
    "lesson_steps",
    "puzzle_steps",
    "previews",
    "pictures",
    "animations",
    "positions",
    "thoughts",
]

TOO_MANY_OFFLINE = say("You have sent many games played offline in a short time: try again in a few minutes.")
SENTENCES: dict[Kind, Words] = {
    "tables": say("You have opened many tables in a short time: try again in a few minutes."),
    "public_tables": say(
        "You have opened many public tables in a short time: try again in a few minutes, or invite by link."
    ),
    "offline_games": TOO_MANY_OFFLINE,
    "offline_lines": TOO_MANY_OFFLINE,
    "hints": say("You have asked for many hints in a short time: try again in a few minutes."),
    "reviews": say("You have had many games reviewed in a short time: try again in a few minutes."),
    "lesson_steps": say(
        "You have asked for many steps of lessons in a short time: try again in a few minutes."
    ),
    "puzzle_steps": say("You have tried many puzzles in a short time: try again in a few minutes."),
    "previews": say("You have asked for many previews: try again in a few minutes."),
    "pictures": say("You have asked for many pictures: try again in a few minutes."),
    "positions": say("You have looked at many positions in a short time: try again in a few minutes."),
    "thoughts": say(
        "You have asked the computer about many positions in a short time: try again in a few minutes."
    ),
    "animations": say("You have asked for many animations: try again in a few minutes."),
}
TOO_MUCH_CHAT = say("You write faster than the others can read: wait a moment.")
TOO_MANY_SOCKETS = say("You have too many tables open at the same time: close one of the others.")
TOO_MANY_BOT_GAMES = say("You have many games against the computer in progress: finish one of them first.")


TOO_MANY_REQUESTS = say("This token has been used too often in a short time: try again in a few minutes.")


class Quotas:
    """Counts what persons and addresses use, and raises OverQuota beyond the limits."""

    def __init__(self, limits: Limits, *, time: Callable[[], float] = monotonic) -> None:
        self._limits = limits
        self._buckets: dict[Kind, tuple[Throttle, Throttle]] = {
            kind: (
                _throttle(getattr(limits, kind), time),
                _throttle(getattr(limits, kind) * limits.address_share, time),
            )
            for kind in SENTENCES
        }
        self._chat = Throttle(burst=limits.chat / 2, rate=limits.chat / 60, error=OverQuota, time=time)
        self._programs = Throttle(
            burst=limits.program_requests / 2, rate=limits.program_requests / 60, error=OverQuota, time=time
        )
        self._sockets: Counter[str] = Counter()

    def take(self, kind: Kind, person: str, address: str, *, cost: float = 1.0) -> None:
        """Count a use by a person, if known, and from an address; OverQuota if it is too much."""
        by_person, by_address = self._buckets[kind]
        keys = [(by_person, person)] if person else []
        if not is_shared(address):
            keys.append((by_address, address))
        if not all(throttle.has(key, cost) for throttle, key in keys):
            raise OverQuota(problem=SENTENCES[kind])
        for throttle, key in keys:
            throttle.take(key, cost)

    def take_chat(self, person: str) -> None:
        """Count a line of chat of a person; OverQuota if it is one too many."""
        if not self._chat.has(person):
            raise OverQuota(problem=TOO_MUCH_CHAT)
        self._chat.take(person)

    def take_request(self, session: str) -> None:
        """Count a request with a program's token, by its session; OverQuota if it is one too many."""
        if not self._programs.has(session):
            raise OverQuota(problem=TOO_MANY_REQUESTS)
        self._programs.take(session)

    def check_bot_games(self, *, by_person: int, by_address: int) -> None:
        """Raise OverQuota if a person or an address has so many games with computer players running."""
        most = self._limits.bot_games
        if by_person >= most or by_address >= most * self._limits.address_share:
            raise OverQuota(problem=TOO_MANY_BOT_GAMES)

    @contextmanager
    def socket(self, person: str, address: str) -> Iterator[None]:
        """Count an open WebSocket; OverQuota if it is one too many."""
        most = self._limits.sockets
        keys = {f"person {person}": most} if person else {}
        if not is_shared(address):
            keys[f"address {address}"] = most * self._limits.address_share
        if any(self._sockets[key] >= bound for key, bound in keys.items()):
            raise OverQuota(problem=TOO_MANY_SOCKETS)
        self._sockets.update(keys.keys())
        try:
            yield
        finally:
            self._sockets.subtract(keys.keys())
            self._sockets += Counter()  # drops those that are zero


def _throttle(per_hour: int, time: Callable[[], float]) -> Throttle:
    return Throttle(burst=max(1, per_hour / 2), rate=per_hour / HOUR, error=OverQuota, time=time)
