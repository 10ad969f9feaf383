"""A guest who signs in, and an account that is deleted: what becomes of their games.

Every test ends with the log telling the same as the table.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tablier.server import acts
from tablier.server import refusals as no
from tablier.server.accounts import Accounts
from tablier.server.hall import Hall
from tablier.server.opening import NewSeat
from tablier.server.partings import finish, join, tell_tables
from tablier.server.passwords import Passwords
from tablier.server.seats import Person
from tablier.server.store import gone
from tablier.web.languages import translator
from tests.server.houses import (
    ANN,
    BOB,
    BOT,
    CID,
    DEE,
    ME,
    Ear,
    Hand,
    a_hall,
    a_table,
    kinds,
    news,
    played,
    replayed_same,
    until,
)
from tests.server.test_accounts import CHEAP, WORD

pytestmark = pytest.mark.anyio


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
async def hall(tmp_path: Path, hand: Hand) -> AsyncIterator[Hall]:
    async with a_hall(tmp_path, hand=hand) as hall:
        hall.accounts = Accounts(hall.store, passwords=Passwords(CHEAP))
        yield hall
        for table in hall.tables:
            await replayed_same(table, hall)


@pytest.fixture
async def ann(hall: Hall) -> Person:
    """Ann has an account; the others are guests."""
    return await hall.accounts.sign_up(ANN, name="Ann", password=WORD)


async def mine(hall: Hall, person: Person) -> set[str]:
    return {listed.id for listed in await hall.store.of(person.id)}


async def test_a_guests_games_become_the_accounts(hall: Hall, ann: Person, hand: Hand) -> None:
    running = await a_table(hall, "quixo", BOB, CID)
    await played(running, "a1e1")
    over = await a_table(hall, "quixo", CID, BOB)
    await over.act(CID, acts.Resign())
    waiting = await a_table(hall, "quixo", BOB)
    others = await a_table(hall, "quixo", CID, DEE)
    before = {listed.id: listed.changed for listed in await hall.store.of(BOB.id)}
    ear = Ear(CID)
    running.join(ear)
    hand.now += 500
    await join(hall, BOB, ann)
    assert await mine(hall, BOB) == set()
    assert {listed.id: listed.changed for listed in await hall.store.of(ann.id)} == before
    assert set(before) == {running.id, over.id, waiting.id}
    assert kinds(await hall.store.read(running.id))[-1] == "Became"
    assert kinds(await hall.store.read(others.id))[-1] == "Sat"
    assert ear.heard[-1]["seats"][0]["name"] == "Ann"
    await played(running, "a5a1")
    await running.act(ann, acts.Play(move="b1b5", ply=2))
    with pytest.raises(no.SignedOut):
        await hall.accounts.admit(BOB)


async def test_guest_and_account_at_one_table_are_one_person_on_two_seats(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "quixo", ann, BOB)
    await played(table, "a1e1")
    await table.act(ann, acts.MakeOffer(matter="takeback"))
    await table.act(BOB, acts.MakeOffer(matter="pause"))
    await join(hall, BOB, ann)
    told = news(table, ann)
    assert told.you.seats == (0, 1)
    assert [seat.name for seat in told.seats] == ["Ann", "Bob"]
    assert told.offers == ()
    await played(table, "a5a1", "b1b5")
    await table.act(ann, acts.MakeOffer(matter="takeback", seat=0))
    assert len(table.situation.match.moves) == 2  # nobody else is to be asked
    await table.act(ann, acts.Resign())
    listed = {row.id: row.result for row in await hall.store.of(ann.id)}
    assert listed == {table.id: "self"}


async def test_an_offer_to_a_guest_waits_for_the_account(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "quixo", CID, BOB)
    await played(table, "a1e1")
    await table.act(CID, acts.MakeOffer(matter="takeback"))
    await join(hall, BOB, ann)
    (offer,) = news(table, ann).offers
    assert offer.asked == (1,)
    await table.act(ann, acts.Answer(offer=offer.number, yes=True))
    assert table.situation.match.moves == []


async def test_whoever_was_here_as_a_guest_is_not_taken_for_absent(
    hall: Hall, ann: Person, hand: Hand
) -> None:
    table = await a_table(hall, "quixo", CID, BOB)
    await played(table, "a1e1")
    hand.now += 100
    ear = Ear(BOB)
    table.join(ear)
    await join(hall, BOB, ann)
    table.leave(ear)  # to come again with another card
    with pytest.raises(no.SeatKept):
        await table.act(CID, acts.StandIn(seat=1))
    hand.now += 100
    await table.act(CID, acts.StandIn(seat=1))


async def test_a_bot_that_plays_for_a_guest_hands_back_to_the_account(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "quixo", BOB, CID)
    await played(table, "a1e1", "a5a1")
    await table.act(BOB, acts.Leave())
    await join(hall, BOB, ann)
    assert news(table, ann).you.away == (0,)
    await table.act(ann, acts.Return(seat=0))
    assert news(table, ann).you.seats == (0,)


async def test_who_has_no_games_is_simply_somebody_else_now(hall: Hall, ann: Person) -> None:
    await join(hall, BOB, ann)
    assert await hall.accounts.admit(BOB) == BOB
    await join(hall, ann, ann)
    assert await hall.accounts.admit(ann) == ann


async def test_what_a_server_did_not_finish_the_next_one_does(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "quixo", BOB, CID)
    for _ in range(2):
        await hall.store.change(sa.delete(gone))
        row = {"person": BOB.id, "became": ann.id, "is_done": False}
        await hall.store.change(sa.insert(gone).values(row))
        await finish(hall)
        assert await mine(hall, ann) == {table.id}
        assert [row.is_done for row in await hall.store.ask(sa.select(gone.c.is_done))] == [True]
    assert kinds(await hall.store.read(table.id)).count("Became") == 1


async def test_signing_in_twice_at_once_moves_the_games_once(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "quixo", BOB, CID)
    await join(hall, BOB, ann)
    await join(hall, BOB, ann)
    assert kinds(await hall.store.read(table.id)).count("Became") == 1


async def leave(hall: Hall, person: Person) -> None:
    await hall.accounts.delete(person, password=WORD)
    await tell_tables(hall, person.id)


async def test_whoever_left_is_named_no_more(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "quixo", ann, BOB)
    await played(table, "a1e1")
    await table.act(ann, acts.Say(text="I live in Paris"))
    await table.act(BOB, acts.Say(text="hello"))
    await table.act(BOB, acts.Resign())
    await leave(hall, ann)
    for language, name in (("en", "someone who left"), ("fr", "quelqu’un qui est parti")):
        assert translator(language)("someone who left") == name
    told = news(table, BOB)
    assert [seat.name for seat in told.seats] == ["someone who left", "Bob"]
    assert [heard.text for heard in told.chat] == ["hello"]
    assert told.outcome is not None
    assert told.outcome.winners == (0,)
    assert told.moves == ("a1e1",)
    assert await mine(hall, ann) == set()
    assert [row.result for row in await hall.store.of(BOB.id)] == ["lost"]
    with pytest.raises(no.SeatTaken):
        await table.act(CID, acts.Sit(seat=0))


async def test_a_rematch_with_somebody_who_left_waits_for_somebody_else(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "quixo", ann, BOB)
    await table.act(BOB, acts.Resign())
    await leave(hall, ann)
    await table.act(BOB, acts.MakeOffer(matter="rematch"))
    following = await hall.find(table.situation.next)
    assert [seat.kind for seat in news(following).seats] == ["person", "open"]
    await following.act(CID, acts.Sit(seat=1))
    assert news(following).status == "playing"


async def test_running_games_are_given_up_as_their_terms_say(hall: Hall, ann: Person) -> None:
    scored = await a_table(hall, "quixo", ann, BOB)
    await played(scored, "a1e1")
    played_on = await a_table(hall, "x", ann, BOB, CID, options={"size": 4})
    waiting = await a_table(hall, "quixo", BOB, ann, seats=(NewSeat("open"), ME))
    waits = await a_table(hall, "quixo", ann)
    alone = await a_table(hall, "quixo", ann, seats=(ME, BOT))
    here = await a_table(hall, "quixo", ann, seats=(ME, ME))
    await leave(hall, ann)
    outcome = news(scored).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("resigned", (1,))
    first = played_on.situation.seats[0]
    assert (first.kind, first.why, first.is_gone) == ("bot", "resigned", True)
    await until(lambda: len(played_on.situation.match.moves) == 1)
    assert news(waiting).status == "over"  # both had sat down
    assert news(waits).status == "waiting"
    assert news(waits).seats[0].kind == "open"
    assert {news(alone).status, news(here).status} == {"over"}
    assert "Ann" not in str([news(each).seats for each in hall.tables])


async def test_whoever_gave_up_has_lost_even_if_the_bot_wins(hall: Hall, ann: Person) -> None:
    table = await a_table(hall, "x", ann, BOB, CID, options={"size": 4})
    for person in (ann, BOB):
        await table.act(person, acts.Resign())
    while table.situation.status == "playing":
        now = table.situation
        if now.seats[now.match.turn].person == CID.id:
            await played(table, now.match.game.texts[now.match.legal_moves[0]])
        else:
            await until(lambda: table.situation is not now)  # noqa: B023 -- asked within the same turn
    results = {person.name: (await hall.store.of(person.id))[0].result for person in (ann, BOB, CID)}
    assert (results["Ann"], results["Bob"]) == ("lost", "lost")
    assert results["Cid"] in ("won", "lost", "shared")


async def test_partners_share_a_result(hall: Hall) -> None:
    table = await a_table(hall, "quixo-teams", ANN, BOB, CID, DEE, absent="score")
    await table.act(ANN, acts.Resign())
    sides = table.situation.match.game.sides
    results = [(await hall.store.of(person.id))[0].result for person in (ANN, BOB, CID, DEE)]
    assert {results[seat] for seat in sides[0]} == {"lost"}
    assert {results[seat] for seat in sides[1]} == {"won"}


async def test_a_draw_is_shared(hall: Hall) -> None:
    table = await a_table(hall, "quixo", ANN, BOB)
    await played(table, "a1e1")
    assert [row.result for row in await hall.store.of(ANN.id)] == [None]
    await table.act(ANN, acts.MakeOffer(matter="end"))
    await table.act(BOB, acts.Answer(offer=table.situation.number, yes=True))
    assert [row.result for row in await hall.store.of(ANN.id)] == ["shared"]
