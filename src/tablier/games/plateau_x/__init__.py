"""Plateau X, by Hendrik Simon (2010): four players, and the variants Mini, Double and Trio."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tablier.board_game import Game, Path, facts_of, from_module, pages_in, puzzles_in
from tablier.core.rules import RuleSet, State
from tablier.core.values import IllegalMove
from tablier.games.plateau_x.bricks import BRICKS, places
from tablier.games.plateau_x.levels import DOUBLE, FOUR, REVIEW_LIMIT, THREE, TWO
from tablier.games.plateau_x.positions import Variant
from tablier.games.plateau_x.rules import Facts, PlateauRules
from tablier.grid import cells

if TYPE_CHECKING:
    from tablier.insight import Evidence, Insight, Reason
    from tablier.scene import Translate, Words

_SHAPES = {brick.token: brick for brick in BRICKS}


class _PlateauGame(Game):
    """What the variants share: all but who plays, and with what."""

    author = "Hendrik Simon"
    year = 2010
    pitch = "Build the plateaus, then climb them: whoever stands highest wins."
    views = ("relief", "flat")
    scene_module = from_module(f"{__name__}.scene")
    lesson = from_module(f"{__name__}.lesson", "LESSON")
    editor = from_module(f"{__name__}.editor")
    examples = from_module(f"{__name__}.examples", "EXAMPLES")
    rule_pages: ClassVar = pages_in(__name__)
    puzzle_file: ClassVar = puzzles_in(__name__)
    endings: ClassVar = {"blocked": "the player to move had no legal turn left"}
    min_rated_moves = 8
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

    def why_not(self, state: State, clicks: Path) -> IllegalMove | None:
        """What forbids these clicks; on a cell where nobody stands, something has to be chosen first."""
        is_bare = clicks[:1] not in {(pawn.cell,) for pawn in facts_of(Facts, state).pawns}
        if len(clicks) == 1 and is_bare and clicks[0] in cells(self.variant.size, self.variant.size):
            from tablier.scene import say  # imported with the first words: it takes time

            words = say("Choose a brick or your pawn first.")
            return IllegalMove(words.template, clause="P3", move=clicks[0])
        return super().why_not(state, clicks)

    def explain_clicks(self, state: State, clicks: Path) -> IllegalMove | None:
        from tablier.scene import say  # imported with the first words: it takes time

        first, last = clicks[0], clicks[-1]
        if last in cells(self.variant.size, self.variant.size) and first in _SHAPES and len(clicks) == 2:
            words = say("It would stick out of the board.")
            return IllegalMove(words.template, clause="P4", move="".join(clicks))
        return self.why_not(state, (last,)) if len(clicks) > 1 else None

    def explain_outcome(self, state: State) -> Words:
        """Who could not move (§P12), and why the winner won (§P13)."""
        from tablier.scene import Phrase, say  # imported with the first words: it takes time

        why = self.explain_standing(state)
        seat = Phrase(self.seats[state.turn])
        if why is None:
            return say("{seat} had no legal turn left", seat=seat)
        return say("{seat} had no legal turn left; {why}", seat=seat, why=why)

    def explain_standing(self, state: State) -> Words | None:
        """What puts the first pawn before the second (§P13)."""
        from tablier.games.plateau_x.standing import explain_first

        return explain_first(facts_of(Facts, state), self.seats)

    def insight(self, state: State) -> Insight:
        from tablier.games.plateau_x.insight import find_insight  # only who analyses needs it

        return find_insight(state)

    def explain_move(self, evidence: Evidence) -> Reason | None:
        from tablier.games.plateau_x.reasons import explain_move  # only who analyses needs it

        return explain_move(evidence)

    def sketch(self, state: State) -> str:
        return self.sketch_in(state, str)

    def sketch_in(self, state: State, translate: Translate) -> str:
        """Levels as digits, pawns as letters behind them, stocks beside."""
        from tablier.scene import say, to_text  # imported with the first words: it takes time

        size, facts = self.variant.size, facts_of(Facts, state)
        assert isinstance(self.rules, PlateauRules)
        names = [translate(seat) for seat in self.seats]
        letters = {pawn.cell: names[pawn.seat][0] for pawn in facts.pawns}
        shown = [
            f"{level or '·':>2}{letters.get(name, ' ')}"
            for name, level in zip(cells(size, size), self.rules.levels(state), strict=True)
        ]
        rows = [
            f"{row + 1} " + " ".join(shown[row * size : (row + 1) * size]) for row in reversed(range(size))
        ]
        rows.append("  " + " ".join(f" {letter} " for letter in "abcdefg"[:size]))
        common = to_text(say("{count} Triples in common", count=facts.triples), translate)
        beside = [*self._stocks(state.turn, facts, translate), "", f"  {common}"]
        beside += [""] * (len(rows) - len(beside))
        return "\n".join(f"{row}   {note}".rstrip() for row, note in zip(rows, beside, strict=True))

    def _stocks(self, turn: int, facts: Facts, translate: Translate) -> list[str]:
        from tablier.scene import say, to_text  # imported with the first words: it takes time

        notes = []
        for seat, (name, own) in enumerate(zip(map(translate, self.seats), facts.seats, strict=True)):
            waiting = sum(pawn.seat == seat and pawn.cell is None for pawn in facts.pawns)
            bricks = " ".join(["■"] * own.singles + ["■■"] * own.doubles) or "–"
            coming = to_text(say("{pawns} to come in", pawns=name[0] * waiting), translate)
            pawns = f"  {coming}" if waiting else ""
            notes.append(f"{'▸' if seat == turn else ' '} {name:<6}  {own.place}.  {bricks}{pawns}")
        return notes


class PlateauX(_PlateauGame):
    id = "plateau-x"
    title = "Plateau X"
    minutes = 30
    best_score = 4.0
    seats = ("Black", "Orange", "Yellow", "Green")
    sides = ((0,), (1,), (2,), (3,))
    levels = FOUR
    review_limit = REVIEW_LIMIT
    min_rated_moves = 12
    variant = Variant(size=7, seats=4, pawns=1, singles=2)


class PlateauXMini(_PlateauGame):
    id = "plateau-x-mini"
    variant_of = "plateau-x"
    title = "Plateau X Mini"
    minutes = 15
    seats = ("Black", "Orange")
    sides = ((0,), (1,))
    levels = TWO
    variant = Variant(size=6, seats=2, pawns=1, singles=3)


class PlateauXDouble(_PlateauGame):
    id = "plateau-x-double"
    variant_of = "plateau-x"
    title = "Plateau X Double"
    minutes = 20
    seats = ("Black", "Orange")
    sides = ((0,), (1,))
    levels = DOUBLE
    variant = Variant(size=7, seats=2, pawns=2, singles=3)


class PlateauXTrio(_PlateauGame):
    id = "plateau-x-trio"
    variant_of = "plateau-x"
    title = "Plateau X Trio"
    minutes = 30
    best_score = 3.0
    seats = ("Black", "Orange", "Yellow")
    sides = ((0,), (1,), (2,))
    levels = THREE
    review_limit = REVIEW_LIMIT
    min_rated_moves = 9
    variant = Variant(size=7, seats=3, pawns=1, singles=2)


GAMES = (PlateauX, PlateauXMini, PlateauXDouble, PlateauXTrio)
