"""Quotas of persons and addresses, and the bounds of connections."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import to_builtins
from uvicorn.server import ServerState

from tablier.puzzle import puzzles_of
from tablier.server.app import Settings, create_app
from tablier.server.http.drawing import DrawingPool
from tablier.server.http.protocol import BoundedProtocol, create_protocol
from tablier.server.live.thinking import BotMove, SearchJob
from tablier.server.people.limits import Limits
from tablier.server.people.quotas import Quotas
from tablier.server.run import SPARE_FILES, fit_connections
from tablier.server.tables.commands import Resign
from tablier.server.tables.errors import OverQuota
from tests.server.harness import ManualClock, first_legal
from tests.server.offline_games import ALONE, OfflineCopy

LIMITS = Limits(
    tables=8, public_tables=2, bot_games=2, hints=2, reviews=2, lesson_steps=4, puzzle_steps=4, previews=2,
    chat=4, sockets=1, offline_games=6, offline_lines=40, pictures=2, animations=2, positions=4, thoughts=6,
    address_share=2,
)  # fmt: skip
BOT = {"who": "bot", "bot": "level:1"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=first_legal, limits=LIMITS))
    with TestClient(app) as client:
        become(client)
        yield client


def become(client: TestClient[Litestar]) -> None:
    """Go on as a new guest."""
    client.cookies.clear()
    client.post("/api/guest", json={})


def open_table(client: TestClient[Litestar], **chosen: Any) -> Any:
    return client.post("/api/tables", json={"game": "quixo", **chosen})


def assert_over_quota(answer: Any, words: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (429, "over_quota")
    assert words in answer.json()["says"]


def test_tables_are_counted_by_person_and_by_address(client: TestClient[Litestar]) -> None:
    assert [open_table(client).status_code for _ in range(5)] == [201] * 4 + [429]
    become(client)
    assert [open_table(client).status_code for _ in range(5)] == [201] * 4 + [429]
    become(client)  # a new token costs nothing, the address stays
    assert_over_quota(open_table(client), "many tables")


def test_games_played_offline_are_counted(client: TestClient[Litestar]) -> None:
    def upload(seed: int, *, is_over: bool) -> Any:
        copy, random = OfflineCopy.begin(seats=ALONE), Random(seed)
        copy.play(random)
        if is_over:
            copy.act(Resign())
        return client.post("/api/offline", json=to_builtins(copy.upload()))

    assert [upload(seed, is_over=True).status_code for seed in range(3)] == [200] * 3
    assert_over_quota(upload(4, is_over=True), "played offline")
    assert len(client.get("/api/tables").json()) == 3
    become(client)
    seats = [{"who": "me"}, BOT]
    assert [open_table(client, seats=seats).status_code for _ in range(2)] == [201] * 2
    assert_over_quota(upload(5, is_over=False), "against the computer in progress")
    assert upload(5, is_over=True).status_code == 200


def test_the_lines_of_games_played_offline_are_counted(client: TestClient[Litestar]) -> None:
    copy, random = OfflineCopy.begin(), Random(1)
    for _ in range(LIMITS.offline_lines // 4):
        copy.play(random)
    game = to_builtins(copy.upload())
    assert client.post("/api/offline", json=game).status_code == 200
    assert_over_quota(client.post("/api/offline", json=game), "played offline")


def test_public_tables_have_a_quota_of_their_own(client: TestClient[Litestar]) -> None:
    assert open_table(client, public=True).status_code == 201
    assert_over_quota(open_table(client, public=True), "public tables")
    assert open_table(client).status_code == 201


def test_running_bot_games_are_bounded(client: TestClient[Litestar]) -> None:
    seats = [{"who": "me"}, BOT]
    tables = [open_table(client, seats=seats).json()["table"] for _ in range(2)]
    assert_over_quota(open_table(client, seats=seats), "games against the computer")
    client.post(f"/api/tables/{tables[0]}/acts", json={"act": "resign"})
    assert open_table(client, seats=seats).status_code == 201


def test_running_bot_games_are_bounded_by_address_too(client: TestClient[Litestar]) -> None:
    seats = [{"who": "me"}, BOT]
    assert [open_table(client, seats=seats).status_code for _ in range(2)] == [201, 201]
    become(client)
    assert [open_table(client, seats=seats).status_code for _ in range(2)] == [201, 201]
    become(client)
    assert_over_quota(open_table(client, seats=seats), "games against the computer")
    assert open_table(client).status_code == 201, "with people it may play"


def test_games_of_computers_alone_count_for_who_opened_them(tmp_path: Path) -> None:
    go = threading.Event()

    def think(job: SearchJob, player: object = None) -> BotMove:
        assert go.wait(20)
        return first_legal(job)

    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=think, limits=LIMITS))
    with TestClient(app) as client:
        become(client)
        answers = [open_table(client, seats=[BOT, BOT]) for _ in range(3)]
        go.set()
    assert [answer.status_code for answer in answers] == [201, 201, 429]


@pytest.mark.parametrize("way", ["rematch", "next_round"])
@pytest.mark.parametrize("door", ["http", "socket"])
def test_rematches_and_next_rounds_count_as_tables(client: TestClient[Litestar], way: str, door: str) -> None:
    seats = [{"who": "me"}, {"who": "me"}]
    follow = {"act": "next_round"} if way == "next_round" else {"act": "offer", "matter": "rematch"}
    table = open_table(client, seats=seats, rounds=8 if way == "next_round" else 1).json()["table"]
    for _ in range(3):
        client.post(f"/api/tables/{table}/acts", json={"act": "resign"})
        table = client.post(f"/api/tables/{table}/acts", json=follow).json()["next"]
        assert table
    client.post(f"/api/tables/{table}/acts", json={"act": "resign"})
    if door == "http":
        assert_over_quota(client.post(f"/api/tables/{table}/acts", json=follow), "many tables")
    else:
        with client.websocket_connect(f"/api/tables/{table}/live") as live:
            live.receive_json()
            live.send_json(follow)
            assert live.receive_json()["code"] == "over_quota"
    assert client.get(f"/api/tables/{table}").json()["next"] == "", "nothing has changed"


def test_pictures_to_share_are_counted(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    async def draw(*_: object) -> bytes:
        return b"a picture"

    monkeypatch.setattr(DrawingPool, "run", draw)
    table = open_table(client, seats=[{"who": "me"}, {"who": "me"}]).json()["table"]
    drawn = {"picture.png": "pictures", "game.gif": "animations", "preview.png?at=1": "previews"}
    assert [client.get(f"/t/{table}/{path}").status_code for path in drawn] == [200] * 3
    client.post(f"/api/tables/{table}/acts", json={"act": "play", "move": "a1e1", "ply": 0})
    for path, words in drawn.items():
        answer = client.get(f"/t/{table}/{path}")
        assert answer.status_code == 429
        assert f"You have asked for many {words}" in answer.text


def test_hints_lessons_and_reviews_are_counted(client: TestClient[Litestar]) -> None:
    table = open_table(client, seats=[{"who": "me"}, {"who": "me"}]).json()["table"]
    assert client.get(f"/api/tables/{table}/hint").status_code == 200
    assert_over_quota(client.get(f"/api/tables/{table}/shares"), "hints")
    with client.websocket_connect(f"/api/tables/{table}/live") as live:
        live.receive_json()
        live.send_json({"act": "hint"})
        assert live.receive_json()["code"] == "over_quota"
    assert [client.get("/api/lessons/quixo/1").status_code for _ in range(3)] == [200, 200, 429]
    puzzle = puzzles_of("quixo")[0].id
    assert [client.get(f"/api/puzzles/{puzzle}").status_code for _ in range(3)] == [200, 200, 429]
    over = [open_table(client, seats=[{"who": "me"}, {"who": "me"}]).json()["table"] for _ in range(2)]
    for each in over:
        client.post(f"/api/tables/{each}/acts", json={"act": "play", "move": "a1e1", "ply": 0})
        client.post(f"/api/tables/{each}/acts", json={"act": "resign"})
    assert [client.get(f"/api/tables/{each}/review").status_code for each in over] == [200, 429]


def test_positions_of_the_analysis_board_and_thoughts_about_them_are_counted(
    client: TestClient[Litestar],
) -> None:
    question = {"game": "quixo", "options": {"size": 3}}
    answers = [client.post("/api/analysis/position", json=question) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert_over_quota(answers[-1], "many positions")
    assert client.post("/api/analysis/insight", json=question).status_code == 200
    with client.websocket_connect("/api/analysis/live") as live:
        live.send_json({"act": "ask", "re": 1, **question, "seconds": 0.1})
        while not live.receive_json().get("final"):
            pass
        assert client.post("/api/analysis/moves", json=question).status_code == 200
        live.send_json({"act": "ask", "re": 2, **question})
        while (refused := live.receive_json())["re"] == 1:
            pass
        assert (refused["code"], refused["re"]) == ("over_quota", 2)
    assert_over_quota(client.post("/api/analysis/reason", json=question), "asked the computer")


def test_chat_has_a_limit_of_its_own(client: TestClient[Litestar]) -> None:
    table = open_table(client, seats=[{"who": "me"}, {"who": "me"}]).json()["table"]
    say = {"act": "say", "text": "hello"}
    answers = [client.post(f"/api/tables/{table}/acts", json=say) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert_over_quota(answers[-1], "faster than the others can read")
    play = {"act": "play", "move": "a1e1", "ply": 0}
    assert client.post(f"/api/tables/{table}/acts", json=play).status_code == 200


def test_a_person_has_so_many_sockets(client: TestClient[Litestar]) -> None:
    table = open_table(client).json()["table"]
    for _ in range(2):  # one that was closed does not count
        with client.websocket_connect(f"/api/tables/{table}/live") as live:
            assert live.receive_json()["type"] == "news"
            with client.websocket_connect(f"/api/tables/{table}/live") as second:
                assert second.receive_json()["code"] == "over_quota"


def test_guests_tokens_do_not_multiply_the_rate(tmp_path: Path) -> None:
    limits = Limits(requests=10, address_requests=15)
    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", limits=limits))
    with TestClient(app) as client:
        statuses = []
        for _ in range(4):
            become(client)
            statuses += [client.get("/api/games").status_code for _ in range(4)]
    assert statuses.count(429) >= 4


def test_this_machines_own_address_is_not_counted() -> None:
    quotas = Quotas(LIMITS, time=ManualClock())
    for number in range(50):
        quotas.take("tables", f"person {number}", "127.0.0.1")
    for number in range(8):
        quotas.take("tables", f"another {number}", "192.0.2.1")
    with pytest.raises(OverQuota):
        quotas.take("tables", "one more", "192.0.2.1")


@asynccontextmanager
async def listening(limits: Limits) -> AsyncIterator[tuple[int, type[BoundedProtocol]]]:
    """A server with the bounded protocol; its port."""

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    protocol = create_protocol(limits)
    config = uvicorn.Config(app, http=protocol, log_config=None, timeout_keep_alive=60)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1], protocol


@pytest.mark.anyio
@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HTTP/1.1\r\nHost: a\r\n", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"],
    ids=["nothing", "half a head", "half a body"],
)
async def test_slow_and_idle_connections_are_closed(sent: bytes) -> None:
    async with listening(Limits(request_seconds=0.1, idle_seconds=0.1)) as (port, protocol):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await asyncio.wait_for(reader.readexactly(10_000), 30)
        writer.close()
        assert not protocol.opened


@pytest.mark.anyio
async def test_a_request_that_came_whole_is_answered_and_its_connection_kept() -> None:
    async with listening(Limits(request_seconds=0.1, idle_seconds=30)) as (port, protocol):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.2)
        assert protocol.opened.total() == 1
        writer.close()


@pytest.mark.anyio
async def test_connections_are_bounded_in_all_and_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening(Limits(connections=3)) as (port, _):
        await assert_refused_after(3, port)
    monkeypatch.setattr("tablier.server.http.protocol.is_shared", lambda address: False)
    async with listening(Limits(address_connections=2)) as (port, _):
        await assert_refused_after(2, port)
    async with listening(Limits(address_connections=1, trusted_proxies=("127.0.0.0/8",))) as (port, _):
        await assert_refused_after(None, port)


async def assert_refused_after(most: int | None, port: int) -> None:
    opened = []
    for number in range(5):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        opened.append(writer)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try:
            is_answered = bool(await reader.read(100))
        except ConnectionError:
            is_answered = False
        assert is_answered == (most is None or number < most)
    for writer in opened:
        writer.close()


def test_there_are_files_for_all_connections() -> None:
    import resource

    limits = fit_connections(Limits(connections=100_000))
    assert limits.connections + SPARE_FILES <= max(resource.getrlimit(resource.RLIMIT_NOFILE))
