"""Which puzzle a person is shown next, and what an attempt changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256

from tablier.puzzle import Puzzle
from tablier.server.live.registry import TableRegistry
from tablier.server.ratings.model import Rating
from tablier.server.ratings.puzzles import puzzle_rating, rate_attempt
from tablier.server.store.learning import insert_attempt
from tablier.server.tables.person import Person

FIRST_TARGET = 1250.0
"""The puzzle rating that somebody without one begins with: what level 3 finds."""


def suggest_puzzle(
    offered: Sequence[Puzzle],
    tried: Mapping[str, bool],
    rating: Rating | None,
    *,
    person: str,
    after: str = "",
) -> Puzzle:
    """The puzzle to show next: one not tried yet, or else not solved, or else any; of them the one nearest to
    the person's strength. Not the one `after` which it comes, if there is another."""
    target = rating.mean if rating else FIRST_TARGET

    def rank(puzzle: Puzzle) -> tuple[bool, int, float, str]:
        known = tried.get(puzzle.id)
        seen = 0 if known is None else 2 if known else 1
        away = abs(puzzle_rating(puzzle).mean - target)
        # Two persons of the same strength see them in different orders.
        return puzzle.id == after, seen, away, sha256(f"{person} {puzzle.id}".encode()).hexdigest()

    return min(offered, key=rank)


async def record_attempt(
    registry: TableRegistry, person: Person, puzzle: Puzzle, *, solved: bool
) -> tuple[Rating, Rating] | None:
    """Store a person's attempt if it is the first; gives the ratings before and after of somebody with an
    account, None if nothing changed."""
    rate = None if person.is_guest else partial(rate_attempt, puzzle=puzzle, solved=solved)
    return await insert_attempt(
        registry.store, person.id, puzzle.id, solved=solved, at=registry.time(), rate=rate
    )
