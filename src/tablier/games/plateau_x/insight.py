"""Who gets what in Plateau X: how high each pawn can climb from where it stands."""

from __future__ import annotations

from tablier.core.rules import State
from tablier.games.plateau_x.climbing import find_climbs
from tablier.insight import Insight, LegendEntry, Overlay
from tablier.scene import Phrase, say


def find_insight(state: State) -> Insight:
    """The highest cells that each pawn can walk to, and the way to one of them."""
    climbs = find_climbs(state)
    highest = max((climb.top for climb in climbs), default=0) or 1
    overlays, legend = [], []
    for climb in climbs:
        weight = round(climb.top / highest, 2)
        name = Phrase(state.game.seats[climb.seat])
        if climb.top > climb.level:
            overlays.append(Overlay("area", climb.summits, climb.seat, 0.5 * weight))
            overlays.append(Overlay("path", climb.route, climb.seat, weight))
            text = say(
                "{seat}, level {level} at {cell}: can climb to level {top}",
                seat=name, level=climb.level, cell=climb.cell, top=climb.top,
            )  # fmt: skip
        else:
            text = say(
                "{seat}, level {level} at {cell}: can climb no higher now",
                seat=name, level=climb.level, cell=climb.cell,
            )  # fmt: skip
        words = f"{climb.level}→{climb.top}" if climb.top > climb.level else str(climb.level)
        overlays.append(Overlay("text", (climb.cell,), climb.seat, weight, words))
        legend.append(LegendEntry(text, "path", climb.seat, weight))
    legend += [
        LegendEntry(say("{seat}: no pawn in play", seat=Phrase(name)), "path", seat, 0.0)
        for seat, name in enumerate(state.game.seats)
        if all(climb.seat != seat for climb in climbs)
    ]
    return Insight(say("How high each pawn can climb"), tuple(legend), tuple(overlays))
