"""The command `tablier`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from gettext import bindtextdomain, gettext, textdomain
from importlib import metadata
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import get_completion_class
from rich.console import Console
from rich.table import Table

import tablier
from tablier.adapters.engine import engine
from tablier.adapters.mcp import mcp
from tablier.analysis.command import analyse_record, read_record
from tablier.arena.command import arena
from tablier.board_game import read_option
from tablier.bots import bot
from tablier.bots.search_bench import bench
from tablier.puzzles.command import puzzles
from tablier.registry import kind
from tablier.scene import Phrase, Translate, describe_error, say, to_text
from tablier.solver.command import solve
from tablier.testing.new_game import new_game
from tablier.tui import line
from tablier.web.languages import DOMAIN, LANGUAGES, LOCALES, system_language, translator

if TYPE_CHECKING:
    from tablier.server.configuration import Configured


def game_from(name: str, options: Sequence[str], translate: Translate) -> tablier.Game:
    try:
        return tablier.game(name, **dict(read_option(option) for option in options))
    except ValueError as error:
        raise click.ClickException(to_text(describe_error(error), translate)) from None


def require_extra(extra: str, what: str) -> None:
    """Refuse, with the command that installs it, `what` if a package of the extra is not installed."""
    for requirement in metadata.requires("tablier") or ():
        package, _, condition = requirement.partition(";")
        if re.search(rf"""extra == ["']{extra}["']""", condition):
            try:
                metadata.distribution(re.split(r"[^\w.-]", package)[0])
            except metadata.PackageNotFoundError:
                sentence = gettext("{what} is not installed here: {command}")
                command = f"pip install 'tablier[{extra}]'"
                raise click.ClickException(sentence.format(what=what, command=command)) from None


with_options = click.option(
    "-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game, as size=4."
)


with_language = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default=system_language,
    help="The language to speak; without it that of the system (LC_ALL, LC_MESSAGES, LANG).",
)


class Commands(click.Group):
    """All commands; help, errors and the words of click itself are in the system's language."""

    def main(self, *args: Any, **extra: Any) -> Any:
        # click asks the domain of the process, and so do the commands that only a terminal sees.
        bindtextdomain(DOMAIN, str(LOCALES))
        textdomain(DOMAIN)
        translate_help(self)
        return super().main(*args, **extra)


def translate_help(command: click.Command) -> None:
    """Set the help of a command, of its options and of the commands in it, in the system's language."""
    options = (option for option in command.params if isinstance(option, click.Option))
    spoken: tuple[click.Command | click.Option, ...] = (command, *options)
    for each in spoken:
        english = vars(each).setdefault("english_help", each.help)
        each.help = english and gettext(cleandoc(english))
    if isinstance(command, click.Group):
        for one in command.commands.values():
            translate_help(one)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablier")
def main() -> None:
    """X, Plateau X, Quixo and OLIX, by their exact rules."""


main.add_command(arena)
main.add_command(bench)
main.add_command(engine)
main.add_command(mcp)
main.add_command(new_game)
main.add_command(puzzles)
main.add_command(solve)


