"""The home page, its form, and the API that a program uses first."""

from __future__ import annotations

import asyncio
import errno
import json
import runpy
import socket
from http.client import HTTPConnection
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener, urlopen

import pytest

import tablier
from tablier.record import Record
from tablier.server.run import PORT, PortTaken, bind, open_socket
from tests.server.browsers import csrf_token
from tests.server.harness import Server

EXAMPLE = Path(__file__).parents[3] / "docs" / "play_by_api.py"


@pytest.fixture
def browser() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


def test_two_clicks_from_home_to_a_table(server: Server, browser: OpenerDirector) -> None:
    home = browser.open(server.address).read().decode()
    form = {
        "_csrf_token": csrf_token(home),
        "game": "quixo",
        "play": "bot",
        "bot": "level:1",
        "clock": "game:60:2",
    }
    answer = browser.open(f"{server.address}/new", urlencode({**form, "option.size": "4"}).encode())
    assert "/t/" in answer.url
    latest = json.load(browser.open(f"{server.address}/api/tables/{answer.url.rpartition('/')[2]}"))
    assert latest["you"]["seats"] == [0]
    assert [seat["kind"] for seat in latest["seats"]] == ["person", "bot"]
    assert latest["game"]["options"] == {"size": 4}
    assert latest["clock"]["kind"] == "game"
    listed_tables = json.load(browser.open(f"{server.address}/api/tables"))
    assert [listed["id"] for listed in listed_tables] == [latest["table"]]


def test_a_form_without_csrf_token_is_refused(server: Server, browser: OpenerDirector) -> None:
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
        assert "There is no such table here." in page.read().decode()
        assert page.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/rules/chess", "/learn/chess", "/ratings/chess"])
def test_a_game_that_is_not_there_is_a_page_that_is_not_there(server: Server, path: str) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(server.address + path)
    assert refused.value.code == 404
    assert "Try again" not in refused.value.read().decode()


def test_a_parameter_that_cannot_be_read_is_named_without_type_names(server: Server) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{server.address}/me?page=abc")
    page = refused.value.read().decode()
    assert refused.value.code == 400
    assert "something is wrong with “page”" in page
    assert "Expected" not in page


@pytest.mark.parametrize("path", ["/", "/rules/quixo", "/api/games", "/nowhere"])
def test_head_has_the_headers_of_get_and_no_body(server: Server, path: str) -> None:
    answers = []
    for method in ("GET", "HEAD"):
        connection = HTTPConnection("127.0.0.1", server.port)
        connection.request(method, path)
        answer = connection.getresponse()
        answers.append((answer.status, answer.headers["content-type"], bool(answer.read())))
        connection.close()
    assert answers[1] == (*answers[0][:2], False)


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
        "say", "rename",
    }  # fmt: skip


def test_the_description_says_that_a_record_in_json_is_an_object(server: Server) -> None:
    _, schema = server.call("/api/schema/openapi.json")
    described = schema["paths"]["/api/tables/{table}/record.json"]["get"]["responses"]["200"]["content"]
    assert described["application/json"]["schema"]["type"] == "object"


def test_the_api_page_lists_every_error_code() -> None:
    from tablier.server.tables import errors as refusals

    written = (EXAMPLE.parent / "api.md").read_text()
    for refusal in refusals.Refusal.__subclasses__():
        assert f"`{refusal.code}`" in written


def test_a_layout_with_its_version_is_immutable(server: Server) -> None:
    _, opened = server.call("/api/tables", {"game": "quixo"}, server.guest())
    with urlopen(server.address + opened["news"]["layout"]) as answer:
        assert "immutable" in answer.headers["cache-control"]
        assert json.load(answer)["spots"]
    with urlopen(f"{server.address}/api/games/quixo/layout?option=size%3D5&version=old") as answer:
        assert answer.headers["cache-control"] == "no-cache"
    assert server.call("/api/games/chess/layout")[1]["code"] == "no_such_game"


def test_a_name_can_be_changed_and_the_person_stays(server: Server) -> None:
    token = server.guest("Ann")
    _, first = server.call("/api/guest", {}, token)
    _, second = server.call("/api/guest", {"name": "Anna"}, token)
    assert (first["name"], second["name"]) == ("Ann", "Anna")
    assert first["id"] == second["id"]


def test_a_port_in_use_is_reported() -> None:
    taken = bind("127.0.0.1", 0)
    taken.listen()
    with pytest.raises(PortTaken, match="in use") as refused:
        open_socket("127.0.0.1", taken.getsockname()[1])
    assert refused.value.errno == errno.EADDRINUSE
    taken.close()


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with open_socket("127.0.0.1", None) as first, open_socket("127.0.0.1", None) as second:
        assert isinstance(first, socket.socket)
        assert PORT <= first.getsockname()[1] < second.getsockname()[1]


@pytest.mark.anyio
async def test_no_answer_waits_for_an_acknowledgement() -> None:
    """Nagle's algorithm is off in accepted connections: it held the body of an answer back for 40 ms."""
    delays: list[int] = []

    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        delays.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listener = bind("127.0.0.1", 0)
    async with await asyncio.start_server(answer, sock=listener):
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        assert await reader.read() == b""
        writer.close()
    assert len(delays) == 1
    assert delays[0]
