"""The report says what happened, in one file that needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import tablier
from tablier.arena.log import Log, Result
from tablier.arena.plan import plan_games
from tablier.arena.plot import Point, lines, strengths, ticks
from tablier.arena.rate import Ranking
from tablier.arena.report import Grid, Report, head_to_head
from tablier.arena.run import local_workers, run_games
from tablier.bots import Limit

QUIXO = tablier.game("quixo", size=3)
BOTS = ("level:1", "level:4", "random")
VOID = {"meta", "path", "circle", "rect"}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    log = Log(tmp_path_factory.mktemp("arena") / "games.jsonl")
    jobs = plan_games(QUIXO, BOTS, games=60, limit=Limit(nodes=60))
    with local_workers(1) as crew:
        list(run_games(jobs, crew, log))
    return Report(QUIXO, BOTS, log.of(jobs))


class Balance(HTMLParser):
    """Every tag is closed, in order; nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {"src", "href", "srcset", "data"} & {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_needs_nothing_else(report: Report) -> None:
    page = report.html("tablier arena 'a < b'")
    balance = Balance()
    balance.feed(page)
    assert not balance.open
    assert balance.seen.count("table") == 4
    assert balance.seen.count("circle") == len(BOTS)
    assert "a &lt; b" in page
    assert not re.search(r"url\(|@import|<script|<link|<img", page)
    assert set(re.findall(r"https?://[^\"]+", page)) == {"http://www.w3.org/2000/svg"}


def test_the_best_bot_leads_and_all_points_are_shared_out(report: Report) -> None:
    assert report.bots[0] == "level:4"
    rows = {row[0]: row for row in report.standings().rows}
    assert [row[4] for row in rows.values()] == ["40"] * 3
    assert sum(float(row[3].rstrip("%")) for row in rows.values()) == pytest.approx(150, abs=0.2)
    met = report.meetings()
    assert met.head[1:] == tuple(row[0] for row in met.rows) == tuple(report.bots)
    for i in range(3):
        assert met.rows[i][i + 1] == "–"
        for j in range(i):
            both = (met.rows[i][j + 1], met.rows[j][i + 1])
            assert sum(float(cell.rstrip("%")) for cell in both) == pytest.approx(100, abs=0.2)
    assert [row[0] for row in report.seats().rows] == ["Cross", "Circle"]
    assert sum(int(row[1]) for row in report.endings().rows) == 60


def test_head_to_head_leaves_out_losers_among_each_other() -> None:
    games = [Ranking((("a",), ("b",), ("b",)), (1, 0, 0)), Ranking((("a",), ("b",), ("b",)), (0, 1, 0))]
    assert head_to_head(games) == {("a", "b"): [1, 1, 0], ("b", "a"): [0, 0, 1]}
    assert head_to_head([Ranking((("a",), ("b",)), (0.5, 0.5))]) == {("a", "b"): [0.5], ("b", "a"): [0.5]}


def test_a_report_on_nothing_is_empty() -> None:
    results: list[Result] = []
    Balance().feed(Report(QUIXO, BOTS, results).html())


def test_a_table_in_markdown() -> None:
    grid = Grid("t", "", ("bot", "Elo"), (("a", "1"), ("b", "2")))
    assert grid.markdown() == "| bot | Elo |\n| --- | ---: |\n| a | 1 |\n| b | 2 |"


@pytest.mark.parametrize("ends", [(-130, 210), (0, 1), (-3000, 4000), (5, 5), (0.001, 0.0042)])
def test_ticks_reach_from_end_to_end(ends: tuple[float, float]) -> None:
    marks = ticks(*ends)
    assert marks[0] <= ends[0]
    assert marks[-1] >= ends[1]
    assert len(marks) <= 15


def test_plots_stay_inside_their_frame() -> None:
    huge = strengths("a & b", {"<a>": Point(1400, 900), "b": Point(-1400, 90), "c": Point(0, 9e9)})
    ladder = lines(
        "levels", {f"game {i}": {level: Point(100 * level, 40) for level in range(1, 9)} for i in range(9)}
    )
    for text in (huge, ladder, lines("one", {"a": {1: Point(0, 1)}})):
        picture = ElementTree.fromstring(text)
        _, _, width, height = map(float, picture.attrib["viewBox"].split())
        for node in picture.iter():
            for name, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
                assert 0 <= float(node.get(name, 0)) <= most
            for x in re.findall(r"[MLH](-?[\d.]+)", node.get("d", "")):
                assert 0 <= float(x) <= width
    assert "&lt;a&gt;" in huge
