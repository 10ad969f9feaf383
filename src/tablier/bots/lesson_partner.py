"""The opponent in lessons: plays sensibly, and lets the learner win."""

from __future__ import annotations

from tablier.bots.player import bot
from tablier.core.playouts import playouts
from tablier.core.rules import State
from tablier.level import Limit
from tablier.match import Match
from tablier.search.problem import RootPosition
from tablier.search.tactics import Tactics

TACTICS_TURNS = 2
"""Turns within which the learner must have a forced win."""
PLAYOUTS = 64
"""Random games that evaluate a move."""
NODES = 120_000
"""Node limit of the tactical searches for one move."""
ADVISER, LIMIT = "level:5", Limit(nodes=4000)


def play_to_lose(match: Match, seat: int) -> int:
    """The best move, by random games, after which `seat` still has a forced win; deterministic.

    If there is none, the move with the best mean score for `seat`. Moves that end the game or repeat a
    position are played only if there are no others.
    """
    state, game = match.state, match.game
    mine, theirs = game.side(state.turn), game.side(seat)
    position = RootPosition(state, sides=game.sides, earlier=match.states[:-1])
    tactics = Tactics(position)
    evaluated = []
    for move in match.legal_moves:
        after = state.after(move)
        if after.outcome is None and after not in match.states:
            means = playouts(after, PLAYOUTS, seed=0).scores
            evaluated.append((means[mine[0]], means[theirs[0]], move))
    side = game.sides.index(theirs)
    for _, _, move in sorted(evaluated, reverse=True):
        if tactics.nodes >= NODES:
            break
        if tactics.refuting_side(move, TACTICS_TURNS, nodes=NODES - tactics.nodes) == side:
            return move
    if evaluated:
        return max(evaluated, key=lambda each: each[1])[2]
    return max(match.legal_moves, key=lambda move: _losing_score(state.after(move), seat))


def suggest_move(match: Match) -> int:
    """A good move for the learner: a forced win if there is one, otherwise the adviser's; deterministic."""
    position = RootPosition(match.state, sides=match.game.sides, earlier=match.states[:-1])
    win = Tactics(position).win(TACTICS_TURNS, nodes=NODES)
    return bot(ADVISER).choose(match, seed=0, limit=LIMIT).move if win is None else win


def _losing_score(state: State, seat: int) -> float:
    return state.outcome.scores[seat] if state.outcome else state.game.best_score
