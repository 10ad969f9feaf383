"""The lobby: which tables are listed, for how long, and joining one of them."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener, urlopen

import pytest

import tablier
from tablier.server.live.attendance import AWAY_SECONDS
from tablier.server.live.lobby import CACHE_SECONDS, LISTED_SECONDS, Lobby
from tablier.server.live.registry import TableRegistry
from tablier.server.live.running import MAX_LISTED
from tablier.server.tables import commands
from tests.server.browsers import csrf_token
from tests.server.harness import (
    ANN,
    BOB,
    CID,
    FakeListener,
    ManualClock,
    Server,
    open_registry,
    open_table,
    play_moves,
    wait_until,
)
from tests.server.ratings.test_ratings import open_rated_table

LISTED = {"game": "quixo", "public": True}


@pytest.fixture
def browser() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


@pytest.mark.anyio
async def test_only_public_tables_are_listed_and_each_where_it_belongs(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        waits = await open_table(registry, "quixo", ANN, public=True)
        goes_on = await open_table(registry, "quixo", ANN, BOB, public=True, options={"size": 4})
        await open_table(registry, "quixo", ANN)
        listings = await Lobby(registry).listings(BOB, str)
        assert [(each.table, each.players, each.free, each.yours) for each in listings.open] == [
            (waits.id, ("Ann",), 1, False)
        ]
        assert [(each.table, each.players, each.terms, each.yours) for each in listings.playing] == [
            (goes_on.id, ("Ann", "Bob"), ("cubes along a side: 4",), True)
        ]
        await play_moves(goes_on, "a1d1")
        assert [each.moves for each in (await Lobby(registry).listings(None, str)).playing] == [1]
        await goes_on.submit(BOB, commands.Resign())
        assert (await Lobby(registry).listings(None, str)).playing == ()


@pytest.mark.anyio
async def test_empty_and_idle_tables_are_not_listed(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        lobby = Lobby(registry)
        left = await open_table(registry, "quixo", ANN, public=True)
        await left.submit(ANN, commands.Leave())
        waits = await open_table(registry, "x", ANN, public=True)
        clock.now += LISTED_SECONDS - 1
        assert [each.table for each in (await lobby.listings(BOB, str)).open] == [waits.id]
        await waits.submit(BOB, commands.Sit(seat=1))
        clock.now += LISTED_SECONDS - 1
        assert [each.players for each in (await lobby.listings(BOB, str)).open] == [("Ann", "Bob")]
        clock.now += 2
        assert (await lobby.listings(BOB, str)).open == ()


@pytest.mark.anyio
async def test_the_lobby_is_short_and_ordered_by_age(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        lobby = Lobby(registry)
        tables = []
        for _ in range(MAX_LISTED + 2):
            tables.append((await open_table(registry, "quixo", ANN, public=True)).id)
            clock.now += CACHE_SECONDS
        assert [each.table for each in (await lobby.listings(BOB, str)).open] == tables[2:]


@pytest.mark.anyio
async def test_another_process_lists_the_same_public_tables(
    two_registries: tuple[TableRegistry, TableRegistry],
) -> None:
    one, other = two_registries
    table = await open_table(one, "quixo", ANN, public=True)
    assert [each.table for each in (await Lobby(other).listings(CID, str)).open] == [table.id]
    same = await other.find(table.id)
    await same.submit(CID, commands.Sit(seat=1))
    await wait_until(lambda: table.state.status == "playing")
    assert [each.players for each in (await Lobby(one).listings(None, str)).playing] == [("Ann", "Cid")]


@pytest.mark.anyio
async def test_the_lobby_knows_who_is_present_in_another_process(
    two_registries: tuple[TableRegistry, TableRegistry],
) -> None:
    one, other = two_registries
    table = await open_table(one, "quixo", ANN, public=True)
    wait_long(one)
    assert await seen_here(one) == [False]
    table.join(FakeListener(ANN))
    assert await seen_here(one) == [True]
    same = await other.find(table.id)  # loaded after Ann joined
    await wait_until(lambda: same.attendance.present)
    wait_long(other)
    assert await seen_here(other) == [True]


@pytest.mark.anyio
async def test_who_reloads_the_page_is_not_away(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, public=True)
        wait_long(registry)
        listener = FakeListener(ANN)
        table.join(listener)
        table.leave(listener)
        assert await seen_here(registry) == [True]
        wait_long(registry)
        assert await seen_here(registry) == [False]


@pytest.mark.anyio
async def test_open_tables_where_somebody_waits_come_first(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        left = await open_table(registry, "quixo", ANN, public=True)
        waits = await open_table(registry, "quixo", CID, public=True)
        wait_long(registry)
        waits.join(FakeListener(CID))
        listings = await Lobby(registry).listings(BOB, str)
        assert [(each.table, each.here) for each in listings.open] == [(waits.id, True), (left.id, False)]


async def seen_here(registry: TableRegistry) -> list[bool]:
    """Whether somebody is at each open table."""
    return [each.here for each in (await Lobby(registry).listings(BOB, str)).open]


def wait_long(registry: TableRegistry) -> None:
    """Until whoever is away is not there any more."""
    assert isinstance(registry.time, ManualClock)
    registry.time.now += AWAY_SECONDS


@pytest.mark.anyio
async def test_a_rated_table_is_listed_with_the_players_ratings(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        await open_table(registry, "quixo", ANN, public=True)
        await open_rated_table(registry, "x", ANN, public=True)
        listed = (await Lobby(registry).listings(BOB, str)).open
        assert {each.rated: each.ratings for each in listed} == {False: (), True: ("1500 ± 490",)}


def test_the_next_game_at_a_public_table_is_public(server: Server) -> None:
    ann = server.guest("Ann")
    seats = [{"who": "me"}, {"who": "bot", "bot": "level:1"}]
    _, opened = server.call("/api/tables", {**LISTED, "seats": seats, "rounds": 2}, ann)
    address = f"/api/tables/{opened['table']}/acts"
    server.call(address, {"act": "resign"}, ann)
    _, news = server.call(address, {"act": "next_round"}, ann)
    assert server.call(f"/api/tables/{news['next']}")[1]["terms"]["public"]


def test_one_click_from_the_list_to_a_seat(server: Server, browser: OpenerDirector) -> None:
    _, opened = server.call("/api/tables", {**LISTED, "game": "x"}, server.guest("Ann"))
    home = browser.open(server.address).read().decode()
    assert f'value="{opened["table"]}"' in home
    assert "2 seats free" in home
    form = urlencode({"_csrf_token": csrf_token(home), "table": opened["table"]}).encode()
    for _ in range(2):  # the second time the seat is taken already
        assert browser.open(f"{server.address}/join", form).url == f"{server.address}/t/{opened['table']}"
    _, news = server.call(f"/api/tables/{opened['table']}")
    assert [seat["kind"] for seat in news["seats"]] == ["person", "person", "open"]


def test_joining_a_full_table_leads_to_watching(server: Server, browser: OpenerDirector) -> None:
    _, opened = server.call("/api/tables", LISTED, server.guest("Ann"))
    home = browser.open(server.address).read().decode()
    server.call(f"/api/tables/{opened['table']}/acts", {"act": "sit", "seat": 1}, server.guest("Bob"))
    form = urlencode({"_csrf_token": csrf_token(home), "table": opened["table"]}).encode()
    assert browser.open(f"{server.address}/join", form).url == f"{server.address}/t/{opened['table']}"
    _, news = server.call(f"/api/tables/{opened['table']}")
    assert [seat["name"] for seat in news["seats"]] == ["Ann", "Bob"]


def test_an_unchanged_lobby_is_not_sent_again(server: Server) -> None:
    first = urlopen(f"{server.address}/lobby")
    page, tag = first.read().decode(), first.headers["etag"]
    assert 'data-part="open"' in page
    again = Request(f"{server.address}/lobby", headers={"if-none-match": tag})
    with pytest.raises(HTTPError) as same:
        urlopen(again)
    assert same.value.code == 304
    same.value.close()
    french = {"if-none-match": tag, "accept-language": "fr"}
    assert "Regarder" in urlopen(Request(f"{server.address}/lobby", headers=french)).read().decode()


def test_the_home_page_shows_players_minutes_and_author(server: Server) -> None:
    home = urlopen(server.address).read().decode()
    for name in tablier.games():
        game = tablier.game(name)
        assert f"{len(game.seats)} players · about {game.minutes} min" in home
        assert f"{game.author}, {game.year}" in home
    assert len(re.findall(r'class="card"', home)) == 4


def test_a_position_is_drawn_for_the_lists(server: Server) -> None:
    _, opened = server.call("/api/tables", {"game": "quixo", "seats": [{"who": "me"}] * 2}, server.guest())
    with urlopen(f"{server.address}/t/{opened['table']}/picture.svg?at=3&theme=dark") as picture:
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.read().startswith(b'<svg data-theme="dark"')
