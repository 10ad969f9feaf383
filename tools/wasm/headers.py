"""The headers of CPython for WebAssembly: those of any Python of that version, with Pyodide's configuration.

They come from the folder that TABLIER_PYTHON_HEADERS names, from a Python of that version on this machine, or
from Debian's package, which apt fetches from the mirror this machine is set up for and checks by Debian's
signature.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

PYTHON = "3.14"
"""The Python of the pinned Pyodide."""
PACKAGE = f"libpython{PYTHON}-dev"
SUITES = ("sid", "testing")
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
CONFIGURED = "_sysconfigdata__emscripten_wasm32-emscripten.py"
"""The module of Pyodide's standard library that knows how its Python was configured."""
ASKED_FOR = ("_GNU_SOURCE", "_POSIX_THREADS", "_REENTRANT")
"""Macros that every configuration sets and no module of it knows."""


def write_headers(target: Path, stdlib: Path) -> None:
    """Write the headers to a folder, configured as the Python of this standard library."""
    if (target / "pyconfig.h").exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        found = find_headers(Path(folder))
        if found is None:
            raise SystemExit(
                f"The headers of Python {PYTHON} are not here. Install that Python or {PACKAGE}, or name "
                "their folder in TABLIER_PYTHON_HEADERS."
            )
        partial = target.with_name(target.name + ".part")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(found, partial)
    names = macro_names((partial / "pyconfig.h").read_text())
    (partial / "pyconfig.h").write_text(configure(names, read_configuration(stdlib)))
    shutil.rmtree(target, ignore_errors=True)
    partial.rename(target)


def find_headers(scratch: Path) -> Path | None:
    """A folder with Python.h and a pyconfig.h of any machine."""
    if told := os.environ.get("TABLIER_PYTHON_HEADERS"):
        return Path(told)
    if program := shutil.which(f"python{PYTHON}"):
        asked = [program, "-c", "import sysconfig; print(sysconfig.get_path('platinclude'))"]
        own = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
        if (own / "Python.h").exists():
            return own
    return fetch_headers(scratch) if shutil.which("apt-get") and KEYRING.exists() else None


def fetch_headers(scratch: Path) -> Path | None:
    """Debian's package, unpacked; nothing of it is installed. None if the mirror does not have it."""
    mirror = debian_mirror()
    for suite in SUITES if mirror else ():
        lists, cache = scratch / suite / "lists", scratch / suite / "cache"
        for each in (lists / "partial", cache / "archives" / "partial"):
            each.mkdir(parents=True)
        sources = scratch / suite / "sources.list"
        sources.write_text(f"deb [signed-by={KEYRING}] {mirror} {suite} main\n")
        apt = [
            "apt-get", "-qq",
            "-o", f"Dir::State::Lists={lists}", "-o", "Dir::State::status=/dev/null",
            "-o", f"Dir::Cache={cache}",
            "-o", f"Dir::Etc::SourceList={sources}", "-o", "Dir::Etc::SourceParts=/dev/null",
            "-o", "Acquire::Languages=none", "-o", "APT::Sandbox::User=root",
        ]  # fmt: skip
        done = subprocess.run([*apt, "update"]).returncode == 0
        if done and subprocess.run([*apt, "download", PACKAGE], cwd=scratch).returncode == 0:
            return unpack(next(scratch.glob(f"{PACKAGE}_*.deb")), scratch / "unpacked")
    return None


def debian_mirror() -> str:
    """The address of Debian's archive that this machine is set up for; empty without one."""
    wanted = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)"]
    told = subprocess.run(wanted, capture_output=True, text=True).stdout
    return next((line.split()[2] for line in told.splitlines() if line.startswith("Debian Debian ")), "")


def unpack(package: Path, target: Path) -> Path:
    subprocess.run(["dpkg-deb", "-x", package, target], check=True)
    include = target / "usr" / "include" / f"python{PYTHON}"
    # The one beside Python.h only includes that of the processor.
    shutil.copy(next(target.glob(f"usr/include/*-linux-gnu/python{PYTHON}/pyconfig.h")), include)
    return include


def macro_names(text: str) -> list[str]:
    """The macros that a pyconfig.h defines or leaves undefined."""
    return re.findall(r"^(?:# *define|/\* #undef) (\w+)", text, re.MULTILINE)


def read_configuration(stdlib: Path) -> dict[str, object]:
    """What Pyodide's Python was configured with."""
    with zipfile.ZipFile(stdlib) as archive, tempfile.TemporaryDirectory() as folder:
        found: dict[str, object] = runpy.run_path(archive.extract(CONFIGURED, folder))["build_time_vars"]
        return found


def configure(names: list[str], values: dict[str, object]) -> str:
    """A pyconfig.h with these macros, as far as they have a value."""
    known = {name: values[name] for name in names if isinstance(values.get(name), int) and values[name] != 0}
    lines = [f"#define {name} {value}" for name, value in (dict.fromkeys(ASKED_FOR, 1) | known).items()]
    return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])
