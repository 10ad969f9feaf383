"""Ratings: what a game changes, when it counts, and that it counts once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import tablier
from tablier.bots.levels import names
from tablier.server import acts, leaderboard, standings
from tablier.server import events as ev
from tablier.server import refusals as no
from tablier.server.accounts import folded
from tablier.server.acts import new_table_id
from tablier.server.clocks import Control
from tablier.server.hall import Hall
from tablier.server.leaderboard import board
from tablier.server.opening import NewSeat, NewTable
from tablier.server.partings import tell_tables
from tablier.server.ratings import NEWCOMER, Played, Rating, rate, start
from tablier.server.seats import Person, Seat
from tablier.server.situation import replay
from tablier.server.store import Page, Store, accounts
from tablier.server.table import Table, page
from tests.server.houses import (
    ANN,
    BOB,
    BOT,
    CID,
    DEE,
    ME,
    Hand,
    Server,
    a_hall,
    a_table,
    news,
    played,
    replayed_same,
    until,
)  # fmt: skip

pytestmark = pytest.mark.anyio

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
TEAMS = ((0, 2), (1, 3))


def a_game(players: str, places: tuple[int, ...], sides: tuple[tuple[int, ...], ...]) -> Played:
    return Played(0.0, "match", "game", tuple(players.split()), sides, places)


def rated(game: Played, **before: Rating) -> dict[str, Rating]:
    return rate(game, {player: before.get(player, NEWCOMER) for player in game.players})


async def known(hall: Hall, *people: Person) -> None:
    """Give people accounts."""
    for person in people:
        row = {"person": person.id, "name": person.name, "folded": folded(person.name), "password": ""}
        await hall.store.change(sa.insert(accounts).values(**row, epoch=1, made=0.0))


async def a_rated(hall: Hall, game: str, *people: Person, **chosen: Any) -> Table:
    await known(hall, *people)
    return await a_table(hall, game, *people, rated=True, **chosen)


async def rows(hall: Hall) -> list[tuple[Any, ...]]:
    """Everything that is kept of ratings."""
    kept = standings.rated
    return [tuple(row) for row in await hall.store.ask(sa.select(kept).order_by(kept.c.match, kept.c.seat))]


async def ratings(hall: Hall, game: str = "quixo") -> dict[str, Rating]:
    return {row.player: Rating(row.mean, row.spread) for row in await hall.store.ask(standings.latest(game))}


def test_two_newcomers_move_apart_by_as_much() -> None:
    after = rated(a_game("ann bob", (1, 2), TWO))
    assert after["ann"].mean - 1500 == pytest.approx(1500 - after["bob"].mean)
    assert after["ann"].mean > 1550
    assert after["ann"].spread == after["bob"].spread < NEWCOMER.spread


def test_a_draw_brings_the_weaker_up_and_leaves_equals_alone() -> None:
    assert rated(a_game("ann bob", (1, 1), TWO))["ann"].mean == pytest.approx(1500)
    after = rated(a_game("ann bob", (1, 1), TWO), bob=Rating(1900.0, 60.0))
    assert after["ann"].mean > 1500
    assert 1850 < after["bob"].mean < 1900


def test_what_is_known_well_moves_little() -> None:
    after = rated(a_game("ann bob", (2, 1), TWO), ann=Rating(1500.0, 50.0))
    assert 1500 - after["ann"].mean < (after["bob"].mean - 1500) / 10


def test_three_seats_with_a_tie_for_the_second_place() -> None:
    after = rated(a_game("ann bob cid", (1, 2, 2), THREE))
    assert after["bob"] == after["cid"]
    assert after["ann"].mean > 1500 > after["bob"].mean
    other = rated(a_game("ann bob cid", (2, 2, 1), THREE))
    assert other["cid"].mean == pytest.approx(after["ann"].mean)


def test_partners_win_and_lose_together() -> None:
    after = rated(a_game("ann bob cid dee", (1, 2, 1, 2), TEAMS), cid=Rating(1500.0, 50.0))
    assert after["ann"].mean > 1500 < after["cid"].mean
    assert after["bob"] == after["dee"]
    assert after["bob"].mean < 1500
    assert after["ann"].mean > after["cid"].mean  # of whom more was known


def test_a_bot_with_several_seats_plays_one_game() -> None:
    after = rated(a_game("ann level:1 level:1", (1, 2, 3), THREE))
    assert set(after) == {"ann", "level:1"}
    alone = rated(a_game("ann bob cid", (1, 2, 3), THREE))
    assert after["level:1"].mean == pytest.approx((alone["bob"].mean + alone["cid"].mean) / 2)


def test_error_bars_hold_the_truth() -> None:
    """A level player's belief closes in on him."""
    first = rated(a_game("ann bob", (1, 2), TWO))["ann"]
    ann = NEWCOMER
    for number in range(60):
        ann = rated(
            a_game("ann bob", (1, 2) if number % 4 else (2, 1), TWO), ann=ann, bob=Rating(1500.0, 30.0)
        )["ann"]
    assert first.is_provisional
    assert not ann.is_provisional
    assert abs(ann.mean - (1500 + 400 * 0.477)) < ann.error  # three of four: 191 points of Elo
    assert ann.error < 150


