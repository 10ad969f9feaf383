"""A store of a million games, and how quickly a server answers with it: a part of `make bench-server`.

Two real games, one finished and one running, are copied under new ids by the database itself.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.request import Request, urlopen

from msgspec import json

import tablier
from bench.processes import ServerProcess, work_of
from tablier.match import Match
from tablier.server.live.table import log_batch
from tablier.server.people.accounts import Accounts
from tablier.server.people.tokens import Tokens
from tablier.server.store.batch import LogBatch
from tablier.server.store.log import Store
from tablier.server.tables import events
from tablier.server.tables.clocks import Control
from tablier.server.tables.person import new_guest
from tablier.server.tables.seats import Seat
from tablier.server.tables.state import TableState, replay

GAME = "quixo"
GAMES, RUNNING, RATED_ROWS = 1_000_000, 2_000, 400_000
"""Games in the store, those of them that run, and rows of the rating history."""
ACCOUNTS = 20_000
PLIES = 8
YEAR = 365 * 24 * 3600.0
TRIES = 15
START_SECONDS = 60.0

NUMBERS = "with recursive numbers(i) as (select {first} union all select i + 1 from numbers where i < {last})"
COPY = """
insert into log (match, number, ply, at, event)
{numbers}
select printf('{prefix}%08d', i), number, ply, at + i * {step},
  replace(replace(event, 'person-a', printf('p%07d', i % {accounts})),
    'person-b', printf('p%07d', (i + 7) % {accounts}))
from numbers cross join (select * from template order by number)
"""
MATCHES = """
insert into matches (id, game, changed, status, wake, public)
{numbers}
select printf('{prefix}%08d', i), '{game}', {now} - {year} + i * {step}, '{status}', {wake}, i % 50 = 0
from numbers
"""
SITTERS = """
insert into sitters (person, match, result)
{numbers} select printf('p%07d', (i + {shift}) % {accounts}), printf('{prefix}%08d', i), {result} from numbers
"""
RATED = """
insert into rated (match, seat, game, ended, player, side, place, games,
  mean_before, spread_before, mean, spread, counts)
{numbers}
select printf('g%08d', i), seat, '{game}', {now} - {year} + i * {step},
  printf('p%07d', (i + 7 * seat) % {accounts}), seat, seat + 1, i / {accounts} + 1,
  1400.0 + i % 300, 80.0, 1400.0 + (i + 1) % 300, 79.0, 1
from numbers cross join (select 0 as seat union select 1)
"""
STANDINGS = """
insert into standings (game, player, mean, spread, sure, games)
select game, player, mean, spread, mean - 1.96 * spread, games from (
  select *, row_number() over (partition by game, player order by ended desc, match desc, seat) as age
  from rated
) where age = 1
"""
ACCOUNT_ROWS = """
insert into accounts (person, name, folded, skeleton, password, epoch, made)
{numbers} select printf('p%07d', i), printf('Player %d', i), printf('player %d', i), printf('player %d', i),
  '', 1, 0 from numbers
