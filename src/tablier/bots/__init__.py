"""Computer players.

>>> from tablier import game
>>> from tablier.bots import bot
>>> choice = bot("level:4").choose(game("quixo").read("xxxx1/5/ooo2/5/5 x"), seed=1)
>>> choice.proven, choice.shares
(True, (1.0, 0.0))
"""

from tablier.bots.bot import Bot, Position, bot
from tablier.bots.levels import LEVELS, names
from tablier.bots.review import Branch, Judged, Opinion, Review, opinion, review
from tablier.core.choice import Candidate, Choice, Limit
from tablier.core.search import Stop

__all__ = [
    "LEVELS", "Bot", "Branch", "Candidate", "Choice", "Judged", "Limit", "Opinion", "Position", "Review",
    "Stop", "bot", "names", "opinion", "review",
]  # fmt: skip