def test_levels_begin_in_order() -> None:
    levels = [start(f"level:{level}", "quixo") for level in range(1, 9)]
    assert levels == sorted(levels)
    assert start("ann", "quixo") == NEWCOMER


async def test_a_game_counts_when_it_ends(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB)
        assert [seat.rating and seat.rating.says for seat in news(table).seats] == ["1500 ± 490"] * 2
        await played(table, "a1e1", "a5a1")
        assert await rows(hall) == []
        await table.act(BOB, acts.Resign())
        after = await ratings(hall)
        assert after == rated(a_game("ann bob", (1, 2), TWO))
        ann, bob = (seat.rating for seat in news(table, ANN).seats)
        assert ann is not None
        assert bob is not None
        assert (ann.says, ann.before, ann.points) == ("1500 → 1583", 1500, 1583)
        assert bob.says == "1500 → 1417"
        kept = await rows(hall)
        await table.act(ANN, acts.Say(text="thanks"))
        assert await rows(hall) == kept
        await replayed_same(table, hall)


async def test_at_a_casual_table_nothing_counts(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_table(hall, "quixo", ANN, BOB)
        await played(table, "a1e1", "a5a1")
        await table.act(BOB, acts.Resign())
        assert await rows(hall) == []
        assert [seat.rating for seat in news(table).seats] == [None, None]


async def test_running_out_of_time_counts(tmp_path: Path) -> None:
    hand = Hand()
    async with a_hall(tmp_path, hand=hand) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB, clock=Control("game", 60))
        await played(table, "a1e1")
        hand.now += 61
        table.go_on()
        await until(lambda: news(table).status == "over")
        assert (await ratings(hall))["ann"].mean > 1500


async def test_what_was_not_played_does_not_count(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        unstarted = await a_rated(hall, "quixo", ANN, BOB)
        await unstarted.act(ANN, acts.Resign())
        agreed = await a_table(hall, "plateau-x-mini", ANN, BOB, rated=True)
        await played(agreed, agreed.situation.match.game.texts[agreed.situation.match.legal_moves[0]])
        await agree(agreed)
        assert (news(unstarted).status, news(agreed).status) == ("over", "over")
        assert await rows(hall) == []
        later = await a_table(hall, "plateau-x-mini", ANN, BOB, rated=True)
        for _ in range(2):
            await played(later, later.situation.match.game.texts[later.situation.match.legal_moves[0]])
        await agree(later)
        assert len(await rows(hall)) == 2


async def agree(table: Table) -> None:
    await table.act(ANN, acts.MakeOffer(matter="end"))
    await table.act(BOB, acts.Answer(offer=news(table).offers[0].number, yes=True))


async def test_bots_are_rated_by_their_names(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, seats=(ME, NewSeat("bot", bot="level:5", name="Robby")))
        await played(table, "a1e1")
        await until(lambda: news(table).ply == 2)
        await table.act(ANN, acts.Resign())
        after = await ratings(hall)
        assert set(after) == {"ann", "level:5"}
        assert after["level:5"].mean > start("level:5", "quixo").mean
        assert news(table).seats[1].rating is not None


async def test_three_and_four_seats(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        await known(hall, ANN, BOB, CID, DEE)
        trio = await a_table(hall, "plateau-x-trio", ANN, BOB, CID, rated=True)
        await played(trio, trio.situation.match.game.texts[trio.situation.match.legal_moves[0]])
        await trio.act(CID, acts.Resign())
        after = await ratings(hall, "plateau-x-trio")
        assert after["cid"].mean < min(after["ann"].mean, after["bob"].mean)
        teams = await a_table(hall, "quixo-teams", ANN, BOB, CID, DEE, rated=True)
        await played(teams, teams.situation.match.game.texts[teams.situation.match.legal_moves[0]])
        await teams.act(DEE, acts.Resign())
        after = await ratings(hall, "quixo-teams")
        assert after["ann"] == after["cid"] > after["bob"] == after["dee"]
        assert await ratings(hall) == {}


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"seats": (ME, ME)}, "everybody has one seat"),
        ({"seats": (BOT, BOT)}, "needs somebody"),
        ({"seats": (ME, NewSeat("bot", bot="uct:100"))}, "one of its levels"),
        ({"options": {"size": 4}}, "the usual board"),
        ({"allow": ("hint",)}, "without hints"),
    ],
)
async def test_what_a_rated_game_is_not_played_with(tmp_path: Path, chosen: Any, words: str) -> None:
    async with a_hall(tmp_path) as hall:
        await known(hall, ANN)
        with pytest.raises(no.CannotRate, match=words):
            await hall.open(ANN, NewTable("quixo", rated=True, **chosen))
        assert no.CannotRate.code == "cannot_rate"


