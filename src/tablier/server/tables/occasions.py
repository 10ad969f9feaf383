"""The occasions on which a person who is away is reminded of a table."""

from __future__ import annotations

from typing import Literal, get_args

from tablier.server.tables.clocks import Control
from tablier.server.tables.seats import persons_seated
from tablier.server.tables.state import TableState

Occasion = Literal["filled", "turn", "short"]
OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
"""In order of weight: the table is full and the game begins, it is one's turn, one's time is short."""

HOUR = 3600.0
MAX_SHORT_SECONDS, MIN_SHORT_SECONDS = 4 * HOUR, 30.0
SHORT_PART = 8
"""Time is short when this part of the allowance is left, within these bounds."""


def person_to_move(state: TableState) -> str | None:
    """The person whose move the others wait for; None where nobody, or only a computer, does."""
    seat = state.seats[state.match.turn]
    is_awaited = state.status == "playing" and not seat.bot and len(persons_seated(state.seats)) > 1
    return seat.person if is_awaited and not seat.is_gone else None


def short_seconds(control: Control) -> float:
    """Seconds left at which time is short.

    >>> short_seconds(Control("days", 1)) / HOUR, short_seconds(Control("move", 30))
    (3.0, 30.0)
    """
    return min(MAX_SHORT_SECONDS, max(MIN_SHORT_SECONDS, control.allowance / SHORT_PART))


def short_from(state: TableState) -> float | None:
    """From when on the time of the seat to move is short; None without a running clock."""
    deadline = state.clock.deadline
    return None if deadline is None else deadline - short_seconds(state.clock.control)


def find_occasions(state: TableState, person: str, at: float) -> tuple[Occasion, ...]:
    """What a person at a table may be reminded of at this time, the weightiest first."""
    if state.status != "playing" or len(persons_seated(state.seats)) < 2:
        return ()
    if person not in persons_seated(state.seats):
        return ()
    filled: tuple[Occasion, ...] = () if state.match.moves else ("filled",)
    if person_to_move(state) != person:
        return filled
    since = short_from(state)
    return ("short", "turn", *filled) if since is not None and at >= since else ("turn", *filled)


def outweighs(occasion: Occasion, ply: int, told: tuple[int, str] | None) -> bool:
    """Whether an occasion at this ply is news to somebody who was `told` of another, at a ply."""
    if told is None or told[0] != ply or told[1] not in OCCASIONS:
        return True
    return OCCASIONS.index(occasion) > [*OCCASIONS].index(told[1])
