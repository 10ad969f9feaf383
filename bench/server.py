"""Load test of the server with many games at once: `make bench-server`.

The server runs as a process of its own, with its store on disk; this one plays all seats over WebSockets:
first at the pace of people, then as fast as every socket is allowed to talk. The same for boardgame.io's
server (`bench/boardgame_io`); then a store of a million games (`bench/large_store.py`).
`python -m bench.server load` or `store` measures one of the two.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect

from bench import boardgame_io, large_store
from bench.processes import ServerProcess, memory_of, work_of

GAMES = 200
PACE = 2.5
"""Seconds a person thinks, on average."""
THINKERS = 10
"""Tables where bots play each other meanwhile."""
SECONDS = 20.0
"""How long each part is measured."""
FASTEST = 0.11
"""Seconds between two messages that a socket accepts for ever."""

Pair = tuple[str, str]
MORE = 6
"""Tables of a pair in haste, played one after the other: a game of forty moves takes five seconds then."""


class SeatConnection(NamedTuple):
    live: ClientConnection
    table: str
    seat: int
    token: str
    following: tuple[str, ...] = ()
    """Further tables, for when the game here is over."""


class Scene(Struct):
    tree: dict[str, Any] = {}


class Message(Struct):
    """As much of a message as a player needs."""

    type: str
    ply: int = 0
    status: str = ""
    turn: int | None = None
    scene: Scene | None = None
    code: str = ""


read = json.Decoder(Message).decode


class Bench:
    def __init__(self, address: str, pid: int) -> None:
        self.address = address
        self.pid = pid
        self.pace = PACE
        self.until = 0.0
        self.sent: dict[tuple[str, int], float] = {}
        self.waits: list[float] = []
        self.finished = 0
        self.refused = 0

    def memory(self) -> int:
        return memory_of(self.pid)

    def work(self) -> float:
        return work_of(self.pid)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        if not token:
            del headers["authorization"]
        with urlopen(Request(self.address + path, json.encode(body), headers)) as answer:
            return json.decode(answer.read())

    def token(self) -> str:
        return str(self.post("/api/guest", {})["card"])

    def open_table(self, game: str, tokens: tuple[str, str]) -> str:
        table: str = self.post("/api/tables", {"game": game}, tokens[0])["table"]
        self.post(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, tokens[1])
        return table

    def connect(self, table: str, token: str) -> connect:
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        return connect(
            address,
            additional_headers={"authorization": f"Bearer {token}"},
            compression=None,
            open_timeout=60,
        )

    async def play_all(self, first: SeatConnection) -> None:
        """Play until time is up: at this table, and then at those that follow."""
        await self.player(first.live, first.table, first.seat)
        for table in first.following:
            if perf_counter() >= self.until:
                return
            async with self.connect(table, first.token) as live:
                await self.player(live, table, first.seat)

    async def player(self, live: ClientConnection, table: str, seat: int) -> None:
        """Play on until time is up or the game is over; note how long the other's moves took to arrive."""
        ply = -1
        await live.send('{"act": "look"}')  # the news again, to begin with
        async for message in live:
            now = perf_counter()
            told = read(message)
            if told.type == "problem":
                self.refused += 1
            if told.type != "news" or told.ply <= ply:
                continue
            ply = told.ply
            moved = self.sent.get((table, ply))
            if moved is not None and seat == ply % 2:  # the other's move
                self.waits.append(now - moved)
            if told.status == "over":
                self.finished += seat == 0
                return
            if told.turn == seat and told.scene is not None:
                await asyncio.sleep(self.think())
                if perf_counter() >= self.until:
                    return
                move = random.choice(list(list_moves(told.scene.tree)))
                self.sent[table, ply + 1] = perf_counter()
                await live.send(json.encode({"act": "play", "move": move, "ply": ply}).decode())

    def think(self) -> float:
        return max(FASTEST, random.expovariate(1 / self.pace)) if self.pace > FASTEST else FASTEST

    async def part(self, name: str, pace: float, lives: list[SeatConnection]) -> None:
        self.pace, self.waits, self.finished, self.refused = pace, [], 0, 0
        self.sent.clear()
        start, worked = perf_counter(), self.work()
        self.until = start + SECONDS
        playing = [asyncio.create_task(self.play_all(each)) for each in lives]
        await asyncio.wait(playing, timeout=SECONDS + 3)
        for task in playing:
            task.cancel()
        busy = (self.work() - worked) / (perf_counter() - start)
        waits = sorted(self.waits)
        rate = len(waits) / SECONDS
        p50, p99 = (1000 * waits[int(len(waits) * part)] for part in (0.5, 0.99))
        print(
            f"{name}: {rate:.0f} moves/s, to the other player p50 {p50:.1f} ms, p99 {p99:.1f} ms,"
            f" longest {1000 * waits[-1]:.1f} ms; server at {100 * busy:.0f} % of a core;"
            f" {self.finished} games ended, {self.refused} messages refused"
        )

    async def run(self, game: str) -> None:
        pairs = [(self.token(), self.token()) for _ in range(GAMES)]
        self.open_table(game, pairs[0])  # what is loaded with the first table is not the table's
        empty = self.memory()
        tables = [self.open_table(game, pair) for pair in pairs]
        opened = self.memory()
        async with AsyncExitStack() as lines:
            seated = await self.seated(lines, [[table] for table in tables], pairs)
            connected = self.memory()
            print(
                f"{GAMES} games of {game} held over {len(seated)} connections;"
                f" server {empty / 1024:.0f} MB, a table {(opened - empty) / GAMES:.0f} KB,"
                f" a connection {(connected - opened) / len(seated):.0f} KB"
            )
            await self.part("at people's pace", PACE, seated)
            bots = [{"who": "bot", "bot": "level:7"}] * 2
            for pair in pairs[:THINKERS]:
                self.post("/api/tables", {"game": game, "seats": bots}, pair[0])
            await self.part(f"the same while bots play {THINKERS} games", PACE, seated)
        async with AsyncExitStack() as lines:
            many = [[self.open_table(game, pair) for _ in range(MORE)] for pair in pairs]
            await self.part("in haste", 0.0, await self.seated(lines, many, pairs))
        print(f"server {self.memory() / 1024:.0f} MB in the end")

    async def seated(
        self, lines: AsyncExitStack, tables: Sequence[Sequence[str]], pairs: Sequence[Pair]
    ) -> list[SeatConnection]:
        """Both of each pair at the first of its tables."""
        return [
            SeatConnection(
                await lines.enter_async_context(self.connect(first, token)),
                first,
                seat,
                token,
                tuple(following),
            )
            for (first, *following), pair in zip(tables, pairs, strict=True)
            for seat, token in enumerate(pair)
        ]


def list_moves(tree: dict[str, Any]) -> Iterator[str]:
    """The texts of the moves in a tree of clicks."""
    for branch in tree.values():
        if isinstance(branch, str):
            yield branch
        else:
            yield from list_moves(branch)


def measure_load(game: str) -> None:
    """Tablier, durable, and boardgame.io's server, in memory, one after the other under the same load."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
        asyncio.run(Bench(server.address, server.pid).run(game))
    boardgame_io.main(
        games=GAMES, seconds=SECONDS, fastest=FASTEST, paces={"at people's pace": PACE, "in haste": 0.0}
    )


def main() -> None:
    parts = sys.argv[1:] or ["load", "store"]
    if "load" in parts:
        measure_load("quixo")
    if "store" in parts:
        large_store.main()


if __name__ == "__main__":
    main()
