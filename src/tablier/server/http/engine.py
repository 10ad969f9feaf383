"""The engine for browsers, as `make wasm` wrote it: docs/browser.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from litestar.di import NamedDependency

from tablier.web import VERSION


class Engine(NamedTuple):
    """What `make wasm` wrote."""

    folder: Path
    version: str
    """Changes with any of its files."""
    files: tuple[tuple[str, int, str], ...]
    """The name, the size and the SHA-256 of each."""

    @property
    def address(self) -> str:
        return f"/engine/{self.version}"

    @property
    def release(self) -> str:
        """The version of the scripts and the engine together."""
        return f"{VERSION}.{self.version}"


EngineDependency = NamedDependency[Engine | None]


def find_engine(folder: Path | None) -> Engine | None:
    """The engine in a folder; None if there is none."""
    listed = folder / "files.json" if folder else None
    if folder is None or listed is None or not listed.exists():
        return None
    told = json.loads(listed.read_text())
    files = tuple((each["name"], each["size"], each["sha256"]) for each in told["files"])
    return Engine(folder, told["version"], files)
