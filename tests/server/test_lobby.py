"""Tables that strangers find: who is told of them, for how long, and how they sit down."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener, urlopen

import pytest

import tablier
from tablier.server import acts
from tablier.server.hall import Hall
from tablier.server.lobby import DAY, FRESH, SHOWN, Lobby
from tests.server.houses import ANN, BOB, CID, Ear, Hand, Server, a_hall, a_table, played, until
from tests.server.test_pages import token

LISTED = {"game": "quixo", "public": True}


@pytest.fixture
def browser() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


@pytest.mark.anyio
async def test_only_public_tables_are_listed_and_each_where_it_belongs(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        waits = await a_table(hall, "quixo", ANN, public=True)
        goes_on = await a_table(hall, "quixo", ANN, BOB, public=True, options={"size": 4})
        await a_table(hall, "quixo", ANN)
        told = await Lobby(hall).listings(BOB, str)
        assert [(each.table, each.players, each.free, each.yours) for each in told.open] == [
            (waits.id, ("Ann",), 1, False)
        ]
        assert [(each.table, each.players, each.terms, each.yours) for each in told.playing] == [
            (goes_on.id, ("Ann", "Bob"), ("cubes along a side: 4",), True)
        ]
        await played(goes_on, "a1d1")
        assert [each.moves for each in (await Lobby(hall).listings(None, str)).playing] == [1]
        await goes_on.act(BOB, acts.Resign())
        assert (await Lobby(hall).listings(None, str)).playing == ()


@pytest.mark.anyio
async def test_a_table_where_nobody_sits_or_nothing_happens_is_listed_no_more(tmp_path: Path) -> None:
    hand = Hand()
    async with a_hall(tmp_path, hand=hand) as hall:
        lobby = Lobby(hall)
        left = await a_table(hall, "quixo", ANN, public=True)
        await left.act(ANN, acts.Leave())
        waits = await a_table(hall, "x", ANN, public=True)
        hand.now += DAY - 1
        assert [each.table for each in (await lobby.listings(BOB, str)).open] == [waits.id]
        await waits.act(BOB, acts.Sit(seat=1))
        hand.now += DAY - 1
        assert [each.players for each in (await lobby.listings(BOB, str)).open] == [("Ann", "Bob")]
        hand.now += 2
        assert (await lobby.listings(BOB, str)).open == ()


@pytest.mark.anyio
async def test_a_list_is_short_and_grows_at_its_end(tmp_path: Path) -> None:
    hand = Hand()
    async with a_hall(tmp_path, hand=hand) as hall:
        lobby = Lobby(hall)
        tables = []
        for _ in range(SHOWN + 2):
            tables.append((await a_table(hall, "quixo", ANN, public=True)).id)
            hand.now += FRESH
        assert [each.table for each in (await lobby.listings(BOB, str)).open] == tables[2:]


@pytest.mark.anyio
async def test_another_process_lists_them_too(two_halls: tuple[Hall, Hall]) -> None:
    one, other = two_halls
    table = await a_table(one, "quixo", ANN, public=True)
    assert [each.table for each in (await Lobby(other).listings(CID, str)).open] == [table.id]
    same = await other.find(table.id)
    await same.act(CID, acts.Sit(seat=1))
    await until(lambda: table.situation.status == "playing")
    assert [each.players for each in (await Lobby(one).listings(None, str)).playing] == [("Ann", "Cid")]


@pytest.mark.anyio
async def test_a_list_knows_who_is_there_by_way_of_another_process(two_halls: tuple[Hall, Hall]) -> None:
    one, other = two_halls
    table = await a_table(one, "quixo", ANN, public=True)
    assert [each.here for each in (await Lobby(one).listings(BOB, str)).open] == [False]
    table.join(Ear(ANN))
    assert [each.here for each in (await Lobby(one).listings(BOB, str)).open] == [True]
    same = await other.find(table.id)  # after she came
    await until(lambda: same.here)
    assert [each.here for each in (await Lobby(other).listings(BOB, str)).open] == [True]


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
    form = urlencode({"_csrf_token": token(home), "table": opened["table"]}).encode()
    for _ in range(2):  # whoever sits already is only led there
        assert browser.open(f"{server.address}/join", form).url == f"{server.address}/t/{opened['table']}"
    _, news = server.call(f"/api/tables/{opened['table']}")
    assert [seat["kind"] for seat in news["seats"]] == ["person", "person", "open"]


def test_whoever_comes_too_late_looks_on(server: Server, browser: OpenerDirector) -> None:
    _, opened = server.call("/api/tables", LISTED, server.guest("Ann"))
    home = browser.open(server.address).read().decode()
    server.call(f"/api/tables/{opened['table']}/acts", {"act": "sit", "seat": 1}, server.guest("Bob"))
    form = urlencode({"_csrf_token": token(home), "table": opened["table"]}).encode()
    assert browser.open(f"{server.address}/join", form).url == f"{server.address}/t/{opened['table']}"
    _, news = server.call(f"/api/tables/{opened['table']}")
    assert [seat["name"] for seat in news["seats"]] == ["Ann", "Bob"]


def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
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


def test_a_card_says_how_many_how_long_and_by_whom(server: Server) -> None:
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
