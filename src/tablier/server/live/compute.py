"""Where search jobs run: threads of this process, or a Dask cluster, with the threads to fall back on."""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from tablier.arena.cluster import NoCluster, connect_cluster, count_threads
from tablier.server.live.thinking import PROCESSORS, SearchJob, create_pool

SCHEME = "dask://"
WATCH_SECONDS = 1.0
"""Seconds between two looks at the cluster."""
RECONNECT_SECONDS = 10.0
"""Seconds between two attempts to connect to a scheduler."""
ANSWER_SECONDS = 5.0
"""Seconds after which a scheduler that does not answer counts as away."""
POLL_SECONDS = 0.1
"""Seconds between two looks of a worker whether its task was cancelled."""
JOB_SECONDS = 30.0
"""Seconds after which a job that the cluster has not answered is done here: thrice what a search may take."""

logger = logging.getLogger(__name__)

Work = Callable[[], Any]


class BadCompute(OSError):  # noqa: N818 -- shown to the operator, as one sentence
    """No executor can be at this URL."""


class Job:
    """A job at the cluster: what it does, the future that its owner waits for, and the cluster's own."""

    def __init__(self, work: Work, done: Future[Any], remote: Future[Any], *, seconds: float) -> None:
        self.work = work
        self.done = done
        self.remote = remote
        self.deadline = monotonic() + seconds


