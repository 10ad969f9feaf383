"""C to WebAssembly, by the clang and the linker of the package ziglang; without it, by this machine's.

Modules of Python use little of a C library: with the headers of another one than Emscripten's the names are
the same, and what is called is bound when Pyodide loads the module.
"""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from os import cpu_count
from pathlib import Path

SUFFIX = ".cpython-314-wasm32-emscripten.so"
FLAGS = ("-fPIC", "-O3", "-ffp-contract=off", "-DNDEBUG", "-msimd128", "-Wno-psabi", "-g0")
"""Contraction would give other floats than the native build, and so other searches."""
SYSTEM = (
    "-D__wasi__=1",
    "-D_WASI_EMULATED_SIGNAL",
    "-D_WASI_EMULATED_MMAN",
    "-D_WASI_EMULATED_PROCESS_CLOCKS",
)
LINKED = ("-shared", "--experimental-pic", "--no-entry", "-s")
IMPORT_DYNAMIC, IMPORT_UNDEFINED = "--unresolved-symbols=import-dynamic", "--import-undefined"
"""What is not in a module is bound when it is loaded. Old linkers know only the second."""
DEBIAN_LIBC = Path("/usr/include/wasm32-wasi")
PTHREAD = "#include <sys/types.h>\n"
"""A pthread.h for a C library without threads: Python's headers ask for its types alone."""


@dataclass(frozen=True)
class Compiler:
    compile: tuple[str, ...]
    link: tuple[str, ...]
    includes: tuple[Path, ...]


def find_compiler(scratch: Path) -> Compiler:
    """Zig's, of the locked package; otherwise this machine's (Debian's packages clang, lld and wasi-libc).

    In `scratch` a header is written that the other C library may lack.
    """
    if (spec := find_spec("ziglang")) and spec.submodule_search_locations:
        folder = Path(spec.submodule_search_locations[0])
        libraries = folder / "lib"
        headers = libraries / "libc" / "include"
        zig = str(folder / "zig")
        return Compiler(
            (zig, "clang"),
            (zig, "wasm-ld", IMPORT_DYNAMIC),
            (libraries / "include", headers / "wasm-wasi-musl", headers / "generic-musl"),
        )
    clang, linker = shutil.which("clang"), shutil.which("wasm-ld")
    if not clang or not linker or not DEBIAN_LIBC.exists():
        raise SystemExit("No compiler for WebAssembly: run `make wasm`, or install clang, lld and wasi-libc.")
    told = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout
    includes: tuple[Path, ...] = (Path(told.strip()) / "include", DEBIAN_LIBC)
    if not (DEBIAN_LIBC / "pthread.h").exists():
        missing = scratch / "missing-headers"
        missing.mkdir(parents=True, exist_ok=True)
        (missing / "pthread.h").write_text(PTHREAD)
        includes = (*includes, missing)
    return Compiler((clang,), (linker, IMPORT_UNDEFINED), includes)


def compile_all(modules: dict[Path, Path], headers: Path) -> None:
    """Make each of these modules, by its path, from its C; those that are newer than it, and were made in the
    same way, are left."""
    compiler = find_compiler(headers.parent)
    way = describe_way(compiler, headers)
    stale = [(made, source) for made, source in modules.items() if is_stale(made, source, way)]
    with ThreadPoolExecutor(cpu_count()) as pool:
        # The longest first: otherwise one core would wait for it at the end.
        stale.sort(key=lambda pair: pair[1].stat().st_size, reverse=True)
        list(pool.map(lambda pair: compile_module(compiler, pair[0], pair[1], headers), stale))
    for made, _ in stale:
        way_of(made).write_text(way)


def describe_way(compiler: Compiler, headers: Path) -> str:
    """A text that changes with the compiler, the flags, or a header of Python."""
    found = sha256(repr((FLAGS, SYSTEM, LINKED, compiler.link[1:])).encode())
    for program in sorted({compiler.compile[0], compiler.link[0]}):
        told = Path(program).stat()
        found.update(f"{program} {told.st_size} {told.st_mtime_ns}\n".encode())
    for path in sorted(path for path in headers.rglob("*") if path.is_file()):
        found.update(f"{path.relative_to(headers)} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def way_of(made: Path) -> Path:
    """Where it is kept in which way a module was made."""
    return made.with_suffix(".way")


def is_stale(made: Path, source: Path, way: str) -> bool:
    if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
        return True
    return not way_of(made).exists() or way_of(made).read_text() != way


def compile_module(compiler: Compiler, made: Path, source: Path, headers: Path) -> None:
    made.parent.mkdir(parents=True, exist_ok=True)
    compiled = made.with_suffix(".o")
    includes = [flag for folder in compiler.includes for flag in ("-isystem", str(folder))]
    subprocess.run(
        [
            *compiler.compile, "--target=wasm32-unknown-emscripten", *FLAGS, "-nostdinc", *includes, *SYSTEM,
            f"-I{headers}", f"-I{source.parent}", "-c", source, "-o", compiled,
        ],
        check=True,
    )  # fmt: skip
    name = made.name.removesuffix(SUFFIX)
    entry = f"--export-if-defined=PyInit_{name}"
    partial = made.with_suffix(".part")
    subprocess.run([*compiler.link, *LINKED, entry, compiled, "-o", partial], check=True)
    compiled.unlink()
    partial.rename(made)
