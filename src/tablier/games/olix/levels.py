"""The eight levels of OLIX, weakest first; units as in `LevelSettings`, reasons in docs/bots/olix.md."""

from __future__ import annotations

from dataclasses import replace

from tablier.level import LevelSettings, Limit, Method, TreeSettings

TREE = TreeSettings(expand_after=3, value_weight=0.5, rave_k=1000, c_puct=0.35)

LEVELS = (
    LevelSettings(Method.TREE, Limit(nodes=4), tactics_turns=0, tree=replace(TREE, overlook_chance=0.95)),
    LevelSettings(Method.TREE, Limit(nodes=9), tactics_turns=0, tree=replace(TREE, overlook_chance=0.91)),
    LevelSettings(Method.TREE, Limit(nodes=45), tactics_turns=0, tree=replace(TREE, overlook_chance=0.4)),
    LevelSettings(Method.TREE, Limit(nodes=210), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=430), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=1_700), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=12_000), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(seconds=2.0), tactics_turns=2, tree=replace(TREE, force_nodes=20)),
)
REVIEW_LIMIT = Limit(nodes=22_000)
