"""`tablier new-game NAME`: a package with a small, complete game to begin with."""

from __future__ import annotations

import re
from gettext import gettext
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from tablier.registry import games

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def fill_in(text: str, name: str) -> str:
    """The text of a template for a game of this name."""
    words = name.split("-")
    values = {
        "PACKAGE": name.replace("-", "_"),
        "CLASS": "".join(word.capitalize() for word in words),
        "TITLE": " ".join(words).capitalize(),
        "LETTER": name[0].upper(),
        "NAME": name,
    }
    return re.sub("|".join(values), lambda found: values[found[0]], text)


def write_package(name: str, folder: Path) -> list[Path]:
    """Write the package into a new folder; the files written. FileExistsError if the folder exists."""
    folder.mkdir(parents=True)
    return sorted(_copy(resources.files("tablier.testing") / "templates" / "game", folder, name))


def _copy(source: Traversable, target: Path, name: str) -> list[Path]:
    written: list[Path] = []
    for file in source.iterdir():
        path = target / fill_in(file.name, name).removesuffix(".txt")
        if file.is_dir():
            path.mkdir()
            written += _copy(file, path, name)
        else:
            path.write_text(fill_in(file.read_text(encoding="utf-8"), name), encoding="utf-8")
            written.append(path)
    return written


@click.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where to write it; by default a new folder tablier-NAME.",
)
def new_game(name: str, folder: Path | None) -> None:
    """Write a package with a small, complete game: rules, texts in two languages, tests."""
    if not _NAME.fullmatch(name):
        sentence = gettext(
            "a name consists of lower-case letters, digits and hyphens, as three-rows, not {name!r}"
        )
        raise click.ClickException(sentence.format(name=name))
    if name in games():
        sentence = gettext("there is a game {name!r} already: choose another name")
        raise click.ClickException(sentence.format(name=name))
    target = folder or Path(f"tablier-{name}")
    try:
        written = write_package(name, target)
    except FileExistsError:
        sentence = gettext("{folder} is there already: choose another folder")
        raise click.ClickException(sentence.format(folder=target)) from None
    for path in written:
        click.echo(f"  {path}")
    steps = gettext("Now: {first}, then: {second}").format(
        first=f"cd {target} && pip install -e '.[test]' && pytest", second=f"tablier play {name}"
    )
    click.echo(f"\n{steps}")
