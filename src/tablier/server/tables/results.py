"""The result of a finished game for each person in it."""

from __future__ import annotations

from typing import Literal

from tablier.server.tables.seats import persons_of
from tablier.server.tables.state import TableState

Result = Literal["won", "lost", "shared", "self"]
"""`shared` for a draw and a divided first place; `self` for a game on one screen against oneself."""


def results_by_person(now: TableState) -> dict[str, Result]:
    """The result of each person; empty while the game goes on."""
    if now.match.outcome is None:
        return {}
    return {person: _result(now, person, now.match.outcome.winners) for person in persons_of(now.seats)}


def _result(now: TableState, person: str, winners: tuple[int, ...]) -> Result:
    seats = {number for number, seat in enumerate(now.seats) if seat.person == person}
    sides = [set(side) for side in now.match.game.sides if seats.intersection(side)]
    if len(sides) > 1:
        return "self"
    # A person who resigned has lost, whatever the bot that played on achieved.
    if all(now.seats[number].why in ("resigned", "time") for number in seats):
        return "lost"
    if not winners:
        return "shared"
    if not sides[0].intersection(winners):
        return "lost"
    return "won" if sides[0].issuperset(winners) else "shared"
