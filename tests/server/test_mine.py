"""The page of one's own games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlalchemy as sa

import tablier
from tablier.server import acts
from tablier.server.mine import PAGE, look_up_results
from tablier.server.store import sitters
from tests.server.browsers import Browser
from tests.server.houses import ANN, BOB, Server, a_hall, a_table

HERE = [{"who": "me"}, {"who": "me"}]


@pytest.fixture
def browser(server: Server) -> Browser:
    browser = Browser(server)
    browser.open("/me")
    return browser


def play(browser: Browser, game: str, *moves: str, seats: object = HERE, **chosen: object) -> str:
    table = str(browser.call("/api/tables", {"game": game, "seats": seats, **chosen})["table"])
    for ply, move in enumerate(moves):
        browser.call(f"/api/tables/{table}/acts", {"act": "play", "move": move, "ply": ply})
    return table


def resign(browser: Browser, table: str) -> None:
    browser.call(f"/api/tables/{table}/acts", {"act": "resign"})


def listed(browser: Browser, path: str = "/me") -> list[str]:
    """The tables that a page leads to, in order."""
    return re.findall(r'<a href="/t/(\w+)"', browser.open(path))


def against_nobody(server: Server, browser: Browser) -> str:
    """A game won because the other gave up."""
    table = play(browser, "quixo", seats=[{"who": "me"}, {"who": "open"}])
    other = server.guest("Bob")
    server.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, other)
    server.call(f"/api/tables/{table}/acts", {"act": "resign"}, other)
    return table


def test_a_newcomer_is_shown_the_way(browser: Browser) -> None:
    assert listed(browser) == []
    for words in ("No game is being played.", "Choose a game", "Make an account", "Sign in"):
        assert words in browser.page
    assert "games.txt" not in browser.page


def test_running_games_come_first_and_ones_own_turn_before_all(browser: Browser, server: Server) -> None:
    mine = play(browser, "quixo", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    over = play(browser, "quixo", "a1e1")
    resign(browser, over)
    waiting = play(browser, "quixo", seats=[{"who": "me"}, {"who": "open"}])
    assert listed(browser) == [mine, waiting, over]
    assert browser.page.index("Your turn") < browser.page.index("Waiting for players")
    picture = re.search(rf'data-themed="(/t/{mine}/picture\.svg\?at=\d+)"', browser.page)
    assert picture is not None
    assert browser.open(f"{picture[1]}&theme=dark").startswith('<svg data-theme="dark"')


def test_finished_games_are_found_by_game_and_result(browser: Browser, server: Server) -> None:
    won = against_nobody(server, browser)
    lost = play(browser, "olix", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    resign(browser, lost)
    here = play(browser, "quixo")
    resign(browser, here)
    assert listed(browser) == [here, lost, won]
    assert "1 won · 1 lost · 0 drawn or shared" in browser.page
    assert listed(browser, "/me?result=won") == [won]
    assert listed(browser, "/me?result=lost") == [lost]
    assert listed(browser, "/me?game=quixo") == [here, won]
    assert listed(browser, "/me?game=quixo&result=lost") == []
    assert "There is no such game." in browser.page
    assert listed(browser, "/me?game=chess&result=maybe&page=-3") == [here, lost, won]


def test_there_are_pages_of_finished_games(browser: Browser) -> None:
    tables = [play(browser, "quixo") for _ in range(PAGE + 1)]
    for table in tables:
        resign(browser, table)
    assert listed(browser) == tables[:0:-1]
    older = re.search(r'rel="next" href="([^"]+)"', browser.page)
    assert older is not None
    assert listed(browser, older[1].partition("#")[0]) == tables[:1]
    assert 'rel="prev"' in browser.page
    assert 'rel="next"' not in browser.page


def test_all_games_come_in_one_file_that_can_be_read_back(browser: Browser, server: Server) -> None:
    first = play(browser, "quixo", "a1e1", "a5a1")
    second = play(browser, "x", seats=[{"who": "me"}] * 3, options={"size": 4})
    third = play(browser, "quixo", "a1e1", options={"size": 3})
    resign(browser, third)
    text = browser.open("/me/games.txt")
    records = list(tablier.Record.read_all(text))
    assert len(records) == 3
    for table, record in zip((third, second, first), records, strict=True):
        assert record == tablier.Record.read(browser.open(f"/api/tables/{table}/record.txt"))
    assert [record.result for record in records] == ["0-1", "*", "*"]
    stranger = Browser(server)
    assert list(tablier.Record.read_all(stranger.open("/me/games.txt"))) == []


@pytest.mark.anyio
async def test_results_from_before_they_were_kept_are_looked_up(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_table(hall, "quixo", ANN, BOB)
        await table.act(ANN, acts.Resign())
        await hall.store.change(sa.update(sitters).values(result=None))
        assert await hall.store.unresolved(ANN.id) == [table.id]
        await look_up_results(hall, ANN)
        for person, result in ((ANN, "lost"), (BOB, "won")):
            assert [row.result for row in await hall.store.of(person.id)] == [result]
            assert await hall.store.tally(person.id) == {"quixo": {result: 1}}
            assert await hall.store.unresolved(person.id) == []
