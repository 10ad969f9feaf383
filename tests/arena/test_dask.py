"""The same games on a real cluster: a scheduler and a worker as processes of their own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import tablier
from tablier.arena.cluster import NoCluster, compare_version
from tablier.arena.log import Log, Result
from tablier.arena.plan import PlannedGame, plan_games
from tablier.arena.run import dask_workers, local_workers, run_games
from tablier.bots import Limit
from tests.dask_processes import scheduler, worker

pytestmark = pytest.mark.filterwarnings("default")  # those of a large package about itself


def patiently(address: str, jobs: Sequence[PlannedGame], log: Log) -> list[Result]:
    """Play as soon as there is a worker."""
    give_up = time.monotonic() + 60
    while True:
        try:
            with dask_workers(address) as crew:
                return list(run_games(jobs, crew, log))
        except NoCluster as error:
            if "has no workers" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.2)


def test_a_cluster_plays_what_threads_play(tmp_path: Path) -> None:
    jobs = plan_games(tablier.game("quixo", size=3), ["level:1", "uct:10"], games=6, limit=Limit(nodes=8))
    here, there = Log(tmp_path / "here.jsonl"), Log(tmp_path / "there.jsonl")
    with local_workers(1) as crew:
        list(run_games(jobs, crew, here))
    with scheduler(tmp_path) as address, worker(tmp_path, address):
        told = patiently(address, jobs, there)
    assert len(told) == len(jobs)
    assert [result.record["moves"] for result in there.of(jobs)] == [
        result.record["moves"] for result in here.of(jobs)
    ]
    assert len(Log(there.path).results) == len(jobs)


def test_a_scheduler_without_the_package_is_named_before_it_can_hang(tmp_path: Path) -> None:
    (tmp_path / "tablier.py").write_text("raise ImportError")
    with (
        scheduler(tmp_path, path=str(tmp_path)) as address,
        worker(tmp_path, address),
        pytest.raises(NoCluster, match="the Dask scheduler has no tablier: install tablier"),
    ):
        patiently(address, (), Log(tmp_path / "games.jsonl"))


def test_another_version_is_named() -> None:
    with pytest.raises(NoCluster, match=r"the Dask worker 7 has tablier 0.0.1: install tablier"):
        compare_version("worker 7", "0.0.1")
