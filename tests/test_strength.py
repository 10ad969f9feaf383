"""Measuring the bots: the commands shown are the games played, and it goes on where it stopped."""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench.strength import (
    EXACT,
    GAMES,
    PLOT,
    RESULTS,
    Measure,
    Outcomes,
    baseline,
    baseline_parts,
    continued,
    gather,
    judge,
    ladder,
    main,
    play_all,
    progress_since,
    schedule,
    share_cell,
    write,
)
from click.testing import CliRunner

from tablier.arena.log import Log, Result
from tablier.arena.plan import Lineup
from tablier.arena.rate import Ranking
from tablier.arena.run import local_workers, run_games
from tablier.cli import main as tablier_main

QUICK = [
    Measure("quixo", ("level:2", "level:1"), 6),
    Measure("quixo", ("level:2", "uct:0.001s"), 2, Lineup.ALONE, 0.001),
]


def test_every_game_has_its_ladder_and_its_baseline() -> None:
    assert [measure.bots for measure in ladder("quixo", 10)][::6] == [
        ("level:2", "level:1"),
        ("level:8", "level:7"),
    ]
    assert not ladder("quixo", 0)
    assert baseline("quixo", 10, 0.5).words[-6:] == ["--games", "10", "--lineup", "alone", "--seconds", "0.5"]


def test_the_command_plays_the_measured_games(tmp_path: Path) -> None:
    for measure in QUICK:
        out = tmp_path / "games.jsonl"
        result = CliRunner().invoke(tablier_main, [*measure.words[1:], "--out", str(out)])
        assert result.exit_code == 0, result.output
        assert all(job in Log(out) for job in measure.jobs)


@pytest.mark.parametrize(
    ("measure", "key"),
    [
        (Measure("quixo", ("level:5", "level:4"), 1), "eb592d41c141afa5093c0fc4"),
        (Measure("quixo", ("level:8", "level:7"), 1), "6e5e391977a24ff845fe4ebd"),
        (Measure("olix", ("level:5", "level:4"), 1), "a948e15b1f8536ecbd236dc7"),
        (Measure("x", ("level:5", "level:4"), 1), "c7968dbc2b53a9672a6ee2e5"),
    ],
)
def test_games_of_logs_written_before_a_rename_are_recognised(measure: Measure, key: str) -> None:
    """The keys as commit 571c331 wrote them, whose settings had other names, of levels not tuned since."""
    assert measure.jobs[0].key == key


def test_all_measures_get_the_same_time(tmp_path: Path) -> None:
    slow, quick = (Measure("quixo", ("level:2", bot), 40) for bot in ("level:1", "random"))
    log = Log(tmp_path / GAMES)
    spent: Counter[str] = Counter()
    for job in islice(schedule([slow, quick], log), 44):
        seconds = 9.0 if "level:1" in job.bots else 1.0
        spent["slow" if seconds > 1 else "quick"] += int(seconds)
        record = {"players": job.bots, "scores": [1, 0], "moves": ["a1e1"], "times": [seconds]}
        log.append(Result(job.key, job.seed, {}, 0, record))
    assert abs(spent["slow"] - spent["quick"]) <= 2 * 9  # a group of slow games
    assert len(list(schedule([slow, quick], log))) == 80


def test_half_a_group_does_not_count(tmp_path: Path) -> None:
    log = Log(tmp_path / GAMES)
    with local_workers(1) as crew:
        list(run_games(QUICK[0].jobs[:3], crew, log))
        list(run_games(QUICK[0].jobs[4:], crew, log))
    results = QUICK[0].results(log)
    assert [result.key for result in results] == [job.key for job in QUICK[0].jobs[:2]]
    assert Outcomes.of(QUICK[0], results).command.endswith("--games 2")


def test_results_are_kept_small_and_read_back(tmp_path: Path) -> None:
    three = Ranking((("level:2",), ("level:1",), ("level:1",)), (1.0, 0.0, 0.0))
    found = Outcomes("quixo", ("level:2", "level:1"), "tablier arena", Counter({three: 5}), {"level:1": 0.5})
    assert Outcomes.read(str(found)) == found
    assert found.games == 5
    assert found.ahead == [1.0] * 10
    assert found.shares == [1.0] * 5


