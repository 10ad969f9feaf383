"""The archives that a browser loads: the part of the standard library that is used, and the package."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import tarfile
import zipfile
from hashlib import sha256
from importlib.metadata import files as files_of
from pathlib import Path

from jinja2 import FileSystemLoader

from tablier.web.rendering import COMPILED, create_environment

HERE = Path(__file__).parent
PYODIDE = HERE / "node_modules" / "pyodide"
PUBLISHED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
DROPPED = frozenset((
    "__hello__", "__phello__", "_android_support", "_apple_support", "_ios_support", "_pydatetime",
    "_pydecimal", "_pyio", "_pyrepl", "_sysconfigdata__emscripten_wasm32-emscripten", "antigravity",
    "argparse", "bdb", "cProfile", "cmd", "code", "configparser", "ctypes", "curses", "dbm", "difflib",
    "doctest", "email", "ensurepip", "filecmp", "fileinput", "ftplib", "getpass", "http", "idlelib",
    "imaplib", "imghdr", "lib2to3", "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc",
    "nturl2path", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pty",
    "py_compile", "pyclbr", "pydoc", "pydoc_data", "sched", "shelve", "smtplib", "socketserver", "sqlite3",
    "sysconfig", "tabnanny", "test", "this", "timeit", "tkinter", "tomllib", "trace", "tracemalloc",
    "turtle", "unittest", "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp",
))  # fmt: skip
"""Modules of the standard library that nothing here imports; the tests import everything else."""
CODECS = frozenset(
    ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "unicode_escape", "utf_8")
)
"""The encodings that are used, of a hundred and twenty."""
LEFT_OUT = (
    "adapters", "arena", "cli.py", "notebook.py", "server/admin", "server/app.py", "server/configuration.py",
    "server/logs.py", "server/metrics.py", "server/people", "server/run.py", "testing", "tui",
    "server/live/bus.py", "server/live/compute.py", "server/live/leases.py", "server/live/lobby.py",
    "server/live/opponents.py", "server/live/orders.py", "server/live/registry.py",
    "server/live/table_ratings.py", "web/preview.py", "solver/command.py",
)  # fmt: skip
"""What only a server, a terminal or a laboratory needs."""
KEPT_OF = {
    "server/store": ("__init__.py", "batch.py"),
    "server/http": ("__init__.py", "board_page.py", "forms.py", "layouts.py", "pictures.py"),
    "web/static": (".js",),
}
"""Of these folders nothing else is taken. Pages name the modules that a script imports: they read it."""
DATA = (".html", ".svg", ".mo", ".md", ".weights", ".js")
NATIVE_LEFT_OUT = ("core/batch",)
"""Compiled modules that are not needed: it steps NumPy's arrays."""
FINGERPRINT = "fingerprint"
"""A file beside the packages; `memory.bin` begins with the same text, or does not belong to them."""
HEAD = 80
"""Bytes of `memory.bin` before the memory itself, as `python.js` reads them."""
VENDORED = ("jinja2", "markupsafe")
"""Packages of the locked requirements that are taken from this environment, as plain Python."""


def cut_stdlib(target: Path, scratch: Path) -> None:
    """Write the used part of Pyodide's standard library, compiled, unless that of the same list is there."""
    cut = sha256(f"{sorted(DROPPED)} {sorted(CODECS)} {_digest(PYODIDE / 'python_stdlib.zip')}".encode())
    note = scratch / "stdlib.cut"
    if target.exists() and note.exists() and note.read_text() == cut.hexdigest():
        return
    folder = scratch / "stdlib"
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        archive.extractall(folder, [name for name in archive.namelist() if is_used(name)])
    compile_python(folder)
    write_zip(target, folder)
    note.write_text(cut.hexdigest())


def is_used(name: str) -> bool:
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.removesuffix(".py") in CODECS
    return first.removesuffix(".py") not in DROPPED


