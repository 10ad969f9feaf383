"""Rated games that do not count: those of a few moves, and those of people at one address who play nearly
only each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from tablier.server.live.registry import TableRegistry
from tablier.server.messages.news import Perspective
from tablier.server.ratings.counting import PastGame, is_closed_circle
from tablier.server.store.schema import origins
from tablier.server.tables import commands
from tablier.server.tables.person import Person
from tests.server.harness import ANN, BOB, CID, DEE, assert_replay_equal, news, open_registry
from tests.server.harness import open_table as open_any_table
from tests.server.ratings.test_ratings import create_accounts, ratings, rows

pytestmark = pytest.mark.anyio

HOME, ELSEWHERE = "192.0.2.7", "198.51.100.7"
MIN_MOVES = 8
"""As many as a rated game of Quixo needs."""


def at(network: str, person: Person) -> Person:
    return replace(person, network=network)


async def play_rated_game(
    registry: TableRegistry, winner: Person, loser: Person, *, moves: int = MIN_MOVES
) -> str:
    """Play a rated game, everybody from their own network; gives its table."""
    table = await open_any_table(registry, "quixo", winner, loser, rated=True)
    for number in range(moves):
        mover = (winner, loser)[number % 2]
        match = table.state.match
        move = match.game.texts[match.legal_moves[0]]
        await table.submit(mover, commands.Play(move=move, ply=table.state.ply))
    await table.submit(loser, commands.Resign())
    return table.id


async def test_a_game_of_a_few_moves_does_not_count(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB)
        table = await registry.find(await play_rated_game(registry, ANN, BOB, moves=MIN_MOVES - 1))
        assert await rows(registry) == []
        assert await ratings(registry) == {}
        expected = "Does not count for the ratings: fewer than 8 moves"
        assert news(table, ANN).headline == ("You win", "Bob resigned", expected)
        assert [seat.rating and seat.rating.before for seat in news(table).seats] == [None, None]
        french = table.snapshot().for_person(BOB, Perspective(language="fr")).headline[-1]
        assert french == "Ne compte pas pour le classement\u00a0: moins de 8 coups"
        await assert_replay_equal(table, registry)
        await play_rated_game(registry, ANN, BOB)
        assert len(await rows(registry)) == 2
        await registry.store.recompute_ratings()
        assert len(await rows(registry)) == 2


async def test_games_between_two_accounts_at_one_address_do_not_count(tmp_path: Path) -> None:
    ann, bob = at(HOME, ANN), at(HOME, BOB)
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB)
        for _ in range(3):
            table = await registry.find(await play_rated_game(registry, ann, bob))
        assert await ratings(registry) == {}
        assert "share an address" in news(table, BOB).headline[-1]
        assert [seat.rating and seat.rating.says for seat in news(table).seats] == ["1500 ± 490"] * 2
        await assert_replay_equal(table, registry)
        kept = await rows(registry)
        await registry.store.recompute_ratings()
        assert await ratings(registry) == {}
        assert await rows(registry) == kept


async def test_people_from_two_addresses_may_play_only_each_other(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB)
        await play_rated_game(registry, at(HOME, ANN), at(ELSEWHERE, BOB))
        await play_rated_game(registry, ANN, BOB)  # from where is not known
        assert len(await ratings(registry)) == 2


async def test_a_household_that_plays_others_counts(tmp_path: Path) -> None:
    ann, bob = at(HOME, ANN), at(HOME, BOB)
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB, CID, DEE)
        for stranger in (CID, DEE):
            for one in (ann, bob):
                await play_rated_game(registry, one, at(ELSEWHERE, stranger))
        before = await ratings(registry)
        table = await registry.find(await play_rated_game(registry, ann, bob))
        assert table.state.uncounted is None
        assert (await ratings(registry))["ann"].mean > before["ann"].mean


async def test_one_address_is_enough_to_have_shared(tmp_path: Path) -> None:
    """Somebody who sits down by another network and moves from the same one is at the same address."""
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB)
        table = await open_any_table(registry, "quixo", at(HOME, ANN), at(ELSEWHERE, BOB), rated=True)
        for number in range(MIN_MOVES):
            match = table.state.match
            move = match.game.texts[match.legal_moves[0]]
            mover = at(HOME, (ANN, BOB)[number % 2])
            await table.submit(mover, commands.Play(move=move, ply=table.state.ply))
        await table.submit(at(ELSEWHERE, BOB), commands.Resign())
        assert table.state.uncounted == "one_address"


async def test_no_address_is_stored_and_no_hash_outlives_the_game(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB)
        table = await open_any_table(registry, "quixo", at(HOME, ANN), at(HOME, BOB), rated=True)
        other = await open_any_table(registry, "quixo", at(HOME, ANN), at(HOME, BOB), rated=True)
        stored = {
            each.id: {
                row.origin for row in await registry.store.query(sa.select(origins)) if row.match == each.id
            }
            for each in (table, other)
        }
        assert [len(each) for each in stored.values()] == [1, 1]
        assert stored[table.id] != stored[other.id]  # tables cannot be linked
        await table.submit(at(HOME, ANN), commands.Resign())
        await table.submit(at(HOME, BOB), commands.Say(text="thanks"))
        left = [row.match for row in await registry.store.query(sa.select(origins))]
        assert left == [other.id] * 2
    assert HOME.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_a_circle_is_closed_by_its_share_of_the_latest_games() -> None:
    pair = frozenset({"ann", "bob"})
    together = PastGame(pair, counts=True)
    abroad = PastGame(frozenset({"ann", "cid"}), counts=True)
    ring = PastGame(frozenset({"ann", "dee"}), counts=False)
    assert is_closed_circle(pair, [together] * 5 + [abroad] * 2)
    assert not is_closed_circle(pair, [together] * 4 + [abroad] * 2)
    assert is_closed_circle(pair, [ring] * 5 + [abroad] * 2)
    assert is_closed_circle(pair, [together] * 19 + [abroad] * 50)  # of the latest ones alone
