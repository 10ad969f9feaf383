"""Plateau X, by Hendrik Simon (2010): four players, and the variants Mini, Double and Trio."""

from __future__ import annotations

from typing import ClassVar

from tablier.core.choice import Limit
from tablier.core.plan import Style, deepening, growing
from tablier.core.rules import RuleSet, State
from tablier.game import Game, Path
from tablier.games.plateau_x.bricks import BRICKS, places
from tablier.games.plateau_x.positions import Variant
from tablier.games.plateau_x.rules import Facts, PlateauRules
from tablier.grid import cells

_MANY = Style(judge=1.0, explore=0.2, unfold=2, foresee=True)
_THREE = growing(_MANY, nodes=(2, 3, 6, 11, 80, 550, 5_000), blind=(0.93, 0.77, 0.5))
_FOUR = growing(_MANY, nodes=(2, 3, 6, 9, 68, 1_700, 9_500), blind=(0.94, 0.77, 0.5))
_STUDY = Limit(nodes=12_000)
_TWO = deepening(nodes=(20_000, 110_000, 450_000), noise=(0.5, 0.12, 0.4, 0.62, 0.1))
_SHAPES = {brick.token: brick for brick in BRICKS}


class _PlateauGame(Game):
    """What the variants share: all but who plays, and with what."""

    author = "Hendrik Simon"
    year = 2010
    views = ("relief", "flat")
    endings: ClassVar = {"blocked": "the player to move could neither lay, nor move, nor bring in"}
    variant: ClassVar[Variant]

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        size, seats, pawns, singles, _ = self.variant
        rules = PlateauRules(size, seats, pawns, singles)
        return rules, rules.paths()

    def spell(self, path: Path) -> str:
        first, second = path
        if first not in _SHAPES:
            return first + second if first == "@" else f"{first}-{second}"
        names = cells(self.variant.size, self.variant.size)
        spots = dict(places(_SHAPES[first], self.variant.size))[names.index(second)]
        return first[0] + "".join(names[spot] for spot in spots)

    def sketch(self, state: State) -> str:
        """Levels as digits, pawns as letters behind them, stocks beside."""
        size, facts = self.variant.size, state.facts
        assert isinstance(self.rules, PlateauRules)
        letters = {pawn.cell: self.seats[pawn.seat][0] for pawn in facts.pawns}
        shown = [
            f"{level or '·':>2}{letters.get(name, ' ')}"
            for name, level in zip(cells(size, size), self.rules.levels(state), strict=True)
        ]
        rows = [
            f"{row + 1} " + " ".join(shown[row * size : (row + 1) * size]) for row in reversed(range(size))
        ]
        rows.append("  " + " ".join(f" {letter} " for letter in "abcdefg"[:size]))
        beside = [*self._stocks(state.turn, facts), "", f"  {facts.triples} Triples in common"]
        beside += [""] * (len(rows) - len(beside))
        return "\n".join(f"{row}   {note}".rstrip() for row, note in zip(rows, beside, strict=True))

    def _stocks(self, turn: int, facts: Facts) -> list[str]:
        notes = []
        for seat, (name, own) in enumerate(zip(self.seats, facts.seats, strict=True)):
            waiting = sum(pawn.seat == seat and pawn.cell is None for pawn in facts.pawns)
            bricks = " ".join(["■"] * own.singles + ["■■"] * own.doubles) or "–"
            pawns = f"  {name[0] * waiting} to come in" if waiting else ""
            notes.append(f"{'▸' if seat == turn else ' '} {name:<6}  {own.place}.  {bricks}{pawns}")
        return notes


class PlateauX(_PlateauGame):
    id = "plateau-x"
    title = "Plateau X"
    minutes = 30
    top = 4.0
    seats = ("Black", "Orange", "Yellow", "Green")
    sides = ((0,), (1,), (2,), (3,))
    plans = _FOUR
    study = _STUDY
    variant = Variant(size=7, seats=4, pawns=1, singles=2)


class PlateauXMini(_PlateauGame):
    id = "plateau-x-mini"
    title = "Plateau X Mini"
    minutes = 15
    seats = ("Black", "Orange")
    sides = ((0,), (1,))
    plans = _TWO
    variant = Variant(size=6, seats=2, pawns=1, singles=3)


class PlateauXDouble(_PlateauGame):
    id = "plateau-x-double"
    title = "Plateau X Double"
    minutes = 20
    seats = ("Black", "Orange")
    sides = ((0,), (1,))
    plans = _TWO
    variant = Variant(size=7, seats=2, pawns=2, singles=3)


class PlateauXTrio(_PlateauGame):
    id = "plateau-x-trio"
    title = "Plateau X Trio"
    minutes = 30
    top = 3.0
    seats = ("Black", "Orange", "Yellow")
    sides = ((0,), (1,), (2,))
    plans = _THREE
    study = _STUDY
    variant = Variant(size=7, seats=3, pawns=1, singles=2)


GAMES = (PlateauX, PlateauXMini, PlateauXDouble, PlateauXTrio)
