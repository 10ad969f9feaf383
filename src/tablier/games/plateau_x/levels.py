"""The eight levels of Plateau X by the number of seats, weakest first; units as in `LevelSettings`.

For two seats alpha-beta: depth and noise go together, a level that looks a ply farther may misjudge more and
still be the stronger one. Level 1 does not see most moves: noise alone leaves it every win within a turn. For
three and four MCTS. Reasons: docs/bots/plateau-x.md.
"""

from __future__ import annotations

from dataclasses import replace

from tablier.level import LevelSettings, Limit, Method, TreeSettings

TREE = TreeSettings(value_weight=1.0, c_puct=0.2, expand_after=2, evaluate_children=True)

TWO = (
    LevelSettings(Method.TREE, Limit(nodes=2), tactics_turns=0, tree=replace(TREE, overlook_chance=0.93)),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=1, noise=0.6, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=2, noise=0.4, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=3, noise=0.62, tactics_turns=1),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=4, noise=0.1, tactics_turns=1),
    LevelSettings(Method.ALPHABETA, Limit(nodes=110_000), contempt=0.3, tactics_turns=2),
    LevelSettings(Method.ALPHABETA, Limit(nodes=450_000), contempt=0.3, tactics_turns=2),
    LevelSettings(Method.ALPHABETA, Limit(seconds=2.0), contempt=0.3, tactics_turns=2, use_solution=True),
)

DOUBLE = (TWO[0], replace(TWO[1], noise=0.25), *TWO[2:])
"""With two pawns a seat a beginner finds more to do: the same level 2 is too weak for one there."""

REVIEW_LIMIT = Limit(nodes=12_000)
"""For three and four seats."""

THREE = (
    LevelSettings(Method.TREE, Limit(nodes=2), tactics_turns=0, tree=replace(TREE, overlook_chance=0.97)),
    LevelSettings(Method.TREE, Limit(nodes=3), tactics_turns=0, tree=replace(TREE, overlook_chance=0.68)),
    LevelSettings(Method.TREE, Limit(nodes=6), tactics_turns=0, tree=replace(TREE, overlook_chance=0.5)),
    LevelSettings(Method.TREE, Limit(nodes=11), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=80), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=550), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=5_000), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(seconds=2.0), tactics_turns=2, tree=TREE),
)

FOUR = (
    LevelSettings(Method.TREE, Limit(nodes=2), tactics_turns=0, tree=replace(TREE, overlook_chance=0.985)),
    LevelSettings(Method.TREE, Limit(nodes=3), tactics_turns=0, tree=replace(TREE, overlook_chance=0.72)),
    LevelSettings(Method.TREE, Limit(nodes=6), tactics_turns=0, tree=replace(TREE, overlook_chance=0.5)),
    LevelSettings(Method.TREE, Limit(nodes=9), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=68), tactics_turns=1, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=1_700), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(nodes=9_500), tactics_turns=2, tree=TREE),
    LevelSettings(Method.TREE, Limit(seconds=2.0), tactics_turns=2, tree=TREE),
)
