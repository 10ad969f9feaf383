"""The system's programs that some tests drive. `python -m tests.programs` installs those that are missing.

It does so only where that asks for no password. The tests that need one that is still missing are left out;
with CI=true in the environment they fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

BROWSER = "chromium-headless-shell"
"""Chromium without a window: the same pages in two thirds of the time. A whole one will do."""
FIREFOX = "firefox-esr"
PACKAGES = (BROWSER, FIREFOX, "redis-server", "postgresql", "nginx", "openssl")
"""As Debian calls them."""
OTHER_NAMES = {BROWSER: ("chromium", "chromium-browser", "google-chrome"), FIREFOX: ("firefox",)}
"""Programs that will do as well."""
POSTGRESQL = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version in a folder of its own, and off the path."""

SYSTEM_PATH = ("/usr/sbin",)
"""Where Debian keeps servers, and off the path of those who are not root."""


def find(package: str) -> Path | None:
    """The package's program, or for PostgreSQL the folder of its programs."""
    if package == "postgresql":
        newest = max(POSTGRESQL.glob("*/bin"), key=lambda folder: int(folder.parent.name), default=None)
        initdb = shutil.which("initdb")
        return newest or (Path(initdb).resolve().parent if initdb else None)
    names = (package, *OTHER_NAMES.get(package, ()))
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *SYSTEM_PATH))
    return next((Path(found) for name in names if (found := shutil.which(name, path=path))), None)


def missing() -> list[str]:
    return [package for package in PACKAGES if find(package) is None]


def require(package: str) -> Path:
    """What `find` finds; without it the running test is skipped, or fails with CI=true."""
    found = find(package)
    if found is not None:
        return found
    reason = f"{package} is not installed"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def left_out() -> str:
    """One sentence about what is missing; empty if nothing is."""
    if not (packages := missing()):
        return ""
    return (
        f"Left out: the tests that need {', '.join(packages)}; "
        f"'apt-get install {' '.join(packages)}' (as root) brings them."
    )


def install() -> None:
    """Install what is missing, if that needs no password. Whatever goes wrong, the tests can go on."""
    packages = missing()
    if not packages or not shutil.which("apt-get"):
        return
    as_root: list[str] = []
    if os.getuid() != 0:
        as_root = ["sudo", "-n"]
        if not shutil.which("sudo") or subprocess.run([*as_root, "true"], capture_output=True).returncode:
            return
    environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
    for words in (["update"], ["-y", "--no-install-recommends", "install", *packages]):
        subprocess.run([*as_root, *environment, "apt-get", "-q", *words])


if __name__ == "__main__":
    install()
