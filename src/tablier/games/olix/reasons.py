"""Why a pawn in OLIX is a mistake, or the best: patterns made, missed, left open and stopped."""

from __future__ import annotations

from tablier.core.rules import State
from tablier.games.olix.insight import Threat, find_threats
from tablier.insight import Evidence, Overlay, Reason
from tablier.scene import Phrase, Words, say


def explain_move(evidence: Evidence) -> Reason | None:
    """The pattern that decides, or that changes a column; None if the two moves do not differ in one."""
    if evidence.best is None:
        return _explain_best(evidence)
    return _explain_missed_win(evidence) or _explain_left_win(evidence) or _explain_left_column(evidence)


def _explain_best(evidence: Evidence) -> Reason | None:
    """It scores, or it lies where the rival would score."""
    state, move = evidence.state, evidence.move
    own = _largest(find_threats(state, state.turn, move))
    rival = _largest(_stopped(state, move))
    cell, seat = state.game.texts[move], Phrase(state.game.seats[1 - state.turn])
    if own is not None and own.is_super:
        return Reason(say("Wins at once: {pattern}, beyond its column.", pattern=_name(own)), _draw(own))
    if rival is not None and rival.is_super:
        words = say(
            "Stops {seat} at {cell}: {pattern} there wins.", pattern=_name(rival), cell=cell, seat=seat
        )
        return Reason(words, _draw(rival))
    if evidence.is_winning:
        return None  # what it forces says more
    if own is not None and rival is not None:
        words = say(
            "Scores {pattern}, and keeps {seat} from {other} on the same cell.",
            pattern=_name(own), seat=seat, other=_name(rival),
        )  # fmt: skip
        return Reason(words, (*_draw(own), *_draw(rival)))
    if own is not None:
        words = say("Scores {pattern} and {effect}.", pattern=_name(own), effect=_effect(own))
        return Reason(words, _draw(own))
    if rival is not None:
        words = say("Keeps {seat} from {pattern} at {cell}.", pattern=_name(rival), cell=cell, seat=seat)
        return Reason(words, _draw(rival))
    return None


def _stopped(state: State, move: int) -> list[Threat]:
    """What the rival would score on the cell, and cannot score as high in the same column anywhere else after
    the move: an open line has two ends."""
    rival, after = 1 - state.turn, state.after(move)
    left = find_threats(after, rival) if after.outcome is None else ()
    return [
        threat
        for threat in find_threats(state, rival, move)
        if not any(_equals(other, threat) for other in left)
    ]


def _equals(other: Threat, threat: Threat) -> bool:
    """Whether a threat is as large as another one, of the same kind; two that win at once are equal."""
    return (other.is_super and threat.is_super) or (other.kind == threat.kind and other.value >= threat.value)


def _explain_missed_win(evidence: Evidence) -> Reason | None:
    state, best = evidence.state, evidence.best
    missed = None if best is None else _largest(find_threats(state, state.turn, best))
    if missed is None or not missed.is_super or evidence.is_winning:
        return None
    words = say(
        "Misses a win: {pattern} at {cell}, beyond its column.",
        pattern=_name(missed), cell=missed.cell,
    )  # fmt: skip
    return Reason(words, _draw(missed))


def _explain_left_win(evidence: Evidence) -> Reason | None:
    """A pattern beyond its column that the rival completes with the next pawn, or forces in two."""
    state, win = evidence.state, evidence.win
    if win is None or not evidence.is_losing or not win.turns or not win.line:
        return None
    seat, cell = Phrase(state.game.seats[win.seats[0]]), state.game.texts[win.line[0]]
    last = state.after(evidence.move)
    for move in win.line[:-1]:
        last = last.after(move)
    pattern = _largest(find_threats(last, win.seats[0], win.line[-1])) if last.outcome is None else None
    if pattern is None or not pattern.is_super:
        return None
    if win.turns == 1:
        words = say("Leaves {cell} open: {pattern} there wins for {seat}.", cell=cell, seat=seat,
                    pattern=_name(pattern))  # fmt: skip
    else:
        words = say("Leaves {cell} open: {seat} forces {pattern} in two moves.", cell=cell, seat=seat,
                    pattern=_name(pattern))  # fmt: skip
    return Reason(words, (*_draw(pattern), Overlay("area", (cell,), win.seats[0])))


def _explain_left_column(evidence: Evidence) -> Reason | None:
    """A column that the rival can take with the next pawn after the move, and not after the better one."""
    state, best = evidence.state, evidence.best
    if best is None:
        return None
    rival = 1 - state.turn
    after, better = state.after(evidence.move), state.after(best)
    if after.outcome is not None or better.outcome is not None:
        return None
    given, kept = find_threats(after, rival), find_threats(better, rival)
    if any(threat.is_super for threat in given):
        return None  # what wins at once is no matter of columns; the better move does not stop it either
    threat = _largest([each for each in given if not any(_equals(other, each) for other in kept)])
    if threat is None:
        return None
    words = say(
        "Leaves {cell} open: {seat} {effect} there with {pattern}.",
        cell=threat.cell, seat=Phrase(state.game.seats[rival]), effect=_effect(threat),
        pattern=_name(threat),
    )  # fmt: skip
    return Reason(words, _draw(threat))


def _largest(threats: tuple[Threat, ...] | list[Threat]) -> Threat | None:
    return max(threats, key=lambda threat: (threat.is_super, threat.value, threat.cell), default=None)


def _name(threat: Threat) -> Words:
    """An O, an L, an I or an X, with its value: the article is the same before each letter in English."""
    return say("an {kind} of {value}", kind=threat.kind, value=threat.value)


def _effect(threat: Threat) -> Words:
    """What becomes of the column (§O6)."""
    column = threat.column
    if column.value == threat.value:
        return say("draws level in column {kind}", kind=threat.kind)
    if column.holders == (threat.seat,):
        return say("raises the marker in column {kind}", kind=threat.kind)
    return say("takes column {kind}", kind=threat.kind)


def _draw(threat: Threat) -> tuple[Overlay, ...]:
    """The pattern, and the cell that completes it."""
    return (Overlay("area", threat.spots, threat.seat, 0.6), Overlay("area", (threat.cell,), threat.seat))