def run_watched(fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call a function at a worker; the search of a `SearchJob` is stopped when its task is cancelled
    or the worker closes."""
    stop = next((each.stop for each in args if isinstance(each, SearchJob)), None)
    if stop is None:
        return fn(*args, **kwargs)
    from dask import distributed

    find_worker: Any = distributed.get_worker  # it has no types
    worker = find_worker()
    key = worker.get_current_task()
    is_done = threading.Event()

    def watch() -> None:
        while not is_done.wait(POLL_SECONDS):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled" or worker.status.name.startswith("clos"):
                stop.set()
                return

    threading.Thread(target=watch, name="watch", daemon=True).start()
    try:
        return fn(*args, **kwargs)
    finally:
        is_done.set()


class ClusterExecutor(Executor):
    """Gives jobs to the workers of a Dask scheduler. While there are none, and for jobs that come back with
    an error or not at all, the local executor does them; the log says so once."""

    def __init__(self, address: str, local: Executor, *, job_seconds: float = JOB_SECONDS) -> None:
        self.address = address
        self._job_seconds = job_seconds
        self.is_connected = False
        """Whether jobs go to the cluster now."""
        self._threads = 0
        self._local = local
        self._client: Any = None
        self._remote: Executor | None = None
        self._jobs: set[Job] = set()
        self._lock = threading.Lock()
        self._why = ""
        self._asker = ThreadPoolExecutor(1, thread_name_prefix="cluster")
        self._asked: Future[Any] | None = None
        self._is_closed = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="cluster", daemon=True)
        self._watcher.start()

    @property
    def slots(self) -> int:
        """The jobs that are done at once: by the threads of the workers, or by those here."""
        return self._threads if self.is_connected and self._threads else PROCESSORS

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future of the result, whoever computes it."""
        done: Future[Any] = Future()
        work = partial(fn, *args, **kwargs)
        if self.is_connected and self._remote is not None:
            try:
                remote = self._remote.submit(run_watched, fn, *args, **kwargs)
                job = Job(work, done, remote, seconds=self._job_seconds)
            except Exception as error:
                logger.warning("a job cannot be sent to the cluster, and is done here: %r", error)
            else:
                with self._lock:
                    self._jobs.add(job)
                done.add_done_callback(lambda _: self._forget(job))
                job.remote.add_done_callback(lambda _: self._finish(job))
                return done
        self._run_here(work, done)
        return done

    def _finish(self, job: Job) -> None:
        """Hand over what the cluster answered."""
        if not self._take(job):
            return
        if job.remote.cancelled() or (error := job.remote.exception()) is not None:
            if not self._is_closed.is_set():
                why = "cancelled" if job.remote.cancelled() else repr(error)
                logger.warning("a job failed at the cluster, and is done here: %s", why)
            self._run_here(job.work, job.done)
        elif job.done.set_running_or_notify_cancel():
            job.done.set_result(job.remote.result())

    def _forget(self, job: Job) -> None:
        """Cancel a job at the cluster whose owner no longer waits for it."""
        if self._take(job):
            job.remote.cancel()

    def _take(self, job: Job) -> bool:
        """Whether the caller is the first to deal with the end of a job."""
        with self._lock:
            is_first = job in self._jobs
            self._jobs.discard(job)
            return is_first

    def _run_here(self, work: Work, done: Future[Any]) -> None:
        def run() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)

        try:
            self._local.submit(run)
        except RuntimeError as error:  # it has been shut down
            if done.set_running_or_notify_cancel():
                done.set_exception(error)

    def _watch(self) -> None:
        """Connect, look whether there are workers, and take back what they cannot do."""
        while not self._is_closed.is_set():
            if self._client is None:
                self._connect()
                wait = WATCH_SECONDS if self._client else RECONNECT_SECONDS
            else:
                self._look()
                wait = WATCH_SECONDS
            self._is_closed.wait(wait)

    def _connect(self) -> None:
        try:
            self._client = connect_cluster(self.address)
        except NoCluster as error:
            self._tell(str(error))
        except Exception as error:  # of a large package, while the scheduler goes away
            self._tell(repr(error))
        else:
            logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say what matters, once
            self._remote = self._client.get_executor(pure=False)
            if self._is_closed.is_set():
                return self._close_client()
            self._find_problem()  # which counts its threads
            self.is_connected = True
            self._why = ""
            logger.warning("searches are done by the cluster at %s", self.address)

    def _look(self) -> None:
        """The client learns of workers and of the loss of its scheduler by itself, every other second."""
        problem = self._find_problem()
        if problem:
            self.is_connected = False
            self._tell(problem)
            self._take_back(lambda job: True)
        elif not self.is_connected:
            self.is_connected = True
            self._why = ""
            logger.warning("searches are done by the cluster at %s again", self.address)
        now = monotonic()
        self._take_back(lambda job: now > job.deadline)
        if self._client.status in ("closed", "closing"):
            self._close_client()

    def _find_problem(self) -> str:
        """Why the cluster cannot search now; empty if it can. A scheduler that hangs is as good as away."""
        if self._client.status != "running":
            return "its scheduler is away"
        if self._asked is None or self._asked.done():
            self._asked = self._asker.submit(count_threads, self._client)
        try:
            self._threads = self._asked.result(ANSWER_SECONDS)
        except TimeoutError:
            return "its scheduler does not answer"
        except Exception:  # of a large package, while the scheduler goes away
            return "its scheduler is away"
        return "" if self._threads else "it has no workers"

    def _take_back(self, is_lost: Callable[[Job], bool]) -> None:
        with self._lock:
            lost = [job for job in self._jobs if is_lost(job)]
            self._jobs.difference_update(lost)
        for job in lost:
            job.remote.cancel()
            self._run_here(job.work, job.done)
        if lost and self.is_connected:
            logger.warning("%d jobs were not answered by the cluster, and are done here", len(lost))

    def _tell(self, why: str) -> None:
        if why != self._why:
            self._why = why
            logger.error("searches are done here, not by the cluster at %s: %s", self.address, why)

    def _close_client(self) -> None:
        client, self._client, self._remote = self._client, None, None
        with suppress(Exception):
            client.close(timeout=1)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the connection and the threads."""
        self._is_closed.set()
        self._watcher.join(WATCH_SECONDS)  # it may be connecting, and ends by itself
        self.is_connected = False
        self._take_back(lambda job: True)
        if self._client is not None:
            self._close_client()
        self._asker.shutdown(wait=False, cancel_futures=True)
        self._local.shutdown(wait, cancel_futures=cancel_futures)


def count_slots(pool: Executor) -> int:
    """How many search jobs an executor of `open_compute` does at once."""
    return pool.slots if isinstance(pool, ClusterExecutor) else PROCESSORS


def open_compute(url: str, *, seconds: float = JOB_SECONDS / 3) -> Executor:
    """The executor of search jobs that take so many seconds at most: threads, or the cluster at
    dask://host:port. Raises BadCompute."""
    if not url:
        return create_pool()
    try:
        parts = urlsplit(url)
        is_usable = url.startswith(SCHEME) and parts.hostname and parts.port
    except ValueError:
        is_usable = False
    if not is_usable:
        raise BadCompute(errno.EINVAL, f"Searches cannot be done at {url}: it is not dask://host:port.")
    return ClusterExecutor(f"tcp://{url.removeprefix(SCHEME)}", create_pool(), job_seconds=3 * seconds)
