"""X, by Mark Steere (2009): three players, four corners."""

from __future__ import annotations

from typing import ClassVar

from tablier.core.choice import Limit
from tablier.core.plan import Method, Plan, Style, growing
from tablier.core.rules import RuleSet, State
from tablier.game import Game, Option, Path
from tablier.games.x.rules import XRules
from tablier.grid import Reader, cells

_TAUGHT = Style(explore=0.7, appraise=True)


class X(Game):
    id = "x"
    title = "X"
    author = "Mark Steere"
    year = 2009
    minutes = 30
    seats = ("Red", "Yellow", "Green")
    sides = ((0,), (1,), (2,))
    views = ("wide", "tall")
    plans = (
        *growing(Style(unfold=4, explore=1.5), nodes=(10, 40, 140, 360, 1_100, 3_000, 16_000))[:6],
        Plan(Method.TREE, Limit(nodes=60), sight=2, style=_TAUGHT),
        Plan(Method.TREE, Limit(seconds=2.0), sight=2, style=_TAUGHT),
    )
    study = Limit(nodes=1_000)
    endings: ClassVar = {
        "decided": "the open corners cannot change the winner any more",
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

    def agreed(self, state: State, winner: int | None) -> tuple[float, ...]:
        """The scores if all agree to stop here; X has no draw, so they agree on who won (§X7)."""
        if type(winner) is not int or winner not in range(len(self.seats)):
            raise ValueError(f"{self.title} has no draw: an agreed end names the seat that won, 0, 1 or 2")
        return tuple(float(seat == winner) for seat in range(len(self.seats)))

    def sketch(self, state: State) -> str:
        """Each row half a cell to the right of the one below: the six cells around one are its neighbours.

        The column letters stand where another row would begin.
        """
        size = self.options["size"]
        board = Reader(str(state)).rows(size, size, "ryg")
        rows = [
            f"{row + 1:>{row + 2}}  "
            + " ".join(board[row * size : (row + 1) * size]).upper().replace(".", "·")
            for row in reversed(range(size))
        ]
        return "\n".join([*rows, "   " + " ".join(chr(ord("a") + column) for column in range(size))])


GAMES = (X,)
