"""The documentation: every public name is explained by an example that runs, every link leads somewhere."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # it has none
from tools.documentation import (
    DOCS,
    NOTEBOOK,
    OUTSIDE,
    PUBLIC,
    ROOT,
    public_modules,
    public_names,
    write_decisions,
)
from tools.figures import FOLDER, draw_all
from tools.notebook import keep, render, run

MODULES = [name for names in PUBLIC.values() for name in names]
PAGES = sorted(DOCS.rglob("*.md"))
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def documented(thing: Any) -> str:
    """The docstring that was written for a thing: not one that it inherits, nor a made-up signature."""
    if isinstance(thing, property):
        return thing.fget.__doc__ or "" if thing.fget else ""
    written = getattr(thing, "__doc__", None) or ""
    return "" if re.fullmatch(r"\w+\([^\n]*\)( -> \w+)?", written) else written


def members(kind: type) -> Iterator[str]:
    """The public methods and properties of a class, those it inherits from our own classes included."""
    for name in dir(kind):
        owner = next((base for base in kind.__mro__ if name in vars(base)), None)
        if name.startswith("_") or owner is None or not owner.__module__.startswith("tablier"):
            continue
        raw = inspect.getattr_static(kind, name)
        found = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
        if isinstance(found, property) or inspect.isroutine(found) or inspect.isgetsetdescriptor(found):
            yield name


def inherited(kind: type, name: str) -> str:
    """The docstring of a method, or of the one that it overrides."""
    return next((text for base in kind.__mro__ if (text := documented(vars(base).get(name)))), "")


def is_explained_below(name: str, module: ModuleType) -> bool:
    """Whether a string follows the line of the package's sources that gives a value or a type its name."""
    for path in Path(str(module.__file__)).parent.rglob("*.py"):
        body = ast.parse(path.read_text()).body
        for line, following in pairwise(body):
            targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
    return False


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_is_explained(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    lacking = []
    for each, thing in public_names(module):
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            if not is_explained_below(each, module):
                lacking.append(each)
            continue
        if ">>> " not in documented(thing):
            lacking.append(each)
        if inspect.isclass(thing):
            told = documented(thing)  # where a compiled attribute is explained
            lacking += [
                f"{each}.{part}"
                for part in members(thing)
                if not inherited(thing, part) and f"`{part}`" not in told
            ]
    assert not lacking


def test_the_examples_of_docstrings_run() -> None:
    """Those of all that is public, wherever it is written, and of the modules themselves."""
    things: dict[str, tuple[Any, dict[str, Any]]] = {}
    for module in public_modules():
        things[module.__name__] = (module, vars(module))
        for _, thing in public_names(module):
            if inspect.isclass(thing) or inspect.isroutine(thing):
                home = sys.modules[thing.__module__]
                things[f"{home.__name__}.{thing.__qualname__}"] = (thing, vars(home))
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    count = 0
    for name, (thing, names) in things.items():
        example = doctest.DocTestParser().get_doctest(documented(thing), dict(names), name, None, 0)
        count += len(example.examples)
        runner.run(example)
    assert count > 150
    assert not runner.summarize().failed


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in page.read_text()], ids=lambda page: page.stem
)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # examples may write files
    found = doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS, encoding="utf-8")
    assert found.attempted > 0
    assert not found.failed


def anchors(page: Path) -> set[str]:
    """The places of a page that a link may lead to: its headings, as a forge and mkdocs name them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip()) for title in titles}


@pytest.mark.parametrize(
    "page",
    [*PAGES, ROOT / "README.md", *(ROOT / source for source in OUTSIDE.values())],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for one, other in LINK.findall(text):
        address = one or other
        if re.match(r"[a-z]+:", address):
            continue
        place, _, anchor = address.partition("#")
        target = (page.parent / place).resolve() if place else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(address)
    assert not broken


def entries(nav: list[Any]) -> Iterator[str]:
    for each in nav:
        inside = next(iter(each.values())) if isinstance(each, dict) else each
        if isinstance(inside, list):
            yield from entries(inside)
        else:
            yield inside


def test_the_site_has_every_page_once() -> None:
    nav = list(entries(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]))
    made = {*OUTSIDE, "decisions.md", "library/first-notebook.md", "reference/index.md"}
    made |= {f"reference/{page}.md" for page in PUBLIC}
    written = {page.relative_to(DOCS).as_posix() for page in PAGES}
    assert sorted(nav) == sorted(made | written)


def test_the_notebook_shows_what_its_file_says() -> None:
    """Every cell runs, and shows what was written down: `make docs` does that anew."""
    found = run(NOTEBOOK)
    assert "<iframe" in render(found)  # a match to step through
    assert keep(found) == json.loads(NOTEBOOK.read_text(encoding="utf-8"))


def test_the_pictures_are_those_of_the_library() -> None:
    """`make docs` draws them anew."""
    kept = {path.name: path.read_text(encoding="utf-8").rstrip("\n") for path in FOLDER.glob("*.svg")}
    assert kept == draw_all()


def test_the_decisions_of_every_game_are_collected() -> None:
    page = write_decisions()
    told = [path.read_text() for path in (ROOT / "src/tablier/games").glob("*/rules.en.md")]
    for text in told:
        first = text.partition("## What we decided")[2].strip().splitlines()[0]
        assert first
        assert first in page
