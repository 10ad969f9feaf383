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
        (
            "batches", "board_editor", "board_game", "example", "extras", "grid", "insight", "lesson",
            "level", "match", "notebook", "outcome_text", "posix", "puzzle", "python", "record",
            "record_json", "record_line", "record_reading", "registry", "scene", "series", "svg",
        ),
        1,
    ),
    **dict.fromkeys(("games", "__init__"), 2),  # `import tablier` shows the library, not what is built on it
    "search": 3,
    **dict.fromkeys(("bots", "solver"), 4),
    **dict.fromkeys(("analysis", "arena", "adapters", "puzzles", "testing"), 5),
    **dict.fromkeys(("browser", "server", "web", "tui"), 6),
    "cli": 7,
}  # fmt: skip
ROOMS = ("tables", "ratings", "messages", "store", "people", "live", "http")
"""The rooms of the server, in the order of what may import what; `app`, `run` and the package come last."""


def ring(module: str) -> tuple[int, int]:
    """The ring of a module, and its room in the server."""
    parts = module.split(".")
    own = RINGS[parts[1] if len(parts) > 1 else "__init__"]
    if parts[1:2] != ["server"]:
        return own, 0
    return own, ROOMS.index(parts[2]) if len(parts) > 2 and parts[2] in ROOMS else len(ROOMS)


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path, *, types: bool = True) -> set[str]:
    """The modules of this package that a file imports, at its top or inside a function. Without `types` those
    that only a type checker imports are left out."""
    text = path.read_text()
    if path.suffix != ".py":
        found = re.findall(r"^from (tablier[\w.]*) c?import|^c?import (tablier[\w.]*)", text, re.MULTILINE)
        return {one or other for one, other in found}
    names = set()
    tree = ast.parse(text)
    unread = set() if types else {node for block in type_blocks(tree) for node in ast.walk(block)}
    for node in set(ast.walk(tree)) - unread:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tablier"):
            names |= {
                f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in MODULES else node.module
                for alias in node.names
            }
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names if alias.name.startswith("tablier")}
    return names


def type_blocks(tree: ast.Module) -> list[ast.If]:
    """The blocks `if TYPE_CHECKING:`, which are not run."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ]


FILES = sorted(path for path in SOURCE.rglob("*.py*") if path.suffix in (".py", ".pyx", ".pxd"))
MODULES = {module_of(path) for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_look_inwards(path: Path) -> None:
    own = ring(module_of(path))
    for module in imports_of(path):
        if module == "tablier" and own >= ring("tablier"):
            continue
        found = ring(module)
        room_matters = own[0] == found[0] == RINGS["server"] and ".server" in module
        assert found[0] <= own[0], f"{path.name} (ring {own[0]}) imports {module} (ring {found[0]})"
        if room_matters and module_of(path).startswith("tablier.server"):
            assert found[1] <= own[1], f"{path.name} imports {module}, a later room"


def test_no_module_imports_itself_by_way_of_others() -> None:
    """A compiled module's declarations (.pxd) are a node of their own: another module that cimports them does
    not import the module."""
    graph: dict[str, set[str]] = {}
    for path in FILES:
        own = module_of(path)
        declares = own + ".pxd"
        for name in imports_of(path, types=False) - {"tablier", own}:
            has_pxd = path.suffix != ".py" and (SOURCE.parent / f"{name.replace('.', '/')}.pxd").exists()
            graph.setdefault(declares if path.suffix == ".pxd" else own, set()).add(
                f"{name}.pxd" if has_pxd else name
            )
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " → ".join((*way[way.index(module) :], module))
        if module not in done:
            for other in sorted(graph.get(module, ())):
                visit(other, (*way, module))
            done.add(module)

    for module in sorted(graph):
        visit(module, ())


def test_all_sql_is_in_the_store() -> None:
    rooms = {
        path.relative_to(SOURCE).parts[:2]
        for path in SOURCE.rglob("*.py")
        if "import sqlalchemy" in path.read_text()
    }
    assert rooms == {("server", "store")}


def test_routes_are_imported_by_the_application_alone() -> None:
    """What two routes share has a module of its own."""
    is_route = re.compile(r"tablier\.server\.http\.(api|socket|pages\.\w+)")
    routes = {module for module in MODULES if is_route.fullmatch(module)}
    assert len(routes) > 10
    for path in FILES:
        if module_of(path) != "tablier.server.app":
            assert not imports_of(path) & routes, f"{path.name} imports a route"


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
