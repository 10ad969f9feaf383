"""The package as a wheel for Pyodide, for those who use it there as a library."""

from __future__ import annotations

import base64
import zipfile
from hashlib import sha256
from pathlib import Path

TAG = "cp314-cp314-pyemscripten_2026_0_wasm32"
SUFFIXES = (".py", ".pyi", ".mo", ".md", ".weights", ".html", ".svg", ".js", ".css", "py.typed", ".mako")


def write_wheel(folder: Path, source: Path, modules: Path, *, version: str, metadata: str) -> Path:
    """Write the wheel: the sources of the package, and the modules compiled for it."""
    target = folder / f"tablier-{version}-{TAG}.whl"
    contents = {
        path.relative_to(root).as_posix(): path.read_bytes()
        for root, suffixes in ((source.parent, SUFFIXES), (modules, (".so",)))
        for path in sorted((source if root == source.parent else root).rglob("*"))
        if path.is_file() and path.name.endswith(suffixes)
    }
    information = f"tablier-{version}.dist-info"
    contents[f"{information}/METADATA"] = metadata.encode()
    contents[f"{information}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: tools.wasm\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode()
    )
    listed = [f"{name},sha256={hash_of(data)},{len(data)}" for name, data in contents.items()]
    contents[f"{information}/RECORD"] = "\n".join([*listed, f"{information}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return target


def hash_of(data: bytes) -> str:
    """As RECORD writes it."""
    return base64.urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()
