"""A review as rows: every move with its shares, what was better, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tablier.analysis.insights import explain
from tablier.bots.reviewing import Branch, JudgedMove, Review, opinion
from tablier.insight import Reason
from tablier.level import Limit
from tablier.scene import Translate, as_data
from tablier.search.problem import Stop


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A move of the match that was reviewed."""

    judged: JudgedMove
    reason: Reason | None
    """Why it is a mistake, or why it is the best move; None where nothing certain can be said."""

    @property
    def is_best(self) -> bool:
        return self.judged.move == self.judged.best


def review_in_steps(review: Review, *, limit: Limit | None = None, stop: Stop | None = None) -> Iterator[int]:
    """Search all positions of a review that are missing; after each, the number of moves behind which all is
    known. What was found so far stays in the review, wherever this ends."""
    while (branch := review.next_branch) is not None:
        review.add(branch, opinion(review.branch(branch), limit=limit, stop=stop))
        yield branch.ply
    yield len(review.match.moves)


def report_rows(review: Review) -> Iterator[ReportRow]:
    """The moves that are judged so far, mistakes and best moves with their reasons."""
    for judged in review.moves:
        reason = None
        if judged.is_mistake or judged.move == judged.best:
            before = review.branch(Branch(judged.ply))
            reason = explain(before, judged.move, judged.best if judged.is_mistake else None)
        yield ReportRow(judged, reason)


def report_data(review: Review, translate: Translate = str) -> dict[str, Any]:
    """The report as plain values, ready for JSON; seats are counted from 0, plies from 1."""
    game = review.match.game
    return {
        "game": game.id,
        "options": dict(game.options),
        "is_complete": review.is_done,
        "moves": [
            {
                "ply": row.judged.ply + 1,
                "seat": row.judged.seat,
                "move": game.texts[row.judged.move],
                "shares": list(row.judged.shares),
                "best": game.texts[row.judged.best],
                "best_shares": list(row.judged.best_shares),
                "line": [game.texts[move] for move in row.judged.line],
                "lost": row.judged.lost,
                "is_mistake": row.judged.is_mistake,
                "why": as_data(row.reason, translate) if row.reason else None,
            }
            for row in report_rows(review)
        ],
        "shares": [list(shares) for shares in review.shares],
    }
