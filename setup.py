"""Compile every .pyx under src. All the rest of the project's description is in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# A wheel runs anywhere; a build for this machine alone (the Makefile's) may use all it has.
# Without contraction the same seed gives the same search on every machine.
flags = ["-O3", "-ffp-contract=off", *(["-march=native"] if os.environ.get("TABLIER_NATIVE") else [])]

modules = [
    Extension(
        ".".join(source.with_suffix("").parts[1:]),
        [str(source)],
        extra_compile_args=flags,
    )
    for source in sorted(Path("src").rglob("*.pyx"))
]

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
