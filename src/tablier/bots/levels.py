"""The eight levels: their names, and how each thinks where the game does not say otherwise."""

from __future__ import annotations

from tablier.core.plan import Plan, Style, growing
from tablier.game import Game

LEVELS = ("Sprout", "Rookie", "Casual", "Steady", "Sharp", "Expert", "Master", "Oracle")
"""Level 1 first. The first three overlook moves, as people do; the others see what can be forced at once."""

PLANS = growing(Style(unfold=4))


def plan(game: Game, level: int) -> Plan:
    """How a level plays a game."""
    return (game.plans or PLANS)[level - 1]


FIRST_STRENGTH = tuple(1500.0 + 175.0 * (level - 4.5) for level in range(1, 9))
"""What each level's rating begins with, in points of Elo where a newcomer among people begins with 1500.

An assumption, not a measurement: each wins about three games of four against the one below.
"""
FIRST_DOUBT = 150.0
"""How far from it the truth may lie: a standard deviation."""


def first_strength(bot: str, game: str) -> tuple[float, float] | None:
    """The strength and the doubt that a level's rating begins with; None for anybody else."""
    return (FIRST_STRENGTH[names().index(bot)], FIRST_DOUBT) if bot in names() else None


def names() -> tuple[str, ...]:
    """The names of the levels' bots: level:1 to level:8."""
    return tuple(f"level:{level}" for level in range(1, len(LEVELS) + 1))
