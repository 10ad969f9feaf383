"""Why a turn in Plateau X is a mistake, or the best: ways up that it takes, opens, closes and leaves."""

from __future__ import annotations

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.plateau_x.climbing import Climb, find_climbs, highest_climb
from tablier.games.plateau_x.rules import Facts
from tablier.games.plateau_x.scene import find_move_cells
from tablier.games.plateau_x.standing import find_best_pawn
from tablier.insight import Evidence, Overlay, Reason
from tablier.scene import Phrase, say


def explain_move(evidence: Evidence) -> Reason | None:
    """The way up that makes the difference; None if none does, or where the end is forced already."""
    if evidence.win is not None or evidence.best_win is not None:
        return None
    if evidence.best is None:
        return _explain_best(evidence)
    return _explain_missed_climb(evidence) or _explain_rival_climb(evidence) or _explain_cut_off(evidence)


def _explain_best(evidence: Evidence) -> Reason | None:
    state, seat = evidence.state, evidence.state.turn
    after = state.after(evidence.move)
    before_level, level = _level(state, seat), _level(after, seat)
    if level > max(before_level, 0) and all(_level(after, other) < level for other in _rivals(state)):
        spots = find_move_cells(state.game, *state.game.paths[evidence.move])
        words = say("Climbs to level {level}, higher than anybody else.", level=level)
        return Reason(words, (Overlay("arrow" if len(spots) > 1 else "area", spots, seat),))
    here, there = find_climbs(state), find_climbs(after)
    for rival in _rivals(state):
        old, new = highest_climb(here, rival), highest_climb(there, rival)
        if old is not None and new is not None and new.top < old.top > max(old.level, level):
            words = say(
                "Keeps {seat} from climbing to level {level}.",
                seat=Phrase(state.game.seats[rival]), level=old.top,
            )  # fmt: skip
            return Reason(words, _draw(old))
    own, mine = highest_climb(here, seat), highest_climb(there, seat)
    if own is not None and mine is not None and mine.top > max(own.top, level):
        words = say("Opens the way to level {level}.", level=mine.top)
        return Reason(words, _draw(mine))
    return None


def _explain_missed_climb(evidence: Evidence) -> Reason | None:
    """The better turn ends higher than this one."""
    state, best, seat = evidence.state, evidence.best, evidence.state.turn
    if best is None:
        return None
    reached, level = _level(state.after(best), seat), _level(state.after(evidence.move), seat)
    if reached <= max(level, _level(state, seat), 0):
        return None
    words = say("Misses a climb: {move} leads to level {level}.", move=state.game.texts[best], level=reached)
    return Reason(words, (Overlay("arrow", find_move_cells(state.game, *state.game.paths[best]), seat),))


def _explain_rival_climb(evidence: Evidence) -> Reason | None:
    """The player whose turn is next can climb higher than after the better turn."""
    state, best = evidence.state, evidence.best
    if best is None:
        return None
    after = state.after(evidence.move)
    given = highest_climb(find_climbs(after), after.turn)
    kept = highest_climb(find_climbs(state.after(best)), after.turn)
    if given is None or kept is None or not given.top > max(kept.top, given.level):
        return None
    words = say(
        "Lets {seat} climb to level {level}.", seat=Phrase(state.game.seats[given.seat]), level=given.top
    )
    return Reason(words, _draw(given))


def _explain_cut_off(evidence: Evidence) -> Reason | None:
    """The own pawns reach less high than after the better turn, and than before."""
    state, best, seat = evidence.state, evidence.best, evidence.state.turn
    if best is None:
        return None
    now = highest_climb(find_climbs(state), seat)
    left = highest_climb(find_climbs(state.after(evidence.move)), seat)
    kept = highest_climb(find_climbs(state.after(best)), seat)
    if now is None or left is None or kept is None or not left.top < min(kept.top, now.top):
        return None
    words = say(
        "After this the way to level {level} is cut off: {seat} can climb to level {top} at most.",
        level=now.top, seat=Phrase(state.game.seats[seat]), top=left.top,
    )  # fmt: skip
    return Reason(words, _draw(now))


def _level(state: State, seat: int) -> int:
    """The level of a seat's best pawn; -1 without one in play."""
    best = find_best_pawn(facts_of(Facts, state), seat)
    return -1 if best is None else best.level


def _rivals(state: State) -> list[int]:
    """The other seats in the order in which they move next."""
    count = len(state.game.seats)
    return [(state.turn + step) % count for step in range(1, count)]


def _draw(climb: Climb) -> tuple[Overlay, ...]:
    return (Overlay("path", climb.route, climb.seat), Overlay("area", (climb.route[-1],), climb.seat, 0.6))
