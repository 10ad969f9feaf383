"""The eight levels: their names, and how each thinks where the game does not say otherwise."""

from __future__ import annotations

from tablier.core.choice import Limit
from tablier.core.plan import Method, Plan, Style
from tablier.game import Game

LEVELS = ("Sprout", "Rookie", "Casual", "Steady", "Sharp", "Expert", "Master", "Oracle")
"""Level 1 first. The first three overlook moves, as people do; the others see what can be forced at once."""

_STYLE = Style(unfold=4)

PLANS = (
    Plan(Method.TREE, Limit(nodes=25), blind=0.5, style=_STYLE),
    Plan(Method.TREE, Limit(nodes=80), blind=0.3, style=_STYLE),
    Plan(Method.TREE, Limit(nodes=250), blind=0.1, style=_STYLE),
    Plan(Method.TREE, Limit(nodes=600), sight=1, style=_STYLE),
    Plan(Method.TREE, Limit(nodes=2_500), sight=1, style=_STYLE),
    Plan(Method.TREE, Limit(nodes=10_000), sight=2, style=_STYLE),
    Plan(Method.TREE, Limit(nodes=40_000), sight=2, style=_STYLE),
    Plan(Method.TREE, Limit(seconds=2.0), sight=2, style=_STYLE),
)


def plan(game: Game, level: int) -> Plan:
    """How a level plays a game."""
    return (game.plans or PLANS)[level - 1]


def names() -> tuple[str, ...]:
    """The names of the levels' bots: level:1 to level:8."""
    return tuple(f"level:{level}" for level in range(1, len(LEVELS) + 1))
