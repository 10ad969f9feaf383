"""Analysis of positions and matches: a search that thinks aloud, the value of every move, and the reasons.

>>> import tablier
>>> from tablier.analysis import Analysis, Limit, rate_moves
>>> match = tablier.Match(tablier.game("quixo", size=3)).play("a2a1", "b1b3", "a3c3", "b1a1")
>>> *_, last = Analysis(match, limit=Limit(nodes=3000))
>>> [(match.game.texts[line.moves[0]], line.verdict, line.distance) for line in last.lines]
[('c1a1', 'won', 3), ('b1a1', 'lost', 4), ('b3a3', 'lost', 4)]
>>> last.shares, last.is_exact, last.is_final
((1.0, 0.0), True, True)
"""

from tablier.analysis.insights import explain, insight
from tablier.analysis.rating import MoveValue, rate_moves
from tablier.analysis.thinking import Analysis, Line, Thought
from tablier.insight import Insight, LegendEntry, Overlay, Reason
from tablier.level import Limit
from tablier.search.problem import Stop

__all__ = [
    "Analysis", "Insight", "LegendEntry", "Limit", "Line", "MoveValue", "Overlay", "Reason", "Stop",
    "Thought", "explain", "insight", "rate_moves",
]  # fmt: skip
