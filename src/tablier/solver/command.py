"""`tablier solve`: the exact values of all positions of a small game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from tablier.core.retrograde import Value
from tablier.game import Game, read_option
from tablier.registry import game as find_game
from tablier.solver.plan import usual_path
from tablier.solver.probe import Solution
from tablier.solver.run import Report
from tablier.solver.run import solve as find_solution
from tablier.solver.verify import verify as find_faults

WORDS = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}


@contextmanager
def shown(console: Console, what: str) -> Iterator[Report]:
    """A bar that follows the work."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@click.command()
@click.argument("name", metavar="GAME")
@click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to keep it.  [default: your data folder]",
)
@click.option(
    "--threads", type=click.IntRange(min=1), default=1, show_default=True, help="Threads to work on."
)
@click.option("--verify", is_flag=True, help="Then check every position against those one move on.")
def solve(name: str, options: Sequence[str], out: Path | None, threads: int, verify: bool) -> None:
    """Find out what every position of a small game is worth, and keep the answers in a file.

    Interrupted, the same command goes on from where it was.
    """
    console = Console(highlight=False)
    try:
        game = find_game(name, **dict(read_option(option) for option in options))
        path = out or usual_path(game)
        with shown(console, f"solving {game.title}") as report:
            solution = find_solution(game, path, threads=threads, report=report)
        describe(solution, console)
        if verify:
            with shown(console, "verifying") as report:
                faults = find_faults(solution, threads=threads, report=report)
            if faults:
                raise click.ClickException(f"{len(faults)} positions cannot be right, as {faults[0]}")
            console.print("Every position fits those one move on.")
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        console.print("Stopped. The same command goes on from here.")
        raise SystemExit(130) from None  # what a shell expects of a program that was interrupted


def describe(solution: Solution, console: Console) -> None:
    """What was found, in a few lines."""
    game: Game = solution.game
    counts = solution.counts()
    listed = ", ".join(f"{counts[value]:,} {word}" for value, word in WORDS.items())
    start = game.start()
    console.print(f"{game!r} is {WORDS[solution.value(start)]} for {game.seats[start.turn]}, who begins.")
    console.print(f"{sum(counts.values()):,} positions for the side to move: {listed}.", soft_wrap=True)
    console.print(f"Kept in {solution.path}", soft_wrap=True)
