"""The lines of a leaderboard."""

from __future__ import annotations

from msgspec import Struct


class LeaderboardLine(Struct, frozen=True):
    """A player on a board."""

    rank: int
    name: str
    bot: str
    """Its name among bots; empty for a person."""
    points: int
    error: int
    """Half the width of the 95 % confidence interval."""
    provisional: bool
    """Whether the rating is still uncertain."""
    games: int
    you: bool = False
