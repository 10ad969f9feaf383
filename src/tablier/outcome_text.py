"""How a match ended, in words: the same for the terminal and the browser, translated by `scene.to_text`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablier.scene import Words, say

if TYPE_CHECKING:
    from tablier.match import Match


def describe_ending(
    match: Match, names: Sequence[Words], own_seats: Sequence[int] = ()
) -> tuple[Words, Words]:
    """Who won a finished match, and why it is over.

    `names` are the players' by seat. The winners are addressed as "you" if the reader plays `own_seats`, some
    but not all of them, and one of these won.
    """
    assert match.outcome is not None
    winners, reason = match.outcome.winners, match.outcome.reason
    is_boards = reason in match.game.rules.reasons
    why = match.game.explain_outcome(match.state) if is_boards else _end_reason(match, names, reason)
    if not winners:
        return say("A draw"), why
    is_own = len(own_seats) < len(names) and any(seat in winners for seat in own_seats)
    others = [names[seat] for seat in winners if not is_own or seat not in own_seats]
    if not others:
        return say("You win"), why
    if is_own and any(set(winners) <= set(side) for side in match.game.sides):
        return say("Your side wins"), why
    joined = _join_names(others)
    if is_own:
        return say("You and {name} win", name=joined), why
    return say("{name} wins", name=joined) if len(others) == 1 else say("{name} win", name=joined), why


def _join_names(names: Sequence[Words]) -> Words:
    """Names as they are listed in a sentence: "Red, Blue and Green"."""
    joined = names[0]
    for name in names[1:-1]:
        joined = say("{some}, {last}", some=joined, last=name)
    return say("{some} and {last}", some=joined, last=names[-1]) if len(names) > 1 else joined


def _end_reason(match: Match, names: Sequence[Words], reason: str) -> Words:
    """Why a match is over that the board did not end, and what decided it if the position was scored."""
    ended = match.termination
    name = names[ended.seat] if ended and ended.seat is not None else ""
    why = {
        "resigned": say("{name} resigned", name=name),
        "time": say("{name} ran out of time", name=name),
        "agreed": say("by agreement"),
        "repetition": say("the same position for the third time"),
    }[reason]
    standing = match.game.explain_standing(match.state) if reason in ("agreed", "repetition") else None
    return say("{end}; {why}", end=why, why=standing) if standing else why
