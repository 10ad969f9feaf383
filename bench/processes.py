"""A server in a process of its own, in a folder, on a free port of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from urllib.request import urlopen

SERVE = """
import sys; from pathlib import Path; from tablier.server.run import serve
serve(port=0, data=Path(sys.argv[1]))
"""


class ServerProcess:
    """A context in which the server runs and has answered once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = ""

    def __enter__(self) -> ServerProcess:
        command = [sys.executable, "-u", "-c", SERVE, str(self._folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[3]
        urlopen(f"{self.address}/healthz", timeout=60).close()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()

    @property
    def pid(self) -> int:
        return self._process.pid


def memory_of(pid: int) -> int:
    """What a process holds, in KB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def work_of(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
