"""`tablier arena`: let bots play each other and see who is stronger."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from gettext import gettext, ngettext
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import tablier
from tablier.arena.log import Log, Result
from tablier.arena.plan import Lineup, PlannedGame, plan_games
from tablier.arena.rate import Ranking, StopTest, Verdict
from tablier.arena.report import Grid, Report, percent, ranking
from tablier.arena.run import Workers, dask_workers, local_workers, run_games
from tablier.board_game import read_option
from tablier.bots import Limit, bot

INTERRUPTED = 130
"""What a shell expects of a program that was interrupted."""
MAX_FAULTS = 5
"""Faults of engines that are shown, the most frequent first."""
WORDS = f"{__name__}.words"
"""Key of the typed words in a click context."""


class GreedyOption(click.Option):
    """An option that takes all the words up to the next option."""


class GreedyCommand(click.Command):
    """A command with greedy options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        names = {name for option in self.params if isinstance(option, GreedyOption) for name in option.opts}
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, list(repeat_option(args, names)))


def repeat_option(words: Iterable[str], names: set[str]) -> Iterator[str]:
    """Repeat a greedy option before each of its words, as click expects it.

    >>> " ".join(repeat_option("--bots a b --games 2".split(), {"--bots"}))
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
    """The planned games, their log, and the standings so far."""

    def __init__(
        self, jobs: Sequence[PlannedGame], bots: Sequence[str], log: Log, test: StopTest | None
    ) -> None:
        self.jobs = jobs
        self.bots = bots
        self.log = log
        self.test = test
        self.shares: dict[str, list[float]] = {name: [] for name in bots}
        self.verdict: Verdict | None = None
        self._tested: Counter[Ranking] = Counter()
        for result in log.of(jobs):
            self.count(result)

    @property
    def report(self) -> Report:
        return Report(self.jobs[0].game, self.bots, self.log.of(self.jobs))

    def count(self, result: Result) -> None:
        """Add a result. The stop test takes games in the plan's order: short ones, done first, bias it."""
        for side, share in zip(result.sides, result.shares, strict=True):
            self.shares[side[0]].append(share)
        if self.test is None:
            return
        while (tested := self._tested.total()) < len(self.jobs) and self.jobs[tested] in self.log:
            self._tested[ranking(self.log.results[self.jobs[tested].key])] += 1
        self.verdict = self.test.judge(self._tested, *self.bots)

    @property
    def score(self) -> str:
        """Each bot's share of the points of its games."""
        words = [f"{name} {percent(shares)}" for name, shares in self.shares.items()]
        return "  ".join([*words, f"({self.verdict.llr:+.2f})"] if self.verdict else words)

    def play(self, crew: Workers, console: Console, *, minutes: float | None) -> None:
        """Until all games are played, the stop test has decided or the time is up."""
        columns = (
            MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}")
        )  # fmt: skip
        with Progress(*columns, console=console) as progress:
            played = len(self.log.of(self.jobs))
            task = progress.add_task(self.score, total=len(self.jobs), completed=played)
            if self.verdict and self.verdict.is_decided:
                return
            seconds = {"seconds": 60 * minutes} if minutes else {}
            for result in run_games(self.jobs, crew, self.log, **seconds):
                self.count(result)
                progress.update(task, advance=1, description=self.score)
                if self.verdict and self.verdict.is_decided:
                    return


def as_table(grid: Grid) -> Table:
    table = Table(title=grid.title, title_justify="left", box=None, pad_edge=False)
    for number, name in enumerate(grid.head):
        table.add_column(name, justify="right" if number else "left")
    for row in grid.rows:
        table.add_row(*row)
    return table


