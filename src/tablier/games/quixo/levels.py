"""The eight levels of Quixo for two and for teams, weakest first; units as in `LevelSettings`.

Depth and noise go together: a level that looks a ply farther may misjudge more and still be the stronger one.
Levels 1 to 5 reach their depth within their nodes; from 6 on the nodes are the limit. Reasons: docs/bots.
"""

from __future__ import annotations

from tablier.level import LevelSettings, Limit, Method

TWO = (
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=1, noise=0.9, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=1, noise=0.1, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=2, noise=1.2, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=2, noise=0.5, tactics_turns=1),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=3, noise=0.3, tactics_turns=1),
    LevelSettings(Method.ALPHABETA, Limit(nodes=6_000), contempt=0.3, tactics_turns=2),
    LevelSettings(Method.ALPHABETA, Limit(nodes=50_000), contempt=0.3, tactics_turns=2),
    LevelSettings(Method.ALPHABETA, Limit(seconds=2.0), contempt=0.3, tactics_turns=2, use_solution=True),
)
REVIEW_LIMIT = Limit(nodes=600_000)

TEAMS = (
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=1, noise=0.9, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=1, noise=0.12, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=2, noise=0.8, tactics_turns=0),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=3, noise=0.4, tactics_turns=1),
    LevelSettings(Method.ALPHABETA, Limit(nodes=20_000), depth=4, noise=0.15, tactics_turns=1),
    LevelSettings(Method.ALPHABETA, Limit(nodes=40_000), contempt=0.3, tactics_turns=2),
    LevelSettings(Method.ALPHABETA, Limit(nodes=300_000), contempt=0.3, tactics_turns=2),
    LevelSettings(Method.ALPHABETA, Limit(seconds=2.0), contempt=0.3, tactics_turns=2, use_solution=True),
)
