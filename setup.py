"""Compile every .pyx and every catalogue of translations under src.

All the rest of the project's description is in pyproject.toml.
"""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup

# A wheel runs anywhere; a build for this machine alone (the Makefile's) may use all it has.
# Without contraction the same seed gives the same search on every machine.
# Vectors never leave their module: how other compilers pass them on does not matter.
flags = ["-O3", "-ffp-contract=off", "-Wno-psabi"]
if os.environ.get("TABLIER_NATIVE"):
    flags.append("-march=native")

modules = [
    Extension(
        ".".join(source.with_suffix("").parts[1:]),
        [str(source)],
        extra_compile_args=flags,
    )
    for source in sorted(Path("src").rglob("*.pyx"))
]

for catalogue in Path("src").rglob("*.po"):
    with catalogue.open("rb") as written, catalogue.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read_po(written))

setup(
    ext_modules=cythonize(
        modules,
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "cdivision": True,
            "embedsignature": True,
        },
    ),
)
