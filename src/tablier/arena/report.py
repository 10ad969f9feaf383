"""What the games say: tables and a plot, for a browser, a terminal and a document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import gettext, ngettext
from html import escape
from itertools import permutations
from statistics import fmean
from typing import Any

from tablier.arena.log import Result
from tablier.arena.plot import Point, strengths
from tablier.arena.rate import Ranking, Strengths, fit_strengths
from tablier.board_game import Game

STYLE = """
:root { --paper: #FAF7F2; --ink: #23201C; --muted: #6E675E; --line: #E2DBD0; color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --paper: #171512; --ink: #EDE7DD; --muted: #A39A8C; --line: #322D27 } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0 0 1rem }
th, td { padding: .3rem .9rem; border-bottom: 1px solid var(--line); text-align: right }
th:first-child, td:first-child { text-align: left }
th, p { color: var(--muted); font-weight: normal }
code { overflow-wrap: anywhere }
svg { max-width: 100%; height: auto }
"""


@dataclass(frozen=True)
class Grid:
    """A table of texts, the first column naming the rows.

    >>> print(Grid("Strength", "", ("bot", "Elo"), (("level:1", "+0"),)).markdown())
    | bot | Elo |
    | --- | ---: |
    | level:1 | +0 |
    """

    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def html(self) -> str:
        """The table with its title and its note."""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.head)
        rows = "\n".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows
        )
        note = f"<p>{escape(self.note)}</p>" if self.note else ""
        return (
            f"<h2>{escape(self.title)}</h2>\n{note}\n"
            f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
        )

    def text(self) -> str:
        """The table alone, in columns."""
        lines = [self.head, *self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.head))]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if column else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def markdown(self) -> str:
        """The table alone."""
        lines = [self.head, ("---", *("---:" for _ in self.head[1:])), *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def ranking(result: Result) -> Ranking:
    return Ranking(result.sides, result.shares)


def head_to_head(rankings: Iterable[Ranking]) -> dict[tuple[str, str], list[float]]:
    """For each pair of bots, the first one's results on opposite sides: 1 ahead, ½ level, 0 behind.

    Sides without any points are not ranked among each other, as in `rate`.
    """
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for sides, points in rankings:
        for (side, won), (other, lost) in permutations(zip(sides, points, strict=True), 2):
            if side[0] != other[0] and (won or lost):
                found[side[0], other[0]].append(0.5 if won == lost else float(won > lost))
    return found


class Report:
    """The results of some games between bots.

    >>> import tablier
    >>> from tablier.arena import plan_games, play_game
    >>> quixo = tablier.game("quixo", size=3)
    >>> jobs = plan_games(quixo, ["random", "level:3"], games=4)
    >>> report = Report(quixo, ["random", "level:3"], [play_game(job) for job in jobs])
    >>> report.title, report.plot()[:4]
    ('Quixo, size 3: 4 games', '<svg')
    """

    def __init__(self, game: Game, bots: Sequence[str], results: Sequence[Result]) -> None:
        self.game = game
        self.results = results
        self.rankings = [ranking(result) for result in results]
        self.ratings: Strengths = fit_strengths(self.rankings, bots)
        self.bots = sorted(bots, key=lambda name: -self.ratings.elo(name))

    def shares(self, bot: str) -> list[float]:
        """The fraction of the points that a bot's side got, for each side it played."""
        return [
            share
            for sides, shares in self.rankings
            for side, share in zip(sides, shares, strict=True)
            if bot in side
        ]

    @property
    def fair(self) -> float:
        """The share of a side if all are equal."""
        return 1 / len(self.game.sides)

    @property
    def title(self) -> str:
        """The game, its options and the number of games, in words."""
        given = "".join(f", {name} {value}" for name, value in self.game.options.items())
        sentence = ngettext("{game}: {count} game", "{game}: {count} games", len(self.results))
        return sentence.format(game=gettext(self.game.title) + given, count=len(self.results))

    def to_dict(self) -> dict[str, Any]:
        """The standings, endings and faults as plain data, for JSON."""
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "games": len(self.results),
            "fair_share": self.fair,
            "bots": [
                {
                    "bot": name,
                    "elo": round(self.ratings.elo(name), 1),
                    "error": round(self.ratings.error(name), 1),
                    "share": fmean(self.shares(name)) if self.shares(name) else None,
                    "played": len(self.shares(name)),
                }
                for name in self.bots
            ],
            "faults": dict(Counter(result.fault for result in self.results if result.fault)),
        }

    def standings(self) -> Grid:
        """The bots by strength."""
        seconds: dict[str, list[float]] = defaultdict(list)
        for result in self.results:
            for name, taken in result.thinking():
                seconds[name].append(taken)
        rows = tuple(
            (
                name,
                f"{self.ratings.elo(name):+.0f}",
                f"± {self.ratings.error(name):.0f}",
                percent(self.shares(name)),
                str(len(self.shares(name))),
                duration(seconds[name]),
            )
            for name in self.bots
        )
        note = gettext(
            "Error bars contain the true value 95 times in 100. A fair share of the points is {share}."
        )
        played, pace = gettext("played"), gettext("per move")
        head = (gettext("bot"), "Elo", "", gettext("points"), played, pace)
        return Grid(gettext("Strength"), note.format(share=f"{self.fair:.1%}"), head, rows)

    def meetings(self) -> Grid:
        """Each bot against each."""
        found = head_to_head(self.rankings)
        rows = tuple(
            (name, *(percent(found.get((name, other), [])) for other in self.bots)) for name in self.bots
        )
        note = gettext("How often the row finished ahead.")
        return Grid(gettext("Against each other"), note, ("", *self.bots), rows)

    def seats(self) -> Grid:
        """The points of each seat, over all bots."""
        names = [" + ".join(gettext(self.game.seats[seat]) for seat in side) for side in self.game.sides]
        shares = zip(*(ranking.points for ranking in self.rankings), strict=True)
        rows = tuple((name, percent(each)) for name, each in zip(names, shares, strict=False))
        head = (gettext("seat"), gettext("points"))
        return Grid(gettext("Seats"), gettext("Whoever sat there."), head, rows)

    def endings(self) -> Grid:
        """How the games ended."""
        plies: dict[str, list[int]] = defaultdict(list)
        for result in self.results:
            plies[result.record["reason"]].append(result.plies)
        common = Counter({reason: len(each) for reason, each in plies.items()}).most_common()
        rows = tuple((reason, str(number), f"{fmean(plies[reason]):.0f}") for reason, number in common)
        return Grid(gettext("Endings"), "", (gettext("reason"), gettext("games"), gettext("plies")), rows)

    def grids(self) -> tuple[Grid, ...]:
        """All tables."""
        return self.standings(), self.meetings(), self.seats(), self.endings()

    def plot(self) -> str:
        """The strengths as SVG."""
        points = {name: Point(self.ratings.elo(name), self.ratings.error(name)) for name in self.bots}
        title = gettext("Strength in {game}, in points of Elo")
        return strengths(title.format(game=gettext(self.game.title)), points)

    def _repr_svg_(self) -> str:
        """The plot, for notebooks."""
        return self.plot()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The standings as text, and the plot, for notebooks."""
        table = self.standings()
        # Without the times, which differ from run to run.
        kept = Grid(table.title, table.note, table.head[:-1], tuple(row[:-1] for row in table.rows))
        return {"text/plain": f"{self.title}\n\n{kept.text()}", "image/svg+xml": self.plot()}

    def __repr__(self) -> str:
        return f"<Report of {len(self.results)} games: {self.game!r}>"

    def html(self, command: str = "") -> str:
        """One file that needs nothing else."""
        language = gettext("en")  # translated like the words: its code
        played = f"<p><code>{escape(command)}</code></p>" if command else ""
        return "\n".join(
            [
                f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width">',
                f"<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
                f"<h1>{escape(self.title)}</h1>",
                played,
                self.plot(),
                *(grid.html() for grid in self.grids()),
                "</body>\n</html>\n",
            ]
        )


def percent(shares: Sequence[float]) -> str:
    return f"{fmean(shares):.1%}" if shares else "–"


def duration(seconds: Sequence[float]) -> str:
    """The mean, in a unit that suits it."""
    if not seconds:
        return "–"
    mean = fmean(seconds)
    if mean < 0.001:  # records keep milliseconds
        return "< 1 ms"
    return f"{mean:.2f} s" if mean >= 0.1 else f"{1000 * mean:.0f} ms"
