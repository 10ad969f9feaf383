"""`tablier puzzles`: find positions with one clearly best move."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from gettext import gettext, ngettext
from itertools import chain
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tablier
from tablier.board_game import Game, read_option
from tablier.bots import Limit, Stop
from tablier.puzzles.checking import Stopped
from tablier.puzzles.finding import Collection, look_through
from tablier.puzzles.sources import GameStopped, Source, planned_sources, read_sources

INTERRUPTED = 130
"""What a shell expects of a program that was interrupted."""
DEFAULT_GAMES = 100
Advance = Callable[[int], None]


@click.command()
@click.argument("name", metavar="GAME")
@click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
@click.option(
    "--games", "files", multiple=True, type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Look through the finished games of a file: a log of the arena, or records.",
)  # fmt: skip
@click.option(
    "--make", type=click.IntRange(1), metavar="N",
    help=f"Let computer players play this many games, then search those.  [default: {DEFAULT_GAMES}]",
)  # fmt: skip
@click.option("--nodes", type=click.IntRange(1), help="Nodes of a search, instead of those of level 7.")
@click.option("--seed", default=0, show_default=True, help="Seed for the games.")
@click.option(
    "--enough", type=click.IntRange(1), metavar="N", help="Stop when the file has this many puzzles."
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), default="puzzles.txt", show_default=True,
    help="The file for the puzzles, one per line.",
)  # fmt: skip
@click.pass_context
def puzzles(
    context: click.Context, /, name: str, options: Sequence[str], files: Sequence[Path], make: int | None,
    nodes: int | None, seed: int, enough: int | None, out: Path,
) -> None:  # fmt: skip
    """Find puzzles: positions with one clearly best move, which a quick look misses.

    \b
    tablier puzzles quixo --make 200
    tablier puzzles olix --games arena.jsonl --out olix.txt

    Interrupt it at any time: the same command picks up where it stopped.
    """
    console, stop = Console(), Stop()
    try:
        game = tablier.game(name, **dict(read_option(option) for option in options))
        if nodes is not None:
            Limit(nodes=nodes)
        sources = list_sources(game, files, make, seed)
        collection = Collection(out)
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from None
    begun = len(collection.puzzles)
    is_interrupted = False
    try:
        with stopped_by_interrupt(stop), progress_bar(console, len(sources)) as advance:
            for _ in look_through(game, sources, collection, nodes=nodes, stop=stop):
                advance(len(collection.puzzles))
                if stop.is_set() or len(collection.puzzles) >= (enough or float("inf")):
                    break
    except (Stopped, GameStopped):
        is_interrupted = True
    found = len(collection.puzzles) - begun
    sentence = ngettext("{count} new puzzle in {path}.", "{count} new puzzles in {path}.", found)
    console.print(sentence.format(count=found, path=out), highlight=False)
    if is_interrupted or stop.is_set():
        console.print(gettext("Stopped: the same command picks up from there."))
        context.exit(INTERRUPTED)


def list_sources(game: Game, files: Sequence[Path], make: int | None, seed: int) -> list[Source]:
    """The games of the files, and such as are to be played: a number of them if there are no files."""
    if make is None and not files:
        make = DEFAULT_GAMES
    read = chain.from_iterable(read_sources(game, file) for file in files)
    return [*read, *(planned_sources(game, make, seed=seed) if make else ())]


@contextmanager
def stopped_by_interrupt(stop: Stop) -> Iterator[None]:
    """Set `stop` at the first Ctrl-C: the running search ends, and what was found is kept. The second one
    interrupts as usual."""

    def interrupt(number: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    earlier = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, earlier)


@contextmanager
def progress_bar(console: Console, total: int) -> Iterator[Advance]:
    """A bar that counts games, and says how many puzzles there are."""
    columns = (MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=total)

        def advance(count: int) -> None:
            words = ngettext("{count} puzzle", "{count} puzzles", count).format(count=count)
            progress.update(task, advance=1, description=words)

        yield advance
