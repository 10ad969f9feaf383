"""OLIX, by Reiner Knizia (1994): O, L, I and X on a grid of 11x11, and the best of each in a column."""

from __future__ import annotations

from typing import ClassVar

from tablier.core.choice import Limit
from tablier.core.plan import Style, growing
from tablier.core.rules import RuleSet, State
from tablier.game import Game, Option, Path
from tablier.games.olix.rules import Facts, OlixRules
from tablier.grid import Reader, cells

SIZE = 11
COLUMNS = {"O": (4, 6, 8, 9), "L": (5, 6, 7, 8), "I": (4, 5, 6, 7), "X": (4, 5, 6, 7)}
"""The cells of the score columns, from the first to the most advanced (§O5)."""
PAWNS = {"r": "●", "b": "○", ".": "·"}


class Olix(Game):
    id = "olix"
    title = "OLIX"
    author = "Reiner Knizia"
    year = 1994
    minutes = 20
    seats = ("Red", "Blue")
    sides = ((0,), (1,))
    views = ("wide", "tall")
    plans = growing(
        Style(unfold=3, judge=0.5, echo=1000, explore=0.35), nodes=(15, 60, 115, 210, 430, 1_700, 12_000)
    )
    study = Limit(nodes=22_000)
    endings: ClassVar = {
        "super": "a pattern beyond its score column",
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

    def sketch(self, state: State) -> str:
        board = Reader(str(state)).rows(SIZE, SIZE, "rb")
        beside = _columns(state.facts)
        rows = [
            f"{row + 1:2}  {' '.join(PAWNS[pawn] for pawn in board[row * SIZE : (row + 1) * SIZE])}"
            for row in reversed(range(SIZE))
        ]
        letters = f"    {' '.join('abcdefghijk')}"
        return "\n".join(f"{row}    {line}".rstrip() for row, line in zip(rows, beside, strict=True)) + (
            f"\n{letters}"
        )


def _columns(facts: Facts) -> list[str]:
    """The score columns as lines of text, one for each row of the board, most advanced cells lowest."""

    def at(kind: int, number: int) -> str:
        column = facts.columns[kind]
        values = (*COLUMNS[column.kind], column.value)
        if number == 5 and column.cell != 5:
            return ""
        held = "".join("●○"[seat] for seat in column.holders) if column.cell == number else ""
        return f"{values[number - 1]:>2} {held}"

    lines = ["".join(f"{kind:>2}".ljust(7) for kind in COLUMNS)]
    lines += ["".join(at(kind, number).ljust(7) for kind in range(4)) for number in range(1, 6)]
    lines += ["", *(f" {pawn} {left:2} left" for pawn, left in zip("●○", facts.left, strict=True))]
    return ["", *lines, ""]


GAMES = (Olix,)
