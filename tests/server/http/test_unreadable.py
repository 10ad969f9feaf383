"""Tables that cannot be read, in a real store: said where they are listed and opened; nothing else stops."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server.browsers import Browser
from tests.server.harness import Server, wait_for
from tests.server.http.test_my_games import play, resign

SAYS = "This table cannot be opened."
BOT = [{"who": "me"}, {"who": "bot", "bot": "level:1"}]


class Damaged(NamedTuple):
    """A server whose store has damaged tables of a browser's person."""

    server: Server
    browser: Browser
    running: str
    due: str
    finished: str
    sound: str


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    data = tmp_path_factory.mktemp("damaged")
    server = Server(data)
    browser = Browser(server)
    browser.open("/me")
    running, finished, sound = [play(browser, "quixo", "a1e1", public=True) for _ in range(3)]
    due = play(browser, "quixo", "a1e1", seats=BOT)
    wait_for(lambda: len(browser.call(f"/api/tables/{due}")["moves"]) == 2)
    resign(browser, finished)
    server.stop()
    damage(data, running, due, finished)
    server.start()
    yield Damaged(server, browser, running, due, finished, sound)
    server.stop()


def damage(data: Path, *tables: str) -> None:
    """Cut the last line of each table in the middle, and let the pulse ask for them."""
    with closing(sqlite3.connect(data / "tablier.sqlite")) as connection, connection:
        for table in tables:
            last = "(select max(number) from log where match = ?)"
            cut = f"update log set event = substr(event, 1, 9) where match = ? and number = {last}"
            assert connection.execute(cut, (table, table)).rowcount == 1
            connection.execute("update matches set wake = 0 where id = ? and status != 'over'", (table,))


def test_own_lists_say_which_tables_cannot_be_opened(damaged: Damaged) -> None:
    browser = damaged.browser
    for path, found in (("/", 2), ("/lobby", 2), ("/me", 3)):
        page = browser.open(path)
        assert browser.status == 200
        assert page.count(SAYS) == found
        assert f'href="/t/{damaged.sound}"' in page
    assert f'href="/t/{damaged.finished}/review"' not in browser.page
    assert f"/t/{damaged.running}/picture.svg" not in browser.page


@pytest.mark.parametrize("path", ["/t/{}", "/t/{}/review"])
def test_the_page_of_such_a_table_says_so(damaged: Damaged, path: str) -> None:
    damaged.browser.open(path.format(damaged.finished))
    assert damaged.browser.status == 500
    assert f"<h1>{SAYS}</h1>" in damaged.browser.page
    assert "can repair it" in damaged.browser.page


def test_its_page_in_french(damaged: Damaged) -> None:
    browser = Browser(damaged.server, language="fr")
    assert "<h1>Cette table ne peut pas être ouverte.</h1>" in browser.open(f"/t/{damaged.running}")


def test_programs_and_sockets_are_told(damaged: Damaged) -> None:
    status, problem = damaged.server.call(f"/api/tables/{damaged.running}")
    assert (status, problem["code"], problem["says"]) == (500, "unreadable_table", SAYS)
    socket = damaged.server.live(damaged.running)
    assert socket.problem()["code"] == "unreadable_table"
    socket.close()


def test_everything_else_goes_on(damaged: Damaged) -> None:
    server, browser = damaged.server, damaged.browser
    assert server.call("/readyz")[0] == 200
    assert {each["table"] for each in server.call("/api/lobby")[1]["playing"]} == {damaged.sound}
    assert server.call("/api/ratings/quixo")[0] == 200
    records = browser.open("/me/games.txt")
    assert (browser.status, records.count("a1e1")) == (200, 1)
    assert {each["id"] for each in browser.call("/api/tables")} >= {damaged.running, damaged.sound}
    news = browser.call(f"/api/tables/{damaged.sound}/acts", {"act": "play", "move": "a5a1", "ply": 1})
    assert news["moves"] == ["a1e1", "a5a1"]
    new = play(browser, "quixo", "a1e1", seats=BOT)  # the pulse and the bots live
    wait_for(lambda: len(browser.call(f"/api/tables/{new}")["moves"]) == 2)
