"""Faults at random while games are played: `make chaos`, and a short form in the tests.

Server processes, Redis, PostgreSQL and Dask workers are killed, stopped and started again. Afterwards every
act that a server acknowledged must be in the log, once, at its place.
"""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random

import click

import tablier
from tablier.match import Match
from tablier.server.store.log import Store
from tablier.server.tables import events
from tablier.server.tables.state import replay
from tests.dask_processes import Process, scheduler, worker
from tests.server.harness import Server, wait_for
from tests.server.services import PostgreSQL, Redis, running

GAME = "quixo"
THREADS = 8
"""Clients that act at the same time."""
FAULT_SECONDS = 2.0
"""Seconds for which a fault lasts, on average, and between two of them."""


@dataclass
class Game:
    """A table, the tokens of its players, and what its clients know to be stored."""

    table: str
    tokens: tuple[str, str]
    rng: Random
    match: Match = field(default_factory=lambda: Match(tablier.game(GAME)))
    played: dict[int, str] = field(default_factory=dict)
    """The acknowledged moves, by ply."""
    said: list[str] = field(default_factory=list)
    """The acknowledged chat lines, in the order of their acknowledgement."""
    attempts: int = 0


class Chaos:
    def __init__(self, servers: list[Server], games: int, seed: int) -> None:
        self.servers = servers
        self.rng = Random(seed)
        self.problems: list[str] = []
        self.refused = self.unanswered = 0
        self._over = threading.Event()
        self.games = [self._open(number, Random(f"{seed}/{number}")) for number in range(games)]
        seats = [{"who": "bot", "bot": "level:1"}] * 2
        self.bots = [
            str(servers[0].call("/api/tables", {"game": GAME, "seats": seats}, game.tokens[0])[1]["table"])
            for game in self.games[:2]
        ]

    def _open(self, number: int, rng: Random) -> Game:
        server = self.servers[number % len(self.servers)]
        tokens = server.guest("Ann"), server.guest("Bob")
        table = server.call("/api/tables", {"game": GAME}, tokens[0])[1]["table"]
        server.call(f"/api/tables/{table}/acts", {"act": "sit", "seat": 1}, tokens[1])
        return Game(table, tokens, rng)

    def play(self, seconds: float, faults: list[Fault]) -> list[str]:
        """Play and break for so long; gives the names of the faults that happened."""
        happened = []
        with ThreadPoolExecutor(THREADS) as clients:
            running = [clients.submit(self._client, self.games[number::THREADS]) for number in range(THREADS)]
            until = time.monotonic() + seconds
            try:
                while time.monotonic() < until:
                    self._over.wait(self.rng.uniform(0.2, FAULT_SECONDS))
                    fault = self.rng.choice(faults)
                    happened.append(fault.name)
                    fault.begin()
                    self._over.wait(self.rng.uniform(0.2, FAULT_SECONDS))
                    fault.end()
            finally:
                self._over.set()
            for client in running:
                client.result()
        return happened

    def _client(self, games: list[Game]) -> None:
        while games and not self._over.is_set():
            for game in games:
                self._act(game)

    def _act(self, game: Game) -> None:
        """A chat line, or a move; sometimes the same ply at two servers at once."""
        game.attempts += 1
        if game.match.outcome is not None or game.rng.random() < 0.3:
            text = f"line {game.attempts}"
            if self._post(game, game.tokens[0], {"act": "say", "text": text}) == 200:
                game.said.append(text)
            return
        ply, token = len(game.match.moves), game.tokens[game.match.turn]
        texts = game.match.game.texts
        chosen = game.rng.sample(game.match.legal_moves, 2 if game.rng.random() < 0.2 else 1)
        acts = [{"act": "play", "move": texts[move], "ply": ply} for move in chosen]
        if len(acts) == 1:
            statuses = [self._post(game, token, acts[0])]
        else:
            with ThreadPoolExecutor(2) as pair:
                statuses = list(pair.map(lambda act: self._post(game, token, act), acts))
        stored = [move for move, status in zip(chosen, statuses, strict=True) if status == 200]
        if len(stored) > 1:
            self.problems.append(f"{game.table}: two moves were acknowledged at ply {ply}")
        elif stored:
            game.played[ply] = texts[stored[0]]
            game.match.push(stored[0])
        else:
            self._read_on(game)

    def _read_on(self, game: Game) -> None:
        """Learn of moves whose acknowledgement was lost."""
        with self._tolerate():
            status, news = game.rng.choice(self.servers).call(f"/api/tables/{game.table}")
            known = len(game.match.moves)
            if status == 200:
                game.match.play(*news["moves"][known:])

    def _post(self, game: Game, token: str, act: object) -> int:
        """The status of an act at one of the servers; 0 if none answered."""
        status = 0
        with self._tolerate():
            status = game.rng.choice(self.servers).call(f"/api/tables/{game.table}/acts", act, token)[0]
            self.refused += status != 200
            if status >= 500 and status != 503:
                self.problems.append(f"{game.table}: status {status} for {act}")
        return status

    @contextmanager
    def _tolerate(self) -> Iterator[None]:
        """The errors of a connection to a process that dies."""
        try:
            yield
        except (OSError, HTTPException, ValueError):
            self.unanswered += 1
            time.sleep(0.05)

    def check(self, url: str) -> list[str]:
        """What is wrong with the log, in sentences; nothing, if all is well."""
        return self.problems + asyncio.run(self._check(url))

    async def _check(self, url: str) -> list[str]:
        store = Store(url)
        try:
            found = [
                problem for game in self.games for problem in check_log(game, await store.read(game.table))
            ]
            for table in self.bots:
                entries = await store.read(table)
                if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
                    found.append(f"{table}: the lines are not numbered in order")
                replay(entries)
            return found
        finally:
            store.close()

    @property
    def acknowledged(self) -> int:
        return sum(len(game.played) + len(game.said) for game in self.games)


