"""Merging a guest into an account, and deleting an account: what becomes of their games.

After every test the logs are replayed and compared with the live tables.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tablier.server.live.registry import TableRegistry
from tablier.server.people.accounts import Accounts
from tablier.server.people.merge import finish_merges, merge_guest, update_tables
from tablier.server.people.passwords import Passwords
from tablier.server.store.schema import gone
from tablier.server.tables import commands, errors
from tablier.server.tables.create import NewSeat
from tablier.server.tables.person import Person
from tablier.web.languages import translator
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    CID,
    DEE,
    ME,
    FakeListener,
    ManualClock,
    assert_replay_equal,
    kinds,
    news,
    open_registry,
    open_table,
    play_moves,
    wait_until,
)
from tests.server.people.test_accounts import CHEAP, PASSWORD

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def registry(tmp_path: Path, clock: ManualClock) -> AsyncIterator[TableRegistry]:
    async with open_registry(tmp_path, clock=clock) as registry:
        registry.accounts = Accounts(registry.store, passwords=Passwords(CHEAP))
        yield registry
        for table in registry.tables:
            await assert_replay_equal(table, registry)


@pytest.fixture
async def ann(registry: TableRegistry) -> Person:
    """Ann has an account; the others are guests."""
    return await registry.accounts.sign_up(ANN, name="Ann", password=PASSWORD)


async def table_ids(registry: TableRegistry, person: Person) -> set[str]:
    return {listed.id for listed in await registry.store.matches_of(person.id)}


async def test_a_guests_games_become_the_accounts(
    registry: TableRegistry, ann: Person, clock: ManualClock
) -> None:
    running = await open_table(registry, "quixo", BOB, CID)
    await play_moves(running, "a1e1")
    over = await open_table(registry, "quixo", CID, BOB)
    await over.submit(CID, commands.Resign())
    waiting = await open_table(registry, "quixo", BOB)
    others = await open_table(registry, "quixo", CID, DEE)
    before = {listed.id: listed.changed for listed in await registry.store.matches_of(BOB.id)}
    listener = FakeListener(CID)
    running.join(listener)
    clock.now += 500
    await merge_guest(registry, BOB, ann)
    assert await table_ids(registry, BOB) == set()
    assert {listed.id: listed.changed for listed in await registry.store.matches_of(ann.id)} == before
    assert set(before) == {running.id, over.id, waiting.id}
    assert kinds(await registry.store.read(running.id))[-1] == "Became"
    assert kinds(await registry.store.read(others.id))[-1] == "Sat"
    assert listener.messages[-1]["seats"][0]["name"] == "Ann"
    await play_moves(running, "a5a1")
    await running.submit(ann, commands.Play(move="b1b5", ply=2))
    with pytest.raises(errors.SignedOut):
        await registry.accounts.authenticate(BOB)


async def test_guest_and_account_at_one_table_become_one_person_on_two_seats(
    registry: TableRegistry, ann: Person
) -> None:
    table = await open_table(registry, "quixo", ann, BOB)
    await play_moves(table, "a1e1")
    await table.submit(ann, commands.MakeOffer(matter="takeback"))
    await table.submit(BOB, commands.MakeOffer(matter="pause"))
    await merge_guest(registry, BOB, ann)
    latest = news(table, ann)
    assert latest.you.seats == (0, 1)
    assert [seat.name for seat in latest.seats] == ["Ann", "Bob"]
    assert latest.offers == ()
    await play_moves(table, "a5a1", "b1b5")
    await table.submit(ann, commands.MakeOffer(matter="takeback", seat=0))
    assert len(table.state.match.moves) == 2  # no other person has to consent
    await table.submit(ann, commands.Resign())
    listed = {row.id: row.result for row in await registry.store.matches_of(ann.id)}
    assert listed == {table.id: "self"}


async def test_an_offer_to_a_guest_waits_for_the_account(registry: TableRegistry, ann: Person) -> None:
    table = await open_table(registry, "quixo", CID, BOB)
    await play_moves(table, "a1e1")
    await table.submit(CID, commands.MakeOffer(matter="takeback"))
    await merge_guest(registry, BOB, ann)
    (offer,) = news(table, ann).offers
    assert offer.asked == (1,)
    await table.submit(ann, commands.Answer(offer=offer.number, yes=True))
    assert table.state.match.moves == []


async def test_a_guest_who_was_present_is_not_absent_after_the_merge(
    registry: TableRegistry, ann: Person, clock: ManualClock
) -> None:
    table = await open_table(registry, "quixo", CID, BOB)
    await play_moves(table, "a1e1")
    clock.now += 100
    listener = FakeListener(BOB)
    table.join(listener)
    await merge_guest(registry, BOB, ann)
    table.leave(listener)  # to connect again with the new token
    with pytest.raises(errors.SeatKept):
        await table.submit(CID, commands.StandIn(seat=1))
    clock.now += 100
    await table.submit(CID, commands.StandIn(seat=1))


async def test_a_bot_that_plays_for_a_guest_hands_back_to_the_account(
    registry: TableRegistry, ann: Person
) -> None:
    table = await open_table(registry, "quixo", BOB, CID)
    await play_moves(table, "a1e1", "a5a1")
    await table.submit(BOB, commands.Leave())
    await merge_guest(registry, BOB, ann)
    assert news(table, ann).you.away == (0,)
    await table.submit(ann, commands.Return(seat=0))
    assert news(table, ann).you.seats == (0,)


async def test_a_guest_without_games_is_not_merged(registry: TableRegistry, ann: Person) -> None:
    await merge_guest(registry, BOB, ann)
    assert await registry.accounts.authenticate(BOB) == BOB
    await merge_guest(registry, ann, ann)
    assert await registry.accounts.authenticate(ann) == ann


async def test_an_unfinished_merge_is_finished_after_a_restart(registry: TableRegistry, ann: Person) -> None:
    table = await open_table(registry, "quixo", BOB, CID)
    for _ in range(2):
        await registry.store.execute(sa.delete(gone))
        row = {"person": BOB.id, "became": ann.id, "is_done": False}
        await registry.store.execute(sa.insert(gone).values(row))
        await finish_merges(registry)
        assert await table_ids(registry, ann) == {table.id}
        assert [row.is_done for row in await registry.store.query(sa.select(gone.c.is_done))] == [True]
    assert kinds(await registry.store.read(table.id)).count("Became") == 1


async def test_signing_in_twice_at_once_merges_once(registry: TableRegistry, ann: Person) -> None:
    table = await open_table(registry, "quixo", BOB, CID)
    await merge_guest(registry, BOB, ann)
    await merge_guest(registry, BOB, ann)
    assert kinds(await registry.store.read(table.id)).count("Became") == 1


async def leave(registry: TableRegistry, person: Person) -> None:
    await registry.accounts.delete(person, password=PASSWORD)
    await update_tables(registry, person.id)


async def test_a_deleted_account_is_not_named(registry: TableRegistry, ann: Person) -> None:
    table = await open_table(registry, "quixo", ann, BOB)
    await play_moves(table, "a1e1")
    await table.submit(ann, commands.Say(text="I live in Paris"))
    await table.submit(BOB, commands.Say(text="hello"))
    await table.submit(BOB, commands.Resign())
    await leave(registry, ann)
    for language, name in (("en", "someone who left"), ("fr", "quelqu’un qui est parti")):
        assert translator(language)("someone who left") == name
    latest = news(table, BOB)
    assert [seat.name for seat in latest.seats] == ["someone who left", "Bob"]
    assert [line.text for line in latest.chat] == ["hello"]
    assert latest.outcome is not None
    assert latest.outcome.winners == (0,)
    assert latest.moves == ("a1e1",)
    assert await table_ids(registry, ann) == set()
    assert [row.result for row in await registry.store.matches_of(BOB.id)] == ["lost"]
    with pytest.raises(errors.SeatTaken):
        await table.submit(CID, commands.Sit(seat=0))


async def test_a_rematch_with_a_deleted_account_has_an_open_seat(
    registry: TableRegistry, ann: Person
) -> None:
    table = await open_table(registry, "quixo", ann, BOB)
    await table.submit(BOB, commands.Resign())
    await leave(registry, ann)
    await table.submit(BOB, commands.MakeOffer(matter="rematch"))
    following = await registry.find(table.state.next)
    assert [seat.kind for seat in news(following).seats] == ["person", "open"]
    await following.submit(CID, commands.Sit(seat=1))
    assert news(following).status == "playing"


async def test_running_games_of_a_deleted_account_are_resigned_as_their_terms_say(
    registry: TableRegistry, ann: Person
) -> None:
    scored = await open_table(registry, "quixo", ann, BOB)
    await play_moves(scored, "a1e1")
    played_on = await open_table(registry, "x", ann, BOB, CID, options={"size": 4})
    waiting = await open_table(registry, "quixo", BOB, ann, seats=(NewSeat("open"), ME))
    waits = await open_table(registry, "quixo", ann)
    alone = await open_table(registry, "quixo", ann, seats=(ME, BOT))
    here = await open_table(registry, "quixo", ann, seats=(ME, ME))
    await leave(registry, ann)
    outcome = news(scored).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("resigned", (1,))
    first = played_on.state.seats[0]
    assert (first.kind, first.why, first.is_gone) == ("bot", "resigned", True)
    await wait_until(lambda: len(played_on.state.match.moves) == 1)
    assert news(waiting).status == "over"  # both had sat down
    assert news(waits).status == "waiting"
    assert news(waits).seats[0].kind == "open"
    assert {news(alone).status, news(here).status} == {"over"}
    assert "Ann" not in str([news(each).seats for each in registry.tables])


async def test_resigning_is_a_loss_even_if_the_stand_in_wins(registry: TableRegistry, ann: Person) -> None:
    table = await open_table(registry, "x", ann, BOB, CID, options={"size": 4})
    for person in (ann, BOB):
        await table.submit(person, commands.Resign())
    while table.state.status == "playing":
        now = table.state
        if now.seats[now.match.turn].person == CID.id:
            await play_moves(table, now.match.game.texts[now.match.legal_moves[0]])
        else:
            await wait_until(lambda: table.state is not now)  # noqa: B023 -- asked within the same turn
    results = {
        person.name: (await registry.store.matches_of(person.id))[0].result for person in (ann, BOB, CID)
    }
    assert (results["Ann"], results["Bob"]) == ("lost", "lost")
    assert results["Cid"] in ("won", "lost", "shared")


async def test_partners_share_a_result(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo-teams", ANN, BOB, CID, DEE, absent="score")
    await table.submit(ANN, commands.Resign())
    sides = table.state.match.game.sides
    results = [(await registry.store.matches_of(person.id))[0].result for person in (ANN, BOB, CID, DEE)]
    assert {results[seat] for seat in sides[0]} == {"lost"}
    assert {results[seat] for seat in sides[1]} == {"won"}


async def test_a_draw_is_shared(registry: TableRegistry) -> None:
    table = await open_table(registry, "quixo", ANN, BOB)
    await play_moves(table, "a1e1")
    assert [row.result for row in await registry.store.matches_of(ANN.id)] == [None]
    await table.submit(ANN, commands.MakeOffer(matter="end"))
    await table.submit(BOB, commands.Answer(offer=table.state.number, yes=True))
    assert [row.result for row in await registry.store.matches_of(ANN.id)] == ["shared"]
