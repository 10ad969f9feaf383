"""Places to play in: a hall whose time stands still until told, and a real server in a process of its own."""

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
from tablier.server import events as ev
from tablier.server.acts import Play, Sit
from tablier.server.bus import Bus, open_bus
from tablier.server.hall import Hall
from tablier.server.jobs import Job, Think, Thought, Weigh, weigh
from tablier.server.news import Look, News
from tablier.server.opening import NewSeat, NewTable
from tablier.server.seats import Person
from tablier.server.situation import replay
from tablier.server.store import Store
from tablier.server.table import Table
from tests.server.services import free_port

ANN, BOB, CID, DEE = (Person(name.lower(), name) for name in ("Ann", "Bob", "Cid", "Dee"))
ME = NewSeat("me")
BOT = NewSeat("bot", bot="level:1")


class Hand:
    """A watch that goes when it is turned."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Ear:
    """Somebody at a table, and what he was told."""

    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.look = Look()
        self.heard: list[dict[str, Any]] = []

    def tell(self, message: bytes, *, is_news: bool) -> None:
        self.heard.append(json.loads(message))

    def dismiss(self) -> None:
        self.heard.append({"type": "dismissed"})


def first_legal(job: Job) -> Thought:
    """A bot that plays the first legal move."""
    match = Match(tablier.game(job.game, **job.options))
    for move in job.moves:
        match.push(move)
    seats = len(match.game.seats)
    return Thought(match.legal_moves[0], (1 / seats,) * seats)


@asynccontextmanager
async def a_hall(
    place: Path | str,
    *,
    think: Think = first_legal,
    weigh: Weigh = weigh,
    bus: Bus | None = None,
    hand: Hand | None = None,
    threads: int = 1,
) -> AsyncIterator[Hall]:
    """Over a folder, or over a database by its URL."""
    store = Store(place if isinstance(place, str) else f"sqlite:///{place / 'log.sqlite'}")
    pool = ThreadPoolExecutor(threads)
    hall = Hall(store, bus or open_bus("memory:"), pool, think=think, weigh=weigh, time=hand or Hand())
    await hall.start()
    try:
        yield hall
    finally:
        await hall.stop()
        await asyncio.sleep(0)
        pool.shutdown()
        store.close()


async def a_table(hall: Hall, game: str, *people: Person, **chosen: Any) -> Table:
    """A table made by the first of these, where all the others have sat down."""
    table = await hall.open(people[0], NewTable(game, **chosen))
    for person in people[1:]:
        seat = next(number for number, seat in enumerate(table.situation.seats) if seat.is_open)
        await table.act(person, Sit(seat=seat))
    return table


def news(table: Table, person: Person | None = None) -> News:
    return table.report().to(person, Look())


async def played(table: Table, *moves: str) -> None:
    """Make moves, each by whoever sits where it is due."""
    for move in moves:
        now = table.situation
        seat = now.seats[now.match.turn]
        await table.act(Person(seat.person, seat.name), Play(move=move, ply=now.ply))


async def until(is_so: Callable[[], object]) -> None:
    """Wait for what happens by itself; fail after a while."""
    for _ in range(500):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


async def replayed_same(table: Table, hall: Hall) -> None:
    """What the log tells is what the table knows."""
    for _ in range(100):
        again = replay(await hall.store.read(table.id))
        live = table.situation
        if again.number == live.number:
            break
        await asyncio.sleep(0.01)  # a bot is at it: its move is stored and not told yet, or told since
    assert again.match == live.match
    assert {**again.__dict__, "match": 0} == {**live.__dict__, "match": 0}


def kinds(entries: list[ev.Entry]) -> list[str]:
    return [type(entry.event).__name__ for entry in entries]


class Server:
    """The real thing."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self.settings = settings
        self.port = free_port()
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        code = (
            "import json, sys; from pathlib import Path; from tablier.server import serve\n"
            "serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), **json.loads(sys.argv[3]))"
        )
        words = (str(self.port), str(self.data), json.dumps(self.settings))
        self.process = subprocess.Popen([sys.executable, "-c", code, *words])
        for _ in range(1200):  # a minute: the machine may be busy
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                urlopen(f"{self.address}/api/games", timeout=10).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As Ctrl-C does; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(10)

    def call(
        self, path: str, body: object = None, card: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """A request and its answer."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json", **(headers or {})}
        if card:
            sent["authorization"] = f"Bearer {card}"
        try:
            with urlopen(Request(self.address + path, data, sent)) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            with error:
                return error.code, json.loads(error.read())

    def guest(self, name: str = "") -> str:
        return str(self.call("/api/guest", {"name": name})[1]["card"])

    def live(self, table: str, card: str = "", **headers: str) -> Live:
        sent = {"authorization": f"Bearer {card}"} if card else {}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        return Live(address, {**sent, **headers})


class Live:
    """A connection to a table."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._open = connect(address, additional_headers=headers, close_timeout=1)
        self.connection = self._open.__enter__()

    def send(self, message: object) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def get(self, is_it: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self.connection.recv(10))
            if is_it(message):
                return message

    def at(self, ply: int) -> dict[str, Any]:
        return self.get(lambda message: message.get("ply") == ply and message["type"] == "news")

    def problem(self) -> dict[str, Any]:
        return self.get(lambda message: message["type"] == "problem")

    def drain(self) -> None:
        """Read on until the server hangs up."""
        while True:
            self.connection.recv(10)

    def close(self) -> None:
        self._open.__exit__(None, None, None)
