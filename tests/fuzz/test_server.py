"""Whatever a client sends: the server refuses it with a reason, and never breaks.

The API by schemathesis from its published OpenAPI document, with the shapes of all answers; forms, sockets
and paths by hypothesis.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from websockets.exceptions import ConnectionClosed

from tablier.web import VERSION
from tests.fuzz.effort import EFFORT, effort
from tests.fuzz.test_readers import EDITS, JSON, edit
from tests.server.browsers import Browser
from tests.server.harness import Server
from tests.server.offline_games import OfflineCopy

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
API_SECONDS = 240
"""Seconds after which schemathesis ends the long form."""


class HurriedServer(Server):
    """A server that lets one address ask as often as it likes."""

    code = (
        "import sys, uvicorn; from tablier.server.app import Settings, create_app\n"
        "from tablier.server.people.limits import Limits\n"
        "limits = Limits(requests=10**6, tables=10**6, public_tables=10**6, chat=10**6,"
        " offline_games=10**6, offline_lines=10**9)\n"
        "app = create_app(Settings(store=f'sqlite:///{sys.argv[2]}/fuzz.sqlite', limits=limits))\n"
        "uvicorn.run(app, port=int(sys.argv[1]), log_level='warning', ws='websockets-sansio',"
        " timeout_graceful_shutdown=3)"
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = HurriedServer(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def table(server: Server) -> tuple[str, str]:
    """A table, and the token of a player there."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = str(server.call("/api/tables", {"game": "quixo"}, ann)[1]["table"])
    server.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, bob)
    return table, ann


def test_the_api_by_its_own_description(server: Server, table: tuple[str, str], tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.address}/api/schema/openapi.json"),
        *("--checks", CHECKS, "--phases", "fuzzing", "--no-color"),
        *("--max-examples", str(4 * EFFORT), "--header", f"Authorization: Bearer {table[1]}"),
        *("--suppress-health-check", "all", "--warnings", "off", "--no-shrink"),
        *(
            ("--generation-deterministic",)
            if EFFORT == 1
            else ("--generation-database", "none", "--max-time", str(API_SECONDS))
        ),
    ]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]


FIELDS = (
    "game", "play", "level", "seat", "seat.0", "seat.1", "clock", "rounds", "help", "absent", "team_chat",
    "rated", "option.size", "table", "name", "password", "old", "new", "to", "language", "bot",
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(["quixo", "x", "bot", "table", "link", "me", "open", "level:3", "game:300:3", "move:30"]),
    st.sampled_from(["", "0", "-1", "9" * 25, "1e999", "nan", "foo:3", "²", "١", "//evil.example", "\0"]),
    st.text(max_size=30),
)


@effort(25)
@given(
    path=st.sampled_from(["/new", "/join", "/signin", "/signup", "/account/name", "/account/password"]),
    form=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=7),
)
def test_forms(server: Server, path: str, form: dict[str, str]) -> None:
    browser = Browser(server)
    browser.open("/signin")
    if path == "/new":
        form = {"game": "quixo", **form}
    browser.send(path, **{name: value.encode("utf-8", "replace").decode() for name, value in form.items()})
    assert browser.status < 500, (path, form, browser.page)


PIECES = st.one_of(
    st.sampled_from(
        [
            "api",
            "tables",
            "rules",
            "learn",
            "ratings",
            "review",
            "me",
            "static",
            "quixo",
            "x",
            "..",
            "preview.png",
        ]
    ),
    st.sampled_from(["%00", "%ff", "%2e%2e", "a" * 300, "0", "-1", "9" * 25, "%C2%B2"]),
    st.text(max_size=6).map(lambda text: quote(text.encode("utf-8", "replace"), safe="")),
)


