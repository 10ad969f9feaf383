"""The drill of own mistakes: collected from reviews, judged by them, repeated after growing pauses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tablier.scene import say
from tablier.server.live.drills import DAY, Agenda, Drills, is_good
from tablier.server.live.registry import TableRegistry
from tablier.server.live.reviews import Reviews
from tablier.server.live.table import Table
from tablier.server.people.merge import merge_guest
from tablier.server.tables.errors import NoSuchDrill, OverQuota
from tablier.server.tables.person import Person
from tests.server.harness import ANN, BOB, ManualClock, open_registry, open_table, play_moves
from tests.server.live.test_reviews import MOVES, SMALL

pytestmark = pytest.mark.anyio

MISTAKE = 4
"""The ply of the one mistake in MOVES, made by the first seat; c1a1 was better."""


@asynccontextmanager
async def open_drills(folder: Path, clock: ManualClock) -> AsyncIterator[tuple[TableRegistry, Drills]]:
    async with open_registry(folder, clock=clock) as registry:
        reviews = Reviews(registry)
        async with reviews.at_work():
            yield registry, Drills(registry, reviews)


async def finish_game(registry: TableRegistry) -> Table:
    table = await open_table(registry, "quixo", ANN, BOB, options=SMALL)
    await play_moves(table, *MOVES)
    return table


async def analysed(drills: Drills, person: Person = ANN) -> Agenda:
    """What a person has to repeat, once the games are analysed."""
    for _ in range(3000):
        agenda = await drills.agenda(person)
        if not agenda.waiting:
            return agenda
        await asyncio.sleep(0.01)
    raise AssertionError("the games were not analysed")


async def answer(drills: Drills, table: Table, text: str | None) -> bool:
    drill, found = await drills.find(ANN, table.id, MISTAKE)
    move = None if text is None else found.state.match.game.move(text)
    tried, made = await drills.judge(ANN, drill, found, move)
    solved = move is not None and is_good(tried, made)
    await drills.record(ANN, drill, solved=solved)
    return solved


async def test_a_mistake_comes_back_after_a_day_and_a_week_until_it_is_learnt(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_drills(tmp_path, clock) as (registry, drills):
        table = await finish_game(registry)
        assert (await drills.agenda(ANN)).waiting == 1
        agenda = await analysed(drills)
        assert [(each.match, each.ply) for each in agenda.due] == [(table.id, MISTAKE)]
        assert agenda.due[0].lost == pytest.approx(1.0)
        assert not (await analysed(drills, BOB)).drills  # the other seat made none
        for stage, pause in enumerate((DAY, 7 * DAY), 1):
            assert await answer(drills, table, "c1a1")
            agenda = await drills.agenda(ANN)
            assert not agenda.due
            assert [(each.stage, each.due) for each in agenda.later] == [(stage, clock.now + pause)]
            assert await answer(drills, table, "c1a1")  # not due: it does not count again
            assert (await drills.agenda(ANN)).later == agenda.later
            clock.now += pause
        assert await answer(drills, table, "c1a1")
        agenda = await drills.agenda(ANN)
        assert (agenda.due, agenda.later, agenda.learnt) == ([], [], 1)


async def test_what_is_not_found_is_asked_again_at_once(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_drills(tmp_path, clock) as (registry, drills):
        table = await finish_game(registry)
        await analysed(drills)
        assert await answer(drills, table, "c1a1")
        clock.now += DAY
        assert not await answer(drills, table, MOVES[MISTAKE])
        assert [each.stage for each in (await drills.agenda(ANN)).due] == [0]
        assert await answer(drills, table, "c1a1")
        clock.now += DAY
        assert not await answer(drills, table, None)  # the best move was shown
        assert [each.stage for each in (await drills.agenda(ANN)).due] == [0]


async def test_nobody_else_has_a_persons_drills(tmp_path: Path) -> None:
    async with open_drills(tmp_path, ManualClock()) as (registry, drills):
        table = await finish_game(registry)
        await analysed(drills)
        for person, ply in ((BOB, MISTAKE), (ANN, 0)):
            with pytest.raises(NoSuchDrill):
                await drills.find(person, table.id, ply)


async def test_a_quota_leaves_the_games_waiting_and_what_is_due_is_asked(tmp_path: Path) -> None:
    def refuse() -> None:
        raise OverQuota(problem=say("Wait."))

    async with open_drills(tmp_path, ManualClock()) as (registry, drills):
        await finish_game(registry)
        await analysed(drills)
        await finish_game(registry)
        agenda = await drills.agenda(ANN, admit=refuse)
        assert (agenda.games, agenda.waiting, len(agenda.due)) == (2, 1, 1)


async def test_a_guests_drills_become_the_accounts(tmp_path: Path) -> None:
    account = Person("account", "Annie", epoch=1)
    async with open_drills(tmp_path, ManualClock()) as (registry, drills):
        table = await finish_game(registry)
        await analysed(drills)
        await merge_guest(registry, ANN, account)
        assert (await drills.find(account, table.id, MISTAKE))[0].ply == MISTAKE
        with pytest.raises(NoSuchDrill):
            await drills.find(ANN, table.id, MISTAKE)
