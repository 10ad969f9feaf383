"""OLIX, by Reiner Knizia (1994): O, L, I and X on a grid of 11x11, and the best of each in a column."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tablier.board_game import Game, Option, Path, facts_of, from_module, pages_in, puzzles_in
from tablier.core.rules import RuleSet, State
from tablier.games.olix.levels import LEVELS, REVIEW_LIMIT
from tablier.games.olix.rules import COLUMNS, Facts, OlixRules
from tablier.grid import cells

if TYPE_CHECKING:
    from tablier.insight import Evidence, Insight, Reason
    from tablier.scene import Translate, Words

SIZE = 11
PAWNS = "·●○"
"""By what `cells` says of a cell."""


class Olix(Game):
    id = "olix"
    title = "OLIX"
    author = "Reiner Knizia"
    year = 1994
    minutes = 20
    pitch = "Shape an O, an L, an I and an X, and beat your rival’s best in each."
    seats = ("Red", "Blue")
    sides = ((0,), (1,))
    views = ("wide", "tall")
    levels = LEVELS
    review_limit = REVIEW_LIMIT
    min_rated_moves = 10
    scene_module = from_module(f"{__name__}.scene")
    lesson = from_module(f"{__name__}.lesson", "LESSON")
    editor = from_module(f"{__name__}.editor")
    examples = from_module(f"{__name__}.examples", "EXAMPLES")
    rule_pages: ClassVar = pages_in(__name__)
    puzzle_file: ClassVar = puzzles_in(__name__)
    endings: ClassVar = {
        "super": "a super pattern",
        "exhausted": "all pawns are placed",
        "decided": "no column can change any more",
    }
    choices: ClassVar = {
        "interior": Option("any", ("any", "own"), "whose pawns count inside an O"),
        "to_the_end": Option(False, (False, True), "play on when no column can change any more"),
    }

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        rules = OlixRules(self.options["interior"], self.options["to_the_end"])
        return rules, tuple((cell,) for cell in cells(SIZE, SIZE))

    def explain_outcome(self, state: State) -> Words:
        """The super pattern (§O7), or who has the better markers (§O9)."""
        from tablier.scene import say  # imported with the first words: it takes time

        for column in facts_of(Facts, state).columns:
            if column.cell == 5 and column.value:
                last = COLUMNS[column.kind][-1]
                return say(
                    "an {kind} of {value}, beyond its column ({last})",
                    kind=column.kind,
                    value=column.value,
                    last=last,
                )
        return say("{end}; {why}", end=super().explain_outcome(state), why=self.explain_standing(state))

    def explain_standing(self, state: State) -> Words:
        """Who has more markers, or the more advanced ones (§O9)."""
        from tablier.scene import Phrase, say

        columns = facts_of(Facts, state).columns
        red, blue = (
            sorted(
                (column.cell for column in columns if column.cell and seat in column.holders), reverse=True
            )
            for seat in range(2)
        )
        if red == blue:
            return say("the columns are level")
        first = 0 if (len(red), red) > (len(blue), blue) else 1
        seat, more, fewer = Phrase(self.seats[first]), max(len(red), len(blue)), min(len(red), len(blue))
        if more == fewer:
            return say("the same number of markers, but {seat}’s are further along", seat=seat)
        return say("{seat} has more markers: {more} to {fewer}", seat=seat, more=more, fewer=fewer)

    def insight(self, state: State) -> Insight:
        from tablier.games.olix.insight import find_insight  # only who analyses needs it

        return find_insight(state)

    def explain_move(self, evidence: Evidence) -> Reason | None:
        from tablier.games.olix.reasons import explain_move  # only who analyses needs it

        return explain_move(evidence)

    def sketch(self, state: State) -> str:
        return self.sketch_in(state, str)

    def sketch_in(self, state: State, translate: Translate) -> str:
        board = self.rules.cells(state)
        beside = _columns(facts_of(Facts, state), translate)
        rows = [
            f"{row + 1:2}  {' '.join(PAWNS[pawn] for pawn in board[row * SIZE : (row + 1) * SIZE])}"
            for row in reversed(range(SIZE))
        ]
        letters = f"    {' '.join('abcdefghijk')}"
        return "\n".join(f"{row}    {line}".rstrip() for row, line in zip(rows, beside, strict=True)) + (
            f"\n{letters}"
        )


def _columns(facts: Facts, translate: Translate) -> list[str]:
    """The score columns as lines of text, one for each row of the board, most advanced cells lowest."""
    from tablier.scene import say, to_text  # imported with the first words: it takes time

    def at(kind: int, number: int) -> str:
        column = facts.columns[kind]
        values = (*COLUMNS[column.kind], column.value)
        if number == 5 and column.cell != 5:
            return ""
        holders = "".join(PAWNS[1 + seat] for seat in column.holders) if column.cell == number else ""
        return f"{values[number - 1]:>2} {holders}"

    lines = ["".join(f"{kind:>2}".ljust(7) for kind in COLUMNS)]
    lines += ["".join(at(kind, number).ljust(7) for kind in range(4)) for number in range(1, 6)]
    stocks = (say("{count} left", count=f"{left:2}") for left in facts.left)
    lines += [
        "",
        *(f" {pawn} {to_text(left, translate)}" for pawn, left in zip(PAWNS[1:], stocks, strict=True)),
    ]
    return ["", *lines, ""]


GAMES = (Olix,)
