"""X, by Mark Steere (2009): three players, four corners."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tablier.board_game import Game, Option, Path, facts_of, from_module, pages_in, puzzles_in
from tablier.core.rules import RuleSet, State
from tablier.games.x.levels import LEVELS, REVIEW_LIMIT
from tablier.games.x.rules import Facts, XRules
from tablier.grid import cells

if TYPE_CHECKING:
    from tablier.insight import Evidence, Insight, Reason
    from tablier.scene import Words


class X(Game):
    id = "x"
    title = "X"
    author = "Mark Steere"
    year = 2009
    minutes = 30
    pitch = "Three rivals, four corners: take two alone, or win with none at all."
    seats = ("Red", "Yellow", "Green")
    sides = ((0,), (1,), (2,))
    views = ("wide", "diamond", "tall")
    levels = LEVELS
    review_limit = REVIEW_LIMIT
    min_rated_moves = 15
    scene_module = from_module(f"{__name__}.scene")
    lesson = from_module(f"{__name__}.lesson", "LESSON")
    editor = from_module(f"{__name__}.editor")
    examples = from_module(f"{__name__}.examples", "EXAMPLES")
    rule_pages: ClassVar = pages_in(__name__)
    puzzle_file: ClassVar = puzzles_in(__name__)
    endings: ClassVar = {
        "decided": "the winner is certain before the board is full",
        "full": "the board is full",
    }
    choices: ClassVar = {
        "size": Option(10, tuple(range(4, 21, 2)), "cells along a side"),
        "to_the_end": Option(False, (False, True), "play on until the board is full"),
    }

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        size = self.options["size"]
        rules = XRules(size, self.options["to_the_end"])
        return rules, tuple((cell,) for cell in cells(size, size))

    def agreed_scores(self, state: State, winner: int | None) -> tuple[float, ...]:
        """The scores if all agree to stop here; X has no draw, so they agree on who won (§X7)."""
        if type(winner) is not int or winner not in range(len(self.seats)):
            raise ValueError(f"{self.title} has no draw: an agreed end names the seat that won, 0, 1 or 2")
        return tuple(float(seat == winner) for seat in range(len(self.seats)))

    def explain_outcome(self, state: State) -> Words:
        """The score and what it means (§X6, §X7); while corners are open, why the winner is certain."""
        from tablier.scene import Phrase, say  # imported with the first words: it takes time

        corners, winner = facts_of(Facts, state)
        if winner is None:
            return super().explain_outcome(state)
        owners = [corner.owner for corner in corners if corner.settled]
        seat = Phrase(self.seats[winner])
        if len(owners) < len(corners):
            score = "-".join(map(str, sorted(map(owners.count, range(len(self.seats))), reverse=True)))
            # With fewer than two, what others may still get would change the winner (§X7).
            if owners.count(winner) == 2:
                return say(
                    "{score} settled: {seat} has two corners, and nobody else can own two any more",
                    score=score,
                    seat=seat,
                )
            return say("{score} settled: {seat} has three corners", score=score, seat=seat)
        why = {
            4: say("4-0-0: {seat} has all four corners", seat=seat),
            3: say("3-1-0: {seat} has three corners", seat=seat),
            2: say("2-1-1: {seat} alone has two corners", seat=seat),
            0: say("2-2-0: {seat} alone has none", seat=seat),
        }[owners.count(winner)]
        assert state.outcome is not None
        if state.outcome.reason == "full":
            return why
        return say("{why}, settled before the board was full", why=why)

    def insight(self, state: State) -> Insight:
        from tablier.games.x.insight import find_insight  # only who analyses needs it

        return find_insight(state)

    def explain_move(self, evidence: Evidence) -> Reason | None:
        from tablier.games.x.reasons import explain_move  # only who analyses needs it

        return explain_move(evidence)

    def sketch(self, state: State) -> str:
        """Each row half a cell to the right of the one below: the six cells around one are its neighbours.

        The column letters stand where another row would begin.
        """
        size = self.options["size"]
        board = ["·RYG"[stone] for stone in self.rules.cells(state)]
        rows = [
            f"{row + 1:>{row + 2}}  {' '.join(board[row * size : (row + 1) * size])}"
            for row in reversed(range(size))
        ]
        return "\n".join([*rows, "   " + " ".join(chr(ord("a") + column) for column in range(size))])


GAMES = (X,)
