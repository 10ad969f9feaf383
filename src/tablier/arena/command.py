"""`tablier arena`: let bots play each other and see who is stronger."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import tablier
from tablier.arena.log import Log, Result
from tablier.arena.plan import Job, Lineup, plan
from tablier.arena.rate import Ranking, StopTest, Verdict
from tablier.arena.report import Grid, Report, percent, ranking
from tablier.arena.run import Crew, at_home, on_dask, run
from tablier.bots import Limit, bot
from tablier.game import read_option

INTERRUPTED = 130
"""What a shell expects of a program that was interrupted."""
WORDS = f"{__name__}.words"
"""Under this name a context keeps what was typed."""


class ListOption(click.Option):
    """An option that takes all the words up to the next option."""


class ListCommand(click.Command):
    """A command that knows such options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        names = {name for option in self.params if isinstance(option, ListOption) for name in option.opts}
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, list(spread(args, names)))


def spread(words: Iterable[str], names: set[str]) -> Iterator[str]:
    """Name a list's option before each of its words, as click wants it.

    >>> " ".join(spread("--bots a b --games 2".split(), {"--bots"}))
    '--bots a --bots b --games 2'
    """
    name, is_named = "", False
    for word in words:
        if word.startswith("-"):
            name, is_named = (word, True) if word in names else ("", False)
        elif name and not is_named:
            yield name
        else:
            is_named = False
        yield word


class Contest:
    """The games that were asked for, where they are written down, and how they stand."""

    def __init__(self, jobs: Sequence[Job], bots: Sequence[str], log: Log, test: StopTest | None) -> None:
        self.jobs = jobs
        self.bots = bots
        self.log = log
        self.test = test
        self.shares: dict[str, list[float]] = {name: [] for name in bots}
        self.verdict: Verdict | None = None
        self._heard: Counter[Ranking] = Counter()
        for result in log.of(jobs):
            self.count(result)

    @property
    def report(self) -> Report:
        return Report(self.jobs[0].game, self.bots, self.log.of(self.jobs))

    def count(self, result: Result) -> None:
        """Take a result in. The stop test hears games in the plan's order, not the short ones first."""
        for side, share in zip(result.sides, result.shares, strict=True):
            self.shares[side[0]].append(share)
        if self.test is None:
            return
        while (heard := self._heard.total()) < len(self.jobs) and self.jobs[heard] in self.log:
            self._heard[ranking(self.log.results[self.jobs[heard].key])] += 1
        self.verdict = self.test.judge(self._heard, *self.bots)

    @property
    def score(self) -> str:
        """Each bot's part of the points it played for."""
        words = [f"{name} {percent(shares)}" for name, shares in self.shares.items()]
        return "  ".join([*words, f"({self.verdict.llr:+.2f})"] if self.verdict else words)

    def play(self, crew: Crew, console: Console, *, minutes: float | None) -> None:
        """Until all games are played, the stop test has decided or the time is up."""
        columns = (
            MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}")
        )  # fmt: skip
        with Progress(*columns, console=console) as progress:
            played = len(self.log.of(self.jobs))
            task = progress.add_task(self.score, total=len(self.jobs), completed=played)
            if self.verdict and self.verdict.is_in:
                return
            seconds = {"seconds": 60 * minutes} if minutes else {}
            for result in run(self.jobs, crew, self.log, **seconds):
                self.count(result)
                progress.update(task, advance=1, description=self.score)
                if self.verdict and self.verdict.is_in:
                    return


def as_table(grid: Grid) -> Table:
    table = Table(title=grid.title, title_justify="left", box=None, pad_edge=False)
    for number, name in enumerate(grid.head):
        table.add_column(name, justify="right" if number else "left")
    for row in grid.rows:
        table.add_row(*row)
    return table


