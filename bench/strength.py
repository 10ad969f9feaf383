"""Measure the bots in the arena and write docs/strength.md: `make strength`, or `python -m bench.strength`.

Every game and variant: each level against the one below it, the best level against plain UCT with the same
time for each move and, if its engine is given, against the best level of the version before. All measures get
the same part of the time, and it can stop and go on at any time: from its log, or where that is missing from
the recorded results, as long as the bots' settings are the same.
"""

from __future__ import annotations

import json
import math
import re
import shlex
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, groupby, takewhile
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tablier
from tablier.arena.log import Log, Result
from tablier.arena.plan import Lineup, PlannedGame, plan_games
from tablier.arena.plot import Point, lines
from tablier.arena.rate import Ranking, fit_strengths
from tablier.arena.report import Grid, duration, head_to_head, percent, ranking
from tablier.arena.run import local_workers, run_games
from tablier.bots import LEVELS, Limit
from tablier.registry import kind

FOLDER = Path("docs/strength")
GAMES, RESULTS, PLOT, PAGE = "games.jsonl", "results.jsonl", "levels.svg", "strength.md"
EXACT = "exact.txt"
"""What `python -m training.exact_play` printed, put there by hand."""
BEGINNER = "beginner.md"
"""What `python -m bench.beginner` printed, put there by hand."""
MIN_GAMES = 30
"""A table shows a figure of fewer games in grey, and says nothing of its aim."""
Z = 1.96
"""Standard errors on either side that hold the truth 95 times in 100."""
STEP_AIM = 0.7
"""How often a level should finish ahead of the one below."""
SECONDS = (0.5, 2.0)
"""For each move of the best level and of its opponents: the last is its own at a table."""
BEFORE = "engine:before"
"""How results name the version before: where its program lay does not matter."""


@dataclass(frozen=True)
class Measure:
    """Two bots, and so many games between them."""

    game: str
    bots: tuple[str, str]
    games: int
    lineup: Lineup = Lineup.MIXED
    seconds: float | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The bots as the page calls them."""
        first, second = self.bots
        return first, f"{BEFORE} {self.seconds:g}s" if second.startswith("engine:") else second

    @property
    def words(self) -> list[str]:
        """The arena's command."""
        words = ["tablier", "arena", self.game, "--bots", *self.bots, "--games", str(self.games)]
        if self.lineup is not Lineup.MIXED:
            words += ["--lineup", self.lineup.value]
        return words + (["--seconds", f"{self.seconds:g}"] if self.seconds else [])

    @cached_property
    def jobs(self) -> tuple[PlannedGame, ...]:
        """The same games as the command plays."""
        limit = Limit(seconds=self.seconds) if self.seconds else None
        return plan_games(
            tablier.game(self.game), self.bots, games=self.games, limit=limit, lineup=self.lineup
        )

    @property
    def groups(self) -> list[list[PlannedGame]]:
        """The games of one lineup with one opening, in all orders."""
        grouped = groupby(self.jobs, lambda job: (job.opening, sorted(job.bots)))
        return [list(group) for _, group in grouped]

    def groups_after(self, games: int) -> list[list[PlannedGame]]:
        """The groups without those of the first so many games."""
        ends = accumulate(len(group) for group in self.groups)
        return [group for group, end in zip(self.groups, ends, strict=True) if end - len(group) >= games]

    def results(self, log: Log, *, after: int = 0) -> list[Result]:
        """Those of complete groups, up to the first that is not: half a group would favour a seat."""
        whole = takewhile(lambda group: all(job in log for job in group), self.groups_after(after))
        return log.of(job for group in whole for job in group)


def ladder(game: str, games: int, best: float | None = None) -> list[Measure]:
    """Each level with the one below. The best one thinks by time, and may be given less than at a table."""
    if not games:
        return []
    *others, last = [(f"level:{level}", f"level:{level - 1}") for level in range(2, len(LEVELS) + 1)]
    return [*(Measure(game, pair, games) for pair in others), Measure(game, last, games, seconds=best)]


def baseline(game: str, games: int, seconds: float) -> Measure:
    bots = (f"level:{len(LEVELS)}", f"uct:{seconds:g}s")
    return Measure(game, bots, games, lineup=Lineup.ALONE, seconds=seconds)


