"""Bots against each other: games in every order of seats, strengths with error bars.

>>> import tablier
>>> from tablier.arena import compete
>>> report = compete(tablier.game("quixo", size=3), ["level:3", "random"], games=20, seed=1)
>>> report.bots[0], report.ratings.lead("level:3", "random")[0] > 0
('level:3', True)
"""

from tablier.arena.competing import compete
from tablier.arena.log import Log, Result
from tablier.arena.plan import Lineup, PlannedGame, plan_games
from tablier.arena.rate import Ranking, StopTest, Strengths, Verdict, fit_strengths
from tablier.arena.report import Grid, Report
from tablier.arena.run import GameStopped, Workers, dask_workers, local_workers, play_game, run_games

__all__ = [
    "GameStopped", "Grid", "Lineup", "Log", "PlannedGame", "Ranking", "Report", "Result", "StopTest",
    "Strengths", "Verdict", "Workers", "compete", "dask_workers", "fit_strengths", "local_workers",
    "plan_games", "play_game", "run_games",
]  # fmt: skip
