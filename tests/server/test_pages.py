"""The routes a browser and a program use first."""

from __future__ import annotations

import errno
import json
import re
import runpy
import socket
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener, urlopen

import pytest

import tablier
from tablier.record import Record
from tablier.server import PortTaken
from tablier.server.serving import PORT, bind, listen
from tests.server.houses import Server

EXAMPLE = Path(__file__).parents[2] / "docs" / "play_by_api.py"


@pytest.fixture
def browser() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


def token(page: str) -> str:
    found = re.search(r'name="_csrf_token" value="(\w+)"', page)
    assert found is not None
    return found[1]


def test_two_clicks_from_home_to_a_table(server: Server, browser: OpenerDirector) -> None:
    home = browser.open(server.address).read().decode()
    form = {
        "_csrf_token": token(home),
        "game": "quixo",
        "play": "bot",
        "bot": "level:1",
        "clock": "game:60:2",
    }
    answer = browser.open(f"{server.address}/new", urlencode({**form, "option.size": "4"}).encode())
    assert "/t/" in answer.url
    told = json.load(browser.open(f"{server.address}/api/tables/{answer.url.rpartition('/')[2]}"))
    assert told["you"]["seats"] == [0]
    assert [seat["kind"] for seat in told["seats"]] == ["person", "bot"]
    assert told["game"]["options"] == {"size": 4}
    assert told["clock"]["kind"] == "game"
    mine = json.load(browser.open(f"{server.address}/api/tables"))
    assert [listed["id"] for listed in mine] == [told["table"]]


def test_a_form_from_elsewhere_is_refused(server: Server, browser: OpenerDirector) -> None:
    browser.open(server.address)
    with pytest.raises(HTTPError) as refused:
        browser.open(f"{server.address}/new", urlencode({"game": "quixo", "play": "bot"}).encode())
    assert refused.value.code == 403
    refused.value.close()
    assert json.load(browser.open(f"{server.address}/api/tables")) == []


def test_a_page_says_what_is_wrong(server: Server) -> None:
    with pytest.raises(HTTPError) as missing:
        urlopen(f"{server.address}/t/nowhere")
    with missing.value as page:
        assert page.code == 404
        assert "There is no table nowhere here." in page.read().decode()
        assert page.headers["content-type"].startswith("text/html")


def test_the_example_plays_a_whole_game(server: Server) -> None:
    example = runpy.run_path(str(EXAMPLE))
    last: dict[str, Any] = example["play"](server.address, "quixo")
    assert last["status"] == "over"
    assert last["outcome"]["scores"]
    text = urlopen(f"{server.address}/api/tables/{last['table']}/record.txt").read().decode()
    assert [tablier.game("quixo").texts[move] for move in Record.read(text).match.moves] == last["moves"]
    kept = urlopen(f"{server.address}/api/tables/{last['table']}/record.json").read().decode()
    assert Record.from_json(kept).match == Record.read(text).match
    with urlopen(f"{server.address}/api/tables/{last['table']}/picture.svg?at=1") as picture:
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.read().startswith(b"<svg")


def test_the_schema_describes_every_act(server: Server) -> None:
    _, schema = server.call("/api/schema/openapi.json")
    body = schema["paths"]["/api/tables/{table}/acts"]["post"]["requestBody"]
    listed = body["content"]["application/json"]["schema"]["oneOf"]
    acts = [schema["components"]["schemas"][each["$ref"].rpartition("/")[2]] for each in listed]
    assert {act["properties"]["act"]["const"] for act in acts} == {
        "play", "sit", "leave", "return", "stand_in", "resign", "offer", "answer", "resume", "next_round",
        "say",
    }  # fmt: skip


def test_the_api_page_names_every_code() -> None:
    from tablier.server import refusals

    written = (EXAMPLE.parent / "api.md").read_text()
    for refusal in refusals.Refusal.__subclasses__():
        assert f"`{refusal.code}`" in written


def test_a_layout_may_be_kept_for_ever(server: Server) -> None:
    _, opened = server.call("/api/tables", {"game": "quixo"}, server.guest())
    with urlopen(server.address + opened["news"]["layout"]) as answer:
        assert "immutable" in answer.headers["cache-control"]
        assert json.load(answer)["spots"]
    with urlopen(f"{server.address}/api/games/quixo/layout?option=size%3D5&version=old") as answer:
        assert answer.headers["cache-control"] == "no-cache"
    assert server.call("/api/games/chess/layout")[1]["code"] == "no_such_game"


def test_a_name_can_be_changed_and_the_person_stays(server: Server) -> None:
    card = server.guest("Ann")
    _, first = server.call("/api/guest", {}, card)
    _, second = server.call("/api/guest", {"name": "Anna"}, card)
    assert (first["name"], second["name"]) == ("Ann", "Anna")
    assert first["id"] == second["id"]


def test_a_taken_port_is_said() -> None:
    taken = bind("127.0.0.1", 0)
    taken.listen()
    with pytest.raises(PortTaken, match="already") as said:
        listen("127.0.0.1", taken.getsockname()[1])
    assert said.value.errno == errno.EADDRINUSE
    taken.close()


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert isinstance(first, socket.socket)
        assert PORT <= first.getsockname()[1] < second.getsockname()[1]
