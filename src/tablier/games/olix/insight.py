"""Who gets what in OLIX: the chances of each column, and the pawns that would change one."""

from __future__ import annotations

from typing import NamedTuple

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.olix.rules import COLUMNS, Column, Facts, OlixRules
from tablier.insight import Insight, LegendEntry, Overlay
from tablier.scene import Phrase, say

GAMES = 1000
"""Random games by which the chances of the columns are measured: 7 ms."""
SEED = 1
HELD, TAKEN, SUPER = 0.35, 0.6, 1.0
"""How strongly a held pattern, a cell that changes a column and one that wins at once are drawn."""


class Threat(NamedTuple):
    """A pattern that one pawn would score, and that would change its column."""

    cell: str
    seat: int
    kind: str
    value: int
    spots: tuple[str, ...]
    column: Column
    """As it is before."""

    @property
    def is_super(self) -> bool:
        """Whether it is beyond its column and wins at once (§O7)."""
        return self.value > COLUMNS[self.kind][-1]


def rules_of(state: State) -> OlixRules:
    assert isinstance(state.rules, OlixRules)
    return state.rules


def changes_column(column: Column, seat: int, value: int) -> bool:
    """Whether a pattern of this value takes the column or puts a marker beside the other's (§O6)."""
    if column.value is None:
        return True
    return value > column.value or (value == column.value and seat not in column.holders)


def find_threats(state: State, seat: int, move: int | None = None) -> tuple[Threat, ...]:
    """What a pawn of a seat would score if it were its turn, on one cell or on any; only patterns that change
    their column."""
    columns = {column.kind: column for column in facts_of(Facts, state).columns}
    found = []
    for each in state.legal_moves if move is None else (move,):
        for kind, value, spots in rules_of(state).scored(state, each, seat):
            if changes_column(columns[kind], seat, value):
                found.append(Threat(state.game.texts[each], seat, kind, value, spots, columns[kind]))
    return tuple(found)


def find_insight(state: State) -> Insight:
    """The held patterns, the cells where a pawn changes a column, and each column's chances."""
    overlays = [
        Overlay("area", pattern, seat, HELD, say("{kind} of {value}", kind=column.kind, value=column.value))
        for column in facts_of(Facts, state).columns
        if column.value
        for seat, pattern in zip(column.holders, column.patterns, strict=True)
        if pattern
    ]
    for seat in range(2):
        best: dict[str, Threat] = {}
        for threat in find_threats(state, seat):
            known = best.get(threat.cell)
            if known is None or (threat.is_super, threat.value) > (known.is_super, known.value):
                best[threat.cell] = threat
        for cell, threat in best.items():
            words = f"{threat.kind}{threat.value}"
            overlays.append(Overlay("text", (cell,), seat, SUPER if threat.is_super else TAKEN, words))
    return Insight(say("Chance to score in each column"), _legend(state, overlays), tuple(overlays))


def _legend(state: State, overlays: list[Overlay]) -> tuple[LegendEntry, ...]:
    seats = [Phrase(name) for name in state.game.seats]
    found = []
    rates = rules_of(state).column_rates(state, GAMES, seed=SEED)
    for (kind, _), (first, second) in zip(COLUMNS.items(), rates, strict=True):
        text = say(
            "column {kind}: {one} {first}%, {other} {second}%",
            kind=kind, one=seats[0], first=round(100 * first), other=seats[1], second=round(100 * second),
        )  # fmt: skip
        ahead = None if first == second else int(second > first)
        found.append(LegendEntry(text, "area" if ahead is not None else "text", ahead, max(first, second)))
    threatening = {overlay.seat for overlay in overlays if overlay.kind == "text"}
    for seat, name in enumerate(seats):
        if seat in threatening:
            words = say("where {seat} can score with one pawn", seat=name)
            found.append(LegendEntry(words, "text", seat, TAKEN))
    return tuple(found)
