"""Compile every .pyx and every catalogue of translations under src.

All the rest of the project's description is in pyproject.toml.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import count
from pathlib import Path

import Cython
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer_group

SOURCE = Path("src")

# A wheel runs anywhere; a build for this machine alone (the Makefile's) may use all it has.
# Without contraction the same seed gives the same search on every machine.
# Vectors never leave their module: how other compilers pass them on does not matter.
# Debug information does not change the code, and takes a quarter of the compiler's time.
FLAGS = ["-O3", "-ffp-contract=off", "-Wno-psabi", "-g0"]
if os.environ.get("TABLIER_NATIVE"):
    FLAGS.append("-march=native")

DIRECTIVES = {"language_level": 3, "cdivision": True, "embedsignature": True}

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BuildModules(build_ext):
    """Translates to C and compiles on all cores, only what changed, and names each module as it begins."""

    def finalize_options(self) -> None:
        if self.editable_mode:
            # The folders of `build_ext --inplace`: an editable install compiles nothing again.
            usual = build(self.distribution)
            usual.ensure_finalized()
            self.build_lib, self.build_temp = usual.build_lib, usual.build_temp
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        # Timestamps tell of changed sources only: with other flags or tools everything is built anew.
        made_with = json.dumps([FLAGS, DIRECTIVES, Cython.__version__, sys.version])
        last_time = Path(self.build_temp, "made-with.json")
        if not last_time.exists() or last_time.read_text() != made_with:
            self.force = True
            last_time.unlink(missing_ok=True)

        translated = {
            module.name: module
            for module in cythonize(
                self.extensions,
                build_dir="build/cython",
                compiler_directives=DIRECTIVES,
                force=self.force,
                nthreads=CORES,
            )
        }
        for module in self.extensions:
            module.sources = translated[module.name].sources
            module.depends = translated[module.name].depends
        # The longest first: otherwise one core would wait for it at the end.
        self.extensions.sort(key=lambda module: Path(module.sources[0]).stat().st_size, reverse=True)
        self._begun = count(1)
        self._stale = sum(map(self._is_stale, self.extensions))
        super().build_extensions()

        last_time.parent.mkdir(parents=True, exist_ok=True)
        last_time.write_text(made_with)

    def build_extension(self, module: Extension) -> None:
        if self._is_stale(module):
            print(f"[{next(self._begun):2}/{self._stale}] Compiling {module.name}", flush=True)
        super().build_extension(module)

    def _is_stale(self, module: Extension) -> bool:
        made = self.get_ext_fullpath(module.name)
        return bool(self.force or newer_group([*module.sources, *module.depends], made))

    def copy_extensions_to_source(self) -> None:
        super().copy_extensions_to_source()
        # A module that was moved or removed could still be imported from where it was.
        for compiled in SOURCE.rglob("*.so"):
            if not compiled.with_name(compiled.name.partition(".")[0] + ".pyx").exists():
                compiled.unlink()


def compile_catalogues() -> None:
    for catalogue in SOURCE.rglob("*.po"):
        compiled = catalogue.with_suffix(".mo")
        if newer_group([catalogue], str(compiled)):
            with catalogue.open("rb") as written, compiled.open("wb") as file:
                write_mo(file, read_po(written))


# Guarded: where processes are spawned, those of cythonize import this file.
if __name__ == "__main__":
    compile_catalogues()
    setup(
        cmdclass={"build_ext": BuildModules},
        ext_modules=[
            Extension(
                ".".join(source.relative_to(SOURCE).with_suffix("").parts),
                [str(source)],
                extra_compile_args=FLAGS,
            )
            for source in sorted(SOURCE.rglob("*.pyx"))
        ],
    )
