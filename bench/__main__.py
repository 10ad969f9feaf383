"""Print how fast the rules are, as a table and as JSON: `make bench`, or `python -m bench --help`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

import tablier
from bench import yardsticks
from tablier import Game, State

ROUNDS = 3
"""Each measurement is taken so often, taking turns with what it is compared with; the best counts."""


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
    """How much `work(n)` gets done in a second; n grows until it takes long enough."""
    n = 64
    while True:
        begun = time.perf_counter()
        done = work(n)
        taken = time.perf_counter() - begun
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
    chance = Random(1).random

    def work(n: int) -> float:
        state, start = game.start(), game.start()
        for _ in range(n):
            moves = state.legal_moves
            state = state.after(moves[int(chance() * len(moves))])
            if state.outcome is not None:
                state = start
        return n

    return work


def alternating(one: Callable[[], float], other: Callable[[], float]) -> tuple[float, float]:
    """The best of both, measured in turns so that a noisy minute hurts both alike."""
    pairs = [(one(), other()) for _ in range(ROUNDS)]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)


def rows(seconds: float, limit: Path) -> Iterator[Row]:
    programs = yardsticks.compiled(limit, Path("build/limit"))
    for name in tablier.games():
        game = tablier.game(name)
        in_moves = name in programs and "plies" in yardsticks.PROGRAMS[name][1]
        ours = lambda game=game, in_moves=in_moves: rate(random_games(game.start(), moves=in_moves), seconds)  # noqa: E731
        unit = "moves/s" if in_moves else "games/s"
        if name in programs:
            theirs = lambda name=name: yardsticks.run(name, programs[name], seconds)  # noqa: E731
            speed, other = alternating(ours, theirs)
            yield Row("random games", name, speed, unit, yardsticks.PROGRAMS[name][0], speed / other)
        else:
            yield Row("random games", name, max(ours() for _ in range(ROUNDS)), unit)
        one, two = alternating(
            ours,
            lambda game=game, in_moves=in_moves: rate(  # type: ignore[misc]
                random_games(game.start(), threads=2, moves=in_moves), seconds
            ),
        )
        yield Row("random games, 2 threads", name, two, unit, "1 thread", two / one)
    for name in tablier.games():
        speed = max(rate(driven(tablier.game(name)), seconds) for _ in range(ROUNDS))
        other_engine = yardsticks.open_spiel_moves(seconds) if name == tablier.games()[0] else None
        yield Row("driven from Python", name, speed, "moves/s")
        if other_engine:
            yield Row("OpenSpiel from Python", "hex 5×5", other_engine, "moves/s")


def report(found: list[Row]) -> Table:
    table = Table(title="Tablier: speed")
    for column in ("what", "game"):
        table.add_column(column)
    for column in ("rate", "", "against", "ratio"):
        table.add_column(column, justify="right")
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
    "--json", "target", type=click.Path(path_type=Path), default=Path("build/bench.json"), show_default=True
)
def main(seconds: float, limit: Path, target: Path) -> None:
    """Measure the rules: random games on one and two threads, and games driven from Python."""
    console = Console()
    found: list[Row] = []
    try:
        found.extend(track(rows(seconds, limit), "measuring", console=console, total=None, transient=True))
    except KeyboardInterrupt:
        console.print("stopped; what was measured so far:")
    console.print(report(found))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps([asdict(row) for row in found], indent=1) + "\n")
    console.print(f"as JSON: {target}")


if __name__ == "__main__":
    main()
