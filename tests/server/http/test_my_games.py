"""The page of a person's own games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlalchemy as sa

import tablier
from tablier.server.http.pages.my_games import PAGE_SIZE, fill_in_results
from tablier.server.store.schema import sitters
from tablier.server.tables import commands
from tests.server.browsers import Browser
from tests.server.harness import ANN, BOB, Server, open_registry, open_table

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
    """The tables that the page links to, in order."""
    return re.findall(r'<a href="/t/(\w+)"', browser.open(path))


def against_nobody(server: Server, browser: Browser) -> str:
    """A game won by the opponent's resignation."""
    table = play(browser, "quixo", seats=[{"who": "me"}, {"who": "open"}])
    other = server.guest("Bob")
    server.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, other)
    server.call(f"/api/tables/{table}/acts", {"act": "resign"}, other)
    return table


def test_a_newcomer_is_shown_the_way(browser: Browser) -> None:
    assert listed(browser) == []
    for words in ("No games in progress.", "Choose a game", "Create an account", "Sign in"):
        assert words in browser.page
    assert "games.txt" not in browser.page


def test_running_games_come_first_and_your_turn_before_all(browser: Browser, server: Server) -> None:
    own_turn = play(browser, "quixo", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    over = play(browser, "quixo", "a1e1")
    resign(browser, over)
    waiting = play(browser, "quixo", seats=[{"who": "me"}, {"who": "open"}])
    assert listed(browser) == [own_turn, waiting, over]
    assert browser.page.index("Your turn") < browser.page.index("Waiting for players")
    picture = re.search(rf'data-themed="(/t/{own_turn}/picture\.svg\?at=\d+)"', browser.page)
    assert picture is not None
    assert browser.open(f"{picture[1]}&theme=dark").startswith('<svg data-theme="dark"')


def test_finished_games_are_found_by_game_and_result(browser: Browser, server: Server) -> None:
    won = against_nobody(server, browser)
    lost = play(browser, "olix", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    resign(browser, lost)
    here = play(browser, "quixo")
    resign(browser, here)
    assert listed(browser) == [here, lost, won]
    assert "1 won · 1 lost · 0 drawn" in browser.page
    assert listed(browser, "/me?result=won") == [won]
    assert listed(browser, "/me?result=lost") == [lost]
    assert listed(browser, "/me?game=quixo") == [here, won]
    assert listed(browser, "/me?game=quixo&result=lost") == []
    assert "No games match." in browser.page
    assert listed(browser, "/me?game=chess&result=maybe&page=-3") == [here, lost, won]


def test_a_game_on_one_screen_names_its_winner(browser: Browser, server: Server) -> None:
    resign(browser, play(browser, "quixo", "a1e1"))
    listed(browser)
    assert ">Cross wins<" in browser.page
    assert "0 won" not in browser.page
    against_nobody(server, browser)
    listed(browser)
    assert "1 won" in browser.page


def test_there_are_pages_of_finished_games(browser: Browser) -> None:
    tables = [play(browser, "quixo") for _ in range(PAGE_SIZE + 1)]
    for table in tables:
        resign(browser, table)
    assert listed(browser) == tables[:0:-1]
    older = re.search(r'rel="next" href="([^"]+)"', browser.page)
    assert older is not None
    assert listed(browser, older[1].partition("#")[0]) == tables[:1]
    assert 'rel="prev"' in browser.page
    assert 'rel="next"' not in browser.page


def test_all_games_download_as_one_readable_file(browser: Browser, server: Server) -> None:
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
async def test_missing_results_are_filled_in(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await table.submit(ANN, commands.Resign())
        await registry.store.execute(sa.update(sitters).values(result=None))
        assert await registry.store.matches_without_result(ANN.id) == [table.id]
        await fill_in_results(registry, ANN)
        for person, result in ((ANN, "lost"), (BOB, "won")):
            assert [row.result for row in await registry.store.matches_of(person.id)] == [result]
            assert await registry.store.count_results(person.id) == {"quixo": {result: 1}}
            assert await registry.store.matches_without_result(person.id) == []
