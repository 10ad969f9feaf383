"""`tablier solve`: the exact values of all positions of a small game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import gettext
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from tablier.board_game import Game, read_option
from tablier.registry import game as find_game
from tablier.search.retrograde import Value
from tablier.solver.building import Report
from tablier.solver.checking import verify as find_faults
from tablier.solver.layered import LayeredSolution
from tablier.solver.plan import usual_path
from tablier.solver.run import solve as find_solution
from tablier.solver.solution import Solution

JSON_VALUES = {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}


@contextmanager
def show_progress(console: Console, what: str) -> Iterator[Report]:
    """A bar that follows the work, with the time that is left."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
        TextColumn(gettext("left")), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True, speed_estimate_period=300) as progress:
        task = progress.add_task(what)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@click.command()
@click.argument("name", metavar="GAME")
@click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="The file or folder to keep it in.  [default: in your data folder]",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="one for each processor",
    help="Threads to work on.",
)
@click.option(
    "--layers",
    type=click.IntRange(min=1),
    help="Solve only this many layers, the fullest boards first: part of the table, used as far as it goes.",
)
@click.option(
    "--classes",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write how many positions are won, lost and drawn to this file, class by class.",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Then check positions against those one move later: all of them, or a sample if there are too many.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print what was found as JSON, and the rest on standard error."
)
def solve(
    name: str,
    options: Sequence[str],
    out: Path | None,
    threads: int,
    layers: int | None,
    classes: Path | None,
    verify: bool,
    as_json: bool,
) -> None:
    """Find the value of every position of a game, and keep them in a file or folder.

    It first says what it needs, and stops if that is not available. Interrupt it at any time: the same
    command picks up where it stopped.
    """
    console = Console(highlight=False, stderr=as_json)
    try:
        game = find_game(name, **dict(read_option(option) for option in options))
        path = out or usual_path(game)
        with show_progress(console, gettext("solving {game}").format(game=gettext(game.title))) as report:
            solution = find_solution(
                game,
                path,
                threads=threads,
                layers=layers,
                report=report,
                tell=lambda text: console.print(text, soft_wrap=True),
            )
        if as_json:
            click.echo(json.dumps(as_data(solution)))
        else:
            describe(solution, console)
        if classes:
            write_classes(solution, classes)
        if verify:
            with show_progress(console, gettext("verifying")) as report:
                faults = find_faults(solution, threads=threads, report=report)
            if faults:
                sentence = gettext("Positions that cannot be right: {count}, for example {fault}")
                raise click.ClickException(sentence.format(count=len(faults), fault=faults[0]))
            console.print(
                gettext("Every position looked at agrees with those one move later.")
                if isinstance(solution, LayeredSolution)
                else gettext("Every position agrees with those one move later.")
            )
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        console.print(gettext("Stopped: the same command picks up from there."))
        raise SystemExit(130) from None  # what a shell expects of a program that was interrupted


def write_classes(solution: Solution, path: Path) -> None:
    """The classes of a solution in layers as a table of tabs, the fullest layer first."""
    if not isinstance(solution, LayeredSolution):
        raise ValueError(f"{solution.game!r} has no classes: it was solved by the solver for any game")
    rows = [(*each.key, each.won, each.lost, each.drawn) for each in solution.classes]
    names = (*solution.kernel.class_names, "won", "lost", "drawn")
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in [names, *rows]))


def as_data(solution: Solution) -> dict[str, Any]:
    """What was found, for JSON: the value of the first position (None if it is not known), and how many
    positions have which."""
    value = solution.look(solution.game.start())
    return {
        "game": solution.game.id,
        "options": dict(solution.game.options),
        "start": None if value is None else JSON_VALUES[value],
        "positions": {word: solution.counts()[each] for each, word in JSON_VALUES.items()},
        "path": str(solution.path),
    }


def describe(solution: Solution, console: Console) -> None:
    """What was found, in a few lines."""
    game: Game = solution.game
    counts = solution.counts()
    start = game.start()
    value = solution.look(start)
    if value is not None:
        sentence = {
            Value.WIN: gettext("{game} is won for {seat}, who begins."),
            Value.DRAW: gettext("{game} is drawn for {seat}, who begins."),
            Value.LOSS: gettext("{game} is lost for {seat}, who begins."),
        }[value]
        console.print(sentence.format(game=repr(game), seat=gettext(game.seats[start.turn])))
    elif isinstance(solution, LayeredSolution):
        sentence = gettext("{done} of {layers} layers of {game} are solved.")
        console.print(
            sentence.format(done=len(solution.layers), layers=solution.kernel.layers, game=repr(game))
        )
    listed = gettext("{count} positions for the side to move: {won} won, {drawn} drawn, {lost} lost.")
    won, drawn, lost = (f"{counts[each]:,}" for each in (Value.WIN, Value.DRAW, Value.LOSS))
    console.print(
        listed.format(count=f"{sum(counts.values()):,}", won=won, drawn=drawn, lost=lost), soft_wrap=True
    )
    console.print(gettext("Saved in {path}").format(path=solution.path), soft_wrap=True)
