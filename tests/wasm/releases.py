"""A server that is updated: other scripts, another engine, at the same address and with the same data."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path
from shutil import copy

from tools.wasm.bundle import write_list

from tests.server.harness import Server


def copy_engine(source: Path, target: Path, *, name: str) -> Path:
    """An engine that plays the same, and has another version, `site.bin` and `memory.bin`."""
    target.mkdir()
    for path in source.iterdir():
        if path.suffix != ".whl":
            copy(path, target)
    fingerprint = sha256(name.encode()).hexdigest().encode()
    memory = gzip.decompress((source / "memory.bin").read_bytes())
    old = memory[: len(fingerprint)]
    site = gzip.decompress((source / "site.bin").read_bytes())
    assert site.count(old) == 1
    parts = {"memory.bin": fingerprint + memory[len(old) :], "site.bin": site.replace(old, fingerprint)}
    for part, data in parts.items():
        (target / part).write_bytes(gzip.compress(data, 1))
    write_list(target)
    return target


class ReleasedServer(Server):
    """A server whose scripts have the version it is told. What has another version it does not hand out."""

    def __init__(self, data: Path, *, version: str, engine: Path) -> None:
        self.code = name_version(version)
        super().__init__(data, engine=str(engine))

    def update(self, *, version: str, engine: Path) -> None:
        """End the process, and start the next release in its place."""
        assert self.stop() == 0
        self.code = name_version(version)
        self.settings = {**self.settings, "engine": str(engine)}
        self.start()

    def replace_service_worker(self, scripts: Path) -> None:
        """Go on with the service worker of another folder of scripts, and with nothing else that is new."""
        assert self.stop() == 0
        page = "tablier.server.http.pages.installed"
        self.code = (
            f"import pathlib, {page} as page; page.STATIC = pathlib.Path({str(scripts)!r})\n{self.code}"
        )
        self.start()


def name_version(version: str) -> str:
    """The program of a server whose scripts have this version."""
    return f"import tablier.web; tablier.web.VERSION = {version!r}\n{Server.code}"
