"""The same games on a real cluster: a scheduler and a worker as processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

import tablier
from tablier.arena import run as module
from tablier.arena.log import Log
from tablier.arena.plan import plan
from tablier.arena.run import NoCluster, at_home, on_dask, run
from tablier.bots import Limit


@contextmanager
def process(*words: str) -> Iterator[None]:
    started = subprocess.Popen(
        [sys.executable, "-m", "dask", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        started.terminate()
        started.wait(20)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    card = tmp_path_factory.mktemp("dask") / "scheduler.json"
    with process(
        "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(card)
    ):
        give_up = time.monotonic() + 60
        while not card.exists() or not card.read_text():
            assert time.monotonic() < give_up
            time.sleep(0.1)
        yield json.loads(card.read_text())["address"]


@pytest.mark.filterwarnings("default")  # of a large package, about itself
def test_a_cluster_plays_what_threads_play(address: str, tmp_path: Path) -> None:
    with pytest.raises(NoCluster, match="has no workers"), on_dask(address):
        pass
    jobs = plan(tablier.game("quixo", size=3), ["level:1", "uct:10"], games=6, limit=Limit(nodes=8))
    here, there = Log(tmp_path / "here.jsonl"), Log(tmp_path / "there.jsonl")
    with at_home(1) as crew:
        list(run(jobs, crew, here))
    with process(
        "worker",
        address,
        "--no-dashboard",
        "--no-nanny",
        "--nthreads",
        "2",
        "--local-directory",
        str(tmp_path),
    ):
        give_up = time.monotonic() + 60
        while True:
            try:
                with on_dask(address) as crew:
                    told = list(run(jobs, crew, there))
                break
            except NoCluster:
                assert time.monotonic() < give_up
                time.sleep(0.2)
    assert len(told) == len(jobs)
    assert [result.record["moves"] for result in there.of(jobs)] == [
        result.record["moves"] for result in here.of(jobs)
    ]
    assert len(Log(there.path).results) == len(jobs)


@pytest.mark.parametrize(("found", "sentence"), [("", "has no tablier"), ("0.0.1", "has tablier 0.0.1")])
def test_a_member_without_the_package_is_named(found: str, sentence: str) -> None:
    with pytest.raises(NoCluster, match=f"the Dask scheduler {sentence}: install tablier"):
        module._compare("scheduler", found)
    assert module._installed()() == version("tablier")
