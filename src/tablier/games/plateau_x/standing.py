"""Why a seat is placed first, in words."""

from __future__ import annotations

from tablier.games.plateau_x.rules import Facts, Pawn
from tablier.scene import Phrase, Words, say


def find_best_pawn(facts: Facts, seat: int) -> Pawn | None:
    """The pawn a seat is placed by: the highest, then on the largest plateau, then the earliest (§P13)."""
    own = [pawn for pawn in facts.pawns if pawn.seat == seat and pawn.arrival is not None]
    return min(own, key=lambda pawn: (-pawn.level, -pawn.plateau, pawn.arrival), default=None)


def explain_first(facts: Facts, seats: tuple[str, ...]) -> Words | None:
    """What puts the first seat before the second (§P13); None if no pawn is in play."""
    found = [find_best_pawn(facts, seat) for seat in range(len(seats))]
    placed = sorted((pawn for pawn in found if pawn), key=lambda pawn: facts.seats[pawn.seat].place)
    if not placed:
        return None
    seat = Phrase(seats[placed[0].seat])
    if len(placed) == 1:
        return say("only {seat} has a pawn in play", seat=seat)
    first, second = placed[:2]
    if first.level != second.level:
        if len(seats) == 2:
            return say(
                "{seat} stands higher: level {level} to {other}",
                seat=seat,
                level=first.level,
                other=second.level,
            )
        return say(
            "{seat} stands highest: level {level} to {other}",
            seat=seat,
            level=first.level,
            other=second.level,
        )
    if first.plateau != second.plateau:
        return say(
            "{seat} stands on the larger plateau: {count} cells to {other}",
            seat=seat,
            count=first.plateau,
            other=second.plateau,
        )
    return say("level and plateau are equal, but {seat} got there first", seat=seat)
