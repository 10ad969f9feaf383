"""A person at the tables: a guest or the holder of an account."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from tablier.scene import Translate, Words, say, to_text
from tablier.server.tables.names import fold_name

MAX_NAME_LENGTH = 24
GUEST_WORDS = ("guest", "invité")
"""With a number behind it, the name of a guest who chose none, in the languages of the pages."""


@dataclass(frozen=True, slots=True)
class Person:
    """The holder of a token. Two tabs of one browser share the token and are one person."""

    id: str
    name: str
    epoch: int = field(default=0, repr=False, compare=False)
    """The account's epoch: tokens of an earlier one are not valid any more. 0 for a guest."""

    session: str = field(default="", repr=False, compare=False)
    """The session of the token; empty for guests and programs' own values."""

    network: str = field(default="", repr=False, compare=False)
    """Where the request came from, see `network_of`; empty if that says nothing. It is never stored."""

    @property
    def is_guest(self) -> bool:
        return self.epoch == 0


def new_guest(name: str = "", *, translate: Translate = str) -> Person:
    """A new person without an account."""
    number = secrets.randbelow(900) + 100
    return Person(
        secrets.token_hex(8), clean_name(name) or to_text(say("Guest {number}", number=number), translate)
    )


def guest_number(name: str) -> str:
    """The number in a name that guests are given ("Guest 123", "Invité 123"); empty for any other name."""
    word, _, number = fold_name(name).rpartition(" ")
    return number if number.isdecimal() and word in GUEST_WORDS else ""


def display_name(name: str) -> Words:
    """A name as readers see it: one that was given to a guest is in their language, a chosen one as it is."""
    number = guest_number(name)
    return say("Guest {number}", number=number) if number else name


def clean_name(name: str) -> str:
    """A name as it is shown: printable, on one line, not too long."""
    return " ".join("".join(character if character.isprintable() else " " for character in name).split())[
        :MAX_NAME_LENGTH
    ].strip()