@click.command(cls=GreedyCommand)
@click.argument("name", metavar="GAME")
@click.option(
    "--bots", cls=GreedyOption, metavar="BOT...", multiple=True, required=True,
    help="Who plays: level:1 to level:8, uct:10000 (simulations), uct:0.5s, random, engine:PROGRAM.",
)  # fmt: skip
@click.option("--games", default=100, show_default=True, help="How many games; full rounds are played.")
@click.option("-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game.")
@click.option("--seconds", type=float, help="Time for each move, instead of the bots’ own limits.")
@click.option("--nodes", type=int, help="Nodes for each move, instead of the bots’ own limits.")
@click.option(
    "--openings", type=int, metavar="PLIES", help="Random plies to begin with.  [default: one per seat]"
)
@click.option(
    "--lineup", type=click.Choice([kind.value for kind in Lineup]), default="mixed", show_default=True,
    help="With more than two seats: all mixtures of the bots, or the first alone against each of the others.",
)  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Seed for the openings and the bots’ chance.")
@click.option("--threads", type=int, help="Games at a time.  [default: one per processor]")
@click.option("--dask", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), default="arena.jsonl", show_default=True,
    help="The file that keeps the games; those already in it are not played again.",
)  # fmt: skip
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), help="Write a page with a plot.")
@click.option(
    "--sprt", nargs=2, type=float, metavar="ELO0 ELO1",
    help="Stop as soon as it is clear which of these leads, in Elo, the first bot has over the second.",
)  # fmt: skip
@click.option("--minutes", type=float, help="Stop after this time.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the standings as JSON, and the rest on standard error."
)
@click.pass_context
def arena(context: click.Context, /, **asked: Any) -> None:
    """Let bots play each other, in every order of seats, from random openings played by all of them.

    \b
    tablier arena quixo --bots level:3 level:5 uct:10000 --games 400

    Interrupt it at any time: the same command picks up where it stopped, and more games may be asked for.
    """
    console = Console(stderr=asked["as_json"])
    with ExitStack() as stack:
        try:
            contest = read_contest(**asked)
            crew = stack.enter_context(
                dask_workers(asked["dask"]) if asked["dask"] else local_workers(asked["threads"])
            )
        except (ValueError, OSError) as error:
            raise click.ClickException(str(error)) from None
        try:
            contest.play(crew, console, minutes=asked["minutes"])
            is_interrupted = False
        except KeyboardInterrupt:
            is_interrupted = True
        except CancelledError:
            sentence = gettext("the cluster gave the games up: run the same command again")
            raise click.ClickException(sentence) from None
    if asked["as_json"]:
        told = contest.report.to_dict()
        verdict = contest.verdict and {**contest.verdict._asdict(), "is_decided": contest.verdict.is_decided}
        click.echo(json.dumps({**told, "sprt": verdict}))
    else:
        show(contest, console)
    if asked["report"]:
        page = contest.report.html(shlex.join([*context.command_path.split(), *context.meta[WORDS]]))
        asked["report"].parent.mkdir(parents=True, exist_ok=True)
        asked["report"].write_text(page)
        console.print(gettext("The report: {path}").format(path=asked["report"]), highlight=False)
    if is_interrupted:
        sentence = gettext("Stopped. {path} keeps the games: the same command picks up from there.")
        console.print(sentence.format(path=contest.log.path))
        context.exit(INTERRUPTED)


def read_contest(
    *, name: str, bots: Sequence[str], options: Sequence[str], games: int, seconds: float | None,
    nodes: int | None, openings: int | None, lineup: str, seed: int, out: Path,
    sprt: tuple[float, float] | None, minutes: float | None, **_: Any,
) -> Contest:  # fmt: skip
    """The contest that the command line describes; ValueError or OSError if it is invalid."""
    game = tablier.game(name, **dict(read_option(option) for option in options))
    limit = None if seconds is None and nodes is None else Limit(seconds=seconds, nodes=nodes)
    jobs = plan_games(
        game, bots, games=games, seed=seed, openings=openings, limit=limit, lineup=Lineup(lineup)
    )
    test = StopTest(*sprt) if sprt else None
    if test and len(bots) != 2:
        raise ValueError(gettext("a stop test is between two bots, not {count}").format(count=len(bots)))
    if minutes is not None and not minutes > 0:
        sentence = gettext("the time to play must be more than 0 minutes, not {minutes}")
        raise ValueError(sentence.format(minutes=f"{minutes:g}"))
    return Contest(jobs, [bot(each).name for each in bots], Log(out), test)


def show(contest: Contest, console: Console) -> None:
    """The tables on the terminal."""
    report = contest.report
    console.print(f"\n{report.title}", highlight=False)
    for grid in report.grids():
        console.print()
        console.print(as_table(grid))
    faults = Counter(result.fault for result in report.results if result.fault)
    for fault, number in faults.most_common(MAX_FAULTS):
        times = ngettext("Once", "{count} times", number).format(count=number)
        console.print(f"\n{times} {fault}", highlight=False, markup=False, soft_wrap=True)
    if contest.verdict:
        console.print(f"\n{contest.verdict}", highlight=False)
