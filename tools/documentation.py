"""The documentation: what is public, the pages that are made from other things, and the hooks of mkdocs.

`make docs` builds the site in build/docs; the reference, the decisions on the rules and the notebook's page
are made while it does. Links from docs/ to files of the sources lead, on the site, to copies of them.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
NOTEBOOK = DOCS / "library" / "first.ipynb"
DECISIONS = "## What we decided"
PUBLIC: dict[str, tuple[str, ...]] = {
    "tablier": ("tablier",),
    "bots": ("tablier.bots",),
    "solver": ("tablier.solver",),
    "arena": ("tablier.arena",),
    "python": ("tablier.python",),
    "testing": ("tablier.testing",),
    "adapters": ("tablier.adapters.pettingzoo", "tablier.adapters.openspiel"),
}
"""The pages of the reference, and the modules on each: what is in their `__all__` is public."""
OUTSIDE = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
"""Pages of the site whose text is outside docs/."""
_LINK = re.compile(r"(?<=\]\()([^)\s#]+)(#[^)\s]*)?(?=\))")
_LOADED = re.compile(
    r"""<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=["']?((?:https?:)?//[^"'\s>]+)"""
)


def public_modules() -> Iterator[ModuleType]:
    """The modules whose names are promised."""
    for names in PUBLIC.values():
        yield from map(importlib.import_module, names)


def public_names(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module promises, by name."""
    for name in module.__all__:
        yield name, getattr(module, name)


def write_reference(title: str, modules: tuple[str, ...]) -> str:
    """A page of the reference: each module's docstring, then all its public names."""
    parts = [f"# `{modules[0] if len(modules) == 1 else 'tablier.adapters'}`"]
    for name in modules:
        module = importlib.import_module(name)
        if len(modules) > 1:
            parts.append(f"## `{name}`")
        parts.append(fence_examples(inspect.cleandoc(module.__doc__ or "")))
        parts += [f"::: {name}.{each}" for each in sorted(module.__all__, key=str.lower)]
    return "\n\n".join(parts) + "\n"


def fence_examples(text: str) -> str:
    """A docstring as Markdown: its examples, up to the next empty line, as blocks of code.

    >>> print(fence_examples("Add.\\n\\n>>> 1 + 1\\n2"))
    Add.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    blocks = re.split(r"\n\s*\n", text)
    return "\n\n".join(f"```pycon\n{block}\n```" if block.startswith(">>>") else block for block in blocks)


def write_reference_index() -> str:
    """The first page of the reference: a list of all public names."""
    lines = ["# Reference", "", "Every public name, by module. All examples are run by the tests.", ""]
    for page, modules in PUBLIC.items():
        for name in modules:
            module = importlib.import_module(name)
            links = ", ".join(
                f"[`{each}`]({page}.md#{name}.{each})" for each in sorted(module.__all__, key=str.lower)
            )
            lines += [f"## `{name}`", "", links, ""]
    return "\n".join(lines)


def write_decisions() -> str:
    """What we decided where printed rules are silent, collected from the games' rule pages."""
    import tablier
    from tablier.registry import kind

    parts = [
        "# Decisions on the rules",
        "Where a printed rule sheet is silent, unclear or wrong, somebody has to decide. This page collects"
        " what we decided from the rule pages of the games; § numbers are their clauses.",
    ]
    for name in tablier.games():
        found = kind(name)
        text = found.rules_text("en") or ""
        if found.variant_of in ("", name) and DECISIONS in text:
            decided = re.split(r"^## ", text.partition(DECISIONS)[2], flags=re.MULTILINE)[0].strip()
            by = f"{found.author}, {found.year}. " if found.author else ""
            parts += [f"## {found.title}", f"{by}{found.pitch}", decided]
    return "\n\n".join(parts) + "\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Hook of mkdocs: add the pages that are made."""
    from mkdocs.structure.files import File

    from tools.notebook import render, run

    pages = {f"reference/{page}.md": write_reference(page, modules) for page, modules in PUBLIC.items()}
    pages["reference/index.md"] = write_reference_index()
    pages["decisions.md"] = write_decisions()
    pages["library/first-notebook.md"] = render(run(NOTEBOOK))
    for page, source in OUTSIDE.items():
        pages[page] = (ROOT / source).read_text()
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    icon = ROOT / "src" / "tablier" / "web" / "static" / "icon.svg"
    files.append(File.generated(config, "favicon.svg", content=icon.read_text()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Hook of mkdocs: links to files outside docs/ lead to pages or copies of them on the site."""
    folder = (ROOT / OUTSIDE[page.file.src_uri]).parent if page.file.src_uri in OUTSIDE else None
    source = folder or (DOCS / page.file.src_uri).parent
    up = "../" * page.file.src_uri.count("/")

    def lead(link: re.Match[str]) -> str:
        address, anchor = link[1], link[2] or ""
        target = (source / address).resolve()
        if ":" in address or not target.is_file():
            return link[0]
        if target.is_relative_to(DOCS) and folder is None:
            return link[0]
        return f"{up}{copy_source(target, config, files)}{anchor}"

    return _LINK.sub(lead, markdown)


def copy_source(target: Path, config: MkDocsConfig, files: Files) -> str:
    """The place on the site of a file of the project; one outside docs/ is copied, as text."""
    from mkdocs.structure.files import File

    if target.is_relative_to(DOCS):
        return target.relative_to(DOCS).as_posix()
    path = target.relative_to(ROOT).as_posix()
    for page, source in OUTSIDE.items():
        if path == source:
            return page
    place = f"source/{path}.txt"
    if files.get_file_from_path(place) is None:
        files.append(File.generated(config, place, content=target.read_text()))
    return place


def on_post_build(config: MkDocsConfig) -> None:
    """Hook of mkdocs: refuse a site that loads something from elsewhere, or has no search."""
    from mkdocs.exceptions import PluginError

    site = Path(config.site_dir)
    loaded = {
        f"{page.relative_to(site)}: {address}"
        for page in site.rglob("*.html")
        for address in _LOADED.findall(page.read_text())
    }
    if loaded:
        raise PluginError("pages load from elsewhere: " + ", ".join(sorted(loaded)))
    if not (site / "search" / "search_index.json").exists():
        raise PluginError("the site has no index to search")
