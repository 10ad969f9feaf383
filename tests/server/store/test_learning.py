"""Attempts at puzzles, puzzle ratings and drills, in each kind of database."""

from __future__ import annotations

from functools import partial

import pytest

from tablier.puzzle import games_with_puzzles, puzzles_of
from tablier.server.ratings.model import NEWCOMER
from tablier.server.ratings.puzzles import puzzle_rating, rate_attempt
from tablier.server.store import learning
from tablier.server.store.accounts import delete_account
from tablier.server.store.log import Store

pytestmark = pytest.mark.anyio

EASY, *_, HARD = puzzles_of(games_with_puzzles()[0])


async def attempt(store: Store, person: str, *, solved: bool = True, is_rated: bool = True) -> object:
    rate = partial(rate_attempt, puzzle=EASY, solved=solved) if is_rated else None
    return await learning.insert_attempt(store, person, EASY.id, solved=solved, at=1.0, rate=rate)


async def test_only_the_first_attempt_counts(store: Store) -> None:
    assert await learning.read_puzzle_rating(store, "ann") is None
    changed = await learning.insert_attempt(
        store, "ann", EASY.id, solved=False, at=1.0, rate=partial(rate_attempt, puzzle=EASY, solved=False)
    )
    assert changed is not None
    assert changed[0] == NEWCOMER
    assert changed[1].mean < NEWCOMER.mean
    assert await attempt(store, "ann", solved=True) is None
    assert await learning.read_attempts(store, "ann") == {EASY.id: False}
    found = await learning.read_puzzle_rating(store, "ann")
    assert found is not None
    assert found.attempts == 1
    assert found.rating.mean == pytest.approx(changed[1].mean)
    rate = partial(rate_attempt, puzzle=HARD, solved=True)
    second = await learning.insert_attempt(store, "ann", HARD.id, solved=True, at=2.0, rate=rate)
    assert second is not None
    assert second[0].mean == pytest.approx(changed[1].mean)
    assert second[1].mean > second[0].mean


async def test_a_guest_has_attempts_and_no_rating(store: Store) -> None:
    assert await attempt(store, "guest", is_rated=False) is None
    assert await learning.read_attempts(store, "guest") == {EASY.id: True}
    assert await learning.read_puzzle_rating(store, "guest") is None


def test_a_harder_puzzle_is_worth_more() -> None:
    assert EASY.level < HARD.level
    assert puzzle_rating(EASY).mean < puzzle_rating(HARD).mean
    after = {
        puzzle.level: [rate_attempt(NEWCOMER, puzzle, solved=solved).mean for solved in (False, True)]
        for puzzle in (EASY, HARD)
    }
    assert after[EASY.level][0] < after[HARD.level][0] < NEWCOMER.mean
    assert NEWCOMER.mean < after[EASY.level][1] < after[HARD.level][1]


async def test_drills_are_added_once_and_ordered_by_when_they_are_due(store: Store) -> None:
    await learning.insert_drills(store, "ann", "m1", [(3, 0.2), (5, 0.6)], due=10.0)
    await learning.update_drill(store, "ann", "m1", 5, stage=1, due=90.0)
    await learning.insert_drills(store, "ann", "m1", [(3, 0.3), (5, 0.6), (7, 0.4)], due=10.0)
    await learning.insert_drills(store, "bob", "m1", [(4, 0.9)], due=10.0)
    await learning.update_drill(store, "bob", "m1", 4, stage=3, due=None)
    found = [(each.ply, each.lost, each.stage, each.due) for each in await learning.read_drills(store, "ann")]
    assert found == [(7, 0.4, 0, 10.0), (3, 0.2, 0, 10.0), (5, 0.6, 1, 90.0)]
    assert [each.due for each in await learning.read_drills(store, "bob")] == [None]


async def test_a_guests_learning_is_merged_and_a_deleted_accounts_is_removed(store: Store) -> None:
    await attempt(store, "ann", solved=True)
    await attempt(store, "guest", solved=False, is_rated=False)
    await learning.insert_attempt(store, "guest", HARD.id, solved=True, at=1.0, rate=None)
    await learning.insert_drills(store, "guest", "m1", [(3, 0.2), (5, 0.6)], due=10.0)
    await learning.insert_drills(store, "ann", "m1", [(5, 0.6)], due=70.0)
    for _ in range(2):  # a server that was stopped in between does it again
        await learning.merge_learning(store, "guest", "ann")
    assert await learning.read_attempts(store, "ann") == {EASY.id: True, HARD.id: True}
    assert [(each.ply, each.due) for each in await learning.read_drills(store, "ann")] == [(3, 10), (5, 70)]
    assert await learning.read_attempts(store, "guest") == {}
    assert await learning.read_drills(store, "guest") == []
    await delete_account(store, "ann", name="hash", until=9.0)
    assert await learning.read_attempts(store, "ann") == {}
    assert await learning.read_drills(store, "ann") == []
    assert await learning.read_puzzle_rating(store, "ann") is None
