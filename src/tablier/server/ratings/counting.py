"""Which finished rated games count: not those of a few moves, nor those of people at one address who play
nearly only each other. Pure: it knows no store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablier.server.tables.state import TableState

RECENT_GAMES = 20
"""How many of a person's latest rated games are looked at, the present one included."""
CLOSED_SHARE = 0.75
"""The share of them from which on a person plays nearly only the same others."""


class PastGame(NamedTuple):
    """A rated game of several persons."""

    persons: frozenset[str]
    counts: bool


def is_too_short(state: TableState) -> bool:
    """Whether a finished game had too few moves to count."""
    return len(state.match.moves) < state.match.game.min_rated_moves


def is_closed_circle(persons: frozenset[str], past: Sequence[PastGame]) -> bool:
    """Whether somebody plays nearly only these persons: the present game among them, the `past` ones before.

    A past game that did not count was played at one address too: taking turns with more accounts is no way
    around.

    >>> pair, stranger = frozenset({"ann", "bob"}), frozenset({"ann", "cid"})
    >>> is_closed_circle(pair, []), is_closed_circle(pair, [PastGame(stranger, True)])
    (True, False)
    """
    recent = past[: RECENT_GAMES - 1]
    together = sum(game.persons <= persons or not game.counts for game in recent) + 1
    return together >= CLOSED_SHARE * (len(recent) + 1)
