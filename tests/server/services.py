"""A real PostgreSQL and a real Redis for tests: own processes on loopback ports, in temporary folders."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from tests.programs import require

PATIENCE = 60.0
"""Seconds that a service may take to answer: the machine may be busy."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Service(ABC):
    """A server process that can be stopped, and started again with its data."""

    user: str | None = None
    stop_signal = signal.SIGTERM
    crash_signal = signal.SIGKILL

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.start()

    @property
    @abstractmethod
    def command(self) -> list[str]: ...

    def start(self) -> None:
        self._process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            user=self.user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE
        while not self.is_up():
            assert self._process.poll() is None, f"{self.command} fails"
            assert time.monotonic() < deadline, f"{self.command} does not answer"
            time.sleep(0.05)

    def is_up(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def crash(self) -> None:
        """End the process without any tidying up."""
        self._process.send_signal(self.crash_signal)
        self._process.wait(PATIENCE)

    def pause(self) -> None:
        """Stop the process and its children without ending them: connections stay open, nothing answers."""
        for pid in self._pids():
            os.kill(pid, signal.SIGSTOP)

    def resume(self) -> None:
        for pid in self._pids():
            os.kill(pid, signal.SIGCONT)

    def _pids(self) -> list[int]:
        """The process, then its children, which it could otherwise replace."""
        own = self._process.pid
        return [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split())]

    def stop(self) -> None:
        self._process.send_signal(self.stop_signal)
        self._process.wait(PATIENCE)


class Redis(Service):
    @property
    def command(self) -> list[str]:
        return [str(require("redis-server")), "--bind", "127.0.0.1", "--port", str(self.port), "--save", ""]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"


class PostgreSQL(Service):
    user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root
    crash_signal = signal.SIGQUIT  # SIGKILL would leave its children behind
    stop_signal = signal.SIGINT  # otherwise it waits until all clients disconnect

    def __init__(self, folder: Path) -> None:
        self._numbers = count(1)
        self._programs = require("postgresql")
        if self.user:
            shutil.chown(folder, self.user)
        command = [
            str(self._programs / "initdb"),
            "--pgdata=data",
            "--username=test",
            "--auth=trust",
            "--no-sync",
        ]
        subprocess.run(
            command, cwd=folder, user=self.user, check=True, capture_output=True, env={"LC_ALL": "C.UTF-8"}
        )
        super().__init__(folder)

    @property
    def command(self) -> list[str]:
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self._programs / "postgres"), "-D", "data", "-p", str(self.port), *options]

    def is_up(self) -> bool:
        try:
            self.create()
        except sa.exc.OperationalError:  # it listens before it accepts queries
            return False
        return True

    def create(self) -> str:
        """The URL of a new database."""
        server = f"postgresql+psycopg://test@127.0.0.1:{self.port}"
        name = f"test{next(self._numbers)}"
        engine = sa.create_engine(f"{server}/postgres", isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                connection.execute(sa.text(f"create database {name}"))
        finally:
            engine.dispose()
        return f"{server}/{name}"


Kind = TypeVar("Kind", bound=Service)


@contextmanager
def running(kind: type[Kind]) -> Iterator[Kind]:
    """A started service, in a folder that another user may enter; pytest's own may not be."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        service = kind(Path(folder))
        try:
            yield service
        finally:
            service.stop()
