"""What games say about positions and moves: who gets what, and why."""

from __future__ import annotations

from dataclasses import replace

from tablier.analysis.proofs import gather_evidence
from tablier.analysis.reasons import explain_by_force
from tablier.core.rules import State
from tablier.insight import Insight, Reason
from tablier.match import Match


def insight(state: State) -> Insight | None:
    """Who gets what in a position, by the game's own knowledge; None for a game that does not say."""
    return state.game.insight(state)


def explain(match: Match, move: int, best: int | None = None) -> Reason | None:
    """Why `move` is a mistake where `best` is better, or why it is the best move where no other one is given.

    A move that wins by force is no mistake, even if another one wins sooner: why it wins is told.
    Only what is certain, or nearly so, is said: None where there is nothing of that kind. IllegalMove for a
    move that is not legal.
    """
    evidence = gather_evidence(match, move, None if best == move else best)
    if evidence.is_winning:
        evidence = replace(evidence, best=None, best_win=None)
    return match.game.explain_move(evidence) or explain_by_force(evidence)
