"""Games played offline, over HTTP: who sends them, how many, how large, and where they are seen."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import convert, to_builtins

from tablier.server.http.offline import MAX_OFFLINE_BYTES
from tablier.server.live.offline import CarriedGame
from tablier.server.tables.commands import Resign
from tablier.server.tables.offline import MAX_LINES
from tests.server.browsers import Browser
from tests.server.harness import Server
from tests.server.offline_games import ALONE, OfflineCopy

VISITOR = "0123456789abcdef"


def finished(seed: int = 1, plies: int = 6) -> OfflineCopy:
    copy, random = OfflineCopy.begin(seats=ALONE), Random(seed)
    for _ in range(plies):
        copy.play(random)
    copy.act(Resign())
    return copy


@pytest.fixture
def browser(server: Server) -> Browser:
    browser = Browser(server)
    browser.open("/me")
    return browser


def test_a_game_is_in_my_games_and_marked(browser: Browser) -> None:
    copy = finished()
    kept = browser.call("/api/offline", to_builtins(copy.upload()))
    assert browser.call("/api/offline", to_builtins(copy.upload())) == {**kept, "added": 0}
    page = browser.open("/me")
    assert page.partition('<template id="sync-words"')[0].count("played offline") == 1
    assert page.count(f'"/t/{kept["table"]}') >= 1
    assert "lost" in page
    for path in (f"/t/{kept['table']}", f"/t/{kept['table']}/review"):
        assert "<small>played offline</small>" in browser.open(path), path
    assert browser.open("/me/games.txt").count(copy.state.move_texts[0]) >= 1


def test_a_running_game_is_marked_in_part(browser: Browser) -> None:
    seats = [{"who": "me"}, {"who": "me"}]
    table = browser.call("/api/tables", {"game": "quixo", "seats": seats})["table"]
    browser.call(f"/api/tables/{table}/acts", {"act": "play", "move": "a1e1", "ply": 0})
    told = browser.call(f"/api/tables/{table}/offline?visitor={VISITOR}")
    assert [line["ply"] for line in told["lines"]] == [None, 0]
    assert '"person":"0123456789abcdef"' in told["lines"][0]["event"]
    copy = OfflineCopy.carried(convert(told, CarriedGame), VISITOR)
    copy.play(Random(1))
    kept = browser.call("/api/offline", to_builtins(copy.upload()))
    assert (kept["table"], kept["is_fork"], kept["status"]) == (table, False, "playing")
    assert "partly played offline" in browser.open("/me")


def test_who_has_no_token_gets_one(server: Server) -> None:
    browser = Browser(server)
    kept = browser.call("/api/offline", to_builtins(finished().upload()))
    assert f"/t/{kept['table']}" in browser.open("/me")


def test_a_game_of_a_stranger_is_not_handed_out(server: Server) -> None:
    mine, other = server.guest("Ann"), server.guest("Bob")
    seats = [{"who": "me"}, {"who": "bot", "bot": "level:1"}]
    table = server.call("/api/tables", {"game": "quixo", "seats": seats}, mine)[1]["table"]
    path = f"/api/tables/{table}/offline?visitor={VISITOR}"
    assert server.call(path, token=mine)[0] == 200
    status, problem = server.call(path, token=other)
    assert (status, problem["code"]) == (409, "cannot_carry")
    assert server.call(path)[0] == 401
    assert server.call(path.replace(VISITOR, "elsewhere"), token=mine)[0] == 400


def test_what_is_too_large_is_refused(server: Server) -> None:
    token, game = server.guest(), to_builtins(finished().upload())
    status, problem = server.call("/api/offline", b" " * (MAX_OFFLINE_BYTES + 1), token)
    assert (status, problem["code"], problem["facts"]) == (413, "too_big", {"most": MAX_OFFLINE_BYTES})
    many = {**game, "lines": [game["lines"][1]] * (MAX_LINES + 1)}
    long_line = {**game, "lines": [{**game["lines"][0], "event": "x" * 5000}]}
    for bad in (
        many,
        long_line,
        {**game, "key": "short"},
        {**game, "key": "a/b" * 8},
        {**game, "more": 1},
        {},
    ):
        status, problem = server.call("/api/offline", bad, token)
        assert (status, problem["code"]) == (400, "malformed"), bad
    assert server.call("/api/tables", token=token)[1] == []


def test_a_log_that_nests_too_deep_is_refused(server: Server) -> None:
    token, game = server.guest(), to_builtins(finished().upload())
    for depth in (300, 1000, 1900):
        deep = "[" * depth + "]" * depth
        game["lines"][0]["event"] = f'{{"kind":"created","game":"quixo","options":{{"size":{deep}}}}}'
        status, problem = server.call("/api/offline", game, token)
        assert (status, problem["code"]) == (400, "bad_offline_game"), depth


def test_a_forged_log_is_told_in_one_sentence(server: Server) -> None:
    token, game = server.guest(), to_builtins(finished().upload())
    game["lines"][1]["event"] = game["lines"][1]["event"].replace('"seat":0', '"seat":1')
    status, problem = server.call("/api/offline", game, token, {"accept-language": "fr"})
    assert (status, problem["code"]) == (400, "bad_offline_game")
    assert problem["says"].startswith("Cette partie")
    assert server.call("/api/tables", token=token)[1] == []


def test_another_site_cannot_send_one(server: Server) -> None:
    game = to_builtins(finished().upload())
    status, _ = server.call("/api/offline", game, server.guest(), {"origin": "https://elsewhere.example"})
    assert status == 403