def progress_since(game: str, games: int, seconds: float, engine: str) -> Measure:
    """The best level against that of the version before, which another program plays."""
    bots = (f"level:{len(LEVELS)}", f"engine:{engine}")
    return Measure(game, bots, games, lineup=Lineup.ALONE, seconds=seconds)


def games_for(game: str, two: int | None) -> int:
    """How many games a baseline needs: a share of more than two is settled by fewer."""
    return two or (60 if len(kind(game).sides) == 2 else 36)


def schedule(
    measures: Sequence[Measure], log: Log, played: Mapping[Measure, int] = MappingProxyType({})
) -> Iterator[PlannedGame]:
    """All games but the first of each measure that are `played` already, in an order that gives each measure
    the same part of the time until it is done.

    The next game is chosen when it is asked for, by the times of the games in the log so far.
    """
    queues = {measure: deque(measure.groups_after(played.get(measure, 0))) for measure in measures}
    left = {measure: groups for measure, groups in queues.items() if groups}
    given = Counter[Measure]()

    def estimate_time(measure: Measure) -> tuple[float, int]:
        known = [sum(result.record["times"]) for result in log.of(measure.jobs)]
        return given[measure] * (fmean(known) if known else 0.0), given[measure]

    while left:
        measure = min(left, key=estimate_time)
        group = left[measure].popleft()
        if not left[measure]:
            del left[measure]
        given[measure] += len(group)
        yield from group


