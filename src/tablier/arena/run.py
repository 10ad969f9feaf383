"""Playing what is planned, on threads at home or on a Dask cluster: any `Executor` will do."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from random import Random
from typing import Any

from tablier.arena.log import Log, Result
from tablier.arena.plan import SEED_BITS, Job
from tablier.bots import Stop, bot
from tablier.match import Match
from tablier.record import Record

DASK_SECONDS = 10
"""How long a cluster may take to answer."""


class Stopped(Exception):  # noqa: N818 -- nothing went wrong
    """A game was broken off."""


class NoCluster(OSError):  # noqa: N818 -- the name says what is wrong
    """The games cannot be sent away: one sentence says why."""


def play(job: Job, *, stop: Stop | None = None) -> Result:
    """Play one game to its end. `stop` breaks it off at once."""
    match = Match(job.game).play(*job.opening)
    players = [bot(name) for name in job.bots]  # one each: a bot may keep what it thought for its next move
    chance = Random(job.seed)
    times = [0.0 for _ in job.opening]
    while match.outcome is None:
        begun = time.perf_counter()
        choice = players[match.turn].choose(
            match, limit=job.limit, seed=chance.getrandbits(SEED_BITS), stop=stop
        )
        if stop is not None and stop.is_set():
            raise Stopped
        times.append(time.perf_counter() - begun)
        match.push(choice.move)
    return Result.of(job, Record(match, players=job.bots, times=tuple(times)))


@dataclass(frozen=True)
class Crew:
    """Who plays the games."""

    executor: Executor
    width: int
    """How many games are worth having under way."""
    task: Callable[[Job], Result] = play


@contextmanager
def at_home(threads: int | None = None) -> Iterator[Crew]:
    """Threads of this process, as many as it has processors if not said. Leaving breaks their games off."""
    threads = (os.cpu_count() or 1) if threads is None else threads
    if threads < 1:
        raise ValueError(f"games are played on at least one thread, not {threads}")
    stop = Stop()
    executor = ThreadPoolExecutor(threads, thread_name_prefix="arena")
    try:
        yield Crew(executor, threads, partial(play, stop=stop))
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)


@contextmanager
def on_dask(address: str) -> Iterator[Crew]:
    """The workers of the Dask scheduler at this address."""
    try:
        from dask import distributed
    except ImportError:
        raise NoCluster("Dask is not installed here: pip install 'tablier[dask]'") from None
    try:
        connect: Any = distributed.Client  # it has no types
        client = connect(address, timeout=DASK_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address}") from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"the Dask scheduler at {address} has no workers")
        installed = _installed()
        _compare("scheduler", client.run_on_scheduler(installed))
        for name, found in client.run(installed).items():
            _compare(f"worker {name}", found)
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, 2 * threads)  # one under way and one at hand for each
        finally:
            executor.shutdown(wait=False)


def _installed() -> Callable[[], str]:
    """A function that travels by value: one of this package would hang where the package is missing."""

    def installed() -> str:
        from importlib.metadata import version

        try:
            import tablier  # noqa: F401 -- can it be imported there?
        except ImportError:
            return ""
        return version("tablier")

    return installed


def _compare(who: str, found: str) -> None:
    ours = version("tablier")
    if found != ours:
        has = f"has tablier {found}" if found else "has no tablier"
        raise NoCluster(f"the Dask {who} {has}: install tablier {ours} there")


def run(
    jobs: Iterable[Job], crew: Crew, log: Log, *, seconds: float = threading.TIMEOUT_MAX
) -> Generator[Result]:
    """Play the jobs that the log lacks, for so long; each result is in the log before it is told.

    Break off the loop, or interrupt it, whenever you like: games under way are given up, and those that have
    ended by then are kept.
    """
    waiting = (job for job in jobs if job not in log)  # asked late: what comes next may depend on results
    running: set[Future[Result]] = set()
    deadline = time.monotonic() + seconds
    try:
        while True:
            while len(running) < crew.width and (job := next(waiting, None)):
                running.add(crew.executor.submit(crew.task, job))
            if not running:
                return
            left = max(0.0, deadline - time.monotonic())
            done = wait(running, timeout=left, return_when=FIRST_COMPLETED).done
            if not done:
                return
            # A game that failed comes last, so that it takes none of the others with it.
            for future in sorted(done, key=_has_failed):
                result = future.result()
                log.append(result)
                running.discard(future)  # after: an interruption in between finds it below
                yield result
    finally:
        for future in running:
            ended = not future.cancel() and future.done() and not _has_failed(future)
            if ended and (result := future.result()).key not in log.results:
                log.append(result)


def _has_failed(future: Future[Result]) -> bool:
    return future.cancelled() or future.exception() is not None