def test_the_page_has_the_plot_the_tables_and_the_commands(tmp_path: Path) -> None:
    folder = tmp_path / "strength"
    log = Log(folder / GAMES)
    with local_workers(2) as crew:
        list(run_games(schedule(QUICK, log), crew, log))
    write(gather(QUICK, log, folder / RESULTS), folder)
    page = (tmp_path / "strength.md").read_text()
    assert "| 2 Rookie |" in page
    assert "`level:2` against plain UCT with the same time:" in page
    assert re.search(
        r"\| 0.001 s \| <span .*>\d+\.\d% \(\d+–\d+\)</span> \| 90% \| too few games \| 2 \|", page
    )
    assert "tablier arena quixo --bots level:2 level:1 --games 6\n" in page
    ElementTree.parse(folder / PLOT)
    # Without the games themselves the numbers are still there.
    log.path.unlink()
    write(gather(QUICK, Log(log.path), folder / RESULTS), folder)
    assert (tmp_path / "strength.md").read_text() == page
    (folder / EXACT).write_text("200 moves, 0 of them gave something away\n")
    write(gather(QUICK, Log(log.path), folder / RESULTS), folder)
    assert "\n200 moves, 0 of them" in (tmp_path / "strength.md").read_text()


def test_with_more_sides_the_games_won_are_told_apart(tmp_path: Path) -> None:
    """In Plateau X the winner gets 4 of 7 points, so that a share of half of them is nearly all games."""
    seats = tuple((name,) for name in ("level:8", "uct:1s", "uct:1s", "uct:1s"))
    counts = Counter({
        Ranking(seats, (4 / 7, 2 / 7, 1 / 7, 0.0)): 30,
        Ranking(seats, (3 / 7, 3 / 7, 1 / 7, 0.0)): 2,
    })  # fmt: skip
    found = Outcomes("plateau-x", ("level:8", "uct:1s"), "tablier arena", counts)
    assert sum(found.wins) == 31
    _, table = baseline_parts([found])
    assert "| first |" in table
    assert "| 96.9% (" in table
    assert "| 56.2% (50–57) | 50% | open |" in table
    two = Outcomes(
        "quixo", ("level:8", "uct:1s"), "tablier arena", Counter({Ranking(seats[:2], (1.0, 0.0)): 30})
    )
    assert "first" not in list(baseline_parts([two]))[1]


def test_without_the_log_it_goes_on_from_the_recorded_results(tmp_path: Path) -> None:
    """A fresh clone has the results and not the games: the plan's next games are played and added."""
    folder = tmp_path / "strength"
    short, measure = replace(QUICK[0], games=2), QUICK[0]
    log = Log(folder / GAMES)
    play_all([measure], log, minutes=5, threads=1)
    whole = gather([measure], log, folder / RESULTS)[0]
    write(gather([short], log, folder / RESULTS), folder)
    log.path.unlink()
    other = Log(log.path)
    recorded = continued([measure], other, folder / RESULTS)
    played = {each: outcomes.games for each, outcomes in recorded.items()}
    assert played == {measure: 2}
    play_all([measure], other, minutes=5, threads=1, played=played)
    assert set(other.results) == {job.key for job in measure.jobs[2:]}
    found = gather([measure], other, folder / RESULTS, recorded)
    assert [(each.counts, each.command, each.first_key) for each in found] == [
        (whole.counts, whole.command, measure.jobs[0].key)
    ]
    # Written, they are not added a second time.
    write(found, folder)
    again = continued([measure], other, folder / RESULTS)
    assert again[measure].games == 6
    assert not list(schedule([measure], other, {measure: 6}))
    assert gather([measure], other, folder / RESULTS, again) == found