@dataclass(frozen=True)
class Outcomes:
    """What a measure found, small enough to keep: how often each seating ended how."""

    game: str
    bots: tuple[str, str]
    command: str
    counts: Counter[Ranking] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    """For a move, by bot."""
    first_key: str = ""
    """Of the first game: it differs once one of the bots has been tuned."""

    @classmethod
    def of(cls, measure: Measure, results: Sequence[Result], recorded: Outcomes | None = None) -> Outcomes:
        """What the games found; with `recorded`, which were the ones before them, what all of them found."""
        before = recorded.games if recorded else 0
        rename = dict(zip(measure.bots, measure.names, strict=True))
        times: dict[str, list[float]] = defaultdict(list)
        for result in results:
            for name, taken in result.thinking():
                times[rename[name]].append(taken)
        seconds = {name: fmean(taken) for name, taken in sorted(times.items())}
        played = replace(measure, games=before + len(results))
        counts = Counter(
            Ranking(tuple(tuple(rename[name] for name in side) for side in sides), points)
            for sides, points in map(ranking, results)
        )
        if recorded:
            counts += recorded.counts
            seconds = {
                name: (before * recorded.seconds[name] + len(results) * taken) / played.games
                for name, taken in seconds.items()
            }
        return cls(
            measure.game,
            measure.names,
            shlex.join(BEFORE if word.startswith("engine:") else word for word in played.words),
            counts,
            {name: round(taken, 4) for name, taken in seconds.items()},
            measure.jobs[0].key,
        )

    def __str__(self) -> str:
        counts = [[*each, number] for each, number in sorted(self.counts.items())]
        return json.dumps({**vars(self), "counts": counts}, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Outcomes:
        value: dict[str, Any] = json.loads(line)
        counts = Counter(
            {
                Ranking(tuple(map(tuple, sides)), tuple(points)): number
                for sides, points, number in value["counts"]
            }
        )
        bots, first_key = tuple(value["bots"]), value.get("first_key", "")
        return cls(value["game"], bots, value["command"], counts, value["seconds"], first_key)

    @property
    def games(self) -> int:
        return self.counts.total()

    @property
    def ahead(self) -> list[float]:
        """1, ½ or 0 for each time the first bot met the second."""
        return head_to_head(self.counts.elements())[self.bots]

    @property
    def shares(self) -> list[float]:
        """What the first bot's sides got of all points."""
        return [
            share
            for sides, shares in self.counts.elements()
            for side, share in zip(sides, shares, strict=True)
            if self.bots[0] in side
        ]

    @property
    def most(self) -> float:
        """The largest share that anybody got: with more than two sides a winner need not get all."""
        return max((max(shares) for sides, shares in self.counts if len(sides) > 2), default=1.0)

    @property
    def wins(self) -> list[float]:
        """Whether the first bot's sides were first; a shared first place counts as its part."""
        return [
            (share == max(shares)) / shares.count(max(shares))
            for sides, shares in self.counts.elements()
            for side, share in zip(sides, shares, strict=True)
            if self.bots[0] in side
        ]


def read_recorded(path: Path) -> dict[tuple[str, tuple[str, str]], Outcomes]:
    """The recorded results, by game and bots."""
    read = [Outcomes.read(line) for line in path.read_text().splitlines()] if path.exists() else []
    return {(each.game, each.bots): each for each in read}


def continued(measures: Sequence[Measure], log: Log, path: Path) -> dict[Measure, Outcomes]:
    """The recorded results that further games are added to: the log lacks theirs, and the bots have the same
    settings still."""
    known = read_recorded(path)
    return {
        measure: recorded
        for measure in measures
        if (recorded := known.get((measure.game, measure.names)))
        and measure.jobs[0] not in log
        and recorded.first_key == measure.jobs[0].key
    }


def gather(
    measures: Sequence[Measure], log: Log, old: Path,
    recorded: Mapping[Measure, Outcomes] = MappingProxyType({}),
) -> list[Outcomes]:  # fmt: skip
    """The results of each measure in the log, added to the recorded ones that they continue, or else those
    that are written already; and those of other measures."""
    known = read_recorded(old)
    found = []
    for measure in measures:
        earlier = recorded.get(measure)
        if results := measure.results(log, after=earlier.games if earlier else 0):
            found.append(Outcomes.of(measure, results, earlier))
        elif (measure.game, measure.names) in known:
            found.append(known[measure.game, measure.names])
    asked = {(measure.game, measure.names) for measure in measures}
    found += [each for key, each in known.items() if key not in asked]
    order = tablier.games()
    return sorted(found, key=lambda each: (order.index(each.game), not is_step(each), seconds_of(each)))


def is_step(each: Outcomes) -> bool:
    return all(name.startswith("level:") for name in each.bots)


def seconds_of(each: Outcomes) -> float:
    """The time for a move that a baseline's opponent has by its name; 0 of a step."""
    found = re.search(r"([\d.]+)s$", each.bots[1])
    return float(found[1]) if found else 0.0


def interval(values: Sequence[float], games: int, most: float = 1.0) -> tuple[float, float]:
    """Between what the true mean of shares of 0 to `most` lies 95 times in 100, by Wilson's score; the
    meetings of one game count as one.

    >>> "{:.2f} {:.2f}".format(*interval([1.0] * 60, 60))
    '0.94 1.00'
    """
    mean, spread = fmean(values) / most, Z * Z / games
    middle = (mean + spread / 2) / (1 + spread)
    half = Z * math.sqrt(max(0.0, mean * (1 - mean)) / games + spread / (4 * games)) / (1 + spread)
    return most * (middle - half), most * (middle + half)


def judge(values: Sequence[float], aim: float, games: int, most: float = 1.0) -> str:
    """Whether the mean reaches the aim: yes or no only where the whole error bar says so."""
    if games < MIN_GAMES:
        return "too few games"
    low, high = interval(values, games, most)
    return "yes" if low >= aim else "no" if high < aim else "open"


def share_cell(values: Sequence[float], games: int, most: float = 1.0) -> str:
    """A mean with its error bar, grey where the games are few."""
    low, high = interval(values, games, most)
    text = f"{percent(values)} ({100 * low:.0f}–{100 * high:.0f})"
    return text if games >= MIN_GAMES else f'<span style="color: gray">{text}</span>'


def steps_table(found: Sequence[Outcomes]) -> Grid:
    rows = []
    for each in found:
        lead, error = fit_strengths(each.counts, each.bots).lead(*each.bots)
        level = int(each.bots[0].removeprefix("level:"))
        rows.append(
            (
                f"{level} {LEVELS[level - 1]}",
                share_cell(each.ahead, each.games),
                f"{lead:+.0f} ± {error:.0f}",
                judge(each.ahead, STEP_AIM, each.games),
                str(each.games),
                duration([each.seconds[each.bots[0]]]),
            )
        )
    head = ("level", "ahead of the one below", "Elo", f"{STEP_AIM:.0%}", "games", "a move")
    return Grid("", "", head, tuple(rows))


def baseline_parts(found: Sequence[Outcomes]) -> Iterator[str]:
    """What the best level gets against others with the same time, by that time, and what it should."""
    sides = len(kind(found[0].game).sides)
    others = "" if sides == 2 else f" in the other {sides - 1} seats, where a fair share is {1 / sides:.1%}"
    against_uct = [each for each in found if not each.bots[1].startswith(BEFORE)]
    before = [each for each in found if each not in against_uct]
    for title, own, aims in (
        ("plain UCT", against_uct, [uct_aim(sides, seconds_of(each)) for each in against_uct]),
        ("the version before", before, [1 / sides] * len(before)),
    ):
        if own:
            yield f"`{own[0].bots[0]}` against {title} with the same time{others}:"
            yield baseline_table(own, aims).markdown()


def uct_aim(sides: int, seconds: float) -> float:
    """What the best level should get of the points: random games catch up with more time."""
    if sides > 2:
        return 2 / sides
    return 0.9 if seconds < SECONDS[0] else 0.75


def baseline_table(found: Sequence[Outcomes], aims: Sequence[float]) -> Grid:
    """With more than two sides also how many games were won: others than the winner may get points."""
    has_wins = len(kind(found[0].game).sides) > 2
    rows = [
        (
            f"{seconds_of(each):g} s",
            share_cell(each.shares, each.games, each.most),
            f"{aim:.0%}",
            judge(each.shares, aim, each.games, each.most),
            *([share_cell(each.wins, each.games)] if has_wins else []),
            str(each.games),
        )
        for each, aim in zip(found, aims, strict=True)
    ]
    head = ("a move", "of the points", "aim", "reached", *(["first"] if has_wins else []), "games")
    return Grid("", "", head, tuple(rows))


def plot(found: Iterable[Outcomes]) -> str:
    """Each game's levels, seen from level 1."""
    counts: dict[str, Counter[Ranking]] = defaultdict(Counter)
    for each in found:
        if is_step(each):
            counts[each.game] += each.counts
    series = {}
    for game, games in counts.items():
        ratings = fit_strengths(games)
        levels = {int(name.removeprefix("level:")): name for name in ratings.bots}
        first = levels[min(levels)]
        series[kind(game).title] = {
            level: Point(*ratings.lead(name, first)) for level, name in levels.items()
        }
    return lines("Strength by level, in points of Elo above level 1", series)


def page(found: Sequence[Outcomes], exact: str = "", beginner: str = "") -> str:
    """docs/strength.md."""

    def parts() -> Iterator[str]:
        yield "# Strength"
        yield (
            "How strong the computer players are, measured in the arena: `make strength` plays the games and "
            "writes this page. Seats are rotated through every order, every random opening is played by all "
            "orders, and error bars hold the truth 95 times in 100: an aim is reached, or missed, only where "
            f"the whole bar says so, and otherwise open; figures of fewer than {MIN_GAMES} games are grey. "
            "With more than two sides, *ahead* counts all meetings of the two bots at a table; "
            "Elo follows Plackett and Luce. *First* is how many games were won: with more than two sides "
            "a winner need not get all the points. "
            f"[{RESULTS}]({FOLDER.name}/{RESULTS}) has the numbers behind it."
        )
        yield f"![Strength by level]({FOLDER.name}/{PLOT})"
        for game in dict.fromkeys(each.game for each in found):
            own = [each for each in found if each.game == game]
            yield f"## {kind(game).title} (`{game}`)"
            if steps := [each for each in own if is_step(each)]:
                yield steps_table(steps).markdown()
            if plain := [each for each in own if not is_step(each)]:
                yield from baseline_parts(plain)
        if beginner:
            yield "## A careful beginner"
            yield (
                "What a scripted beginner gets of the points, alone against a level on all other sides. It "
                "takes a win, stops a loss in one turn, and otherwise makes the move after which things look "
                "best as the board stands and in four games played on at random. It should beat level 1 "
                "clearly and be the equal of level 2 (`python -m bench.beginner`)."
            )
            yield beginner.strip()
        if exact:
            yield "## Against exact play"
            yield (
                "On a board that is solved, how often the best level gives away a win or a draw, in random "
                "positions in which some move would (`python -m training.exact_play --help`)."
            )
            yield f"```\n{exact.strip()}\n```"
        yield "## The commands"
        yield "```\n" + "\n".join(each.command for each in found) + "\n```"

    return "\n\n".join(parts()) + "\n"


def write(found: Sequence[Outcomes], folder: Path) -> None:
    if not found:
        return
    (folder / RESULTS).write_text("".join(f"{each}\n" for each in found))
    if any(is_step(each) for each in found):
        (folder / PLOT).write_text(plot(found) + "\n")
    notes = ((folder / name) for name in (EXACT, BEGINNER))
    (folder.parent / PAGE).write_text(
        page(found, *(note.read_text() if note.exists() else "" for note in notes))
    )


def play_all(
    measures: Sequence[Measure], log: Log, *, minutes: float, threads: int | None,
    played: Mapping[Measure, int] = MappingProxyType({}),
) -> None:  # fmt: skip
    """Until all is played, the time is up or somebody interrupts."""
    total = sum(len(measure.jobs) for measure in measures)
    groups = [group for measure in measures for group in measure.groups_after(played.get(measure, 0))]
    left = sum(job not in log for group in groups for job in group)
    columns = (MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with local_workers(threads) as crew, Progress(*columns) as progress:
        task = progress.add_task("", total=total, completed=total - left)
        try:
            for result in (
                run_games(schedule(measures, log, played), crew, log, seconds=60 * minutes) if minutes else ()
            ):
                progress.update(task, advance=1, description=result.record["game"])
        except KeyboardInterrupt:
            progress.console.print("Stopped; the same command goes on from there.")


@click.command()
@click.option(
    "--minutes", default=60.0, show_default=True, type=click.FloatRange(0),
    help="How long to play; 0 only writes the page.",
)  # fmt: skip
@click.option("--threads", type=click.IntRange(1), help="Games at a time.  [default: one per processor]")
@click.option(
    "--ladder", "steps", default=100, show_default=True, type=click.IntRange(0),
    help="Games of each level with the next; 0 leaves them as they are recorded.",
)  # fmt: skip
@click.option(
    "--baseline", "plain", type=click.IntRange(1),
    help="Games of the best level with UCT and the version before.  [default: 60, or 36 with more sides]",
)  # fmt: skip
@click.option(
    "--best", type=click.FloatRange(0, min_open=True),
    help="Seconds for a move of the best level there.  [default: its own]",
)  # fmt: skip
@click.option(
    "--seconds", "times", multiple=True, default=SECONDS, show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="For each move of those games; several are measured apart.",
)  # fmt: skip
@click.option(
    "--before", metavar="COMMAND",
    help="The version before, by its engine: '/path/to/.venv/bin/tablier engine'.",
)  # fmt: skip
@click.option("--game", "games", multiple=True, type=click.Choice(tablier.games()), help="Only this one.")
@click.option(
    "--anew", is_flag=True,
    help="Add nothing to recorded results: for code that was changed, which the settings do not tell.",
)  # fmt: skip
@click.option("--folder", type=click.Path(path_type=Path), default=FOLDER, show_default=True)
def main(
    *, minutes: float, threads: int | None, steps: int, best: float | None, plain: int | None,
    times: Sequence[float], before: str | None, games: Sequence[str], anew: bool, folder: Path,
) -> None:  # fmt: skip
    """Measure every game's levels, and write docs/strength.md with its plot."""
    measures = [
        measure
        for game in tablier.games()
        for measure in [
            *ladder(game, steps, best),
            *(baseline(game, games_for(game, plain), each) for each in times),
            *(progress_since(game, games_for(game, plain), each, before) for each in times if before),
        ]
    ]
    log = Log(folder / GAMES)
    asked = [measure for measure in measures if not games or measure.game in games]
    asked.sort(key=lambda measure: measure.bots)  # weak ones are quick: every game gets a beginning soon
    recorded = {} if anew else continued(measures, log, folder / RESULTS)
    played = {measure: each.games for measure, each in recorded.items()}
    play_all(asked, log, minutes=minutes, threads=threads, played=played)
    write(gather(measures, log, folder / RESULTS, recorded), folder)
    Console().print(f"Written: {folder.parent / PAGE}")


if __name__ == "__main__":
    main()