async def test_nobody_plays_on_for_others(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        await known(hall, ANN)
        with pytest.raises(no.CannotRate, match="nobody plays on"):
            await hall.open(ANN, NewTable("plateau-x", rated=True, absent="bot"))
        table = await hall.open(ANN, NewTable("plateau-x", rated=True))
        assert table.situation.terms.absent == "score"


async def test_a_rated_game_needs_accounts(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        with pytest.raises(no.NeedsAccount):
            await hall.open(ANN, NewTable("quixo", rated=True))
        await known(hall, ANN)
        table = await hall.open(ANN, NewTable("quixo", rated=True))
        with pytest.raises(no.NeedsAccount):
            await table.act(BOB, acts.Sit(seat=1))
        with pytest.raises(no.CannotRate):
            await table.act(ANN, acts.Sit(seat=1))
        await known(hall, BOB)
        await table.act(BOB, acts.Sit(seat=1))
        assert news(table).status == "playing"
        assert no.NeedsAccount.code == "needs_account"


async def test_no_help_at_a_rated_table(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, seats=(ME, BOT))
        await played(table, "a1e1")
        await until(lambda: news(table).ply == 2)
        for what in ("hint", "shares"):
            with pytest.raises(no.NotAllowed):
                await table.help(ANN, what, None)
        for act in (
            acts.MakeOffer(matter="takeback"),
            acts.MakeOffer(matter="pause"),
            acts.Leave(),
        ):
            with pytest.raises(no.NotAllowed):
                await table.act(ANN, act)
        may = news(table, ANN).you.may
        assert {"resign", "play"} <= set(may)
        assert not {"hint", "shares", "leave", "offer:takeback", "offer:pause"} & set(may)
        assert news(table).clock.kind == "days"


async def test_nobody_is_played_for(tmp_path: Path) -> None:
    hand = Hand()
    async with a_hall(tmp_path, hand=hand) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB, clock=Control("days", 1))
        await played(table, "a1e1")
        hand.now += 100
        with pytest.raises(no.NotAllowed):
            await table.act(ANN, acts.StandIn(seat=1))
        await table.act(ANN, acts.MakeOffer(matter="pause"))
        await table.act(BOB, acts.Answer(offer=news(table).offers[0].number, yes=True))
        assert news(table).status == "paused"


async def test_a_rematch_is_rated_too(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB)
        await won(table, BOB)
        await table.act(ANN, acts.MakeOffer(matter="rematch"))
        await table.act(BOB, acts.Answer(offer=news(table).offers[0].number, yes=True))
        again = await hall.find(news(table).next)
        before = await ratings(hall)
        said = [seat.rating.says for seat in news(again).seats if seat.rating]
        assert said == [str(before["bob"]), str(before["ann"])]
        await won(again, ANN)
        assert (await ratings(hall))["bob"].mean > before["bob"].mean


async def won(table: Table, loser: Person) -> None:
    """A short game that somebody loses."""
    await played(table, "a1e1", "a5a1")
    await table.act(loser, acts.Resign())


async def test_games_count_in_the_order_of_their_ends(tmp_path: Path) -> None:
    hand = Hand()
    async with a_hall(tmp_path, hand=hand) as hall:
        await known(hall, ANN, BOB, CID)
        first = await a_table(hall, "quixo", ANN, BOB, rated=True)
        second = await a_table(hall, "quixo", BOB, CID, rated=True)
        await won(second, CID)
        hand.now += 1
        await won(first, ANN)
        middle = rated(a_game("bob cid", (1, 2), TWO))
        last = rated(a_game("ann bob", (2, 1), TWO), bob=middle["bob"])
        assert await ratings(hall) == {"ann": last["ann"], "bob": last["bob"], "cid": middle["cid"]}


async def test_a_game_that_is_written_late_takes_its_place_in_the_order(tmp_path: Path) -> None:
    hand = Hand()
    async with a_hall(tmp_path, hand=hand) as hall:
        await known(hall, ANN, BOB, CID)
        games = [
            await a_table(hall, "quixo", *two, rated=True) for two in ((ANN, BOB), (BOB, CID), (CID, ANN))
        ]
        for table, moment in zip(games, (30, 10, 20), strict=True):
            hand.now = 1_000_000.0 + moment
            await won(table, table_first(table))
        kept = await rows(hall)
        # bob lost to cid at 10, cid to ann at 20, ann to bob at 30
        one = rated(a_game("bob cid", (2, 1), TWO))
        two = rated(a_game("cid ann", (2, 1), TWO), cid=one["cid"])
        three = rated(a_game("ann bob", (2, 1), TWO), ann=two["ann"], bob=one["bob"])
        assert await ratings(hall) == {**two, **three}
        await hall.store.rate_anew()
        assert await rows(hall) == kept


def table_first(table: Table) -> Person:
    seat = table.situation.seats[0]
    return Person(seat.person, seat.name)


async def test_all_can_be_computed_anew_from_the_log(tmp_path: Path) -> None:
    hand = Hand()
    async with a_hall(tmp_path, hand=hand) as hall:
        await known(hall, ANN, BOB, CID, DEE)
        for number in range(6):
            hand.now += 5
            two = (ANN, BOB, CID, DEE)[number % 4], (BOB, CID, DEE, ANN)[number % 4]
            await won(await a_table(hall, "quixo", *two, rated=number != 3), two[number % 2])
        teams = await a_table(hall, "quixo-teams", ANN, BOB, CID, DEE, rated=True)
        await played(teams, teams.situation.match.game.texts[teams.situation.match.legal_moves[0]])
        await teams.act(DEE, acts.Resign())
        await a_table(hall, "quixo", ANN, BOB, rated=True)
        kept = await rows(hall)
        assert len(kept) == 5 * 2 + 4
        kept_games = await hall.store.ask(standings.latest("quixo", ["bob"]))
        assert [row.games for row in kept_games] == [4]
        await hall.store.change(sa.update(standings.rated).values(mean=0.0))
        await hall.store.change(sa.delete(standings.rated).where(standings.rated.c.seat == 1))
        await hall.store.rate_anew()
        assert await rows(hall) == kept


async def test_a_game_is_rated_exactly_if_its_end_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB)
        await played(table, "a1e1", "a5a1")

        def breaks(*_: object) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(standings, "_add", breaks)
            with pytest.raises(no.NotStored):
                await table.act(BOB, acts.Resign())
        assert await rows(hall) == []
        assert not [e for e in await hall.store.read(table.id) if isinstance(e.event, ev.Resigned)]
        await table.act(BOB, acts.Resign())
        assert len(await rows(hall)) == 2


