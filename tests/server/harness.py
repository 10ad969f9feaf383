"""Test harness: a registry with a manual clock, and a real server in a process of its own."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

import tablier
from tablier.match import Match
from tablier.server.live.bus import Bus, open_bus
from tablier.server.live.ceiling import Ceiling
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import Table
from tablier.server.live.thinking import BotMove, JobRunner, ReviewRunner, SearchJob, run_review_job
from tablier.server.messages.news import News, Perspective
from tablier.server.store.log import Store
from tablier.server.tables import events
from tablier.server.tables.commands import Play, Sit
from tablier.server.tables.create import NewSeat, NewTable
from tablier.server.tables.person import Person
from tablier.server.tables.state import replay
from tests.server.services import free_port

CALL_SECONDS = 60.0
"""Seconds after which a request that is not answered fails: the machine may be busy."""
ANN, BOB, CID, DEE = (Person(name.lower(), name) for name in ("Ann", "Bob", "Cid", "Dee"))
ME = NewSeat("me")
BOT = NewSeat("bot", bot="level:1")


class ManualClock:
    """A clock that advances only when `now` is set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class FakeListener:
    """A listener at a table that records its messages."""

    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.perspective = Perspective()
        self.messages: list[dict[str, Any]] = []

    def tell(self, message: bytes, *, is_news: bool) -> None:
        self.messages.append(json.loads(message))

    def disconnect(self) -> None:
        self.messages.append({"type": "disconnected"})


def first_legal(job: SearchJob, player: object = None) -> BotMove:
    """A search that gives the first legal move."""
    match = Match(tablier.game(job.game, **job.options))
    for move in job.moves:
        match.push(move)
    seats = len(match.game.seats)
    return BotMove(match.legal_moves[0], (1 / seats,) * seats)


@asynccontextmanager
async def open_registry(
    place: Path | str,
    *,
    think: JobRunner = first_legal,
    review: ReviewRunner = run_review_job,
    bus: Bus | None = None,
    clock: ManualClock | None = None,
    threads: int = 1,
    ceiling: Ceiling | None = None,
) -> AsyncIterator[TableRegistry]:
    """A started registry over the database in a folder, or at a URL."""
    store = Store(place if isinstance(place, str) else f"sqlite:///{place / 'log.sqlite'}")
    pool = ThreadPoolExecutor(threads)
    registry = TableRegistry(
        store,
        bus or open_bus("memory:"),
        pool,
        think=think,
        review=review,
        time=clock or ManualClock(),
        ceiling=ceiling,
        slots=lambda: threads,
    )
    await registry.start()
    try:
        yield registry
    finally:
        await registry.stop()
        await asyncio.sleep(0)
        pool.shutdown()
        store.close()


async def open_table(registry: TableRegistry, game: str, *people: Person, **chosen: Any) -> Table:
    """A table created by the first of these people, where the others take the open seats."""
    table = await registry.create(people[0], NewTable(game, **chosen))
    for person in people[1:]:
        seat = next(number for number, seat in enumerate(table.state.seats) if seat.is_open)
        await table.submit(person, Sit(seat=seat))
    return table


def news(table: Table, person: Person | None = None) -> News:
    return table.snapshot().for_person(person, Perspective())


async def play_moves(table: Table, *moves: str) -> None:
    """Make moves, each as the person whose turn it is."""
    for move in moves:
        state = table.state
        seat = state.seats[state.match.turn]
        await table.submit(Person(seat.person, seat.name), Play(move=move, ply=state.ply))


async def play_enough(table: Table) -> None:
    """Make the first legal move until the game has as many as a rated one needs."""
    match = table.state.match
    while len(match.moves) < match.game.min_rated_moves:
        if table.state.bot_to_move:
            await wait_until(lambda: not table.state.bot_to_move)
        else:
            await play_moves(table, match.game.texts[match.legal_moves[0]])
        match = table.state.match


async def wait_until(condition: Callable[[], object]) -> None:
    """Wait for a condition; fail after half a minute or more."""
    for _ in range(3000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the condition was not met")


def wait_for(condition: Callable[[], object]) -> None:
    """Like `wait_until`, for tests with a real server; fail after a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "the condition was not met"
        time.sleep(0.01)


async def assert_replay_equal(table: Table, registry: TableRegistry) -> None:
    """Assert that replaying the log gives the live state of a table."""
    for _ in range(100):
        replayed = replay(await registry.store.read(table.id), registry.outages)
        live = table.state
        if replayed.number == live.number:
            break
        await asyncio.sleep(0.01)  # a bot's move may be stored and not applied yet
    assert replayed.match == live.match
    assert {**replayed.__dict__, "match": 0} == {**live.__dict__, "match": 0}


def kinds(entries: list[events.Entry]) -> list[str]:
    return [type(entry.event).__name__ for entry in entries]


class Server:
    """A server in a process of its own, over real sockets."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.data = data
        self.settings = settings
        self.port = free_port()
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    code = (
        "import json, sys; from pathlib import Path; from tablier.server.run import serve\n"
        "told = json.loads(sys.argv[3]); engine = Path(told.pop('engine', '')) \n"
        "serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), engine=engine, **told)"
    )

    def start(self) -> None:
        arguments = (str(self.port), str(self.data), json.dumps(self.settings))
        self.process = subprocess.Popen([sys.executable, "-c", self.code, *arguments])
        for _ in range(1200):  # a minute: the machine may be busy
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                urlopen(f"{self.address}/api/games", timeout=10).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Interrupt the process, as Ctrl-C does; gives its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(CALL_SECONDS)

    def call(
        self,
        path: str,
        body: object = None,
        token: str = "",
        headers: dict[str, str] | None = None,
        *,
        parse: bool = True,
    ) -> tuple[int, Any]:
        """The status and the JSON of a response, decoded unless it is not to be parsed; POST with a body."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **(headers or {})}
        if token:
            sent["authorization"] = f"Bearer {token}"
        try:
            with urlopen(Request(self.address + path, data, sent), timeout=CALL_SECONDS) as answer:
                return answer.status, json.loads(answer.read()) if parse else answer.read()
        except HTTPError as error:
            with error:
                return error.code, json.loads(error.read()) if parse else error.read()

    def guest(self, name: str = "") -> str:
        """The token of a new guest."""
        return str(self.call("/api/guest", {"name": name})[1]["token"])

    def live(self, table: str, token: str = "", **headers: str) -> LiveSocket:
        sent = {"authorization": f"Bearer {token}"} if token else {}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        return LiveSocket(address, {**sent, **headers})


class LiveSocket:
    """A WebSocket connection to a table."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._open = connect(address, additional_headers=headers, close_timeout=1)
        self.connection = self._open.__enter__()

    def send(self, message: object) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def get(self, matches: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The next message that matches."""
        while True:
            message: dict[str, Any] = json.loads(self.connection.recv(10))
            if matches(message):
                return message

    def at(self, ply: int) -> dict[str, Any]:
        """The next news at this ply."""
        return self.get(lambda message: message.get("ply") == ply and message["type"] == "news")

    def problem(self) -> dict[str, Any]:
        """The next refusal."""
        return self.get(lambda message: message["type"] == "problem")

    def drain(self) -> None:
        """Read until the server closes the connection."""
        while True:
            self.connection.recv(10)

    def close(self) -> None:
        self._open.__exit__(None, None, None)
