"""What a table says of its game: `python -m bench.solved GAME`, by hand.

    python -m bench.solved quixo --table FOLDER --plot docs/quixo-5x5-shares.svg

lists the first moves by what they are worth and, for those that lose, the replies that win, and draws the
share of won, lost and drawn positions, layer by layer.

    python -m bench.solved quixo --longest 3 --threads 2

needs no table: it finds the longest win of the fullest layers, as many as asked for, two bytes a position.

    python -m bench.solved quixo --table FOLDER --probe 200

says how long it takes to look a position up from the disk, and once more. The table may be unfinished.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median

import click
from rich.console import Console

import tablier
from tablier import Game, State
from tablier.arena.plot import Point, lines
from tablier.board_game import read_option
from tablier.core.kernel import LOST_AT, Kernel
from tablier.solver import LayeredSolution, Solution, Value, solve_in_memory
from tablier.solver.layered import FileLayer

SIDES = {Value.WIN: "keeps a win", Value.DRAW: "keeps a draw", Value.LOSS: "loses"}


def first_moves(solution: Solution) -> dict[str, tuple[Value, tuple[str, ...]]]:
    """Each first move: its value for who makes it, and the replies that are best against it."""
    start, game = solution.game.start(), solution.game
    return {
        game.text(move): (
            solution.worth(start, move),
            tuple(map(game.text, solution.best(start.after(move)))),
        )
        for move in start.legal_moves
    }


def shares(solution: LayeredSolution) -> dict[str, dict[int, Point]]:
    """Percent of the positions won, lost and drawn by the sum of a class's numbers (marks on the board)."""
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for each in solution.classes:
        for i, count in enumerate((each.won, each.lost, each.drawn)):
            counts[sum(each.key)][i] += count
    return {
        name: {marks: Point(100 * each[i] / sum(each), 0) for marks, each in sorted(counts.items())}
        for i, name in enumerate(("won, %", "lost, %", "drawn, %"))
    }


def longest_wins(game: Game, layers: int, *, threads: int = 1) -> Iterator[tuple[str, int, State]]:
    """The fullest layers one by one: name, plies of the longest win in it, a position that takes so many."""
    kernel = game.kernel()
    if kernel is None:
        raise click.ClickException(f"{game!r} has no solver of its own")
    for layer in range(min(layers, kernel.layers)):
        kernel.begin(layer)
        plies = kernel.measure(threads=threads)
        yield kernel.label(layer), plies, find_distance(kernel, layer, plies)
    kernel.close()


def find_distance(kernel: Kernel, layer: int, plies: int) -> State:
    """A position of the measured layer in memory that is decided after so many plies."""
    wanted = [value.to_bytes(2, sys.byteorder) for value in (plies, plies | LOST_AT)]
    for entry, key in enumerate(memoryview(kernel.keys()).cast("I")):
        found = kernel.distances(entry, entry + 1)
        for each in wanted:
            at = found.find(each)
            while at >= 0 and at % 2:  # the end of one number and the beginning of the next
                at = found.find(each, at + 1)
            if at >= 0:
                return kernel.state(layer, key, at // 2)
    raise ValueError(f"no position of {kernel.label(layer)} is decided after {plies} plies")


def sample_states(solution: LayeredSolution, count: int, rng: Random) -> list[State]:
    """Random positions of random layers, not over, whose moves a table knows."""
    kernel, found = solution.kernel, list[State]()
    layers = list(solution.layers)
    while len(found) < count:
        layer = rng.choice(layers)
        key = solution.layers[layer].key(rng.randrange(kernel.entries(layer)))
        state = kernel.state(layer, key, rng.randrange(kernel.positions(layer)))
        if state.legal_moves and solution.best(state):
            found.append(state)
    return found


def time_probes(solution: LayeredSolution, states: Sequence[State]) -> tuple[list[float], list[float]]:
    """Seconds that value and best moves of each position take: from the disk, and at once again."""
    cold, warm = list[float](), list[float]()
    for state in states:
        for layer in solution.layers.values():
            if isinstance(layer, FileLayer):
                layer.file.forget()
        for times in (cold, warm):
            begun = time.perf_counter()
            solution.value(state)
            solution.best(state)
            times.append(time.perf_counter() - begun)
    return cold, warm


@click.command()
@click.argument("name", metavar="GAME")
@click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
@click.option("--table", type=click.Path(path_type=Path), help="Its folder.  [default: solve it now]")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the shares into this file.")
@click.option("--longest", "layers", type=int, help="Only find the longest win in so many layers.")
@click.option("--threads", default=1, show_default=True, help="To find it.")
@click.option("--probe", "probes", type=int, help="Only time so many positions of the table.")
def main(
    name: str,
    options: Sequence[str],
    table: Path | None,
    plot: Path | None,
    layers: int | None,
    threads: int,
    probes: int | None,
) -> None:
    """Say what a table says of its game."""
    console = Console(highlight=False, soft_wrap=True)
    game = tablier.game(name, **dict(read_option(option) for option in options))
    if layers:
        for label, plies, state in longest_wins(game, layers, threads=threads):
            console.print(
                f"{label}: the longest win takes {plies} plies, as from {state}; "
                f"{time.process_time():.0f} s of processor time so far"
            )
        return
    solution = LayeredSolution.open(table, partial=bool(probes)) if table else solve_in_memory(game)
    if probes:
        for how, times in zip(
            ("from the disk", "again"),
            time_probes(solution, sample_states(solution, probes, Random(1))),
            strict=True,
        ):
            middle, high = median(times), sorted(times)[len(times) * 95 // 100]
            console.print(f"{how}: median {1000 * middle:.2f} ms, 95 % below {1000 * high:.2f} ms")
        return
    console.print(f"{game!r}: {solution.value(game.start()).name.lower()} for who begins")
    found = first_moves(solution)
    for value, words in SIDES.items():
        chosen = [text for text, (worth, _) in found.items() if worth is value]
        console.print(f"{len(chosen)} of {len(found)} first moves: {words}: {' '.join(chosen)}")
    for text, (worth, replies) in found.items():
        if worth is Value.LOSS:
            console.print(f"{text} loses to {len(replies)} replies: {' '.join(replies)}")
    for text, (worth, replies) in found.items():
        if worth is not Value.LOSS:
            total = len(game.start().after(game.move(text)).legal_moves)
            console.print(f"{text}: {len(replies)} of {total} replies are best")
    if plot:
        plot.write_text(
            lines("Share of won, lost and drawn positions by marks on the board", shares(solution))
        )


if __name__ == "__main__":
    main()
