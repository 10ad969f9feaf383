"""Two processes over one store: news reaches both, and the later of two conflicting commands is refused."""

from __future__ import annotations

import asyncio

import pytest

from tablier.server.live.registry import TableRegistry
from tablier.server.tables import commands, errors
from tests.server.harness import (
    ANN,
    BOB,
    CID,
    FakeListener,
    assert_replay_equal,
    news,
    open_table,
    play_moves,
    wait_until,
)

pytestmark = pytest.mark.anyio


async def test_news_reaches_other_processes(two_registries: tuple[TableRegistry, TableRegistry]) -> None:
    one, other = two_registries
    table = await open_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    remote = FakeListener(CID)
    same.join(remote)
    await play_moves(table, "a1e1")
    await wait_until(lambda: remote.messages[-1]["type"] == "news" and remote.messages[-1]["move"] == "a1e1")
    present = FakeListener(ANN)
    table.join(present)
    await wait_until(lambda: ANN.id in same.attendance.present)
    table.leave(present)
    await wait_until(lambda: ANN.id not in same.attendance.present)


async def test_the_later_of_two_moves_is_refused(two_registries: tuple[TableRegistry, TableRegistry]) -> None:
    one, other = two_registries
    table = await open_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    results = await asyncio.gather(
        table.submit(ANN, commands.Play(move="a1e1", ply=0)),
        same.submit(ANN, commands.Play(move="b1e1", ply=0)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "StalePly"]
    await wait_until(lambda: news(table).moves == news(same).moves)
    assert len(news(table).moves) == 1
    await assert_replay_equal(same, other)


async def test_a_command_that_is_still_valid_is_retried_after_a_conflict(
    two_registries: tuple[TableRegistry, TableRegistry],
) -> None:
    one, other = two_registries
    table = await open_table(one, "quixo", ANN, BOB)
    same = await other.find(table.id)
    await asyncio.gather(
        table.submit(ANN, commands.Say(text="one")),
        same.submit(BOB, commands.Say(text="two")),
        table.submit(ANN, commands.Play(move="a1e1", ply=0)),
    )
    await wait_until(lambda: news(table).number == news(same).number == 5)
    with pytest.raises(errors.StalePly):
        await same.submit(BOB, commands.Play(move="a5a1", ply=0))


async def test_connections_are_dropped_in_all_processes(
    two_registries: tuple[TableRegistry, TableRegistry],
) -> None:
    one, other = two_registries
    table = await open_table(one, "quixo", ANN, BOB)
    there = await other.find(table.id)
    ann, bob = FakeListener(ANN), FakeListener(BOB)
    there.join(ann)
    there.join(bob)
    assert await other.accounts.authenticate(ANN) == ANN
    signed = await one.accounts.sign_up(ANN, name="Ann", password="correct horse")
    await one.drop_connections(ANN.id)
    await wait_until(lambda: ann.messages[-1]["type"] == "disconnected")
    assert all(message["type"] != "disconnected" for message in bob.messages)
    assert await other.accounts.authenticate(signed) == signed
    with pytest.raises(errors.SignedOut):
        await other.accounts.authenticate(ANN)
