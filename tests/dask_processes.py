"""A real Dask scheduler and workers for tests: processes of their own, on loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Process = subprocess.Popen[bytes]


@contextmanager
def process(*words: str, path: str = "") -> Iterator[Process]:
    started = subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        yield started
    finally:
        started.terminate()
        try:
            started.wait(20)
        except subprocess.TimeoutExpired:  # a worker that has just begun may miss the signal
            started.kill()
            started.wait()


@contextmanager
def scheduler(folder: Path, *, path: str = "") -> Iterator[str]:
    """A scheduler; gives its address."""
    with scheduler_process(folder, path=path) as (address, _):
        yield address


@contextmanager
def scheduler_process(folder: Path, *, path: str = "") -> Iterator[tuple[str, Process]]:
    card = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(card))
    with process("scheduler", *words, path=path) as started:
        give_up = time.monotonic() + 60
        while not card.exists() or not card.read_text():
            assert time.monotonic() < give_up
            time.sleep(0.1)
        yield json.loads(card.read_text())["address"], started


@contextmanager
def worker(folder: Path, address: str, *, threads: int = 2) -> Iterator[Process]:
    words = ("--no-dashboard", "--no-nanny", "--nthreads", str(threads), "--local-directory", str(folder))
    with process("worker", address, *words) as started:
        yield started
