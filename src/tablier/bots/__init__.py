"""Computer players.

>>> from tablier import game
>>> from tablier.bots import bot
>>> choice = bot("level:4").choose(game("quixo").read("xxxx1/5/ooo2/5/5 x"), seed=1)
>>> choice.proven, choice.shares
(True, (1.0, 0.0))
"""

from tablier.bots.engine import EngineFault
from tablier.bots.levels import LEVELS, level_names
from tablier.bots.player import Bot, Subject, bot
from tablier.bots.reviewing import Branch, JudgedMove, Opinion, Review, opinion, review
from tablier.level import Limit
from tablier.search.choice import Candidate, Choice
from tablier.search.problem import Stop

__all__ = [
    "LEVELS",
    "Bot",
    "Branch",
    "Candidate",
    "Choice",
    "EngineFault",
    "JudgedMove",
    "Limit",
    "Opinion",
    "Review",
    "Stop",
    "Subject",
    "bot",
    "level_names",
    "opinion",
    "review",
]  # fmt: skip
