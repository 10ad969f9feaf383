"""Who sits where, and how a browser or a program proves who it is: a card we signed, kept as a cookie."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from tablier.scene import Translate, said, say
from tablier.server.refusals import Forged

COOKIE = "tablier_guest"
NAME_LENGTH = 24


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a card. Two tabs of one browser hold the same card and are one person."""

    id: str
    name: str
    epoch: int = field(default=0, repr=False, compare=False)
    """Which cards of an account are good, see `accounts`; 0 for a guest."""

    @property
    def is_guest(self) -> bool:
        return self.epoch == 0


def new_guest(name: str = "", *, translate: Translate = str) -> Person:
    """Somebody who has not been here before."""
    number = secrets.randbelow(900) + 100
    return Person(secrets.token_hex(8), tidy(name) or said(say("Guest {number}", number=number), translate))


def tidy(name: str) -> str:
    """A name as it is shown: printable, on one line, not too long."""
    return " ".join("".join(character if character.isprintable() else " " for character in name).split())[
        :NAME_LENGTH
    ].strip()


class Cards:
    """Signs cards and reads them.

    >>> cards = Cards(b"secret")
    >>> cards.read(cards.sign(Person("a1", "Ann")))
    Person(id='a1', name='Ann')
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, person: Person) -> str:
        body = f"{person.id}.{urlsafe_b64encode(person.name.encode()).decode().rstrip('=')}"
        if not person.is_guest:
            body += f".{person.epoch}"
        return f"{body}.{self._seal(body)}"

    def read(self, card: str) -> Person:
        """The holder of a card; Forged unless we signed it as it is. Is it still good? See `accounts`."""
        body, _, seal = card.rpartition(".")
        if not hmac.compare_digest(seal.encode(), self._seal(body).encode()):
            raise Forged
        number, name, *epoch = body.split(".")
        read = urlsafe_b64decode(name + "=" * (-len(name) % 4)).decode()
        return Person(number, read, int(epoch[0]) if epoch else 0)

    def _seal(self, body: str) -> str:
        return urlsafe_b64encode(hmac.digest(self._secret, body.encode(), sha256)[:18]).decode()


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat and who plays it: nobody yet, a person, a bot, or a bot for a person who is away."""

    person: str = ""
    name: str = ""
    bot: str = ""
    why: Literal["", "left", "time", "resigned"] = ""
    """Why a bot plays for the person."""
    is_gone: bool = False
    """The person deleted his account. The seat stays his: nobody else played it."""

    @property
    def is_open(self) -> bool:
        return not self.person and not self.bot

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "bot" if self.bot else "person" if self.person else "open"


def seats_of(seats: tuple[Seat, ...], person: Person | None) -> tuple[int, ...]:
    """The seats somebody plays: several on one screen. Not those that a bot plays for him."""
    if person is None:
        return ()
    return tuple(number for number, seat in enumerate(seats) if seat.person == person.id and not seat.bot)


def people(seats: tuple[Seat, ...]) -> frozenset[str]:
    """The persons who play, each once."""
    return frozenset(seat.person for seat in seats if seat.kind == "person" and not seat.is_gone)


def holders(seats: tuple[Seat, ...]) -> frozenset[str]:
    """The persons whose game it is, those with them for whom a bot plays."""
    return frozenset(seat.person for seat in seats if seat.person and not seat.is_gone)


def rotated(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """As they sit in the next game: everybody one seat on; whoever a bot played for is back.

    The seat of somebody who is gone is open.
    """
    back = tuple(
        Seat() if seat.is_gone else Seat(seat.person, seat.name) if seat.person else seat for seat in seats
    )
    return back[1:] + back[:1]
