"""Print how fast the rules are, as a table and as JSON: `make bench`, or `python -m bench --help`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.python.games import Hex

import tablier
from bench import batches as others
from bench import yardsticks
from tablier import Game, State
from tablier.bots import Limit, bot
from tablier.level import Method
from tablier.registry import registered
from tablier.search.alphabeta import AlphaBeta
from tablier.search.problem import RootPosition

NODES = 5_000_000
"""Of an alpha-beta search; what one ply more costs shows how good its move ordering is."""
ROUNDS = 3
"""Repetitions of each measurement, interleaved with those it is compared with; the best counts."""


@dataclass
class Row:
    """One line of the report."""

    what: str
    game: str
    rate: float
    unit: str
    against: str = ""
    ratio: float | None = None


def rate(work: Callable[[int], float], seconds: float) -> float:
    """Units of `work(n)` a second; n grows until it takes long enough."""
    n = 64
    while True:
        started = time.perf_counter()
        done = work(n)
        taken = time.perf_counter() - started
        if taken >= seconds:
            return done / taken
        n = max(2 * n, int(n * seconds / max(taken, 1e-6) * 1.1))


def random_games(state: State, *, threads: int = 1, moves: bool = False) -> Callable[[int], float]:
    def work(n: int) -> float:
        found = tablier.playouts(state, n, seed=n, threads=threads)
        return found.games * (found.plies if moves else 1)

    return work


def driven(game: Game) -> Callable[[int], float]:
    """Random games driven from Python: after, legal_moves and outcome at every ply."""
    rng = Random(1).random

    def work(n: int) -> float:
        state, start = game.start(), game.start()
        for _ in range(n):
            moves = state.legal_moves
            state = state.after(moves[int(rng() * len(moves))])
            if state.outcome is not None:
                state = start
        return n

    return work


def searched(game: Game, name: str, seconds: float, *, threads: int = 1) -> float:
    """Nodes a second of a bot that searches the first move, on so many threads at once."""
    limit = Limit(seconds=seconds)
    with ThreadPoolExecutor(threads) as pool:
        found = pool.map(lambda seed: bot(name).choose(game.start(), limit=limit, seed=seed), range(threads))
        return sum(choice.nodes for choice in found) / seconds


def deepened(game: Game) -> tuple[int, int, int]:
    """How deep alpha-beta sees ahead of the first move, with how many nodes, and with how many one ply less.

    All three are the same anywhere.
    """
    search = AlphaBeta(RootPosition(game.start(), sides=game.sides))
    needed = [1]
    while search.depth == len(needed) - 1:
        search.run(NODES - search.nodes, depth=search.depth + 1)
        needed.append(search.nodes)
    return search.depth, needed[-2], needed[-3]


def alternating(one: Callable[[], float], other: Callable[[], float]) -> tuple[float, float]:
    """The best of both, interleaved so that a noisy minute slows both alike."""
    pairs = [(one(), other()) for _ in range(ROUNDS)]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)


def batches(seconds: float, pgx: Path | None) -> Iterator[Row]:
    """Many games at once, against what others give programs that learn."""
    for name, theirs, pgx_name in others.PAIRS:
        ours = partial(others.measure_batch(name), seconds)
        yield Row("batch of games", name, max(ours() for _ in range(ROUNDS)), "moves/s")
        if (open_spiel := others.measure_open_spiel(theirs)) is not None:
            speed, other = alternating(ours, partial(open_spiel, seconds))
            yield Row("batch of games", name, speed, "moves/s", f"OpenSpiel {theirs}", speed / other)
        if pgx and (jax := others.measure_pgx(pgx, pgx_name, seconds)) is not None:
            speed = max(ours() for _ in range(ROUNDS))
            yield Row("batch of games", name, speed, "moves/s", f"pgx {pgx_name}", speed / jax)


def rows(seconds: float, limit: Path, pgx: Path | None) -> Iterator[Row]:
    programs = yardsticks.build_programs(limit, Path("build/limit"))
    for name in tablier.games():
        yield from random_play(name, seconds, programs.get(name))
    for name in tablier.games():
        yield from searches(tablier.game(name), seconds)
    for name in tablier.games():
        speed = max(rate(driven(tablier.game(name)), seconds) for _ in range(ROUNDS))
        yield Row("driven from Python", name, speed, "moves/s")
    yield from plain_python(seconds)
    if (other := yardsticks.measure_open_spiel(seconds)) is not None:
        yield Row("OpenSpiel driven from Python", "hex 5×5", other, "moves/s")
    yield from batches(seconds, pgx)


def plain_python(seconds: float) -> Iterator[Row]:
    """Random games of rules in plain Python through the contract, and the sims of a tree search."""
    with registered(Hex):
        game = tablier.game(Hex.id, side=11)
        speed = max(rate(random_games(game.start(), moves=True), seconds) for _ in range(ROUNDS))
        yield Row("random games in plain Python", "hex 11×11", speed, "moves/s")
        yield Row("tree search in plain Python", "hex 11×11", searched(game, "uct:1s", seconds), "sims/s")


def random_play(name: str, seconds: float, program: Path | None) -> Iterator[Row]:
    """Random games against the yardstick, where there is one, and on two threads against one."""
    start = tablier.game(name).start()
    in_moves = program is not None and "plies" in yardsticks.PROGRAMS[name][1]
    unit = "moves/s" if in_moves else "games/s"
    ours = partial(rate, random_games(start, moves=in_moves), seconds)
    if program is not None:
        speed, other = alternating(ours, partial(yardsticks.run_program, name, program, seconds))
        yield Row("random games", name, speed, unit, yardsticks.PROGRAMS[name][0], speed / other)
    one, two = alternating(ours, partial(rate, random_games(start, threads=2, moves=in_moves), seconds))
    if program is None:
        yield Row("random games", name, one, unit)
    yield Row("random games, 2 threads", name, two, unit, "1 thread", two / one)


def searches(game: Game, seconds: float) -> Iterator[Row]:
    """Plain tree search; and the best level where it searches otherwise."""
    one, two = alternating(
        partial(searched, game, "uct:1s", seconds), partial(searched, game, "uct:1s", seconds, threads=2)
    )
    yield Row("tree search", game.id, one, "sims/s")
    yield Row("tree search, 2 threads", game.id, two, "sims/s", "1 thread", two / one)
    plan = bot("level:8").settings(game)
    assert plan is not None
    is_alphabeta = plan.method is Method.ALPHABETA
    if is_alphabeta or plan.tree.policy_value:
        speed = max(searched(game, "level:8", seconds) for _ in range(ROUNDS))
        what = ("alpha-beta", "nodes/s") if is_alphabeta else ("tree search by a net", "positions/s")
        yield Row(what[0], game.id, speed, what[1])
    if is_alphabeta:
        depth, nodes, less = deepened(game)
        yield Row(f"alpha-beta to depth {depth}", game.id, nodes, "nodes", "1 ply less", nodes / less)


def report(found: list[Row]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in ("what", "game"):
        table.add_column(column, no_wrap=True)
    for column in ("rate", "", "against", "ratio"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in found:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        table.add_row(row.what, row.game, f"{row.rate:,.0f}", row.unit, row.against, ratio)
    return table


@click.command()
@click.option("--seconds", default=1.0, show_default=True, help="How long each measurement takes.")
@click.option(
    "--limit",
    type=click.Path(path_type=Path),
    default=Path("../shared/limit"),
    show_default=True,
    help="Folder of the C++ yardsticks; left out if it is not there.",
)
@click.option(
    "--pgx", type=click.Path(path_type=Path), help="A Python that has pgx and JAX; left out without."
)
@click.option("--only-batches", is_flag=True, help="Measure many games at once, and nothing else.")
@click.option(
    "--json", "target", type=click.Path(path_type=Path), default=Path("build/bench.json"), show_default=True
)
def main(seconds: float, limit: Path, target: Path, pgx: Path | None, only_batches: bool) -> None:
    """Measure random games and searches on one and two threads, and games driven from Python."""
    console = Console()
    console.width = max(console.width, 96)  # rather a wrapped line than a number cut short
    found: list[Row] = []
    try:
        wanted = batches(seconds, pgx) if only_batches else rows(seconds, limit, pgx)
        found.extend(track(wanted, "measuring", console=console, total=None, transient=True))
    except KeyboardInterrupt:
        console.print("stopped; what was measured so far:")
    console.print(report(found))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps([asdict(row) for row in found], indent=1) + "\n")
    console.print(f"as JSON: {target}")


if __name__ == "__main__":
    main()
