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


def names() -> tuple[str, ...]:
    """The names of the levels' bots: level:1 to level:8."""
    return tuple(f"level:{level}" for level in range(1, len(LEVELS) + 1))
