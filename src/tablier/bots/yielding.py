"""Somebody who lets you win, and does not show it: for lessons."""

from __future__ import annotations

from tablier.bots.bot import bot
from tablier.core.choice import Limit
from tablier.core.playouts import playouts
from tablier.core.search import Position
from tablier.core.tactics import Tactics
from tablier.match import Match

SIGHT = 2
"""Within how many turns the other is to win."""
GAMES = 200
"""Random games by which a move is weighed: a player who sees little."""
NODES = 200_000
ADVISER, LIMIT = "level:5", Limit(nodes=4000)


def give_way(match: Match, seat: int) -> int:
    """A sensible move after which the seat still wins, soon; the same every time.

    If no move does that, the one that does the seat least harm, and never one that ends the game well for
    the mover where there is another. What hands the seat the game at once comes last but one.
    """
    state, game = match.state, match.game
    mine, theirs = game.side(state.turn), game.side(seat)
    position = Position(state, sides=game.sides, earlier=match.states[:-1])
    tactics = Tactics(position)
    weighed = []
    for move in match.legal_moves:
        after = state.after(move)
        if after.outcome is None and after not in match.states:  # going round in circles is no fun
            means = playouts(after, GAMES, seed=0).scores
            weighed.append((means[mine[0]], means[theirs[0]], move))
    side = game.sides.index(theirs)
    for _, _, move in sorted(weighed, reverse=True):
        if tactics.punisher(move, SIGHT, nodes=NODES) == side:
            return move
    if weighed:
        return max(weighed, key=lambda each: each[1])[2]
    return max(match.legal_moves, key=lambda move: _score(match, move, seat))


def advise(match: Match) -> int:
    """A good move for whoever is to win: the one that wins soonest, if there is one; the same every time."""
    position = Position(match.state, sides=match.game.sides, earlier=match.states[:-1])
    win = Tactics(position).win(SIGHT, nodes=NODES)
    return bot(ADVISER).choose(match, seed=0, limit=LIMIT).move if win is None else win


def _score(match: Match, move: int, seat: int) -> float:
    outcome = match.state.after(move).outcome
    assert outcome is not None
    return outcome.scores[seat]