@click.command(cls=ListCommand)
@click.argument("name", metavar="GAME")
@click.option(
    "--bots", cls=ListOption, metavar="BOT...", multiple=True, required=True,
    help="Who plays: level:1 to level:8, uct:10000 (simulations), uct:0.5s, random.",
)  # fmt: skip
@click.option("--games", default=100, show_default=True, help="How many games; full rounds are played.")
@click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
@click.option("--seconds", type=float, help="Time for each move, instead of the bots' own limits.")
@click.option("--nodes", type=int, help="Nodes for each move, instead of the bots' own limits.")
@click.option(
    "--openings", type=int, metavar="PLIES", help="Random plies to begin with.  [default: one a seat]"
)
@click.option(
    "--lineup", type=click.Choice([kind.value for kind in Lineup]), default="mixed", show_default=True,
    help="With many seats: all mixtures of the bots, or the first alone against each other one.",
)  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Of the openings and of the bots' chance.")
@click.option("--threads", type=int, help="Games at a time.  [default: one a processor]")
@click.option("--dask", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), default="arena.jsonl", show_default=True,
    help="Where games are written down; those that are there are not played again.",
)  # fmt: skip
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), help="Write a page with a plot.")
@click.option(
    "--sprt", nargs=2, type=float, metavar="ELO0 ELO1",
    help="Stop as soon as the first bot's lead over the second is clearly one rather than the other.",
)  # fmt: skip
@click.option("--minutes", type=float, help="Stop after this time.")
@click.pass_context
def arena(context: click.Context, /, **asked: Any) -> None:
    """Let bots play each other, in every order of seats, from random openings played by all of them.

    \b
    tablier arena quixo --bots level:3 level:5 uct:10000 --games 400

    Interrupt it when you like: the same command goes on from there, and more games may be asked for.
    """
    console = Console()
    with ExitStack() as stack:
        try:
            contest = contest_of(**asked)
            crew = stack.enter_context(on_dask(asked["dask"]) if asked["dask"] else at_home(asked["threads"]))
        except (ValueError, OSError) as error:
            raise click.ClickException(str(error)) from None
        try:
            contest.play(crew, console, minutes=asked["minutes"])
            is_interrupted = False
        except KeyboardInterrupt:
            is_interrupted = True
        except CancelledError:
            raise click.ClickException("the cluster gave the games up: run the same command again") from None
    show(contest, console)
    if asked["report"]:
        page = contest.report.html(shlex.join([*context.command_path.split(), *context.meta[WORDS]]))
        asked["report"].parent.mkdir(parents=True, exist_ok=True)
        asked["report"].write_text(page)
        console.print(f"The report: {asked['report']}", highlight=False)
    if is_interrupted:
        console.print(f"Stopped. {contest.log.path} keeps the games: the same command goes on from there.")
        context.exit(INTERRUPTED)


def contest_of(
    *, name: str, bots: Sequence[str], options: Sequence[str], games: int, seconds: float | None,
    nodes: int | None, openings: int | None, lineup: str, seed: int, out: Path,
    sprt: tuple[float, float] | None, minutes: float | None, **_: Any,
) -> Contest:  # fmt: skip
    """What the words of the command ask for; ValueError or OSError with one sentence if it cannot be had."""
    game = tablier.game(name, **dict(read_option(option) for option in options))
    limit = None if seconds is None and nodes is None else Limit(seconds=seconds, nodes=nodes)
    jobs = plan(game, bots, games=games, seed=seed, openings=openings, limit=limit, lineup=Lineup(lineup))
    test = StopTest(*sprt) if sprt else None
    if test and len(bots) != 2:
        raise ValueError(f"a stop test is between two bots, not {len(bots)}")
    if minutes is not None and not minutes > 0:
        raise ValueError(f"there must be some time to play, not {minutes:g} minutes")
    return Contest(jobs, [bot(each).name for each in bots], Log(out), test)


def show(contest: Contest, console: Console) -> None:
    """The tables on the terminal."""
    report = contest.report
    console.print(f"\n{report.title}", highlight=False)
    for grid in report.grids():
        console.print()
        console.print(as_table(grid))
    if contest.verdict:
        console.print(f"\nStop test {contest.verdict}", highlight=False)
