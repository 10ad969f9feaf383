"""Who gets what in Quixo: the lines that each side may still fill."""

from __future__ import annotations

from tablier.core.rules import State
from tablier.games.quixo.lines import find_open_lines, name_side
from tablier.insight import Insight, LegendEntry, Overlay
from tablier.scene import say


def find_insight(state: State) -> Insight:
    """Every line without a cube of the other side, the stronger the more of it is there."""
    game, lines = state.game, sorted(find_open_lines(state), key=lambda line: line.filled)
    overlays = tuple(
        Overlay(
            "path",
            line.spots,
            game.sides[line.side][0],
            line.filled / len(line.spots),
            say("{count} of {size}", count=line.filled, size=len(line.spots)),
        )
        for line in lines
    )
    legend = []
    for side, seats in enumerate(game.sides):
        counts = [line.filled for line in lines if line.side == side]
        who = name_side(game, side)
        text = say("{seat}: no open line", seat=who)
        if counts:
            most = max(counts)
            text = say("{seat}: {count} open, the fullest has {most}", seat=who, count=len(counts), most=most)
        legend.append(LegendEntry(text, "path", seats[0]))
    return Insight(say("Open lines"), tuple(legend), overlays)
