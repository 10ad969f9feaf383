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


FIRST_MIDDLE = 1500.0
"""Where the levels' ratings begin, in the middle: there people begin too."""
FIRST_STEP = 175.0
"""Points of Elo from one level to the next, to begin with. An assumption, not a measurement: each wins nearly
three games of four against the one below."""
FIRST_DOUBT = 150.0
"""How far from it the truth may lie: a standard deviation."""


def first_strength(bot: str, game: str) -> tuple[float, float] | None:
    """The strength and the doubt that a level's rating begins with; None for anybody else."""
    if bot not in names():
        return None
    steps = names().index(bot) - (len(LEVELS) - 1) / 2
    return FIRST_MIDDLE + FIRST_STEP * steps, FIRST_DOUBT


def names() -> tuple[str, ...]:
    """The names of the levels' bots: level:1 to level:8."""
    return tuple(f"level:{level}" for level in range(1, len(LEVELS) + 1))
