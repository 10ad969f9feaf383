"""Runs planned games on an `Executor`: threads of this process, or a Dask cluster."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random

from tablier.arena.cluster import connect_cluster, count_threads
from tablier.arena.log import Log, Result
from tablier.arena.plan import SEED_BITS, PlannedGame
from tablier.bots import EngineFault, Stop, bot
from tablier.match import Match
from tablier.record import Record


class GameStopped(Exception):  # noqa: N818 -- nothing went wrong
    """A game was stopped before its end.

    >>> import tablier
    >>> from tablier.arena import plan_games
    >>> stop = Stop()
    >>> stop.set()
    >>> try:
    ...     play_game(plan_games(tablier.game("quixo"), ["random", "level:1"], games=1)[0], stop=stop)
    ... except GameStopped:
    ...     print("stopped")
    stopped
    """


def play_game(job: PlannedGame, *, stop: Stop | None = None) -> Result:
    """Play one game to its end; GameStopped as soon as `stop` is set.

    An engine that does something wrong loses, and the result says why.

    >>> import tablier
    >>> from tablier.arena import plan_games
    >>> job = plan_games(tablier.game("quixo", size=3), ["random", "level:1"], games=1)[0]
    >>> sum(play_game(job).scores)
    1.0
    """
    match = Match(job.game).play(*job.opening)
    players = [bot(name) for name in job.bots]  # one per seat: a bot keeps its search tree between its moves
    rng = Random(job.seed)
    times = [0.0 for _ in job.opening]
    fault = ""
    try:
        while match.outcome is None:
            begun = time.perf_counter()
            try:
                choice = players[match.turn].choose(
                    match, limit=job.limit, seed=rng.getrandbits(SEED_BITS), stop=stop
                )
            except EngineFault as error:
                fault = str(error)
                match.resign(match.turn)
                break
            if stop is not None and stop.is_set():
                raise GameStopped
            times.append(time.perf_counter() - begun)
            match.push(choice.move)
    finally:
        for player in players:
            player.close()
    return Result.of(job, Record(match, players=job.bots, times=tuple(times)), fault)


@dataclass(frozen=True)
class Workers:
    """An executor, and the function that plays a game there.

    >>> with local_workers(threads=2) as crew:
    ...     crew.width
    2
    """

    executor: Executor
    width: int
    """Games to keep submitted at a time."""
    task: Callable[[PlannedGame], Result] = play_game


@contextmanager
def local_workers(threads: int | None = None) -> Iterator[Workers]:
    """Threads of this process, by default one per processor. Leaving the context stops their games.

    ValueError for fewer than one thread.

    >>> with local_workers(threads=1) as crew:
    ...     crew.executor.submit(sum, (1, 2)).result()
    3
    """
    threads = (os.cpu_count() or 1) if threads is None else threads
    if threads < 1:
        raise ValueError(f"games are played on at least one thread, not {threads}")
    stop = Stop()
    executor = ThreadPoolExecutor(threads, thread_name_prefix="arena")
    try:
        yield Workers(executor, threads, partial(play_game, stop=stop))
    finally:
        stop.set()
        executor.shutdown(cancel_futures=True)


@contextmanager
def dask_workers(address: str) -> Iterator[Workers]:
    """The workers of the Dask scheduler at this address; raises NoCluster.

    >>> with dask_workers("tcp://127.0.0.1:8786") as crew:  # doctest: +SKIP
    ...     games = list(run_games(jobs, crew, log))
    """
    with connect_cluster(address) as client:
        threads = count_threads(client)
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, 2 * threads)  # one running and one queued per thread
        finally:
            executor.shutdown(wait=False)


def run_games(
    jobs: Iterable[PlannedGame], crew: Workers, log: Log, *, seconds: float = threading.TIMEOUT_MAX
) -> Generator[Result]:
    """Play the jobs that the log lacks, for at most `seconds`; a result is logged before it is yielded.

    The loop may be left or interrupted at any time: running games are dropped, finished ones are kept.

    >>> import tablier
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tablier.arena import plan_games
    >>> jobs = plan_games(tablier.game("quixo", size=3), ["random", "level:1"], games=4)
    >>> with TemporaryDirectory() as folder, local_workers(1) as crew:
    ...     log = Log(Path(folder) / "games.jsonl")
    ...     len(list(run_games(jobs, crew, log))), len(list(run_games(jobs, crew, log)))
    (4, 0)
    """
    waiting = (job for job in jobs if job not in log)  # lazily: the next job may depend on results
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
            # A failed game comes last: its exception must not keep the others from the log.
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
