"""Ratings: what a game changes, which games are rated, and that each is rated once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import tablier
from tablier.bots.levels import level_names
from tablier.server.http.pages import ratings as ratings_page
from tablier.server.http.pages.ratings import read_leaderboard
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import Table, log_batch
from tablier.server.people.merge import update_tables
from tablier.server.ratings.model import NEWCOMER, RatedGame, Rating, initial_rating, update_ratings
from tablier.server.store import ratings as history
from tablier.server.store import schema
from tablier.server.store.batch import LogBatch
from tablier.server.store.log import Store
from tablier.server.store.schema import accounts
from tablier.server.tables import commands, errors, events
from tablier.server.tables.clocks import Control
from tablier.server.tables.create import NewSeat, NewTable
from tablier.server.tables.events import new_table_id
from tablier.server.tables.names import fold_name
from tablier.server.tables.person import Person
from tablier.server.tables.seats import Seat
from tablier.server.tables.state import replay
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    CID,
    DEE,
    ME,
    ManualClock,
    Server,
    assert_replay_equal,
    news,
    open_registry,
    open_table,
    play_enough,
    play_moves,
    wait_until,
)

pytestmark = pytest.mark.anyio

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
TEAMS = ((0, 2), (1, 3))


def rated_game_of(players: str, places: tuple[int, ...], sides: tuple[tuple[int, ...], ...]) -> RatedGame:
    return RatedGame(0.0, "match", "game", tuple(players.split()), sides, places)


def rated(game: RatedGame, **before: Rating) -> dict[str, Rating]:
    return update_ratings(game, {player: before.get(player, NEWCOMER) for player in game.players})


async def create_accounts(registry: TableRegistry, *people: Person) -> None:
    """Give people accounts."""
    for person in people:
        row = {"person": person.id, "name": person.name, "folded": fold_name(person.name), "password": ""}
        await registry.store.execute(sa.insert(accounts).values(**row, epoch=1, made=0.0))


async def open_rated_table(registry: TableRegistry, game: str, *people: Person, **chosen: Any) -> Table:
    await create_accounts(registry, *people)
    return await open_table(registry, game, *people, rated=True, **chosen)


async def rows(registry: TableRegistry) -> list[tuple[Any, ...]]:
    """All rows of the rating history."""
    kept = schema.rated
    return [
        tuple(row) for row in await registry.store.query(sa.select(kept).order_by(kept.c.match, kept.c.seat))
    ]


async def ratings(registry: TableRegistry, game: str = "quixo") -> dict[str, Rating]:
    return {
        row.player: Rating(row.mean, row.spread)
        for row in await registry.store.query(history.select_latest(game))
    }


def test_two_newcomers_move_apart_by_as_much() -> None:
    after = rated(rated_game_of("ann bob", (1, 2), TWO))
    assert after["ann"].mean - 1500 == pytest.approx(1500 - after["bob"].mean)
    assert after["ann"].mean > 1550
    assert after["ann"].spread == after["bob"].spread < NEWCOMER.spread


def test_a_draw_brings_the_weaker_up_and_leaves_equals_alone() -> None:
    assert rated(rated_game_of("ann bob", (1, 1), TWO))["ann"].mean == pytest.approx(1500)
    after = rated(rated_game_of("ann bob", (1, 1), TWO), bob=Rating(1900.0, 60.0))
    assert after["ann"].mean > 1500
    assert 1850 < after["bob"].mean < 1900


def test_a_rating_with_a_small_spread_changes_little() -> None:
    after = rated(rated_game_of("ann bob", (2, 1), TWO), ann=Rating(1500.0, 50.0))
    assert 1500 - after["ann"].mean < (after["bob"].mean - 1500) / 10


def test_three_seats_with_a_tie_for_the_second_place() -> None:
    after = rated(rated_game_of("ann bob cid", (1, 2, 2), THREE))
    assert after["bob"] == after["cid"]
    assert after["ann"].mean > 1500 > after["bob"].mean
    other = rated(rated_game_of("ann bob cid", (2, 2, 1), THREE))
    assert other["cid"].mean == pytest.approx(after["ann"].mean)


def test_partners_win_and_lose_together() -> None:
    after = rated(rated_game_of("ann bob cid dee", (1, 2, 1, 2), TEAMS), cid=Rating(1500.0, 50.0))
    assert after["ann"].mean > 1500 < after["cid"].mean
    assert after["bob"] == after["dee"]
    assert after["bob"].mean < 1500
    assert after["ann"].mean > after["cid"].mean  # whose rating had the smaller spread


def test_a_bot_with_several_seats_plays_one_game() -> None:
    after = rated(rated_game_of("ann level:1 level:1", (1, 2, 3), THREE))
    assert set(after) == {"ann", "level:1"}
    alone = rated(rated_game_of("ann bob cid", (1, 2, 3), THREE))
    assert after["level:1"].mean == pytest.approx((alone["bob"].mean + alone["cid"].mean) / 2)


def test_error_bars_hold_the_true_strength() -> None:
    """The rating of a player with a constant rate of wins converges."""
    first = rated(rated_game_of("ann bob", (1, 2), TWO))["ann"]
    ann = NEWCOMER
    for number in range(60):
        ann = rated(
            rated_game_of("ann bob", (1, 2) if number % 4 else (2, 1), TWO), ann=ann, bob=Rating(1500.0, 30.0)
        )["ann"]
    assert first.is_provisional
    assert not ann.is_provisional
    assert abs(ann.mean - (1500 + 400 * 0.477)) < ann.error  # three of four: 191 points of Elo
    assert ann.error < 150


def test_levels_begin_in_order() -> None:
    levels = [initial_rating(f"level:{level}", "quixo") for level in range(1, 9)]
    assert levels == sorted(levels)
    assert initial_rating("ann", "quixo") == NEWCOMER


async def test_a_game_is_rated_when_it_ends(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB)
        assert [seat.rating and seat.rating.says for seat in news(table).seats] == ["1500 ± 490"] * 2
        await play_enough(table)
        assert await rows(registry) == []
        await table.submit(BOB, commands.Resign())
        after = await ratings(registry)
        assert after == rated(rated_game_of("ann bob", (1, 2), TWO))
        ann, bob = (seat.rating for seat in news(table, ANN).seats)
        assert ann is not None
        assert bob is not None
        assert (ann.says, ann.before, ann.points) == ("1500 → 1583", 1500, 1583)
        assert bob.says == "1500 → 1417"
        kept = await rows(registry)
        await table.submit(ANN, commands.Say(text="thanks"))
        assert await rows(registry) == kept
        await assert_replay_equal(table, registry)


async def test_a_casual_game_is_not_rated(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await play_moves(table, "a1e1", "a5a1")
        await table.submit(BOB, commands.Resign())
        assert await rows(registry) == []
        assert [seat.rating for seat in news(table).seats] == [None, None]


async def test_running_out_of_time_counts(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB, clock=Control("game", 60))
        await play_enough(table)
        clock.now += 61
        table.schedule()
        await wait_until(lambda: news(table).status == "over")
        assert (await ratings(registry))["ann"].mean < 1500


async def test_unplayed_games_do_not_count(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        unstarted = await open_rated_table(registry, "quixo", ANN, BOB)
        await unstarted.submit(ANN, commands.Resign())
        agreed = await open_table(registry, "plateau-x-mini", ANN, BOB, rated=True)
        await play_moves(agreed, agreed.state.match.game.texts[agreed.state.match.legal_moves[0]])
        await agree(agreed)
        assert (news(unstarted).status, news(agreed).status) == ("over", "over")
        assert await rows(registry) == []
        later = await open_table(registry, "plateau-x-mini", ANN, BOB, rated=True)
        await play_enough(later)
        await agree(later)
        assert len(await rows(registry)) == 2


async def agree(table: Table) -> None:
    await table.submit(ANN, commands.MakeOffer(matter="end"))
    await table.submit(BOB, commands.Answer(offer=news(table).offers[0].number, yes=True))


async def test_bots_are_rated_by_their_names(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(
            registry, "quixo", ANN, seats=(ME, NewSeat("bot", bot="level:5", name="Robby"))
        )
        await play_enough(table)
        await table.submit(ANN, commands.Resign())
        after = await ratings(registry)
        assert set(after) == {"ann", "level:5"}
        assert after["level:5"].mean > initial_rating("level:5", "quixo").mean
        assert news(table).seats[1].rating is not None


async def test_three_and_four_seats(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB, CID, DEE)
        trio = await open_table(registry, "plateau-x-trio", ANN, BOB, CID, rated=True)
        await play_enough(trio)
        await trio.submit(CID, commands.Resign())
        after = await ratings(registry, "plateau-x-trio")
        assert after["cid"].mean < min(after["ann"].mean, after["bob"].mean)
        teams = await open_table(registry, "quixo-teams", ANN, BOB, CID, DEE, rated=True)
        await play_enough(teams)
        await teams.submit(DEE, commands.Resign())
        after = await ratings(registry, "quixo-teams")
        assert after["ann"] == after["cid"] > after["bob"] == after["dee"]
        assert await ratings(registry) == {}


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"seats": (ME, ME)}, "everyone has a single seat"),
        ({"seats": (BOT, BOT)}, "needs at least one person"),
        ({"options": {"size": 4}}, "the standard board"),
        ({"allow": ("hint",)}, "without hints"),
    ],
)
async def test_terms_that_a_rated_game_excludes(tmp_path: Path, chosen: Any, words: str) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN)
        with pytest.raises(errors.CannotRate, match=words):
            await registry.create(ANN, NewTable("quixo", rated=True, **chosen))
        assert errors.CannotRate.code == "cannot_rate"


async def test_a_rated_table_cannot_have_stand_ins(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN)
        with pytest.raises(errors.CannotRate, match="nobody takes over"):
            await registry.create(ANN, NewTable("plateau-x", rated=True, absent="bot"))
        table = await registry.create(ANN, NewTable("plateau-x", rated=True))
        assert table.state.terms.absent == "score"


async def test_a_rated_game_needs_accounts(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        with pytest.raises(errors.NeedsAccount):
            await registry.create(ANN, NewTable("quixo", rated=True))
        await create_accounts(registry, ANN)
        table = await registry.create(ANN, NewTable("quixo", rated=True))
        with pytest.raises(errors.NeedsAccount):
            await table.submit(BOB, commands.Sit(seat=1))
        with pytest.raises(errors.CannotRate):
            await table.submit(ANN, commands.Sit(seat=1))
        await create_accounts(registry, BOB)
        await table.submit(BOB, commands.Sit(seat=1))
        assert news(table).status == "playing"
        assert errors.NeedsAccount.code == "needs_account"


async def test_no_help_at_a_rated_table(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, seats=(ME, BOT))
        await play_moves(table, "a1e1")
        await wait_until(lambda: news(table).ply == 2)
        for what in ("hint", "shares"):
            with pytest.raises(errors.NotAllowed):
                await table.advise(ANN, what, None)
        for act in (
            commands.MakeOffer(matter="takeback"),
            commands.MakeOffer(matter="pause"),
            commands.Leave(),
        ):
            with pytest.raises(errors.NotAllowed):
                await table.submit(ANN, act)
        may = news(table, ANN).you.may
        assert {"resign", "play"} <= set(may)
        assert not {"hint", "shares", "leave", "offer:takeback", "offer:pause"} & set(may)
        assert news(table).clock.kind == "days"


async def test_no_bot_stands_in_at_a_rated_table(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB, clock=Control("days", 1))
        await play_moves(table, "a1e1")
        clock.now += 100
        with pytest.raises(errors.NotAllowed):
            await table.submit(ANN, commands.StandIn(seat=1))
        await table.submit(ANN, commands.MakeOffer(matter="pause"))
        await table.submit(BOB, commands.Answer(offer=news(table).offers[0].number, yes=True))
        assert news(table).status == "paused"


async def test_a_rematch_is_rated_too(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB)
        await play_short_game(table, BOB)
        await table.submit(ANN, commands.MakeOffer(matter="rematch"))
        await table.submit(BOB, commands.Answer(offer=news(table).offers[0].number, yes=True))
        again = await registry.find(news(table).next)
        before = await ratings(registry)
        said = [seat.rating.says for seat in news(again).seats if seat.rating]
        assert said == [str(before["bob"]), str(before["ann"])]
        await play_short_game(again, ANN)
        assert (await ratings(registry))["bob"].mean > before["bob"].mean


async def play_short_game(table: Table, loser: Person) -> None:
    """Play just enough moves for a rated game, and let `loser` resign."""
    await play_enough(table)
    await table.submit(loser, commands.Resign())


async def test_games_are_rated_in_the_order_of_their_ends(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        await create_accounts(registry, ANN, BOB, CID)
        first = await open_table(registry, "quixo", ANN, BOB, rated=True)
        second = await open_table(registry, "quixo", BOB, CID, rated=True)
        await play_short_game(second, CID)
        clock.now += 1
        await play_short_game(first, ANN)
        middle = rated(rated_game_of("bob cid", (1, 2), TWO))
        last = rated(rated_game_of("ann bob", (2, 1), TWO), bob=middle["bob"])
        assert await ratings(registry) == {"ann": last["ann"], "bob": last["bob"], "cid": middle["cid"]}


async def test_a_game_written_late_is_rated_in_order(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        await create_accounts(registry, ANN, BOB, CID)
        games = [
            await open_table(registry, "quixo", *two, rated=True)
            for two in ((ANN, BOB), (BOB, CID), (CID, ANN))
        ]
        for table, moment in zip(games, (30, 10, 20), strict=True):
            clock.now = 1_000_000.0 + moment
            await play_short_game(table, first_player(table))
        kept = await rows(registry)
        # bob lost to cid at 10, cid to ann at 20, ann to bob at 30
        one = rated(rated_game_of("bob cid", (2, 1), TWO))
        two = rated(rated_game_of("cid ann", (2, 1), TWO), cid=one["cid"])
        three = rated(rated_game_of("ann bob", (2, 1), TWO), ann=two["ann"], bob=one["bob"])
        assert await ratings(registry) == {**two, **three}
        await registry.store.recompute_ratings()
        assert await rows(registry) == kept


def first_player(table: Table) -> Person:
    seat = table.state.seats[0]
    return Person(seat.person, seat.name)


async def test_ratings_can_be_recomputed_from_the_log(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        await create_accounts(registry, ANN, BOB, CID, DEE)
        for number in range(6):
            clock.now += 5
            two = (ANN, BOB, CID, DEE)[number % 4], (BOB, CID, DEE, ANN)[number % 4]
            await play_short_game(
                await open_table(registry, "quixo", *two, rated=number != 3), two[number % 2]
            )
        teams = await open_table(registry, "quixo-teams", ANN, BOB, CID, DEE, rated=True)
        await play_enough(teams)
        await teams.submit(DEE, commands.Resign())
        await open_table(registry, "quixo", ANN, BOB, rated=True)
        kept = await rows(registry)
        assert len(kept) == 5 * 2 + 4
        kept_games = await registry.store.query(history.select_latest("quixo", ["bob"]))
        assert [row.games for row in kept_games] == [4]
        await registry.store.execute(sa.update(schema.rated).values(mean=0.0))
        await registry.store.execute(sa.delete(schema.rated).where(schema.rated.c.seat == 1))
        await registry.store.recompute_ratings()
        assert await rows(registry) == kept


async def test_recomputing_goes_on_past_an_unreadable_table(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB)
        tables = [await open_table(registry, "quixo", ANN, BOB, rated=True) for _ in range(2)]
        for table in tables:
            await play_short_game(table, BOB)
        damaged = schema.log.c.match == tables[0].id, schema.log.c.number == 3
        await registry.store.execute(sa.update(schema.log).where(*damaged).values(event="{}"))
        await registry.store.recompute_ratings()
        assert {row[0] for row in await rows(registry)} == {tables[1].id}


async def test_a_game_is_rated_exactly_if_its_end_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB)
        await play_enough(table)

        def breaks(*_: object) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(history, "_add", breaks)
            with pytest.raises(errors.NotStored):
                await table.submit(BOB, commands.Resign())
        assert await rows(registry) == []
        assert not [e for e in await registry.store.read(table.id) if isinstance(e.event, events.Resigned)]
        await table.submit(BOB, commands.Resign())
        assert len(await rows(registry)) == 2


async def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB)
        await play_short_game(table, BOB)
        kept = await rows(registry)
    async with open_registry(tmp_path) as registry:
        assert await rows(registry) == kept
        found = await registry.find(table.id)
        assert [seat.rating.says for seat in news(found).seats if seat.rating] == [
            "1500 → 1583",
            "1500 → 1417",
        ]


async def test_two_processes_rate_a_game_once_and_both_send_it(
    two_registries: tuple[TableRegistry, TableRegistry],
) -> None:
    one, other = two_registries
    table = await open_rated_table(one, "quixo", ANN, BOB)
    await play_enough(table)
    same = await other.find(table.id)
    results = await asyncio.gather(
        table.submit(ANN, commands.Resign()), same.submit(BOB, commands.Resign()), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["GameOver", "NoneType"]
    assert len(await rows(one)) == 2
    await wait_until(
        lambda: [seat.rating for seat in news(same).seats] == [seat.rating for seat in news(table).seats]
    )
    assert all(seat.rating and seat.rating.before == 1500 for seat in news(same).seats)


async def test_games_that_end_at_once_in_two_processes_are_all_rated(
    two_registries: tuple[TableRegistry, TableRegistry],
) -> None:
    registries = two_registries
    await create_accounts(registries[0], ANN, BOB)
    tables = [await open_table(registries[number % 2], "quixo", ANN, BOB, rated=True) for number in range(8)]
    for table in tables:
        await play_enough(table)
    await asyncio.gather(
        *(table.submit((ANN, BOB)[number % 3 == 0], commands.Resign()) for number, table in enumerate(tables))
    )
    kept = await rows(registries[0])
    assert len(kept) == 16
    after = {row.player: row.games for row in await registries[0].store.query(history.select_latest("quixo"))}
    assert after == {"ann": 8, "bob": 8}
    await registries[0].store.recompute_ratings()
    assert await rows(registries[1]) == kept


@pytest.mark.parametrize("name", tablier.games())
async def test_every_game_can_be_rated(tmp_path: Path, name: str) -> None:
    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN)
        others = (BOT,) * (len(tablier.game(name).seats) - 1)
        table = await registry.create(ANN, NewTable(name, rated=True, seats=(ME, *others)))
        await play_enough(table)
        await table.submit(ANN, commands.Resign())
        assert set(await ratings(registry, name)) == {"ann", "level:1"}


async def test_the_leaderboard_has_people_and_bots_and_marks_your_line(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        assert [line.bot for line in await read_leaderboard(registry, "quixo", ANN, str)] == list(
            level_names()
        )[::-1]
        await create_accounts(registry, ANN, BOB)
        table = await open_table(registry, "quixo", ANN, BOB, rated=True)
        await play_short_game(table, BOB)
        lines = await read_leaderboard(registry, "quixo", BOB, str)
        assert [line.rank for line in lines] == list(range(1, 11))
        ann, bob = (next(line for line in lines if line.name == name) for name in ("Ann", "Bob"))
        assert (ann.points, ann.error, ann.games, ann.provisional, ann.you) == (1583, 462, 1, True, False)
        assert bob.you
        assert ann.rank < bob.rank
        assert len(await read_leaderboard(registry, "olix", BOB, str)) == 8


async def test_a_deleted_account_is_not_on_the_leaderboard(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB)
        await play_short_game(table, BOB)
        kept = await rows(registry)
        await registry.store.execute(sa.delete(accounts).where(accounts.c.person == BOB.id))
        await update_tables(registry, BOB.id)
        assert [
            line.name for line in await read_leaderboard(registry, "quixo", BOB, str) if not line.bot
        ] == ["Ann"]
        # The games stay in the history: the opponents' ratings follow from them, and can be recomputed.
        await registry.store.recompute_ratings()
        assert await rows(registry) == kept


async def test_deleting_an_account_resigns_its_rated_games(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB)
        await play_enough(table)
        await registry.store.execute(sa.delete(accounts).where(accounts.c.person == BOB.id))
        await update_tables(registry, BOB.id)
        assert await ratings(registry) == rated(rated_game_of("ann bob", (1, 2), TWO))


async def test_a_leaderboard_is_cut_off_and_shows_your_line_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings_page, "MAX_LINES", 3)
    async with open_registry(tmp_path) as registry:
        table = await open_rated_table(registry, "quixo", ANN, BOB)
        await play_short_game(table, BOB)
        assert [line.you for line in await read_leaderboard(registry, "quixo", BOB, str)] == [
            False,
            False,
            False,
            True,
        ]
        assert [line.rank for line in await read_leaderboard(registry, "quixo", None, str)] == [1, 2, 3]


def test_the_leaderboard_over_the_api(server: Server) -> None:
    status, lines = server.call("/api/ratings/quixo")
    assert status == 200
    assert next(line["name"] for line in lines if line["bot"]) == "Oracle"
    assert server.call("/api/ratings/chess")[1]["code"] == "no_such_game"
    token = server.guest("Ann")
    assert server.call("/api/tables", {"game": "quixo", "rated": True}, token)[1]["code"] == "needs_account"


async def test_concurrent_ends_are_rated_on_every_database(url: str) -> None:
    """On every database: two processes, each with its own store."""
    stores = Store(url), Store(url)
    two = tuple(Seat(new_table_id(), name) for name in ("Ann", "Bob"))
    ends = [finished_batch(two, at=float(number // 3), loser=number % 2) for number in range(24)]
    await asyncio.gather(*(stores[number % 2].append(page) for number, page in enumerate(ends)))
    query = sa.select(schema.rated).where(schema.rated.c.player.in_([seat.person for seat in two]))
    query = query.order_by(schema.rated.c.ended, schema.rated.c.match, schema.rated.c.seat)
    kept = await stores[0].query(query)
    assert [row.games for row in kept if row.seat == 0] == list(range(1, 25))
    await stores[1].recompute_ratings()
    assert await stores[0].query(query) == kept
    for store in stores:
        store.close()


def finished_batch(seats: tuple[Seat, ...], *, at: float, loser: int) -> LogBatch:
    """A whole rated game as a batch of the log."""
    created = events.Created("quixo", {"size": 5}, seats, events.Terms(rated=True))
    happened: tuple[events.AnyEvent, ...] = (
        created,
        events.Moved(0, tablier.game("quixo").move("a1e1")),
        events.Resigned(loser),
    )
    entries = tuple(events.Entry(number, at, event) for number, event in enumerate(happened, 1))
    return log_batch(new_table_id(), replay(list(entries)), entries)
