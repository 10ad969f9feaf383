"""A real PostgreSQL and a real Redis: processes of ours, on loopback ports, gone with their folders."""

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

PATIENCE = 60.0
"""Seconds for one to answer: the machine may be busy."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Service(ABC):
    """Something that listens, can be stopped, and started again with what it kept."""

    user: str | None = None
    ends = signal.SIGTERM

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
        give_up = time.monotonic() + PATIENCE
        while not self.is_up():
            assert self._process.poll() is None, f"{self.command} fails"
            assert time.monotonic() < give_up, f"{self.command} does not answer"
            time.sleep(0.05)

    def is_up(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        self._process.send_signal(self.ends)
        self._process.wait(PATIENCE)


class Redis(Service):
    @property
    def command(self) -> list[str]:
        return ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--save", ""]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"


class PostgreSQL(Service):
    user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root
    ends = signal.SIGINT  # otherwise it would wait for everybody to hang up

    def __init__(self, folder: Path) -> None:
        self._numbers = count(1)
        self._programs = max(Path("/usr/lib/postgresql").glob("*/bin"))
        if self.user:
            shutil.chown(folder, self.user)
        words = [
            str(self._programs / "initdb"),
            "--pgdata=data",
            "--username=test",
            "--auth=trust",
            "--no-sync",
        ]
        subprocess.run(
            words, cwd=folder, user=self.user, check=True, capture_output=True, env={"LC_ALL": "C.UTF-8"}
        )
        super().__init__(folder)

    @property
    def command(self) -> list[str]:
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self._programs / "postgres"), "-D", "data", "-p", str(self.port), *words]

    def is_up(self) -> bool:
        try:
            self.create()
        except sa.exc.OperationalError:  # it listens before it serves
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
    """In a folder that another user may enter, as those of the tests may not be."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        service = kind(Path(folder))
        try:
            yield service
        finally:
            service.stop()
