"""Connecting to a Dask cluster whose scheduler and workers have the same version of this package."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

CONNECT_SECONDS = 10
"""Time-out for the connection to a scheduler, in seconds."""


class NoCluster(OSError):  # noqa: N818 -- the name says what is wrong
    """No usable cluster; the message is one sentence for the user."""


def connect_cluster(address: str) -> Any:
    """A Dask client of the scheduler at this address, to be used as a context; raises NoCluster unless it has
    workers, and all of them this version of the package."""
    try:
        from dask import distributed
    except ImportError:
        raise NoCluster("Dask is not installed here: pip install 'tablier[dask]'") from None
    try:
        connect: Any = distributed.Client  # it has no types
        client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no Dask scheduler answers at {address}") from error
    try:
        if not count_threads(client):
            raise NoCluster(f"the Dask scheduler at {address} has no workers")
        installed = version_probe()
        compare_version("scheduler", client.run_on_scheduler(installed))
        for name, found in client.run(installed).items():
            compare_version(f"worker {name}", found)
    except BaseException:
        client.close()
        raise
    return client


def count_threads(client: Any) -> int:
    """The threads of all workers."""
    return sum(client.nthreads().values())


def version_probe() -> Callable[[], str]:
    """A function pickled by value: one of this package would hang a scheduler that lacks the package."""

    def installed() -> str:
        from importlib.metadata import version

        try:
            import tablier  # noqa: F401 -- can it be imported there?
        except ImportError:
            return ""
        return version("tablier")

    return installed


def compare_version(who: str, found: str) -> None:
    """Raise NoCluster, with what to do, unless the version found is ours."""
    ours = version("tablier")
    if found != ours:
        has = f"has tablier {found}" if found else "has no tablier"
        raise NoCluster(f"the Dask {who} {has}: install tablier {ours} there")
