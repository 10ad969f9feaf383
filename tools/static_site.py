"""Write the whole collection as static files: `make site`, docs/static.md.

The pages are those of the server, by the same templates; their addresses become relative ones, so that the
folder can be put anywhere. Tables run in the visitor's browser (docs/browser.md).
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from tablier.scene import to_text
from tablier.server.http.facts import drawn_games, game_facts, offline_home
from tablier.server.http.pictures import draw_cover
from tablier.web import FOLDER, STATIC, VERSION, scripts
from tablier.web.languages import ENGLISH, LANGUAGES, translator
from tablier.web.preview import ACCENT, PAPER, icon, maskable_icon
from tablier.web.rendering import ABOUT, create_environment, page_values
from tablier.web.rules import examples, figure, page_game, rule_page

ROOT = Path(__file__).parent.parent
ADDRESS = re.compile(r'(href|src|action|data-themed|data-shell)="(/[^"]*)"')
UNUSED = {"device.js", "home.js", "keep.js", "service-worker.js"}
"""Scripts that only pages of a server load."""


class NoSuchPage(Exception):  # noqa: N818 -- a mistake in a template, found when the site is written
    """A page leads to one that only a server has."""


class Site:
    """Writes pages of one language into a folder; `up` leads from a page to the folder of all languages."""

    def __init__(self, folder: Path, language: str) -> None:
        self._all = folder
        self._language = language
        self.folder = folder if language == ENGLISH else folder / language
        self._environment: Environment = create_environment(
            FileSystemLoader(FOLDER / "templates"), static=f"/static/{VERSION}"
        )

    def write(
        self, path: str, template: str, context: dict[str, Any], *, local: dict[str, str] | None = None
    ) -> None:
        """Write a page, by its path in the folder of its language."""
        values = {**page_values(self._language), "nonce": "", "csrf_input": "", "site": True, **context}
        if local is not None:
            values["local"] = local
        html = self._environment.get_template(template).render(values)
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(ADDRESS.sub(lambda found: f'{found[1]}="{self.relative(found[2], path)}"', html))

    def relative(self, address: str, page: str) -> str:
        """The address of a server as one relative to a page; raises NoSuchPage."""
        home = "../" * page.count("/")
        up = home if self._language == ENGLISH else f"../{home}"
        where, mark, rest = re.match(r"([^?#]*)([?#]?)(.*)", address).groups()  # type: ignore[union-attr]
        if where == "/":
            return f"{home}index.html"
        if where == "/local":
            return f"{home}local.html{mark}{rest}"
        if where == "/analysis":
            return f"{home}analysis/index.html"
        if where.startswith(("/learn/", "/analysis/")):
            return f"{home}local.html?{where}"
        if where.startswith("/language/"):
            other = where.removeprefix("/language/")
            return f"{up}{'' if other == ENGLISH else f'{other}/'}{page}"
        if where.startswith("/static/") or where == "/apple-touch-icon.png":
            return f"{up}{where[1:]}"
        if where.startswith("/pictures/"):
            return f"{up}{where[1:]}.svg"
        if found := re.fullmatch(r"/rules/([\w-]+)", where):
            return f"{home}rules/{found[1]}/index.html{mark}{rest}"
        if re.fullmatch(r"/rules/[\w-]+/[\w-]+\.svg", where):
            return f"{up}figures/{where.removeprefix('/rules/')}"
        if where.startswith("/manifest/"):
            return f"{home}manifest.webmanifest"
        raise NoSuchPage(f"{page}: {address}")


def write_site(folder: Path, engine: Path) -> None:
    """Write the site into an empty folder."""
    # Their addresses name their version: a cache never mixes scripts and an engine of two.
    version: str = json.loads((engine / "files.json").read_text())["version"]
    shutil.copytree(STATIC, folder / "static" / VERSION, ignore=shutil.ignore_patterns(*UNUSED))
    shutil.copytree(engine, folder / "engine" / version, ignore=shutil.ignore_patterns("*.whl"))
    (folder / "apple-touch-icon.png").write_bytes(icon(180))
    for name, picture in (("192", icon(192)), ("512", icon(512)), ("maskable", maskable_icon(512))):
        (folder / f"icon-{name}.png").write_bytes(picture)
    write_pictures(folder)
    for language in LANGUAGES:
        write_pages(Site(folder, language), language, engine=version)
    # Hosts that run a page generator leave folders like these alone when they find it.
    (folder / ".nojekyll").touch()


def write_pictures(folder: Path) -> None:
    """The covers of the games and the figures of their rules."""
    (folder / "pictures").mkdir()
    for name in drawn_games():
        (folder / "pictures" / f"{name}.svg").write_text(draw_cover(name))
        if page_game(name).id == name:
            figures = folder / "figures" / name
            figures.mkdir(parents=True)
            for each in examples(name):
                (figures / f"{each}.svg").write_text(figure(name, each))


def write_pages(site: Site, language: str, *, engine: str) -> None:
    """The home page, the shell, the list of analysis boards, the rules and the manifest in a language;
    `engine` is the version of the engine."""
    shell = {"shell": "/local", "rules": "/rules/", "pictures": "/pictures/"}
    site.write("index.html", "offline.html", {**offline_home(language), **shell})
    up = "" if language == ENGLISH else "../"
    settings = {
        "engine": f"{up or './'}engine/{engine}", "static": f"{up or './'}static/{VERSION}", "root": ".",
        "language": language, "nonce": "",
    }  # fmt: skip
    site.write("local.html", "local.html", {"modules": scripts("local.js")}, local=settings)
    facts = [game_facts(name) for name in drawn_games()]
    site.write("analysis/index.html", "analyses.html", {"games": facts})
    for name in drawn_games():
        page = rule_page(name, language)
        if page.html and page.game.id == name:
            # Figures are there without scripts.
            html = re.sub(r'data-themed="([^"]+)"', r'src="\1"', page.html)
            site.write(
                f"rules/{name}/index.html", "rules.html", {"game": page.game, "html": html, "bare": False}
            )
    (site.folder / "manifest.webmanifest").write_text(
        json.dumps(write_manifest(language, up), ensure_ascii=False)
    )


def write_manifest(language: str, up: str) -> dict[str, Any]:
    return {
        "name": "Tablier",
        "description": to_text(ABOUT, translator(language)),
        "lang": language,
        "start_url": "index.html",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": [
            {"src": f"{up}icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": f"{up}icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": f"{up}icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--engine", type=Path, default=ROOT / "build" / "wasm")
    chosen = parser.parse_args()
    shutil.rmtree(chosen.to, ignore_errors=True)
    write_site(chosen.to, chosen.engine)
    size = sum(path.stat().st_size for path in chosen.to.rglob("*") if path.is_file())
    print(f"{chosen.to}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