"""


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="tablier-bench-"))
    try:
        token = build_store(folder / "tablier.sqlite")
        measure_server(folder, token)
        measure_writer(folder / "tablier.sqlite")
    finally:
        shutil.rmtree(folder)


def build_store(path: Path) -> str:
    """Make the store; gives the token of an account in it."""
    begun = perf_counter()
    token = asyncio.run(_begin_store(path))
    now = time.time()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for setting in ("journal_mode = off", "synchronous = off", "cache_size = -400000"):
            connection.execute(f"pragma {setting}")
        connection.execute("begin")
        finished, running = GAMES - RUNNING, RUNNING
        common = {"game": GAME, "now": now, "year": YEAR, "accounts": ACCOUNTS}
        for prefix, count, source in (("g", finished, "finished"), ("r", running, "running")):
            is_over = prefix == "g"
            numbers = NUMBERS.format(first=0, last=count - 1)
            step = YEAR / count if is_over else 0.0
            values = {**common, "numbers": numbers, "prefix": prefix, "step": step}
            connection.execute("drop table if exists temp.template")
            connection.execute(f"create temp table template as select * from log where match = '{source}'")
            connection.execute(COPY.format(**values))
            status, wake = ("over", "null") if is_over else ("playing", f"{now} + 86400 + i")
            changed = {**values, "now": now if is_over else now + YEAR}
            connection.execute(MATCHES.format(**changed, status=status, wake=wake))
            for shift, result in ((0, "'won'"), (7, "'lost'")):
                result = result if is_over else "null"
                connection.execute(SITTERS.format(**values, shift=shift, result=result))
        numbers = NUMBERS.format(first=GAMES - RUNNING - RATED_ROWS // 2, last=GAMES - RUNNING - 1)
        connection.execute(RATED.format(**common, numbers=numbers, step=YEAR / finished))
        connection.execute("delete from standings")
        connection.execute(STANDINGS)
        connection.execute(ACCOUNT_ROWS.format(numbers=NUMBERS.format(first=0, last=ACCOUNTS - 1)))
        connection.execute("commit")
        lines = connection.execute("select count(*) from log").fetchone()[0]
    print(
        f"a store of {GAMES:,} games ({lines:,} lines), {RUNNING:,} of them running,"
        f" {RATED_ROWS:,} rated rows: {path.stat().st_size / 1e9:.1f} GB,"
        f" built in {perf_counter() - begun:.0f} s"
    )
    return token


async def _begin_store(path: Path) -> str:
    """A store with one finished and one running rated game, and an account that is signed in."""
    store = Store(f"sqlite:///{path}")
    now = time.time()
    await store.append(rated_batch("finished", ("person-a", "person-b"), at=now - YEAR, is_over=True))
    await store.append(rated_batch("running", ("person-a", "person-b"), at=now, is_over=False))
    accounts = Accounts(store)
    person = await accounts.sign_up(new_guest(), name="Bench", password="ten thousand tables")
    person = await accounts.sessions.begin(person)
    token = Tokens(store.secret()).sign(person)
    store.close()
    return token


def rated_batch(match: str, persons: tuple[str, str], *, at: float, is_over: bool) -> LogBatch:
    """A rated game of some moves, at one moment, as lines for the log."""
    seats = tuple(Seat(person, person) for person in persons)
    terms = events.Terms(clock=Control("days", 3), rated=True)
    played = Match(tablier.game(GAME))
    happened: list[events.AnyEvent] = [events.Created(GAME, dict(played.game.options), seats, terms)]
    for _ in range(PLIES):
        happened.append(events.Moved(played.turn, played.legal_moves[0]))
        played.push(played.legal_moves[0])
    happened += [events.Resigned(1)] if is_over else []
    entries = [
        events.Entry(number, at, event, number - 2 if isinstance(event, events.Moved) else None)
        for number, event in enumerate(happened, 1)
    ]
    state: TableState = replay(entries)
    return log_batch(match, state, tuple(entries))


def measure_server(folder: Path, token: str) -> None:
    begun = perf_counter()
    with ServerProcess(folder) as server:
        first = perf_counter() - begun
        print(
            f"first answer {first:.2f} s after the process was started (aim: 2 s),"
            f" {work_of(server.pid):.2f} s of processor time"
        )
        own = {"authorization": f"Bearer {token}"}
        report("home", 100, lambda _: fetch(f"{server.address}/", own))
        report("leaderboard", 100, lambda _: fetch(f"{server.address}/ratings/{GAME}", own))
        report("rated table, not in memory", 100, lambda i: fetch(f"{server.address}/t/r{i:08d}", own))
        body = json.encode({"game": GAME, "rated": True})
        report("opening a rated table", 100, lambda _: fetch(f"{server.address}/api/tables", own, body))
        report("a player's games", 100, lambda _: fetch(f"{server.address}/me", own))


def measure_writer(path: Path) -> None:
    """End rated games in the writer, one after the other."""
    store = Store(f"sqlite:///{path}")
    seconds: list[float] = []
    store.on_commit = lambda _lines, taken, _is_done: seconds.append(taken)

    async def end_games() -> None:
        for number in range(TRIES):
            persons = f"p{number:07d}", f"p{number + 7:07d}"
            await store.append(rated_batch(f"end{number}", persons, at=time.time(), is_over=True))

    asyncio.run(end_games())
    store.close()
    print(describe("ending a rated game in the writer", 50, seconds))


def report(name: str, aim: float, ask: Callable[[int], object]) -> None:
    seconds = []
    for number in range(TRIES):
        begun = perf_counter()
        ask(number)
        seconds.append(perf_counter() - begun)
    print(describe(name, aim, seconds))


def describe(name: str, aim: float, seconds: list[float]) -> str:
    return (
        f"{name}: first {1000 * seconds[0]:.0f} ms, median of {len(seconds)} {1000 * median(seconds):.0f} ms,"
        f" longest {1000 * max(seconds):.0f} ms (aim: {aim:.0f} ms)"
    )


def fetch(address: str, headers: dict[str, str], body: bytes | None = None) -> None:
    request = Request(address, body, {**headers, "content-type": "application/json", "accept": "text/html"})
    with urlopen(request, timeout=START_SECONDS) as answer:
        answer.read()


if __name__ == "__main__":
    main()
