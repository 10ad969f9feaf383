"""Two processes over one store: what one does the other tells, and of two who race one is too late."""

from __future__ import annotations

import asyncio

import pytest

from tablier.server import acts
from tablier.server import refusals as no
from tablier.server.hall import Hall
from tests.server.houses import ANN, BOB, CID, Ear, a_table, news, played, replayed_same, until

pytestmark = pytest.mark.anyio


async def test_news_travel(two_halls: tuple[Hall, Hall]) -> None:
    one, other = two_halls
    table = await a_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    far = Ear(CID)
    same.join(far)
    await played(table, "a1e1")
    await until(lambda: far.heard[-1]["type"] == "news" and far.heard[-1]["move"] == "a1e1")
    near = Ear(ANN)
    table.join(near)
    await until(lambda: news(same).seats[0].here)
    table.leave(near)
    await until(lambda: not news(same).seats[0].here)


async def test_the_loser_of_a_race_is_told(two_halls: tuple[Hall, Hall]) -> None:
    one, other = two_halls
    table = await a_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    results = await asyncio.gather(
        table.act(ANN, acts.Play(move="a1e1", ply=0)),
        same.act(ANN, acts.Play(move="b1e1", ply=0)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "StalePly"]
    await until(lambda: news(table).moves == news(same).moves)
    assert len(news(table).moves) == 1
    await replayed_same(same, other)


async def test_an_act_that_is_still_good_is_tried_again(two_halls: tuple[Hall, Hall]) -> None:
    one, other = two_halls
    table = await a_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    await asyncio.gather(
        table.act(ANN, acts.Say(text="one")),
        same.act(BOB, acts.Say(text="two")),
        table.act(ANN, acts.Play(move="a1e1", ply=0)),
    )
    await until(lambda: news(table).number == news(same).number == 5)
    with pytest.raises(no.StalePly):
        await same.act(BOB, acts.Play(move="a5a1", ply=0))


async def test_cards_are_shown_anew_everywhere(two_halls: tuple[Hall, Hall]) -> None:
    one, other = two_halls
    table = await a_table(one, "quixo", ANN, BOB)
    there = await other.find(table.id)
    ann, bob = Ear(ANN), Ear(BOB)
    there.join(ann)
    there.join(bob)
    assert await other.accounts.admit(ANN) == ANN
    signed = await one.accounts.sign_up(ANN, name="Ann", password="correct horse")
    await one.recall(ANN.id)
    await until(lambda: ann.heard[-1]["type"] == "dismissed")
    assert all(message["type"] != "dismissed" for message in bob.heard)
    assert await other.accounts.admit(signed) == signed
    with pytest.raises(no.SignedOut):
        await other.accounts.admit(ANN)
