"""Games are played as planned, written down as they end, and not played twice."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.arena.log import Log, Result
from tablier.arena.plan import Job, plan
from tablier.arena.run import Crew, NoCluster, Stopped, at_home, on_dask, play, run
from tablier.bots import Limit, Stop

QUIXO = tablier.game("quixo", size=3)
JOBS = plan(QUIXO, ["level:1", "uct:10"], games=12, limit=Limit(nodes=8))


def finish(log: Log, *jobs: Job) -> list[Result]:
    with at_home(2) as crew:
        return list(run(jobs, crew, log))


def test_a_game_follows_its_job() -> None:
    job = JOBS[0]
    result = play(job)
    record = tablier.Record.from_json(json.dumps(result.record))
    outcome = record.match.outcome
    assert outcome is not None
    assert record.players == job.bots == result.bots
    assert tuple(QUIXO.text(move) for move in record.match.moves[: len(job.opening)]) == job.opening
    assert result.scores == outcome.scores
    assert result.key == job.key
    assert len(record.times) == len(record.match.moves)
    assert [name for name, _ in result.thinking()] == [
        job.bots[ply % 2] for ply in range(len(job.opening), result.plies)
    ]


def test_the_same_job_is_the_same_game() -> None:
    one, other = play(JOBS[1]), play(JOBS[1])
    assert one.record["moves"] == other.record["moves"]


def test_shares_go_by_side() -> None:
    teams = tablier.game("quixo-teams")
    result = play(plan(teams, ["random", "uct:5"], games=1)[0])
    assert result.sides == (("random", "random"), ("uct:5", "uct:5"))
    assert sum(result.shares) == 1
    assert set(result.shares) <= {0.0, 0.5, 1.0}


def test_results_are_in_the_file_before_they_are_told(tmp_path: Path) -> None:
    log = Log(tmp_path / "deep" / "games.jsonl")
    with at_home(1) as crew:
        for number, result in enumerate(run(JOBS, crew, log), 1):
            lines = log.path.read_text().splitlines()
            assert len(lines) == number
            assert Result.read(lines[-1]) == result
    assert number == len(JOBS)


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    finish(Log(path), *JOBS[:5])
    before = path.read_text()
    again = finish(Log(path), *JOBS)
    assert {result.key for result in again} == {job.key for job in JOBS[5:]}
    assert path.read_text().startswith(before)
    assert not finish(Log(path), *JOBS)
    assert [result.key for result in Log(path).of(JOBS)] == [job.key for job in JOBS]


def test_a_torn_line_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    finish(Log(path), *JOBS[:3])
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert len(Log(path).results) == 2
    assert len(finish(Log(path), *JOBS[:3])) == 1
    assert len(path.read_bytes().splitlines()) == 3
    assert len(Log(path).results) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "this is not a file of an arena"),
        ("hello\n", "line 1: not a finished game"),
        ("{}\n", "line 1: not a finished game"),
        ("[1]\n", "line 1: not a finished game"),
        (
            '{"key":"1","seed":1,"limit":{},"opening":9,"record":{"players":[],"scores":[],"moves":[]}}\n',
            "line 1",
        ),
    ],
)
def test_another_file_is_left_alone(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "other.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Log(path)
    assert path.read_text() == text


def test_leaving_gives_up_what_is_under_way_at_once(tmp_path: Path) -> None:
    slow = plan(tablier.game("quixo"), ["level:1", "uct:1000000000"], games=2)
    log = Log(tmp_path / "games.jsonl")
    begun = time.monotonic()
    with at_home(3) as crew:
        for _ in run([*JOBS[:1], *slow, *JOBS[1:]], crew, log):
            break
    assert time.monotonic() - begun < 20
    assert JOBS[0] in log
    assert not any(job in log for job in slow)


def test_time_ends_the_games_even_in_the_middle_of_one(tmp_path: Path) -> None:
    slow = plan(tablier.game("quixo"), ["level:1", "uct:1000000000"], games=2)
    begun = time.monotonic()
    with at_home(1) as crew:
        assert not list(run(slow, crew, Log(tmp_path / "games.jsonl"), seconds=0.2))
    assert 0.2 <= time.monotonic() - begun < 20


def test_a_stopped_game_has_no_result() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        play(JOBS[0], stop=stop)


class AtOnce(Executor):
    """Every game has ended before anybody looks."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except ZeroDivisionError as error:
            future.set_exception(error)
        return future


def test_a_game_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    log = Log(tmp_path / "games.jsonl")

    def task(job: Job) -> Result:
        if job == JOBS[3]:
            raise ZeroDivisionError
        return play(job)

    with pytest.raises(ZeroDivisionError):
        list(run(JOBS, Crew(AtOnce(), len(JOBS), task), log))
    assert [job for job in JOBS if job not in log] == [JOBS[3]]


def test_games_that_ended_before_an_interruption_are_kept(tmp_path: Path) -> None:
    log = Log(tmp_path / "games.jsonl")
    results = run(JOBS, Crew(AtOnce(), len(JOBS)), log)
    next(results)
    assert len(log.results) == 1
    with pytest.raises(KeyboardInterrupt):
        results.throw(KeyboardInterrupt())
    assert all(job in log for job in JOBS)


def test_an_interrupted_command_keeps_its_games_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    words = [
        sys.executable,
        "-m",
        "tablier.cli",
        "arena",
        "quixo",
        "--bots",
        "level:1",
        "random",
        "--games",
        "30000",
    ]
    words += ["--nodes", "20", "--threads", "1", "--out", str(path)]
    for _ in range(2):
        before = path.read_text().count("\n") if path.exists() else 0
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        give_up = time.monotonic() + 60
        while not path.exists() or path.read_text().count("\n") < before + 3:
            assert time.monotonic() < give_up
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        assert process.returncode == 130, output
        assert "the same command goes on from there" in output
        kept = path.read_text().splitlines()
        assert len(kept) >= before + 3
        assert len({Result.read(line).key for line in kept}) == len(kept)


def test_a_crew_has_somebody() -> None:
    with pytest.raises(ValueError, match="at least one thread, not 0"), at_home(0):
        pass


def test_no_scheduler_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.arena.run.DASK_SECONDS", 0.5)
    with (
        pytest.raises(NoCluster, match=r"no Dask scheduler answers at tcp://127.0.0.1:9"),
        on_dask("tcp://127.0.0.1:9"),
    ):
        pass
