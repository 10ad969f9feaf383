"""The seats of a table and who plays them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablier.server.tables.person import Person


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat and who plays it: nobody yet, a person, a bot, or a bot for a person who is away."""

    person: str = ""
    name: str = ""
    bot: str = ""
    why: Literal["", "left", "time", "resigned"] = ""
    """Why a bot plays for the person."""
    is_gone: bool = False
    """Whether the person deleted their account. The seat stays theirs."""
    is_guest: bool = False
    """Whether the person had no account when they sat down."""

    @property
    def is_open(self) -> bool:
        return not self.person and not self.bot

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "bot" if self.bot else "person" if self.person else "open"


def seats_of(seats: tuple[Seat, ...], person: Person | None) -> tuple[int, ...]:
    """The seats that a person plays, several on one screen; without those that a bot plays for them."""
    if person is None:
        return ()
    return tuple(number for number, seat in enumerate(seats) if seat.person == person.id and not seat.bot)


def persons_seated(seats: tuple[Seat, ...]) -> frozenset[str]:
    """The persons who play, each once."""
    return frozenset(seat.person for seat in seats if seat.kind == "person" and not seat.is_gone)


def persons_of(seats: tuple[Seat, ...]) -> frozenset[str]:
    """The persons whose game it is, including those for whom a bot plays."""
    return frozenset(seat.person for seat in seats if seat.person and not seat.is_gone)


def rotate_seats(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats of the next game: everybody moves on by one; persons replaced by a bot are back.

    The seat of a deleted account is open.
    """
    back = tuple(
        Seat()
        if seat.is_gone
        else Seat(seat.person, seat.name, is_guest=seat.is_guest)
        if seat.person
        else seat
        for seat in seats
    )
    return back[1:] + back[:1]
