"""Somebody who lets you win, and does not show it: for lessons."""

from __future__ import annotations

from tablier.bots.bot import bot
from tablier.core.choice import Limit
from tablier.core.playouts import playouts
from tablier.core.rules import State
from tablier.core.search import Position
from tablier.core.tactics import Tactics
from tablier.match import Match

SIGHT = 2
"""Within how many turns the other is to win."""
GAMES = 64
"""Random games by which a move is weighed: a player who sees little."""
NODES = 120_000
"""Positions that one answer may look at."""
ADVISER, LIMIT = "level:5", Limit(nodes=4000)


def give_way(match: Match, seat: int) -> int:
    """A sensible move after which the seat still wins, soon; the same every time.

    Where there is none, the one that does the seat least harm. Only who has no other choice ends the game,
    or goes back to where it was already.
    """
    state, game = match.state, match.game
    mine, theirs = game.side(state.turn), game.side(seat)
    position = Position(state, sides=game.sides, earlier=match.states[:-1])
    tactics = Tactics(position)
    weighed = []
    for move in match.legal_moves:
        after = state.after(move)
        if after.outcome is None and after not in match.states:
            means = playouts(after, GAMES, seed=0).scores
            weighed.append((means[mine[0]], means[theirs[0]], move))
    side = game.sides.index(theirs)
    for _, _, move in sorted(weighed, reverse=True):
        if tactics.nodes >= NODES:
            break
        if tactics.punisher(move, SIGHT, nodes=NODES - tactics.nodes) == side:
            return move
    if weighed:
        return max(weighed, key=lambda each: each[1])[2]
    return max(match.legal_moves, key=lambda move: _kindness(state.after(move), seat))


def advise(match: Match) -> int:
    """A good move for whoever is to win: the one that wins soonest, if there is one; the same every time."""
    position = Position(match.state, sides=match.game.sides, earlier=match.states[:-1])
    win = Tactics(position).win(SIGHT, nodes=NODES)
    return bot(ADVISER).choose(match, seed=0, limit=LIMIT).move if win is None else win


def _kindness(state: State, seat: int) -> float:
    return state.outcome.scores[seat] if state.outcome else state.game.top