def complete_game(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """The ids of games that begin so, for the shell."""
    return [name for name in tablier.games() if name.startswith(typed)]


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes commands, options and games in your shell.

    \b
    bash:  eval "$(tablier completion bash)"    in ~/.bashrc
    zsh:   eval "$(tablier completion zsh)"     in ~/.zshrc
    fish:  tablier completion fish | source     in ~/.config/fish/config.fish
    """
    found = get_completion_class(shell)
    assert found is not None  # the choices are click's own
    click.echo(found(main, {}, "tablier", "_TABLIER_COMPLETE").source())


def list_games(translate: Translate) -> list[dict[str, object]]:
    """The games and their options as plain data, for JSON."""
    return [
        {
            "id": found.id,
            "title": translate(found.title),
            "author": found.author,
            "year": found.year,
            "seats": list(found.seats),
            "sides": [list(side) for side in found.sides],
            "options": {
                key: {
                    "default": option.default,
                    "choices": list(option.choices),
                    "about": translate(option.about),
                }
                for key, option in found.choices.items()
            },
        }
        for found in map(kind, tablier.games())
    ]


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
@with_language
def games(language: str, as_json: bool) -> None:
    """List the games and their options."""
    translate = translator(language)
    if as_json:
        click.echo(json.dumps(list_games(translate), ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False)
    for column in ("id", say("game"), say("players"), say("by"), say("options")):
        table.add_column(to_text(column, translate))
    for name in tablier.games():
        found = kind(name)
        options = "; ".join(
            f"{key} ({translate(option.about)}): {option.default}" for key, option in found.choices.items()
        )
        table.add_row(
            name,
            translate(found.title),
            str(len(found.seats)),
            ", ".join(str(each) for each in (found.author, found.year) if each),
            options,
        )
    Console().print(table)


@main.command()
@click.argument("name", metavar="[GAME]", required=False, shell_complete=complete_game)
@with_options
@click.option("--seat", type=int, help="Your seat, counted from 1; the computer plays the others.")
@click.option(
    "--bot",
    "opponent",
    default="level:3",
    show_default=True,
    help="The computer player: level:1 to level:8, engine:PROGRAM.",
)
@click.option("--record", type=click.Path(path_type=Path), help="Continue a saved game.")
@click.option("--position", help="Start from a position written as text.")
@with_language
def play(
    name: str | None,
    options: Sequence[str],
    seat: int | None,
    opponent: str,
    record: Path | None,
    position: str | None,
    language: str,
) -> None:
    """Play a game in the terminal: with friends at this keyboard, or --seat 1 against the computer."""
    console, translate = Console(), translator(language)
    if record is not None:
        match = read_record(record, translate).match
    else:
        name = name or line.choose_game(console, tuple(kind(each) for each in tablier.games()), translate)
        game = game_from(name, options, translate)
        match = tablier.Match(game, start=line.read_position(game, position, translate))
    seats = range(len(match.game.seats))
    if seat is not None and seat - 1 not in seats:
        sentence = say(
            "{game} has the seats 1 to {last}, not {seat}",
            game=Phrase(match.game.title),
            last=len(seats),
            seat=seat,
        )
        raise click.ClickException(to_text(sentence, translate))
    players = (
        {} if seat is None else {other: computer(opponent, translate) for other in seats if other != seat - 1}
    )
    line.Session(match, players, console, translate).run()


@main.command()
@click.argument("record", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--html",
    metavar="OUT",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a self-contained page to step through the game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the review as JSON.")
@click.option("--nodes", type=click.IntRange(min=1), help="How long to think about each position, in nodes.")
@with_language
def analyse(record: Path, html: Path | None, as_json: bool, nodes: int | None, language: str) -> None:
    """Review a recorded game: what each move was worth, what was better, and why.

    FILE is a record as text or as JSON. Ctrl-C stops it and shows what is known so far.
    """
    analyse_record(
        record, html=html, as_json=as_json, nodes=nodes, language=language, translate=translator(language)
    )


def computer(name: str, translate: Translate) -> line.Player:
    try:
        player = bot(name)
    except ValueError as error:
        raise click.ClickException(to_text(describe_error(error), translate)) from None
    return lambda match: player.choose(match).move


class AdminCommands(click.Group):
    """`admin`: its commands are loaded where the server is installed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return self._load().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self._load().get_command(ctx, cmd_name)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return self._load().get_params(ctx)

    def invoke(self, ctx: click.Context) -> object:
        return self._load().invoke(ctx)

    def _load(self) -> click.Group:
        require_extra("server", gettext("The web server"))
        from tablier.server.admin.command import admin  # the other commands do without it

        translate_help(admin)
        return admin


main.add_command(
    AdminCommands(
        "admin", help="Look after a server: backups, tables, people. Most of it works while the server runs."
    )
)


class ServerCommand(click.Command):
    """`serve`: its options are the settings of the server, known where the server is installed."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        require_extra("server", gettext("The web server"))
        from tablier.server.configuration import make_options  # the other commands do without it

        return [*make_options(), *super().get_params(ctx)]


@main.command(cls=ServerCommand)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar="TABLIER_CONFIG",
    help="A TOML file with settings; flags and environment variables come before it. [TABLIER_CONFIG]",
)
@click.option("--show-config", is_flag=True, help="Print all settings and where they come from, and exit.")
def serve(config: Path | None, show_config: bool, **flags: str | None) -> None:
    """Open the tables in the browser."""
    from tablier.server.configuration import write_configuration
    from tablier.server.run import run
    from tablier.server.tables.bots import read_engines
    from tablier.solver import set_tables_folder

    configured = configure(config, flags)
    if show_config:
        click.echo(write_configuration(configured), nl=False)
        return
    settings = configured.configuration
    if settings.store.startswith(("postgresql:", "postgresql+psycopg:")):
        require_extra("postgres", gettext("The driver for PostgreSQL"))
    if settings.bus.startswith(("redis:", "rediss:")):
        require_extra("redis", gettext("The client for Redis"))
    if settings.compute.startswith("dask:"):
        require_extra("dask", gettext("The client for Dask"))
    try:
        read_engines(settings.engines)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    if settings.mcp:
        require_extra("mcp", gettext("The Model Context Protocol"))
    if settings.tables:
        if not settings.tables.is_dir():
            sentence = gettext("The folder {folder} of solved games does not exist.")
            raise click.ClickException(sentence.format(folder=settings.tables))
        set_tables_folder(settings.tables)
    try:
        run(settings, say=click.echo)
    except OSError as error:
        raise click.ClickException(error.strerror or str(error)) from None


def configure(file: Path | None, flags: Mapping[str, str | None]) -> Configured:
    """The settings of the server; a sentence for one that is wrong."""
    from tablier.server.configuration import BadSetting, read_configuration

    given = {name.replace("__", "."): value for name, value in flags.items() if value is not None}
    try:
        return read_configuration(given, os.environ, file)
    except BadSetting as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.argument("moves", nargs=-1)
@with_options
@click.option("--position", help="Start from a position written as text.")
@with_language
def show(
    name: str, moves: Sequence[str], options: Sequence[str], position: str | None, language: str
) -> None:
    """Draw the board after some MOVES."""
    translate = translator(language)
    game = game_from(name, options, translate)
    match = tablier.Match(game, start=line.read_position(game, position, translate))
    try:
        match.play(*moves)
    except tablier.IllegalMove as error:
        raise click.ClickException(line.describe_refusal(error, translate)) from None
    except tablier.NotationError as error:
        raise click.ClickException(to_text(describe_error(error), translate)) from None
    click.echo(game.sketch_in(match.state, translate))
    click.echo(f"\n{match.state}")
    if match.outcome:
        click.echo(line.describe_outcome(match, translate))
    else:
        seat, count = Phrase(game.seats[match.turn]), len(match.legal_moves)
        click.echo(to_text(say("{name} to play, {count} possible moves", name=seat, count=count), translate))


if __name__ == "__main__":
    main()
