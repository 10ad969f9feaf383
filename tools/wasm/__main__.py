"""`make wasm`: everything a browser loads to play without a server, in build/wasm."""

from __future__ import annotations

import shutil
from importlib.metadata import distribution
from pathlib import Path

from tools.wasm.bundle import (
    PUBLISHED,
    PYODIDE,
    compile_python,
    cut_stdlib,
    gather_site,
    write_fingerprint,
    write_list,
    write_lock,
    write_memory,
    write_tar,
)
from tools.wasm.compiler import SUFFIX, compile_all
from tools.wasm.headers import write_headers
from tools.wasm.wheel import write_wheel

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "tablier"
TRANSLATED = ROOT / "build" / "cython" / "src"
SCRATCH = ROOT / "build" / "wasm-parts"
TARGET = ROOT / "build" / "wasm"


def main() -> None:
    modules = SCRATCH / "modules"
    TARGET.mkdir(parents=True, exist_ok=True)
    write_headers(SCRATCH / "headers", PYODIDE / "python_stdlib.zip")
    sources = [
        TRANSLATED / path.relative_to(SOURCE.parent).with_suffix(".c") for path in SOURCE.rglob("*.pyx")
    ]
    compile_all(
        {modules / each.relative_to(TRANSLATED).with_name(each.stem + SUFFIX): each for each in sources},
        SCRATCH / "headers",
    )
    for name in PUBLISHED:
        shutil.copy(PYODIDE / name, TARGET)
    write_lock(TARGET / "pyodide-lock.json")
    cut_stdlib(TARGET / "python_stdlib.zip", SCRATCH)
    gather_site(SCRATCH / "site", SOURCE, modules, SCRATCH / "packages")
    compile_python(SCRATCH / "site")
    fingerprint = write_fingerprint(
        SCRATCH / "site", TARGET / "python_stdlib.zip", *(TARGET / name for name in PUBLISHED)
    )
    write_tar(TARGET / "site.bin", SCRATCH / "site")
    write_memory(TARGET / "memory.bin", fingerprint, SCRATCH)
    installed = distribution("tablier")
    write_wheel(
        TARGET, SOURCE, modules, version=installed.version, metadata=installed.read_text("METADATA") or ""
    )
    write_list(TARGET)
    for path in sorted(TARGET.iterdir()):
        print(f"{path.stat().st_size:>10,}  {path.name}")


if __name__ == "__main__":
    main()