def write_lock(target: Path) -> None:
    """Write Pyodide's list of packages, without any."""
    known = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    target.write_text(json.dumps({"info": known["info"], "packages": {}}) + "\n")


def gather_site(folder: Path, source: Path, modules: Path, packages: Path) -> None:
    """Gather what is imported beside the standard library: the package, compiled modules, dependencies."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        if path.is_file() and is_taken(name.as_posix()):
            copy(path, folder / "tablier" / name)
    for path in sorted(modules.rglob("*.so")):
        name = path.relative_to(modules)
        if not any(str(name).startswith(f"tablier/{each}.") for each in NATIVE_LEFT_OUT):
            copy(path, folder / name)
    compile_templates(folder / "tablier" / "web")
    for package in VENDORED:
        for file in files_of(package) or ():
            if file.parts[0] == package and file.suffix == ".py":
                copy(Path(str(file.locate())), folder / file)
    for wheel in packages.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if ".dist-info/" not in name]
            archive.extractall(folder, [name for name in names if name.endswith((".py", ".so"))])


def compile_templates(web: Path) -> None:
    """Compile the templates here: a browser would need as long for it as for the rest of a page."""
    compiled = web / COMPILED
    create_environment(FileSystemLoader(web / "templates")).compile_templates(compiled, zip=None)
    shutil.rmtree(web / "templates")


def is_taken(name: str) -> bool:
    """Whether the browser needs a file of the package."""
    if not name.endswith((".py", *DATA)) or any(
        name == out or name.startswith(f"{out}/") for out in LEFT_OUT
    ):
        return False
    parent = name.rpartition("/")[0]
    return parent not in KEPT_OF or name.endswith(KEPT_OF[parent])


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def compile_python(folder: Path) -> None:
    subprocess.run(["node", HERE / "compile_python.mjs", folder], check=True)


def write_zip(target: Path, folder: Path) -> None:
    """A zip with the same bytes for the same files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())


def write_tar(target: Path, folder: Path) -> None:
    """A gzipped tar with the same bytes for the same files: a browser unpacks it without Python."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                entry.size = path.stat().st_size
                archive.addfile(entry, io.BytesIO(path.read_bytes()))
    target.write_bytes(gzip.compress(plain.getvalue(), 9, mtime=0))


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def write_fingerprint(folder: Path, *others: Path) -> str:
    """Write into a folder a text that changes with any of its files, or of the others; gives it."""
    found = sha256()
    for path in [*sorted(path for path in folder.rglob("*") if path.is_file()), *others]:
        name = path.relative_to(folder) if path.is_relative_to(folder) else path.name
        found.update(f"{name} {_digest(path)}\n".encode())
    (folder / FINGERPRINT).write_text(found.hexdigest())
    return found.hexdigest()


def write_memory(target: Path, fingerprint: str, scratch: Path) -> None:
    """Write the memory of a Python that has imported the package, unless that of the same files is there."""
    if target.exists() and read_start(target, len(fingerprint)) == fingerprint:
        return
    raw = scratch / "memory"
    made = subprocess.run(
        ["node", HERE / "make_memory.mjs", raw], check=True, stdout=subprocess.PIPE, text=True
    )
    head = f"{fingerprint} {made.stdout.strip()}".ljust(HEAD).encode()
    target.write_bytes(gzip.compress(head + raw.read_bytes(), 9, mtime=0))
    raw.unlink()


def read_start(zipped: Path, length: int) -> str:
    with gzip.open(zipped) as opened:
        return opened.read(length).decode(errors="replace")


def write_list(folder: Path) -> None:
    """Write files.json: what there is to load, and a version that changes with any of it."""
    entries = [
        {"name": path.name, "size": path.stat().st_size, "sha256": _digest(path)}
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name not in ("files.json",) and path.suffix != ".whl"
    ]
    version = sha256(json.dumps(entries).encode()).hexdigest()[:12]
    (folder / "files.json").write_text(json.dumps({"version": version, "files": entries}, indent=1) + "\n")
