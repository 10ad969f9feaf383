"""The shape of the project: rings that only look inwards, and no game's name outside its folder."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tablier

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tablier"
RINGS = {
    "core": 0,
    **dict.fromkeys(
        ("example", "game", "grid", "lesson", "match", "record", "registry", "scene", "series", "svg"), 1
    ),
    **dict.fromkeys(("games", "__init__"), 2),  # the front door shows the library, not what is built on it
    **dict.fromkeys(("bots", "solver"), 3),
    **dict.fromkeys(("arena", "adapters"), 4),
    **dict.fromkeys(("server", "web", "tui"), 5),
    "cli": 6,
}


def ring(module: str) -> int:
    parts = module.split(".")
    return RINGS[parts[1] if len(parts) > 1 else "__init__"]


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py*")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_imports_look_inwards(path: Path) -> None:
    if path.suffix not in (".py", ".pyx", ".pxd"):
        return
    parts = path.relative_to(SOURCE).with_suffix("").parts
    own = RINGS[parts[0]]
    text = path.read_text()
    imported = re.findall(r"^from (tablier[\w.]*) c?import|^c?import (tablier[\w.]*)", text, re.MULTILINE)
    if path.suffix == ".py":
        names = [node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
        imported += [(name, "") for name in names if name and name.startswith("tablier")]
    for module in (one or other for one, other in imported):
        assert ring(module) <= own, f"{path.name} (ring {own}) imports {module} (ring {ring(module)})"


def test_no_game_is_named_outside_its_folder() -> None:
    # An id of one letter cannot be searched for; its folder's neighbours stand for it.
    folders = [
        folder.name for folder in (SOURCE / "games").iterdir() if folder.is_dir() and len(folder.name) > 1
    ]
    names = re.compile(
        "|".join(re.escape(name) for name in {*folders, *(n for n in tablier.games() if len(n) > 1)})
    )
    inside = {SOURCE / "games" / "__init__.py"}
    for path in SOURCE.rglob("*.py*"):
        if path.suffix in (".py", ".pyx", ".pxd", ".pyi") and path not in inside:
            if (SOURCE / "games") in path.parents:
                continue
            code = re.sub(r'"""(?s:.*?)"""', "", path.read_text())  # examples may name a game
            assert not names.search(code), f"{path} names a game"


def test_every_module_has_a_place() -> None:
    found = {
        path.stem if path.is_file() else path.name
        for path in SOURCE.iterdir()
        if not path.name.startswith("__pyc")
    }
    assert found - {"py"} <= set(RINGS)


def test_importing_loads_no_game() -> None:
    code = "import sys, tablier; print(sum(name.startswith('tablier.games.') for name in sys.modules))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "0\n"
    )


@pytest.mark.parametrize(
    "folder", sorted((SOURCE / "games").glob("*/RULES.md")), ids=lambda path: path.parent.name
)
def test_every_clause_is_cited_by_a_test(folder: Path) -> None:
    clauses = set(re.findall(r"§[A-Z]\d+", folder.read_text()))
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    cited = set(re.findall(r"§[A-Z]\d+", tests))
    assert clauses
    assert clauses <= cited
