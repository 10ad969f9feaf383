"""Why a push in Quixo is a mistake, or the best: the lines it completes, lets through or stops."""

from __future__ import annotations

from tablier.core.rules import State
from tablier.games.quixo.lines import find_full_line, name_side
from tablier.insight import Evidence, Overlay, Reason
from tablier.scene import say


def explain_move(evidence: Evidence) -> Reason | None:
    """A line that ends the game with this push, the next or the better one; None if none does."""
    if evidence.best is None:
        return _explain_best(evidence)
    return _explain_loss(evidence) or _explain_missed_line(evidence)


def _explain_best(evidence: Evidence) -> Reason | None:
    state, win = evidence.state, evidence.win
    if win is not None and not win.turns and evidence.is_winning:
        line = find_full_line(state.after(evidence.move), state.turn % 2)
        if line is not None:
            words = say("Completes the line {first}–{last} and wins.", first=line[0], last=line[-1])
            return Reason(words, _draw(state, evidence.move, line, state.turn % 2))
    if evidence.is_only and not evidence.is_winning:
        rival = name_side(state.game, 1 - state.turn % 2)
        words = say("The only move: after any other {seat} completes a line.", seat=rival)
        return Reason(words, _draw(state, evidence.move, (), 0))
    return None


def _explain_loss(evidence: Evidence) -> Reason | None:
    """A line of the other side that this push completes (§Q6), or that its next one does."""
    state, win = evidence.state, evidence.win
    if win is None or not evidence.is_losing or win.turns > 1:
        return None
    side, after = 1 - state.turn % 2, state.after(evidence.move)
    rival = name_side(state.game, side)
    if not win.turns:
        line = find_full_line(after, side)
        if line is None:
            return None
        words = say("Completes {seat}’s line {first}–{last}.", seat=rival, first=line[0], last=line[-1])
        return Reason(words, _draw(state, evidence.move, line, side))
    reply = win.line[0] if win.line else None
    line = None if reply is None else find_full_line(after.after(reply), side)
    if reply is None or line is None:
        return None
    words = say(
        "Lets {seat} complete {first}–{last} with {move}.",
        seat=rival, first=line[0], last=line[-1], move=state.game.texts[reply],
    )  # fmt: skip
    return Reason(words, _draw(state, reply, line, side))


def _explain_missed_line(evidence: Evidence) -> Reason | None:
    state, best, win = evidence.state, evidence.best, evidence.best_win
    if best is None or win is None or win.turns or state.turn not in win.seats or evidence.is_winning:
        return None
    line = find_full_line(state.after(best), state.turn % 2)
    if line is None:
        return None
    words = say(
        "Misses the line {first}–{last}: {move} completes it.",
        first=line[0], last=line[-1], move=state.game.texts[best],
    )  # fmt: skip
    return Reason(words, _draw(state, best, line, state.turn % 2))


def _draw(state: State, move: int, line: tuple[str, ...], side: int) -> tuple[Overlay, ...]:
    """The push as an arrow and the line that it fills."""
    game = state.game
    pushed = game.paths[move][:2]
    arrow = (
        (Overlay("arrow", pushed, game.sides[side][0] if line else state.turn),) if len(pushed) > 1 else ()
    )
    return (*((Overlay("path", line, game.sides[side][0]),) if line else ()), *arrow)
