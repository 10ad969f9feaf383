"""The analysis board over HTTP and its socket: the server keeps no state, questions carry the whole line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.record_line import Variation
from tablier.server.messages.analysis import MAX_LINE
from tablier.web import STATIC
from tests.server.browsers import Browser
from tests.server.harness import LiveSocket, Server

DEEP = "(" * 70


def socket(server: Server, token: str = "") -> LiveSocket:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return LiveSocket(f"ws://127.0.0.1:{server.port}/api/analysis/live?language=en", headers)


@pytest.mark.parametrize("name", tablier.games())
def test_a_position_has_its_scene_and_every_legal_move(server: Server, name: str) -> None:
    match = tablier.Match(tablier.game(name))
    for _ in range(6):
        match.push(match.legal_moves[len(match.legal_moves) // 3])
    texts = [match.game.texts[move] for move in match.moves]
    status, news = server.call("/api/analysis/position", {"game": name, "moves": texts})
    assert status == 200, news
    assert (news["position"], news["turn"], news["moves"]) == (str(match.state), match.turn, texts)
    assert list(news["scene"]["tree"]) == list(match.game.scene(match.state).tree)
    status, again = server.call(
        "/api/analysis/position", {"game": name, "start": str(match.states[3]), "moves": texts[3:]}
    )
    assert status == 200, again
    assert again["position"] == news["position"]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"game": "chess"}, "no_such_game"),
        ({"game": "quixo", "options": {"size": 9}}, "no_such_game"),
        ({"game": "quixo", "start": "5/5/5/5/5"}, "bad_position"),
        ({"game": "quixo", "moves": ["a1e9"]}, "bad_move"),
        ({"game": "quixo", "moves": ["a1e1", "e1a1"]}, "illegal_move"),
        ({"game": "quixo", "viewpoint": 7}, "no_such_view"),
        ({"game": "quixo", "moves": ["a1e1"] * 2001}, "malformed"),
        ({"game": "quixo", "surprise": 1}, "malformed"),
    ],
)
def test_a_position_that_cannot_be_is_refused(server: Server, question: dict[str, Any], code: str) -> None:
    status, problem = server.call("/api/analysis/position", question)
    assert 400 <= status < 500
    assert problem["code"] == code


def test_a_click_that_leads_nowhere_is_explained(server: Server) -> None:
    question = {"game": "quixo", "moves": ["a1e1"], "clicks": ["e1"]}
    status, why = server.call("/api/analysis/why", question)
    assert (status, why["clause"]) == (200, "Q2")


def test_a_record_with_variations_comes_back_as_it_was(server: Server) -> None:
    game = tablier.game("quixo")
    onward, second, other = (game.move(text) for text in ("b1e1", "a5a1", "e5e1"))
    record = tablier.Record(
        tablier.Match(game).play("a1e1", "a5a1"),
        players=("Ann", "Bob"),
        comments={1: 'a "quoted" <b>word</b>'},
        marks={2: "?!"},
        variations=(
            Variation(0, (second,), {0: "first of all"}),
            Variation(1, (other,), marks={1: "!!"}),
            Variation(2, (onward,)),
        ),
    )
    for text in (str(record), record.to_json()):
        status, found = server.call("/api/analysis/read", {"game": "x", "text": text})
        assert status == 200, found
        assert found["address"] == "/analysis/quixo"
        status, written = server.call("/api/analysis/write", {"record": found["record"]})
        assert status == 200, written
        assert tablier.Record.read(written["text"]) == record


SEVERAL = """[Game "quixo"]
[Options "size=3"]
[Player1 "Ann"]
[Player2 "Bob"]
[Date "2026-11-15"]

1. a2a1 b1b3 2. a3c3 b1a1 3. c1c3 a2a1
0-1

[Game "x"]

