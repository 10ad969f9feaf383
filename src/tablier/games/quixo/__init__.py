"""Quixo, by Thierry Chapeau (1995): two players, or two teams."""

from __future__ import annotations

from typing import ClassVar

from tablier.core.choice import Limit
from tablier.core.plan import deepening
from tablier.core.rules import RuleSet, State
from tablier.game import Game, Option, Path
from tablier.games.quixo.rules import QuixoRules, TeamRules
from tablier.grid import Reader


class Quixo(Game):
    id = "quixo"
    title = "Quixo"
    author = "Thierry Chapeau"
    year = 1995
    minutes = 15
    seats = ("Cross", "Circle")
    sides = ((0,), (1,))
    plans = deepening(nodes=(20_000, 6_000, 50_000), noise=(0.9, 0.28, 1.2, 0.5, 0.3), depths=(1, 1, 2, 2, 3))
    study = Limit(nodes=600_000)
    endings: ClassVar = {"line": "a full line"}
    choices: ClassVar = {"size": Option(5, (3, 4, 5), "cubes along a side")}

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        rules = QuixoRules(self.options["size"])
        return rules, rules.pushes()

    def sketch(self, state: State) -> str:
        size = self.options["size"]
        board = Reader(str(state)).rows(size, size, "xo")
        return _grid([{"x": "×", "o": "○", ".": "·"}[mark] for mark in board], size)


class QuixoTeams(Game):
    id = "quixo-teams"
    title = "Quixo, two teams"
    author = "Thierry Chapeau"
    year = 1995
    minutes = 20
    seats = ("South", "West", "North", "East")
    sides = ((0, 2), (1, 3))
    plans = deepening(nodes=(20_000, 40_000, 300_000), noise=(0.9, 0.12, 0.8, 0.4, 0.15))
    endings: ClassVar = {"line": "a full line"}

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        turned = tuple((*push, side) for push in QuixoRules(5).pushes() for side in "swne")
        return TeamRules(), (*turned, ("pass",))

    def sketch(self, state: State) -> str:
        board = Reader(str(state)).rows(5, 5, "swne")
        return _grid([{"s": "×↓", "n": "×↑", "w": "○←", "e": "○→", ".": "· "}[cube] for cube in board], 5)


def _grid(cubes: list[str], size: int) -> str:
    rows = [f"{row + 1}  " + " ".join(cubes[row * size : (row + 1) * size]) for row in reversed(range(size))]
    letters = " ".join("abcde"[column].ljust(len(cubes[0])) for column in range(size))
    return "\n".join(line.rstrip() for line in [*rows, f"   {letters}"])


GAMES = (Quixo, QuixoTeams)