def check_log(game: Game, entries: list[events.Entry]) -> Iterator[str]:
    """What is wrong with the log of a game."""
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        yield f"{game.table}: the lines are not numbered in order"
    moves = replay(entries).move_texts
    for ply, move in game.played.items():
        if len(moves) <= ply or moves[ply] != move:
            yield f"{game.table}: move {move} at ply {ply} was acknowledged and is not in the log"
    said = [entry.event.text for entry in entries if isinstance(entry.event, events.Said)]
    if len(said) != len(set(said)):
        yield f"{game.table}: a line was written twice"
    if [text for text in said if text in set(game.said)] != game.said:
        yield f"{game.table}: acknowledged lines are missing or in another order"


@dataclass(frozen=True)
class Fault:
    name: str
    begin: Callable[[], object]
    end: Callable[[], object]


def server_faults(servers: list[Server]) -> Iterator[Fault]:
    """Killed, or stopped for a while. The first process stays, so that somebody answers."""
    for number, server in enumerate(servers):
        if number:
            yield Fault("server killed", server.kill, server.start)
        yield Fault(
            "server stopped",
            lambda server=server: server.process.send_signal(signal.SIGSTOP),  # type: ignore[misc]
            lambda server=server: server.process.send_signal(signal.SIGCONT),  # type: ignore[misc]
        )


def service_faults(service: PostgreSQL | Redis) -> Iterator[Fault]:
    name = type(service).__name__
    yield Fault(f"{name} crashed", service.crash, service.start)
    yield Fault(f"{name} stopped", service.pause, service.resume)


class Cluster:
    """A Dask scheduler with two workers, one of which can be killed and started again."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self.address = stack.enter_context(scheduler(folder))
        self._workers: list[Process] = []
        for _ in range(2):
            self.add()

    def add(self) -> None:
        self._workers.append(self._stack.enter_context(worker(self._folder, self.address, threads=1)))

    def kill(self) -> None:
        os.kill(self._workers.pop(0).pid, signal.SIGKILL)

    def faults(self) -> Iterator[Fault]:
        yield Fault("worker killed", self.kill, self.add)


def run_chaos(
    *, seconds: float, games: int, processes: int, seed: int, with_dask: bool
) -> tuple[Chaos, list[str]]:
    """Play, break, mend and check; gives the players, and what happened. Raises AssertionError."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgresql, redis = stack.enter_context(running(PostgreSQL)), stack.enter_context(running(Redis))
        settings = {"store": postgresql.create(), "bus": redis.url}
        faults = [*service_faults(postgresql), *service_faults(redis)]
        if with_dask:
            cluster = Cluster(folder, stack)
            settings["compute"] = cluster.address.replace("tcp:", "dask:")
            faults += cluster.faults()
        servers = []
        for _ in range(processes):
            servers.append(Server(folder, **settings))
            stack.callback(servers[-1].stop)
        faults += server_faults(servers)
        chaos = Chaos(servers, games, seed)
        happened = chaos.play(seconds, faults)
        for server in servers:  # all of them serve again
            wait_for(lambda server=server: server.call(f"/api/tables/{chaos.bots[0]}")[0] == 200)  # type: ignore[misc]
        before = [server.call(f"/api/tables/{table}")[1]["number"] for table in chaos.bots]
        wait_for(
            lambda: all(
                (now := servers[0].call(f"/api/tables/{table}")[1])["number"] > number
                or now["status"] == "over"
                for table, number in zip(chaos.bots, before, strict=True)
            )
        )
        problems = chaos.check(settings["store"])
        assert not problems, "\n".join(problems)
        assert chaos.acknowledged, "nothing was played"
        return chaos, happened


@click.command()
@click.option("--seconds", default=120.0, show_default=True, help="How long it is played.")
@click.option("--games", default=200, show_default=True, help="Games of people at the same time.")
@click.option("--processes", default=3, show_default=True, help="Server processes.")
@click.option("--seed", default=None, type=int, help="The same faults again, as far as times allow.")
def main(seconds: float, games: int, processes: int, seed: int | None) -> None:
    """Break things at random while games are played, and check that no acknowledged act is lost."""
    seed = seed if seed is not None else int(time.time())
    click.echo(f"seed {seed}")
    chaos, happened = run_chaos(seconds=seconds, games=games, processes=processes, seed=seed, with_dask=True)
    counted = ", ".join(f"{happened.count(name)} × {name}" for name in sorted(set(happened)))
    click.echo(f"{counted}\n{chaos.acknowledged} acts acknowledged, {chaos.refused} refused,")
    click.echo(f"{chaos.unanswered} not answered; the log has each acknowledged one, once, in order")


if __name__ == "__main__":
    main()