1. a1 b2 c3 2. d4 e5 *
"""


def test_of_several_records_one_is_chosen(server: Server) -> None:
    asked = {"game": "olix", "text": SEVERAL}
    status, found = server.call("/api/analysis/read", asked)
    assert (status, found["address"], found["record"]) == (200, "", {})
    assert found["titles"] == ["Quixo · Ann – Bob · 2026-11-15 · 0-1", "X · a1 b2 c3 d4 …"]
    for number, record in enumerate(tablier.Record.read_all(SEVERAL)):
        status, found = server.call("/api/analysis/read", {**asked, "number": number})
        assert (status, found["titles"]) == (200, [])
        assert tablier.Record.from_dict(found["record"]) == record
    assert server.call("/api/analysis/read", {**asked, "number": 2})[1]["code"] == "bad_record"
    assert server.call("/api/analysis/read", {**asked, "number": -1})[0] == 400


@pytest.mark.parametrize(
    "text", ["a1e1 a5a1", "1. a1e1 a5a1 *", "1.A1E1! a5a1?!\n2.\n", "\ufeff1... a1e1\r\na5a1 1/2-1/2"]
)
def test_moves_alone_are_a_record_of_this_game(server: Server, text: str) -> None:
    status, found = server.call("/api/analysis/read", {"game": "quixo", "text": text})
    assert status == 200, found
    assert (found["address"], found["record"]["moves"]) == ("/analysis/quixo", ["a1e1", "a5a1"])


def test_the_result_of_a_written_record_follows_from_its_moves(server: Server) -> None:
    moves = ["a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1"]
    record = {"game": "quixo", "options": {"size": 3}, "moves": moves}
    status, written = server.call("/api/analysis/write", {"record": record})
    assert status == 200, written
    assert tablier.Record.read(written["text"]).match.outcome is not None


def test_a_position_text_is_read_as_a_game_without_moves(server: Server) -> None:
    text = "5/5/5/5/4x o"
    status, found = server.call("/api/analysis/read", {"game": "quixo", "text": f"  {text}\n"})
    assert (status, found["record"]["start"], found["record"]["moves"]) == (200, text, [])
    status, found = server.call("/api/analysis/read", {"game": "quixo", "options": {"size": 4}, "text": text})
    assert (status, found["code"]) == (400, "bad_position")


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (" ", "bad_record", 1, 1),
        ("5/5/5/5/5 q", "bad_position", 1, 11),
        ("1. a1e1\ne1a1", "bad_record", 2, 1),
        ("1. a1e1\n2. b2b3", "bad_record", 2, None),
        ('[Game "quixo"]\n\n1. a1e1 a9 *', "bad_record", 3, 10),
        ('[Game "quixo"]\n\n1. a1e1 e1a1 *', "bad_record", 3, 9),
        ('[Game "quixo"]\n1. a1e1', "bad_record", 2, 8),
        (f'[Game "quixo"]\n1. a1e1 {DEEP}', "bad_record", 2, None),
        ('{"game": "quixo",\n "moves": [}', "bad_record", 2, 12),
        ('{"game": "quixo",\n "moves": ["a1e1",\n  "e1a1"]}', "bad_record", 3, 3),
        ('{"game": "quixo", "moves": 7}', "bad_record", 1, 28),
        ('{"game": "quixo",\n "moves": ["a1e1",\n  "c3c3"]}', "bad_record", 3, 3),
        ('{"game": "quixo",\n "start": "5/5/9/5/5 x"}', "bad_record", 2, 11),
        ('[Game "quixo"]\n[Start "5/5/9/5/5 x"]\n\n*', "bad_record", 2, 13),
        ('{"game": "quixo", "moves": [],\n "comments": {"0": "\\ud83d"}}', "bad_record", 2, 20),
        ('{"game": "quixo",\n "players": ["Ann", "\\udc00"]}', "bad_record", 2, 21),
        ("x" * 150_001, "bad_record", None, None),
        ("[" * 5000, "bad_record", 1, 1),
        ('{"a":' * 5000, "bad_record", 1, None),
        ('[Game "quixo"]\n1. a1e1 ' + "(a2e2) " * 1001 + "*", "bad_record", None, None),
    ],
)
def test_what_cannot_be_read_says_where(
    server: Server, text: str, code: str, line: int | None, column: int | None
) -> None:
    status, problem = server.call("/api/analysis/read", {"game": "quixo", "text": text})
    assert status == 400, problem
    assert problem["code"] == code
    assert problem["says"].endswith(".")
    assert problem["says"].count("(column") + problem["says"].count("(line") <= 1
    if line is not None:
        assert problem["facts"]["line"] == line
    if column is not None:
        assert problem["facts"]["column"] == column


@pytest.mark.parametrize("record", [{}, {"game": "quixo", "moves": ["a9"]}, {"game": 3}, {"moves": 7}])
def test_what_is_no_record_is_not_written(server: Server, record: dict[str, Any]) -> None:
    status, problem = server.call("/api/analysis/write", {"record": record})
    assert (status, problem["code"]) == (400, "bad_record")


def test_what_is_wrong_with_a_record_is_said_in_the_language_asked_for(server: Server) -> None:
    french = {"accept-language": "fr"}
    too_long = {"game": "quixo", "text": "x" * 150_001}
    says = server.call("/api/analysis/read", too_long, headers=french)[1]["says"]
    assert says == "On lit au plus 150000 caractères comme feuille de partie."
    for record, words in (
        (
            {"game": "quixo", "moves": ["a1e1", "e1a1"]},
            "coup 2\u00a0: e1a1\u00a0: Ce cube porte la marque adverse",
        ),
        ({"game": "quixo", "players": ["Ann"]}, "Quixo se joue à 2, non à 1"),
        ({"game": "quixo", "comments": {"3": "x"}}, "un commentaire suit un coup qui n’a pas été joué"),
    ):
        asked = {"game": "quixo", "text": json.dumps(record)}
        assert words in server.call("/api/analysis/read", asked, headers=french)[1]["says"]
        assert words in server.call("/api/analysis/write", {"record": record}, headers=french)[1]["says"]


def test_page_and_server_know_lines_of_one_length() -> None:
    script = (STATIC / "tree.js").read_text()
    assert f"LONGEST_LINE = {MAX_LINE};" in script


def test_a_position_is_set_up_by_hand(server: Server) -> None:
    asked: dict[str, Any] = {"game": "quixo"}
    for thing, spot in (("cross", "a1"), ("circle", "e5")):
        status, news = server.call("/api/analysis/setup", {**asked, "put": {"thing": thing, "spot": spot}})
        assert status == 200, news
        asked |= {"placed": news["placed"], "turn": news["turn"]}
    assert news["position"] == "4o/5/5/5/x4 x"
    assert news["says"] == ""
    status, news = server.call("/api/analysis/setup", {**asked, "put": {"thing": "-", "spot": "e5"}})
    assert (news["position"], news["clause"]) == ("", "Q2")
    assert news["says"]
    status, problem = server.call("/api/analysis/setup", {**asked, "put": {"thing": "rook", "spot": "a1"}})
    assert (status, problem["code"]) == (400, "bad_position")
    bad = [{"thing": "D-", "spot": "g1"}]
    status, news = server.call("/api/analysis/setup", {"game": "plateau-x", "placed": bad})
    assert (status, news["clause"], news["placed"]) == (200, "P4", [])


def test_a_table_begins_with_a_position(server: Server) -> None:
    token = server.guest("Ann")
    start = "4o/5/5/5/x4 x"
    new = {"game": "quixo", "seats": [{"who": "me"}, {"who": "bot", "bot": "level:1"}], "start": start}
    status, opened = server.call("/api/tables", new, token=token)
    assert status == 201, opened
    live = server.live(opened["table"], token)
    live.send({"act": "play", "move": "a1e1", "ply": 0})
    assert len(live.at(2)["moves"]) == 2
    live.close()
    record = server.call(f"/api/tables/{opened['table']}/record.json")[1]
    assert record["start"] == start
    for bad in ("5/5/5/5/5 o", "xxxxx/5/5/5/oooo1 o"):
        status, problem = server.call("/api/tables", {**new, "start": bad}, token=token)
        assert (status, problem["code"]) == (400, "bad_table")


def test_the_computer_thinks_aloud_about_the_position_asked_for_last(server: Server) -> None:
    live = socket(server)
    live.send({"act": "ask", "re": 1, "game": "x", "seconds": 60})
    live.send({"act": "ask", "re": 2, "game": "quixo", "moves": ["a1e1"], "lines": 2, "seconds": 0.3})
    first = live.get(lambda message: message["type"] == "thought" and message["re"] == 2)
    assert len(first["lines"]) == 2
    assert sum(first["shares"]) == pytest.approx(1)
    last = live.get(lambda message: message["type"] == "thought" and message["final"])
    assert last["re"] == 2
    match = tablier.Match(tablier.game("quixo")).play("a1e1")
    for line in last["lines"]:
        match.copy().play(*line["moves"])
    live.send({"act": "stop"})
    for question, code in (
        ({"act": "ask", "re": 3, "game": "chess"}, "no_such_game"),
        ({"act": "ask", "re": 4, "game": "quixo", "lines": 9}, "malformed"),
        ("x" * 50_000, "too_big"),
    ):
        live.send(question)
        assert live.problem()["code"] == code
    live.close()


def test_every_move_has_its_value_the_best_first(server: Server) -> None:
    moves = ["a2a1", "b1b3", "a3c3", "b1a1"]
    question = {"game": "quixo", "options": {"size": 3}, "moves": moves}
    status, found = server.call("/api/analysis/moves", question)
    assert status == 200, found
    match = tablier.Match(tablier.game("quixo", size=3)).play(*moves)
    assert {each["move"] for each in found["moves"]} == {match.game.texts[move] for move in match.legal_moves}
    best = found["moves"][0]
    assert (best["move"], best["verdict"]) == ("c1a1", "won")
    assert found["moves"][-1]["share"] <= best["share"]


def test_insight_and_reasons_are_said_in_the_language_asked_for(server: Server) -> None:
    question = {"game": "quixo", "options": {"size": 3}, "moves": ["a2a1", "b1b3", "a3c3", "b1a1", "c1c3"]}
    for language in ("en", "fr"):
        headers = {"accept-language": language}
        status, insight = server.call("/api/analysis/insight", question, headers=headers)
        assert status == 200, insight
        assert insight["title"] == {"en": "Open lines", "fr": "Lignes ouvertes"}[language]
        status, reason = server.call("/api/analysis/reason", question, headers=headers)
        assert (status, reason["move"], reason["best"]) == (200, "c1c3", "c1a1")
        says = {"en": "Lets Circle complete a1–a3", "fr": "Laisse Rond compléter a1–a3"}[language]
        assert reason["says"].startswith(says)


def test_who_plays_a_rated_game_is_not_helped(server: Server) -> None:
    browser = Browser(server)
    browser.sign_up("Analyst", "correct horse battery")
    token = server.call("/api/signin", {"name": "Analyst", "password": "correct horse battery"})[1]["token"]
    new = {"game": "quixo", "rated": True, "seats": [{"who": "me"}, {"who": "bot", "bot": "level:1"}]}
    status, opened = server.call("/api/tables", new, token=token)
    assert status == 201, opened
    status, problem = server.call("/api/tables", {**new, "start": "4o/5/5/5/x4 x"}, token=token)
    assert (status, problem["code"]) == (400, "cannot_rate")
    for address in ("moves", "insight", "reason"):
        status, problem = server.call(f"/api/analysis/{address}", {"game": "quixo"}, token=token)
        assert (status, problem["code"]) == (409, "rated_game_running")
    live = socket(server, token)
    live.send({"act": "ask", "re": 1, "game": "quixo"})
    assert live.problem()["code"] == "rated_game_running"
    live.send({"act": "ask", "re": 2, "game": "x", "seconds": 0.2})
    live.get(lambda message: message["type"] == "thought" and message["re"] == 2)
    live.close()


def test_the_page_hands_the_engine_only_to_those_who_may_be_helped(tmp_path: Path) -> None:
    (tmp_path / "files.json").write_text(json.dumps({"version": "v1", "files": []}))
    server = Server(tmp_path / "data", engine=str(tmp_path))
    browser = Browser(server)
    assert "/engine/v1" in browser.open("/analysis/quixo")
    browser.sign_up("Analyst", "correct horse battery")
    token = server.call("/api/signin", {"name": "Analyst", "password": "correct horse battery"})[1]["token"]
    new = {"game": "quixo", "rated": True, "seats": [{"who": "me"}, {"who": "bot", "bot": "level:1"}]}
    assert server.call("/api/tables", new, token=token)[0] == 201
    assert "/engine/v1" not in browser.open("/analysis/quixo")
    assert "/engine/v1" in browser.open("/analysis/x")
    assert server.stop() == 0