def test_the_results_of_bots_tuned_since_are_not_added_to(tmp_path: Path) -> None:
    folder = tmp_path / "strength"
    log = Log(folder / GAMES)
    play_all(QUICK[:1], log, minutes=5, threads=1)
    found = gather(QUICK[:1], log, folder / RESULTS)
    write([replace(found[0], first_key="of other settings")], folder)
    assert not continued(QUICK[:1], Log(tmp_path / "none.jsonl"), folder / RESULTS)
    write(found, folder)
    assert not continued(QUICK[:1], log, folder / RESULTS), "the log has them, so they are counted there"
    assert continued(QUICK[:1], Log(tmp_path / "none.jsonl"), folder / RESULTS)


def test_a_recorded_measure_that_is_not_asked_for_stays(tmp_path: Path) -> None:
    won = Ranking((("level:8",), ("uct:0.1s",)), (1.0, 0.0))
    old = Outcomes("quixo", ("level:8", "uct:0.1s"), "tablier arena", Counter({won: 30}))
    (tmp_path / RESULTS).write_text(f"{old}\n")
    assert gather(QUICK, Log(tmp_path / GAMES), tmp_path / RESULTS) == [old]


def test_a_verdict_needs_the_whole_error_bar() -> None:
    assert judge([1.0] * 4, 0.7, 4) == "too few games"
    assert judge([1.0] * 54 + [0.0] * 6, 0.7, 60) == "yes"
    assert judge([1.0] * 45 + [0.0] * 15, 0.7, 60) == "open"
    assert judge([1.0] * 30 + [0.0] * 30, 0.7, 60) == "no"
    assert judge([1.0] * 60, 0.9, 60) == "yes", "sixty of sixty: at least 94 %"
    assert judge([4 / 7] * 60, 0.5, 60, most=4 / 7) == "yes", "all that a winner gets: at least 94 % of that"


def test_few_games_are_grey() -> None:
    assert share_cell([1.0] * 29, 29).startswith('<span style="color: gray">100.0%')
    assert share_cell([0.5] * 60, 60) == "50.0% (38–62)"


def test_the_version_before_plays_by_its_engine(tmp_path: Path) -> None:
    """Its program's place is in no result: the page is the same on every machine."""
    program = f"{shlex.quote(sys.executable)} -m tablier.cli engine"
    measure = replace(progress_since("quixo", 2, 0.01, program), bots=("level:1", f"engine:{program}"))
    log = Log(tmp_path / GAMES)
    with local_workers(1) as crew:
        list(run_games(measure.jobs, crew, log))
    found = Outcomes.of(measure, measure.results(log))
    assert found.games == 2
    assert sys.executable not in str(found)
    assert (
        found.command
        == "tablier arena quixo --bots level:1 engine:before --games 2 --lineup alone --seconds 0.01"
    )
    assert any("the version before" in part for part in baseline_parts([found]))
    assert Outcomes.read(str(found)) == found


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    log = Log(tmp_path / GAMES)
    play_all(QUICK[:1], log, minutes=5, threads=1)
    before = log.path.read_text()
    play_all(QUICK, Log(log.path), minutes=5, threads=2)
    assert log.path.read_text().startswith(before)
    assert all(job in Log(log.path) for measure in QUICK for job in measure.jobs)


def test_the_command_stops_in_time_and_writes_what_it_has(tmp_path: Path) -> None:
    folder = tmp_path / "strength"
    play_all(ladder("quixo", 2)[:1], Log(folder / GAMES), minutes=5, threads=1)
    words = ["--folder", str(folder), "--minutes", "0.01", "--ladder", "2", "--game", "quixo"]
    begun = time.monotonic()
    result = CliRunner().invoke(main, words, catch_exceptions=False)  # level 8 alone thinks for 2 s a move
    assert result.exit_code == 0, result.output
    assert time.monotonic() - begun < 20
    assert "| 2 Rookie |" in (tmp_path / "strength.md").read_text()


def test_nothing_measured_writes_nothing(tmp_path: Path) -> None:
    write([], tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    ["--threads 0", "--game chess", "--minutes -1", "--ladder -1", "--baseline 0", "--best 0", "--seconds 0"],
)
def test_mistakes_are_refused(words: str) -> None:
    assert CliRunner().invoke(main, words.split()).exit_code == 2