async def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB)
        await won(table, BOB)
        kept = await rows(hall)
    async with a_hall(tmp_path) as hall:
        assert await rows(hall) == kept
        found = await hall.find(table.id)
        assert [seat.rating.says for seat in news(found).seats if seat.rating] == [
            "1500 → 1583",
            "1500 → 1417",
        ]


async def test_two_processes_end_a_game_once_and_both_tell(two_halls: tuple[Hall, Hall]) -> None:
    one, other = two_halls
    table = await a_rated(one, "quixo", ANN, BOB)
    await played(table, "a1e1", "a5a1")
    same = await other.find(table.id)
    results = await asyncio.gather(
        table.act(ANN, acts.Resign()), same.act(BOB, acts.Resign()), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["Finished", "NoneType"]
    assert len(await rows(one)) == 2
    await until(
        lambda: [seat.rating for seat in news(same).seats] == [seat.rating for seat in news(table).seats]
    )
    assert all(seat.rating and seat.rating.before == 1500 for seat in news(same).seats)


async def test_games_that_end_at_once_in_two_processes_all_count(two_halls: tuple[Hall, Hall]) -> None:
    halls = two_halls
    await known(halls[0], ANN, BOB)
    tables = [await a_table(halls[number % 2], "quixo", ANN, BOB, rated=True) for number in range(8)]
    for table in tables:
        await played(table, "a1e1", "a5a1")
    await asyncio.gather(
        *(table.act((ANN, BOB)[number % 3 == 0], acts.Resign()) for number, table in enumerate(tables))
    )
    kept = await rows(halls[0])
    assert len(kept) == 16
    after = {row.player: row.games for row in await halls[0].store.ask(standings.latest("quixo"))}
    assert after == {"ann": 8, "bob": 8}
    await halls[0].store.rate_anew()
    assert await rows(halls[1]) == kept


@pytest.mark.parametrize("name", tablier.games())
async def test_every_game_can_be_rated(tmp_path: Path, name: str) -> None:
    async with a_hall(tmp_path) as hall:
        await known(hall, ANN)
        others = (BOT,) * (len(tablier.game(name).seats) - 1)
        table = await hall.open(ANN, NewTable(name, rated=True, seats=(ME, *others)))
        await played(table, table.situation.match.game.texts[table.situation.match.legal_moves[0]])
        await table.act(ANN, acts.Resign())
        assert set(await ratings(hall, name)) == {"ann", "level:1"}


async def test_the_board_has_people_and_bots_and_knows_you(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        assert [line.bot for line in await board(hall, "quixo", ANN, str)] == list(names())[::-1]
        await known(hall, ANN, BOB)
        table = await a_table(hall, "quixo", ANN, BOB, rated=True)
        await won(table, BOB)
        lines = await board(hall, "quixo", BOB, str)
        assert [line.rank for line in lines] == list(range(1, 11))
        ann, bob = (next(line for line in lines if line.name == name) for name in ("Ann", "Bob"))
        assert (ann.points, ann.error, ann.games, ann.provisional, ann.you) == (1583, 462, 1, True, False)
        assert bob.you
        assert ann.rank < bob.rank
        assert len(await board(hall, "olix", BOB, str)) == 8


async def test_whoever_deletes_his_account_is_off_the_board(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB)
        await won(table, BOB)
        kept = await rows(hall)
        await hall.store.change(sa.delete(accounts).where(accounts.c.person == BOB.id))
        await tell_tables(hall, BOB.id)
        assert [line.name for line in await board(hall, "quixo", BOB, str) if not line.bot] == ["Ann"]
        # What he played stays played: the others' ratings follow from it, and still can be computed anew.
        await hall.store.rate_anew()
        assert await rows(hall) == kept


async def test_deleting_an_account_gives_up_its_rated_games(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB)
        await played(table, "a1e1", "a5a1")
        await hall.store.change(sa.delete(accounts).where(accounts.c.person == BOB.id))
        await tell_tables(hall, BOB.id)
        assert await ratings(hall) == rated(a_game("ann bob", (1, 2), TWO))


async def test_a_board_ends_and_shows_you_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "SHOWN", 3)
    async with a_hall(tmp_path) as hall:
        table = await a_rated(hall, "quixo", ANN, BOB)
        await won(table, BOB)
        assert [line.you for line in await board(hall, "quixo", BOB, str)] == [False, False, False, True]
        assert [line.rank for line in await board(hall, "quixo", None, str)] == [1, 2, 3]


def test_programs_read_the_board(server: Server) -> None:
    status, lines = server.call("/api/ratings/quixo")
    assert status == 200
    assert next(line["name"] for line in lines if line["bot"]) == "Oracle"
    assert server.call("/api/ratings/chess")[1]["code"] == "no_such_game"
    card = server.guest("Ann")
    assert server.call("/api/tables", {"game": "quixo", "rated": True}, card)[1]["code"] == "needs_account"


async def test_every_store_counts_games_that_end_at_once(url: str) -> None:
    """Whichever database it is: two processes, each with its own store."""
    stores = Store(url), Store(url)
    two = tuple(Seat(new_table_id(), name) for name in ("Ann", "Bob"))
    ends = [a_page(two, at=float(number // 3), loser=number % 2) for number in range(24)]
    await asyncio.gather(*(stores[number % 2].append(page) for number, page in enumerate(ends)))
    query = sa.select(standings.rated).where(standings.rated.c.player.in_([seat.person for seat in two]))
    query = query.order_by(standings.rated.c.ended, standings.rated.c.match, standings.rated.c.seat)
    kept = await stores[0].ask(query)
    assert [row.games for row in kept if row.seat == 0] == list(range(1, 25))
    await stores[1].rate_anew()
    assert await stores[0].ask(query) == kept
    for store in stores:
        store.close()


def a_page(seats: tuple[Seat, ...], *, at: float, loser: int) -> Page:
    """A whole rated game, as it is written."""
    created = ev.Created("quixo", {"size": 5}, seats, ev.Terms(rated=True))
    happened: tuple[ev.AnyEvent, ...] = created, ev.Moved(0, "a1e1"), ev.Resigned(loser)
    entries = tuple(ev.Entry(number, at, event) for number, event in enumerate(happened, 1))
    return page(new_table_id(), replay(list(entries)), entries)
