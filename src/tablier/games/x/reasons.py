"""Why a stone in X is a mistake, or the best: corners settled, given away and shut."""

from __future__ import annotations

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.x.rollouts import rollout_counts
from tablier.games.x.rules import Corner, Facts
from tablier.games.x.scene import Rhombus, find_path
from tablier.grid import cells
from tablier.insight import Evidence, Overlay, Reason
from tablier.scene import Phrase, Words, say

BATCHES = 8
SEED = 1
MARGIN = 0.08
"""How much likelier a corner must make its owner's win for it to be the reason: who has none may win too."""


def explain_move(evidence: Evidence) -> Reason | None:
    """The corners that a stone decides; None if it decides none."""
    if evidence.best is None:
        return _explain_best(evidence)
    return _explain_decided(evidence) or _explain_missed_win(evidence) or _explain_given_corner(evidence)


def _explain_best(evidence: Evidence) -> Reason | None:
    state, seat = evidence.state, evidence.state.turn
    after = state.after(evidence.move)
    stone = Overlay("area", state.game.paths[evidence.move], seat)
    if after.outcome is not None:
        if seat not in after.outcome.winners:
            return None
        words = say("Wins at once: {why}.", why=state.game.explain_outcome(after))
        return Reason(words, (stone, *_draw_corners(after, seat)))
    if _win_rate(after, seat) < _win_rate(state, seat):
        return None
    for before, corner in zip(_corners(state), _corners(after), strict=True):
        if corner.open == (seat,) and before.open != (seat,):
            words = say("Settles corner {cell}: nobody else can own it any more.", cell=corner.cell)
            return Reason(words, (stone, *_draw_path(after, corner)))
        if corner.owner == seat != before.owner and state.game.texts[evidence.move] != corner.cell:
            words = say("Takes corner {cell} with this path.", cell=corner.cell)
            return Reason(words, (stone, *_draw_path(after, corner)))
    for before, corner in zip(_corners(state), _corners(after), strict=True):
        shut = [other for other in before.open if other not in corner.open]
        if shut:
            words = say(
                "Shuts {seat} out of corner {cell}.", seat=Phrase(state.game.seats[shut[0]]), cell=corner.cell
            )
            return Reason(words, (stone, Overlay("area", (corner.cell,), shut[0], 0.5)))
    return None


def _explain_decided(evidence: Evidence) -> Reason | None:
    """The stone by which another seat decides the game next, whatever is played in between."""
    state, win = evidence.state, evidence.win
    if win is None or not evidence.is_losing or win.turns > 1:
        return None
    last = state.after(evidence.move)
    for move in win.line:
        last = last.after(move)
    if last.outcome is None:
        return None
    seat = win.seats[0]
    name, why = Phrase(state.game.seats[seat]), state.game.explain_outcome(last)
    drawn = _draw_corners(last, seat)
    if not win.turns:
        return Reason(say("This decides the game for {seat}: {why}.", seat=name, why=why), drawn)
    cell = state.game.texts[win.line[-1]]
    words = say("Lets {seat} decide the game at {cell}: {why}.", seat=name, cell=cell, why=why)
    return Reason(words, (Overlay("area", (cell,), seat), *drawn))


def _explain_missed_win(evidence: Evidence) -> Reason | None:
    state, best, win = evidence.state, evidence.best, evidence.best_win
    if best is None or win is None or win.turns or state.turn not in win.seats or evidence.is_winning:
        return None
    after = state.after(best)
    words = say(
        "Misses a win at {cell}: {why}.", cell=state.game.texts[best], why=state.game.explain_outcome(after)
    )
    drawn = (Overlay("area", state.game.paths[best], state.turn), *_draw_corners(after, state.turn))
    return Reason(words, drawn)


def _explain_given_corner(evidence: Evidence) -> Reason | None:
    """A corner that the next player can settle with one stone after the move, and not after the better
    one, if that makes its win likelier."""
    state, best = evidence.state, evidence.best
    after = state.after(evidence.move)
    better = after if best is None else state.after(best)
    if after.outcome is not None or better.outcome is not None:
        return None
    seat = after.turn
    kept = {corner.cell for _, corner in _settling(better, seat)}
    given = [
        (_win_rate(after.after(reply), seat), -reply, corner)
        for reply, corner in _settling(after, seat)
        if corner.cell not in kept
    ]
    if not given:
        return None
    rate, reply, corner = max(given, key=lambda each: each[:2])
    if rate < _win_rate(better, seat) + MARGIN:
        return None
    cell = state.game.texts[-reply]
    words = say(
        "Gives {seat} corner {cell}: {move} closes this path.",
        seat=Phrase(state.game.seats[seat]), cell=corner.cell, move=cell,
    )  # fmt: skip
    return Reason(words, (Overlay("area", (cell,), seat), *_draw_path(after.after(-reply), corner)))


def _settling(state: State, seat: int) -> list[tuple[int, Corner]]:
    """The stones of the player to move after which a corner is its for good and was not before."""
    before = _corners(state)
    found = []
    for move in state.legal_moves:
        for old, corner in zip(before, _corners(state.after(move)), strict=True):
            if corner.owner == seat and corner.open == (seat,) and old.open != (seat,):
                found.append((move, corner))
    return found


def _corners(state: State) -> tuple[Corner, ...]:
    return facts_of(Facts, state).corners


def _win_rate(state: State, seat: int) -> float:
    """The part of random games that a seat wins; of a game that is over, all or nothing."""
    if state.outcome is not None:
        return state.outcome.scores[seat]
    won, _, _ = rollout_counts(state, BATCHES, seed=SEED)
    return won[seat] / sum(won)


def _draw_corners(state: State, seat: int) -> tuple[Overlay, ...]:
    """The paths of all corners that a seat owns."""
    return tuple(
        overlay for corner in _corners(state) if corner.owner == seat for overlay in _draw_path(state, corner)
    )


def _draw_path(state: State, corner: Corner) -> tuple[Overlay, ...]:
    if corner.owner is None:
        return ()
    size = state.game.options["size"]
    stones = dict(zip(cells(size, size), state.game.rules.cells(state), strict=True))
    path = find_path(Rhombus(size, "wide"), stones, corner.cell, corner.owner)
    words: Words = say("corner of {seat}", seat=Phrase(state.game.seats[corner.owner]))
    return (Overlay("path", path, corner.owner, 1.0, words),) if path else ()
