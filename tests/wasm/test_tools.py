"""`make wasm` makes anew what would come out otherwise, and nothing else."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from tools.wasm import bundle, compiler


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The modules that are compiled, in the place of compiling them."""
    done: list[Path] = []

    def compile_module(_: compiler.Compiler, made: Path, _source: Path, _headers: Path) -> None:
        done.append(made)
        made.touch()

    program = tmp_path / "clang"
    program.write_text("a compiler")
    found = compiler.Compiler((str(program),), (str(program),), ())
    monkeypatch.setattr(compiler, "find_compiler", lambda _: found)
    monkeypatch.setattr(compiler, "compile_module", compile_module)
    return done


def test_modules_are_compiled_again_when_their_way_has_changed(
    made: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers, source, module = tmp_path / "headers", tmp_path / "one.c", tmp_path / f"one{compiler.SUFFIX}"
    headers.mkdir()
    for path in (headers / "Python.h", source):
        path.write_text("int one;")

    def count() -> int:
        made.clear()
        compiler.compile_all({module: source}, headers)
        return len(made)

    assert [count(), count()] == [1, 0]
    os.utime(module, (0, 0))
    assert [count(), count()] == [1, 0]
    os.utime(source, (0, 0))
    assert count() == 0
    monkeypatch.setattr(compiler, "FLAGS", (*compiler.FLAGS, "-O2"))
    assert [count(), count()] == [1, 0]
    (headers / "Python.h").write_text("int two;")
    assert [count(), count()] == [1, 0]
    (tmp_path / "clang").write_text("another compiler")
    assert [count(), count()] == [1, 0]


@pytest.mark.parametrize("has_pthread", [True, False])
def test_without_zig_this_machines_compiler_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_pthread: bool
) -> None:
    clang, libc = tmp_path / "clang", tmp_path / "libc"
    clang.write_text("#!/bin/sh\necho /resources\n")
    clang.chmod(0o755)
    monkeypatch.setattr(compiler, "find_spec", lambda _: None)
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / name))
    monkeypatch.setattr(compiler, "DEBIAN_LIBC", libc)
    with pytest.raises(SystemExit, match="install clang, lld and wasi-libc"):
        compiler.find_compiler(tmp_path)
    libc.mkdir()
    if has_pthread:
        (libc / "pthread.h").touch()
    found = compiler.find_compiler(tmp_path)
    assert found.compile == (str(clang),)
    assert found.link == (str(tmp_path / "wasm-ld"), "--import-undefined")
    assert found.includes[:2] == (Path("/resources/include"), libc)
    assert any((folder / "pthread.h").exists() for folder in found.includes)


def test_the_standard_library_is_cut_again_when_its_list_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(tmp_path / "python_stdlib.zip", "w") as archive:
        for name in ("one.py", "two.py"):
            archive.writestr(name, "")
    monkeypatch.setattr(bundle, "PYODIDE", tmp_path)
    monkeypatch.setattr(bundle, "compile_python", lambda _: None)
    monkeypatch.setattr(bundle, "DROPPED", frozenset())
    target = tmp_path / "cut.zip"

    def names() -> list[str]:
        bundle.cut_stdlib(target, tmp_path)
        with zipfile.ZipFile(target) as archive:
            return archive.namelist()

    assert names() == ["one.py", "two.py"]
    before = target.stat().st_mtime_ns
    assert names() == ["one.py", "two.py"]
    assert target.stat().st_mtime_ns == before
    monkeypatch.setattr(bundle, "DROPPED", frozenset({"two"}))
    assert names() == ["one.py"]
