"""The same games on a real cluster: a scheduler and a worker as processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import tablier
from tablier.arena import run as module
from tablier.arena.log import Log, Result
from tablier.arena.plan import Job, plan
from tablier.arena.run import NoCluster, at_home, on_dask, run
from tablier.bots import Limit

pytestmark = pytest.mark.filterwarnings("default")  # those of a large package about itself


@contextmanager
def process(*words: str, path: str = "") -> Iterator[None]:
    started = subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        yield
    finally:
        started.terminate()
        started.wait(20)


@contextmanager
def scheduler(folder: Path, *, path: str = "") -> Iterator[str]:
    card = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(card))
    with process("scheduler", *words, path=path):
        give_up = time.monotonic() + 60
        while not card.exists() or not card.read_text():
            assert time.monotonic() < give_up
            time.sleep(0.1)
        yield json.loads(card.read_text())["address"]


@contextmanager
def worker(folder: Path, address: str) -> Iterator[None]:
    words = ("--no-dashboard", "--no-nanny", "--nthreads", "2", "--local-directory", str(folder))
    with process("worker", address, *words):
        yield


def patiently(address: str, jobs: Sequence[Job], log: Log) -> list[Result]:
    """Play as soon as there is a worker."""
    give_up = time.monotonic() + 60
    while True:
        try:
            with on_dask(address) as crew:
                return list(run(jobs, crew, log))
        except NoCluster as error:
            if "has no workers" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.2)


def test_a_cluster_plays_what_threads_play(tmp_path: Path) -> None:
    jobs = plan(tablier.game("quixo", size=3), ["level:1", "uct:10"], games=6, limit=Limit(nodes=8))
    here, there = Log(tmp_path / "here.jsonl"), Log(tmp_path / "there.jsonl")
    with at_home(1) as crew:
        list(run(jobs, crew, here))
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
        module._compare("worker 7", "0.0.1")
