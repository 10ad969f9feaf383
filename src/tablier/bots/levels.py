"""The eight levels: their names, their settings for a game that brings none, and their initial ratings."""

from __future__ import annotations

from dataclasses import replace

from tablier.board_game import Game
from tablier.level import LevelSettings, Limit, Method, TreeSettings

LEVELS = ("Sprout", "Rookie", "Amateur", "Steady", "Sharp", "Expert", "Master", "Oracle")
"""Names, level 1 first. The first three overlook moves or misjudge them, as people do; the others miss
nothing that can be forced within a turn."""

TREE = TreeSettings(expand_after=4)
DEFAULT_LEVELS = (
    LevelSettings(Method.TREE, Limit(nodes=15), tactics_turns=0, tree=replace(TREE, overlook_chance=0.5)),
    LevelSettings(Method.TREE, Limit(nodes=50), tactics_turns=0, tree=replace(TREE, overlook_chance=0.25)),
    LevelSettings(Method.TREE, Limit(nodes=150), tactics_turns=0, tree=replace(TREE, overlook_chance=0.1)),
    LevelSettings(Method.TREE, Limit(nodes=400), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=1_200), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=5_000), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=25_000), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(seconds=2.0), tactics_turns=2, tree=TREE),
)
"""For a game without levels of its own, the weakest first."""


def settings_for(game: Game, level: int) -> LevelSettings:
    """The search settings of a level, from 1 to 8, in a game."""
    return (game.levels or DEFAULT_LEVELS)[level - 1]


INITIAL_MEAN = 1500.0
"""Initial rating halfway between levels 4 and 5, in points of Elo: also the initial rating of a person."""
INITIAL_STEP = 175.0
"""Initial difference between neighbouring levels, in points of Elo. An assumption, not a measurement: each
wins nearly three games of four against the one below."""
INITIAL_DEVIATION = 150.0
"""Standard deviation of a level's initial rating, in points of Elo."""


def initial_strength(bot: str, game: str) -> tuple[float, float] | None:
    """Mean and standard deviation of a level's initial rating; None for a player who is no level."""
    if bot not in level_names():
        return None
    steps = level_names().index(bot) - (len(LEVELS) - 1) / 2
    return INITIAL_MEAN + INITIAL_STEP * steps, INITIAL_DEVIATION


def level_names() -> tuple[str, ...]:
    """The bots of the levels: level:1 to level:8.

    >>> level_names()[0], len(level_names())
    ('level:1', 8)
    """
    return tuple(f"level:{level}" for level in range(1, len(LEVELS) + 1))
