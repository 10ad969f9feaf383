"""Reasons that hold in any game: wins made, missed and given away by force."""

from __future__ import annotations

from tablier.board_game import Game
from tablier.insight import Evidence, Overlay, Reason
from tablier.scene import Phrase, Words, say


def explain_by_force(evidence: Evidence) -> Reason | None:
    """A reason from forced wins alone; None where none is decided."""
    game, win, best_win = evidence.state.game, evidence.win, evidence.best_win
    if evidence.best is None:
        return _praise(evidence)
    if evidence.is_losing and win is not None:
        who = name_side(game, win.seats)
        drawn = draw_line(evidence, evidence.move, win.line, win.seats[0])
        if not win.turns:
            if win.is_repetition:
                return Reason(say("This ends the game by repetition, and {seat} wins.", seat=who), drawn)
            return Reason(say("This ends the game, and {seat} wins.", seat=who), drawn)
        if win.turns == 1:
            first = game.texts[win.line[0]] if win.line else ""
            if win.is_repetition:
                return Reason(say("Lets {seat} win with {move}, by repetition.", seat=who, move=first), drawn)
            return Reason(say("Lets {seat} win with {move}.", seat=who, move=first), drawn)
        return Reason(say("Lets {seat} win by force in {turns} turns.", seat=who, turns=win.turns), drawn)
    is_missed = best_win is not None and evidence.state.turn in best_win.seats
    if is_missed and not evidence.is_winning and best_win is not None:
        best = game.texts[evidence.best]
        drawn = draw_line(evidence, evidence.best, best_win.line, evidence.state.turn)
        if not best_win.turns:
            return Reason(say("Misses a win: {move} wins at once.", move=best), drawn)
        return Reason(
            say("Misses a forced win: {move} wins in {turns} turns.", move=best, turns=best_win.turns + 1),
            drawn,
        )
    return None


def as_good_as(game: Game, best: int) -> Reason:
    """The reason where a move differs from the best by less than a search can tell, and nothing else is
    known."""
    return Reason(say("About as good as {move}.", move=game.texts[best]))


def _praise(evidence: Evidence) -> Reason | None:
    win = evidence.win
    seat = evidence.state.turn
    if evidence.is_winning and win is not None:
        drawn = draw_line(evidence, evidence.move, win.line, seat)
        if not win.turns:
            words = say("Wins at once, by repetition.") if win.is_repetition else say("Wins at once.")
            return Reason(words, drawn)
        return Reason(say("Wins by force in {turns} turns.", turns=win.turns + 1), drawn)
    if evidence.is_only:
        drawn = draw_line(evidence, evidence.move, (), seat)
        return Reason(say("The only move: after any other an opponent wins by force."), drawn)
    return None


def name_side(game: Game, seats: tuple[int, ...]) -> Words:
    """The names of the seats of a side."""
    if len(seats) == 1:
        return Phrase(game.seats[seats[0]])
    first, second = (Phrase(game.seats[seat]) for seat in seats[:2])
    return say("{one} and {other}", one=first, other=second)


def draw_line(evidence: Evidence, move: int, line: tuple[int, ...], seat: int) -> tuple[Overlay, ...]:
    """The spots of a move, and of the first move after it by which a seat's side goes on to win."""
    state = evidence.state
    found = list(draw_move(state.game, move, state.turn))
    state = state.after(move)
    for follow in line:
        if state.turn in state.game.side(seat):
            found += draw_move(state.game, follow, state.turn)
            break
        state = state.after(follow)
    return tuple(found)


def draw_move(game: Game, move: int, seat: int) -> tuple[Overlay, ...]:
    """An arrow over the spots that a move's clicks name, or an area where it is one spot; nothing for a game
    without pictures."""
    if game.scene_module is None:
        return ()
    known = {spot.name for spot in game.layout().spots}
    spots = tuple(name for name in game.paths[move] if name in known)
    if not spots:
        return ()
    return (Overlay("arrow" if len(spots) > 1 else "area", spots, seat),)
