"""Games are played as planned, written down as they end, and not played twice."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest

import tablier
from tablier.arena.cluster import NoCluster
from tablier.arena.log import Log, Result
from tablier.arena.plan import PlannedGame, plan_games
from tablier.arena.run import (
    GameStopped,
    Workers,
    dask_workers,
    local_workers,
    play_game,
    run_games,
)
from tablier.bots import Limit, Stop

QUIXO = tablier.game("quixo", size=3)
JOBS = plan_games(QUIXO, ["level:1", "uct:10"], games=12, limit=Limit(nodes=8))


def finish(log: Log, *jobs: PlannedGame) -> list[Result]:
    with local_workers(2) as crew:
        return list(run_games(jobs, crew, log))


def test_a_game_follows_its_job() -> None:
    job = JOBS[0]
    result = play_game(job)
    record = tablier.Record.from_dict(result.record)
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


def test_games_logged_without_seats_have_thinking_times_too() -> None:
    result = play_game(JOBS[0])
    assert result.record["seats"]
    older = replace(result, record={name: part for name, part in result.record.items() if name != "seats"})
    assert list(older.thinking()) == list(result.thinking()) != []


def test_the_same_job_is_the_same_game() -> None:
    one, other = play_game(JOBS[1]), play_game(JOBS[1])
    assert one.record["moves"] == other.record["moves"]


def test_shares_go_by_side() -> None:
    teams = tablier.game("quixo-teams")
    result = play_game(plan_games(teams, ["random", "uct:5"], games=1)[0])
    assert result.sides == (("random", "random"), ("uct:5", "uct:5"))
    assert sum(result.shares) == 1
    assert set(result.shares) <= {0.0, 0.5, 1.0}


def test_results_are_in_the_file_before_they_are_told(tmp_path: Path) -> None:
    log = Log(tmp_path / "deep" / "games.jsonl")
    with local_workers(1) as crew:
        for number, result in enumerate(run_games(JOBS, crew, log), 1):
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


SLOW = plan_games(tablier.game("quixo"), ["level:1", "uct:100000"], games=2)
"""Games that take seconds each."""


class Watched:
    """A worker's task that notes which games were broken off."""

    def __init__(self, task: Callable[[PlannedGame], Result]) -> None:
        self.task = task
        self.slow_begun = Semaphore(0)
        self.begun: list[PlannedGame] = []
        self.stopped: list[PlannedGame] = []

    def __call__(self, job: PlannedGame) -> Result:
        self.begun.append(job)
        if job in SLOW:
            self.slow_begun.release()
        elif len(self.begun) <= 1 + len(SLOW):  # the first quick game ends when all slow ones have begun
            assert all(self.slow_begun.acquire(timeout=60) for _ in SLOW)
        try:
            return self.task(job)
        except GameStopped:
            self.stopped.append(job)
            raise


def test_leaving_gives_up_what_is_under_way(tmp_path: Path) -> None:
    log = Log(tmp_path / "games.jsonl")
    with local_workers(3) as crew:
        watched = Watched(crew.task)
        for _ in run_games([*JOBS[:1], *SLOW, *JOBS[1:]], replace(crew, task=watched), log):
            break
    assert JOBS[0] in log
    assert set(SLOW) <= set(watched.begun)
    assert set(SLOW) <= set(watched.stopped)
    assert not any(job in log for job in SLOW)


def test_time_ends_the_games_even_in_the_middle_of_one(tmp_path: Path) -> None:
    log = Log(tmp_path / "games.jsonl")
    with local_workers(1) as crew:
        watched = Watched(crew.task)
        assert not list(run_games(SLOW, replace(crew, task=watched), log, seconds=0.2))
    assert watched.begun == watched.stopped == [SLOW[0]]
    assert not log.results


def test_a_stopped_game_has_no_result() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(GameStopped):
        play_game(JOBS[0], stop=stop)


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

    def task(job: PlannedGame) -> Result:
        if job == JOBS[3]:
            raise ZeroDivisionError
        return play_game(job)

    with pytest.raises(ZeroDivisionError):
        list(run_games(JOBS, Workers(AtOnce(), len(JOBS), task), log))
    assert [job for job in JOBS if job not in log] == [JOBS[3]]


def test_games_that_ended_before_an_interruption_are_kept(tmp_path: Path) -> None:
    log = Log(tmp_path / "games.jsonl")
    results = run_games(JOBS, Workers(AtOnce(), len(JOBS)), log)
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
        assert "the same command picks up from there" in output
        kept = path.read_text().splitlines()
        assert len(kept) >= before + 3
        assert len({Result.read(line).key for line in kept}) == len(kept)


def test_a_crew_has_somebody() -> None:
    with pytest.raises(ValueError, match="at least one thread, not 0"), local_workers(0):
        pass


def test_no_scheduler_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.arena.cluster.CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(NoCluster, match=r"no Dask scheduler answers at tcp://127.0.0.1:9"),
        dask_workers("tcp://127.0.0.1:9"),
    ):
        pass
