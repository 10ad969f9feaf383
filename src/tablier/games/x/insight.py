"""Who gets what in X: the likely owner of each corner and of each empty cell."""

from __future__ import annotations

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.x.rollouts import ownership_rates
from tablier.games.x.rules import Facts
from tablier.grid import cells
from tablier.insight import Insight, LegendEntry, Overlay
from tablier.scene import Phrase, say

BATCHES = 16
"""Batches of 256 rollouts, each but the first by what those before it showed: below a millisecond on a board
of ten."""
SEED = 1
FAINTEST = 0.06
"""Cells whose owner is less sure than this, from 0 (each seat the same) to 1, are left blank."""


def find_insight(state: State) -> Insight:
    """Cells in the colour of their likely owner, corners with the chance of theirs."""
    size = state.game.options["size"]
    by_corner, by_cell = ownership_rates(state, BATCHES, seed=SEED)
    # A corner's cell bears the chance of the corner: a colour of its own would say two things at once.
    shown = {corner.cell for corner in facts_of(Facts, state).corners}
    overlays = []
    for at, (name, stone) in enumerate(zip(cells(size, size), state.game.rules.cells(state), strict=True)):
        rates = [by_cell[seat][at] for seat in range(3)]
        sure = (max(rates) - 1 / 3) * 1.5
        if not stone and sure > FAINTEST and name not in shown:
            overlays.append(Overlay("area", (name,), rates.index(max(rates)), round(sure, 2)))
    legend = []
    seats = [Phrase(name) for name in state.game.seats]
    for k, corner in enumerate(facts_of(Facts, state).corners):
        rates = [by_corner[seat][k] for seat in range(3)]
        likely = rates.index(max(rates))
        percents = [round(100 * rate) for rate in rates]
        words = say("{percent}%", percent=percents[likely])
        overlays.append(Overlay("text", (corner.cell,), likely, round(max(rates), 2), words))
        text = say(
            "corner {cell}: {one} {first}%, {two} {second}%, {three} {third}%",
            cell=corner.cell, one=seats[0], first=percents[0], two=seats[1], second=percents[1],
            three=seats[2], third=percents[2],
        )  # fmt: skip
        legend.append(LegendEntry(text, "text", likely, round(max(rates), 2)))
    legend.append(
        LegendEntry(say("the likely owner of each cell: the stronger the colour, the surer"), "text")
    )
    return Insight(say("Who gets what"), tuple(legend), tuple(overlays))