@effort(40)
@given(
    pieces=st.lists(PIECES, min_size=1, max_size=4),
    query=st.dictionaries(
        st.sampled_from(["page", "at", "game", "result", "view", "viewpoint", "theme", "since", "to"]),
        VALUES,
        max_size=3,
    ),
)
def test_paths(server: Server, table: tuple[str, str], pieces: list[str], query: dict[str, str]) -> None:
    encoded = urlencode({name: value.encode("utf-8", "replace") for name, value in query.items()})
    path = "/" + "/".join(pieces).replace("tables", f"tables/{table[0]}")
    for page in (path, "/me", f"/api/tables/{table[0]}/scene"):
        status, body = server.call(f"{page}?{encoded}", token=table[1], parse=False)
        assert status < 500, (page, query, body)


def test_what_broke_it_before(server: Server, table: tuple[str, str]) -> None:
    nested = b"[" * 2000
    assert server.call("/me?page=9223372036854775807", token=table[1], parse=False)[0] == 200
    assert server.call(f"/static/{VERSION}/tablier.css%00", parse=False)[0] == 404
    for path in ("/api/guest", "/api/tables", f"/api/tables/{table[0]}/acts"):
        assert server.call(path, nested, table[1])[1]["code"] == "malformed", path
        assert server.call(path, b'{"name":' * 400 + b"1", table[1])[1]["code"] == "malformed", path


DEEP = st.sampled_from([300, 1000, 1900]).map(lambda depth: f'{{"size":{"[" * depth}{"]" * depth}}}')


@effort(25)
@given(
    plies=st.integers(0, 4),
    number=st.integers(0, 4),
    field=st.sampled_from(["kind", "game", "options", "seats", "terms", "start", "move", "seat"]),
    value=JSON.map(json.dumps) | DEEP,
    edits=EDITS,
)
def test_games_played_offline(
    server: Server, table: tuple[str, str], plies: int, number: int, field: str, value: str, edits: list[Any]
) -> None:
    copy, random = OfflineCopy.begin(), Random(plies)
    for _ in range(plies):
        copy.play(random)
    game = to_builtins(copy.upload())
    line = game["lines"][number % len(game["lines"])]
    event = json.dumps({**json.loads(line["event"]), field: "forged"})
    line["event"] = edit(event.replace('"forged"', value), edits)
    status, told = server.call("/api/offline", game, table[1])
    assert status in (200, 400), (game, told)


COMMANDS = (
    "play", "sit", "leave", "return", "stand_in", "resign", "offer", "answer", "resume", "next_round", "say",
    "scene", "hint", "shares", "why", "look",
)  # fmt: skip
MESSAGES = st.one_of(
    st.fixed_dictionaries(
        {"act": st.sampled_from(COMMANDS)},
        optional={
            "move": VALUES,
            "ply": st.integers() | st.floats() | VALUES,
            "seat": st.integers() | VALUES,
            "at": st.integers() | VALUES,
            "path": st.lists(VALUES, max_size=3),
            "text": VALUES,
            "re": st.integers() | VALUES,
            "offer": VALUES,
            "yes": st.booleans() | VALUES,
            "viewpoint": st.integers() | VALUES,
            "view": VALUES,
        },
    ),
    st.dictionaries(st.text(max_size=5), VALUES, max_size=3),
).map(lambda message: json.dumps(message).encode("utf-8", "replace").decode())
RAW = st.one_of(st.text(max_size=40), st.binary(max_size=40), st.just("[" * 2000), st.just("9" * 4000))


@effort(8)
@given(messages=st.lists(MESSAGES | RAW, min_size=10, max_size=30))
def test_sockets(server: Server, table: tuple[str, str], messages: list[Any]) -> None:
    live = server.live(*table)
    try:
        for message in messages:
            live.send(message.encode("utf-8", "replace").decode() if isinstance(message, str) else message)
        live.send({"act": "look", "re": "last", "nonsense": 1})
        while (answer := json.loads(live.connection.recv(30))).get("re") != "last":
            assert answer.get("code") != "broken", messages
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        assert closed.rcvd.code in (1008, 1009), closed
    finally:
        live.close()
