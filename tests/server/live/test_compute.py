"""Search jobs on a real cluster: a scheduler and two workers, which are killed."""

from __future__ import annotations

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablier.arena.cluster import count_threads
from tablier.bots import bot
from tablier.cli import main
from tablier.search.problem import Stop
from tablier.server.live import compute
from tablier.server.live.ceiling import Ceiling
from tablier.server.live.compute import ClusterExecutor
from tablier.server.live.thinking import SearchJob, run_job, run_review_job
from tests.dask_processes import scheduler, scheduler_process, worker
from tests.server.harness import Server, wait_for

pytestmark = pytest.mark.filterwarnings("default")  # those of a large package about itself

JOB = SearchJob("quixo", {}, (), "level:2")


def wait_and_name(seconds: float) -> str:
    """A job that tells where it ran."""
    import os

    time.sleep(seconds)
    return str(os.getpid())


def here() -> str:
    return wait_and_name(0)


def test_a_cluster_searches_and_its_death_is_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(compute, "RECONNECT_SECONDS", 0.5)
    monkeypatch.setattr(compute, "WATCH_SECONDS", 0.2)
    with ExitStack() as stack, ThreadPoolExecutor(1) as local:
        address = stack.enter_context(scheduler(tmp_path))
        executor = ClusterExecutor(address, local)
        stack.callback(executor.shutdown)
        assert executor.submit(here).result(60) == here(), "without workers it is done here"
        workers = [stack.enter_context(worker(tmp_path, address, threads=1)) for _ in range(2)]
        wait_for(lambda: executor.is_connected)
        wait_for(lambda: count_threads(executor._client) == 2)
        assert executor.submit(run_job, JOB, bot("level:2")).result(60).move in range(1000)
        assert len(executor.submit(run_review_job, JOB).result(60).shares) == 2
        wait_for(lambda: executor.submit(wait_and_name, 0).result(60) != here())
        long = [executor.submit(wait_and_name, 0.5) for _ in range(4)]
        workers[0].kill()
        survivor = str(workers[1].pid)
        assert {each.result(60) for each in long[2:]} <= {survivor, str(workers[0].pid), here()}
        assert all(each.result(60) for each in long)
        last = [executor.submit(wait_and_name, 0.5) for _ in range(4)]
        workers[1].kill()
        assert all(each.result(60) for each in last), "none is lost with the last worker"
        wait_for(lambda: not executor.is_connected)
        assert executor.submit(here).result(60) == here()
        stack.enter_context(worker(tmp_path, address, threads=1))
        wait_for(lambda: executor.is_connected)
    told = ["here," in each.getMessage() for each in caplog.records if "searches are" in each.getMessage()]
    assert {True, False} == set(told)
    assert all(now != before for now, before in zip(told[1:], told, strict=False)), (
        "every change is told once"
    )


def test_a_cancelled_search_ends_at_the_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Queued ones are never begun, a running one frees its thread: a job after them is done by the worker."""
    monkeypatch.setattr(compute, "ANSWER_SECONDS", 60.0)  # on a busy machine it is not away at once
    stop = Stop()
    with ThreadPoolExecutor(1) as local, ExitStack() as stack:
        stack.callback(stop.set)  # if it is done here after all
        address = stack.enter_context(scheduler(tmp_path))
        only = stack.enter_context(worker(tmp_path, address, threads=1))
        executor = ClusterExecutor(address, local, job_seconds=600)
        stack.callback(executor.shutdown)
        wait_for(lambda: executor.is_connected)
        assert executor.slots == 1
        job = SearchJob("quixo", {}, (), "level:8", 600.0, ceiling=Ceiling(seconds=600.0), stop=stop)
        running, queued = executor.submit(run_job, job), executor.submit(run_job, job)
        wait_for(lambda: any(executor._client.call_stack().values()))
        after = executor.submit(wait_and_name, 0)
        queued.cancel()
        running.cancel()
        assert after.result(60) == str(only.pid)


def test_a_hanging_scheduler_is_survived_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(compute, "ANSWER_SECONDS", 2.0)
    monkeypatch.setattr(compute, "WATCH_SECONDS", 0.2)
    with ExitStack() as stack, ThreadPoolExecutor(1) as local:
        address, process = stack.enter_context(scheduler_process(tmp_path))
        executor = ClusterExecutor(address, local)
        stack.callback(executor.shutdown)
        stack.enter_context(worker(tmp_path, address, threads=1))
        wait_for(lambda: executor.submit(here).result(60) != here())
        process.send_signal(signal.SIGSTOP)
        stack.callback(process.send_signal, signal.SIGCONT)  # it could not end otherwise
        assert [executor.submit(here).result(60) for _ in range(3)] == [here()] * 3
        assert not executor.is_connected
        process.send_signal(signal.SIGCONT)
        wait_for(lambda: executor.submit(here).result(60) != here())
    told = {each.getMessage() for each in caplog.records if "does not answer" in each.getMessage()}
    assert told == {f"searches are done here, not by the cluster at {address}: its scheduler does not answer"}


def test_errors_of_a_job_are_its_owners(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as local:
        executor = ClusterExecutor("tcp://127.0.0.1:9", local)
        try:
            with pytest.raises(ZeroDivisionError):
                executor.submit(divide_by_zero).result(60)
        finally:
            executor.shutdown()


def divide_by_zero() -> float:
    return 1 / 0


def test_a_server_lets_a_cluster_think(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        for _ in range(2):
            stack.enter_context(worker(tmp_path, address, threads=1))
        server = Server(tmp_path, compute=address.replace("tcp://", "dask://"))
        seen: list[str] = []

        def has_connected() -> bool:
            seen.append(capfd.readouterr().err)
            return "searches are done by the cluster" in "".join(seen)

        wait_for(has_connected)
        ann = server.guest("Ann")
        seats = [{"who": "bot", "bot": "level:2"}, {"who": "me"}]
        table = server.call("/api/tables", {"game": "quixo", "seats": seats}, ann)[1]["table"]
        wait_for(lambda: server.call(f"/api/tables/{table}", token=ann)[1]["ply"] == 1)
        assert server.stop() == 0
    assert "done here" not in "".join(seen)


@pytest.mark.parametrize("url", ["nonsense", "dask://", "dask://127.0.0.1", "tcp://127.0.0.1:8786"])
def test_an_unusable_cluster_is_reported(tmp_path: Path, url: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path), "--compute", url])
    assert result.exit_code == 1
    assert result.output == f"Error: Searches cannot be done at {url}: it is not dask://host:port.\n"
