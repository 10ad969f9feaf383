"""The eight levels of X, weakest first; units as in `LevelSettings`, reasons in docs/bots/x.md."""

from __future__ import annotations

from dataclasses import replace

from tablier.level import LevelSettings, Limit, Method, TreeSettings

ROLLOUTS = TreeSettings(expand_after=4, c_puct=1.5)
"""Levels 1 to 6: MCTS with random rollouts."""
NET = TreeSettings(c_puct=0.7, policy_value=True)
"""Levels 7 and 8: MCTS with the policy and value net. A node is two batches of 256 rollouts and one
evaluation of the net, so its nodes do not compare with those of levels 1 to 6."""

LEVELS = (
    LevelSettings(Method.TREE, Limit(nodes=4), tactics_turns=0, tree=replace(ROLLOUTS, overlook_chance=0.65)),
    LevelSettings(
        Method.TREE, Limit(nodes=40), tactics_turns=0, tree=replace(ROLLOUTS, overlook_chance=0.25)
    ),
    LevelSettings(
        Method.TREE, Limit(nodes=140), tactics_turns=0, tree=replace(ROLLOUTS, overlook_chance=0.1)
    ),
    LevelSettings(Method.TREE, Limit(nodes=360), tactics_turns=1, tree=ROLLOUTS),
    LevelSettings(Method.TREE, Limit(nodes=1_100), tactics_turns=1, tree=ROLLOUTS),
    LevelSettings(Method.TREE, Limit(nodes=3_000), tactics_turns=2, tree=ROLLOUTS),
    LevelSettings(Method.TREE, Limit(nodes=60), tactics_turns=2, tree=NET),
    LevelSettings(Method.TREE, Limit(seconds=2.0), tactics_turns=2, tree=NET),
)
REVIEW_LIMIT = Limit(nodes=1_000)
