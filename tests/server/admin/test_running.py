"""`tablier admin` beside a running server: those concerned are told at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from tablier.cli import main
from tests.server.browsers import Browser
from tests.server.harness import Server, wait_for

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("running") / "data")
    yield server
    assert server.stop() == 0


def run(server: Server, *words: str) -> str:
    result = CliRunner().invoke(main, ["admin", "--data", str(server.data), *words])
    assert result.exit_code == 0, result.output
    return result.output


def sign_up(server: Server, name: str) -> Browser:
    browser = Browser(server)
    browser.open("/")
    browser.sign_up(name, PASSWORD)
    assert browser.path == "/me"
    return browser


def may_sign_in(server: Server, name: str, password: str = PASSWORD) -> bool:
    browser = Browser(server)
    browser.open("/")
    browser.sign_in(name, password)
    return browser.path == "/me"


def cookie(browser: Browser) -> str:
    return "; ".join(f"{each.name}={each.value}" for each in browser.jar)


def test_those_at_a_table_see_it_closed_and_removed(server: Server) -> None:
    token = server.guest("Ann")
    table = server.call("/api/tables", {"game": "quixo"}, token)[1]["table"]
    live = server.live(table, token)
    live.at(0)
    run(server, "close", table, "--yes")
    assert live.get(lambda message: message["type"] == "news")["status"] == "over"
    run(server, "remove", table, "--yes")
    with pytest.raises(ConnectionClosed):
        live.drain()
    live.close()
    assert server.call(f"/api/tables/{table}", token=token)[0] == 404


def test_reported_messages_are_listed_until_they_are_dealt_with(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = server.call("/api/tables", {"game": "quixo"}, ann)[1]["table"]
    server.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, bob)
    said = server.call(f"/api/tables/{table}/acts", {"act": "say", "text": "rude words"}, bob)[1]
    number = said["chat"][-1]["number"]
    for token in (ann, ann, ""):  # twice by one person is once
        live = server.live(table, token)
        live.send({"act": "report", "number": number})
        live.get(lambda message: message["type"] == "report")
        live.close()
    listed = run(server, "reports")
    assert f"table {table}, message {number}, 2 times: Bob (" in listed
    assert listed.endswith("): rude words\n1 reported message.\n")
    run(server, "reports", "--clear")
    assert run(server, "reports") == "0 reported messages.\n"


def test_a_banned_person_is_signed_out_and_may_come_back(server: Server) -> None:
    browser = sign_up(server, "Mallory")
    table = browser.call("/api/tables", {"game": "quixo"})["table"]
    live = server.live(table, cookie=cookie(browser))
    live.at(0)
    run(server, "ban", "Mallory", "--yes")
    with pytest.raises(ConnectionClosed):
        live.drain()
    live.close()
    browser.open("/account")
    assert browser.path != "/account" or browser.status != 200
    assert not may_sign_in(server, "Mallory")
    assert "banned" in run(server, "find", "mallory")
    run(server, "unban", "Mallory", "--yes")
    assert may_sign_in(server, "Mallory")


def test_a_guest_is_banned_by_id(server: Server) -> None:
    identity = server.call("/api/guest", {"name": "Eve"})[1]
    server.call("/api/tables", {"game": "quixo"}, identity["token"])
    run(server, "ban", identity["id"], "--yes")
    wait_for(lambda: server.call("/api/tables", token=identity["token"])[0] == 401)


def test_a_password_is_reset_and_an_account_closed(server: Server) -> None:
    browser = sign_up(server, "Olga")
    browser.call("/api/tables", {"game": "quixo"})
    password = run(server, "reset-password", "Olga", "--yes").split(": ")[1].strip()
    assert not may_sign_in(server, "Olga")
    assert may_sign_in(server, "Olga", password)
    run(server, "close-account", "olga", "--yes")
    assert not may_sign_in(server, "Olga", password)


def test_a_notice_is_shown_at_all_tables_until_it_is_cleared(server: Server) -> None:
    token = server.guest("Ann")
    table = server.call("/api/tables", {"game": "quixo"}, token)[1]["table"]
    first = server.live(table, token)
    first.at(0)
    run(server, "notice", "Back at noon.")
    told = first.get(lambda message: message["type"] == "announcement")
    assert told == {"type": "announcement", "says": "Back at noon."}
    second = server.live(table)
    assert second.get(lambda message: message["type"] == "announcement") == told
    run(server, "notice", "--clear")
    assert first.get(lambda message: message["type"] == "announcement")["says"] == ""
    third = server.live(table)
    assert third.get(lambda message: message["type"] in ("news", "announcement"))["type"] == "news"
    for live in (first, second, third):
        live.close()


def test_a_planned_stop_is_announced_in_the_readers_language(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", grace=0.5)
    token = server.guest("Ann")
    table = server.call("/api/tables", {"game": "quixo"}, token)[1]["table"]
    live = server.live(table, token, **{"accept-language": "fr"})
    live.at(0)
    server.process.send_signal(signal.SIGTERM)
    says = live.get(lambda message: message["type"] == "announcement")["says"]
    assert says.startswith("Le serveur redémarre dans un instant.")
    with pytest.raises(ConnectionClosed):
        live.drain()
    live.close()
    assert server.process.wait(20) in (0, -signal.SIGTERM)
