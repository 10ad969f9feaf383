"""Quixo, by Thierry Chapeau (1995): two players, or two teams."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tablier.board_game import Game, Option, Path, facts_of, from_module, pages_in, puzzles_in
from tablier.core.kernel import Kernel
from tablier.core.rules import RuleSet, State
from tablier.core.values import IllegalMove
from tablier.games.quixo.levels import REVIEW_LIMIT, TEAMS, TWO
from tablier.games.quixo.rules import Facts, QuixoRules, TeamRules

if TYPE_CHECKING:
    from tablier.insight import Evidence, Insight, Reason
    from tablier.scene import Words


class _QuixoGame(Game):
    """What both games share."""

    author = "Thierry Chapeau"
    year = 1995
    endings: ClassVar = {"line": "a full line"}
    scene_module = from_module(f"{__name__}.scene")
    lesson = from_module(f"{__name__}.lesson", "LESSON")
    editor = from_module(f"{__name__}.editor")
    examples = from_module(f"{__name__}.examples", "EXAMPLES")
    rule_pages: ClassVar = pages_in(__name__)
    puzzle_file: ClassVar = puzzles_in(__name__)
    agrees_draw = True
    min_rated_moves = 8  # the shortest line takes nine

    def insight(self, state: State) -> Insight:
        from tablier.games.quixo.insight import find_insight  # only who analyses needs it

        return find_insight(state)

    def explain_move(self, evidence: Evidence) -> Reason | None:
        from tablier.games.quixo.reasons import explain_move  # only who analyses needs it

        return explain_move(evidence)

    def explain_clicks(self, state: State, clicks: Path) -> IllegalMove | None:
        from tablier.scene import say  # imported with the first words: it takes time

        if len(clicks) == 1:
            is_cube = len(clicks[0]) > 1
            reason = say("Only cubes on the rim can be taken.") if is_cube else say("Take a cube first.")
            clause = "Q2"
        elif len(clicks) == 2:
            reason, clause = say("The cube goes back in at an end of its row or column."), "Q4"
        else:
            reason, clause = say("Turn its dot: choose your own side or your partner’s."), "Q11"
        return IllegalMove(reason.template, clause=clause, move="".join(clicks))


class Quixo(_QuixoGame):
    id = "quixo"
    title = "Quixo"
    minutes = 15
    pitch = "Take a cube, push the row: line up five of yours while everything shifts."
    seats = ("Cross", "Circle")
    sides = ((0,), (1,))
    levels = TWO
    review_limit = REVIEW_LIMIT
    choices: ClassVar = {"size": Option(5, (3, 4, 5), "cubes along a side")}

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        rules = QuixoRules(self.options["size"])
        return rules, rules.pushes()

    def kernel(self) -> Kernel:
        from tablier.games.quixo.kernel import QuixoKernel  # only who solves needs it

        return QuixoKernel(self.rules)

    def explain_outcome(self, state: State) -> Words:
        return _explain_line(self, state)

    def sketch(self, state: State) -> str:
        return _draw_grid(["·×○"[cube] for cube in self.rules.cells(state)], self.options["size"])


class QuixoTeams(_QuixoGame):
    id = "quixo-teams"
    variant_of = "quixo"
    title = "Quixo, two teams"
    minutes = 20
    pitch = "Two against two: a cube is yours only while its dot points at you."
    seats = ("South", "West", "North", "East")
    sides = ((0, 2), (1, 3))
    levels = TEAMS

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        turned = tuple((*push, side) for push in QuixoRules(5).pushes() for side in "swne")
        return TeamRules(), (*turned, ("pass",))

    def explain_outcome(self, state: State) -> Words:
        return _explain_line(self, state)

    def sketch(self, state: State) -> str:
        cubes = ("· ", "×↓", "○←", "×↑", "○→")
        return _draw_grid([cubes[cube] for cube in self.rules.cells(state)], 5)


def _explain_line(game: Game, state: State) -> Words:
    """The line that won, and whether its own side pushed it (§Q6)."""
    from tablier.scene import Phrase, say  # imported with the first words: it takes time

    assert state.outcome is not None
    size = len(facts_of(Facts, state).lines[0])
    marks = game.rules.cells(state)
    winner = state.outcome.winners[0] % 2
    line = next(
        line
        for line in facts_of(Facts, state).lines
        if (marks["abcde".index(line[0][0]) + size * (int(line[0][1:]) - 1)] - 1) % 2 == winner
    )
    mover = (state.turn - 1) % len(game.seats)
    if mover % 2 == winner:
        return say("a line of {count}, {first} to {last}", count=size, first=line[0], last=line[-1])
    return say(
        "{seat} completed a line for the other side, {first} to {last}",
        seat=Phrase(game.seats[mover]),
        first=line[0],
        last=line[-1],
    )


def _draw_grid(cubes: list[str], size: int) -> str:
    rows = [f"{row + 1}  " + " ".join(cubes[row * size : (row + 1) * size]) for row in reversed(range(size))]
    letters = " ".join("abcde"[column].ljust(len(cubes[0])) for column in range(size))
    return "\n".join(line.rstrip() for line in [*rows, f"   {letters}"])


GAMES = (Quixo, QuixoTeams)
