"""The command `tablier`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

import tablier
from tablier.arena.command import arena
from tablier.bots import bot
from tablier.bots.bench import bench
from tablier.game import read_option
from tablier.registry import kind
from tablier.solver.command import solve
from tablier.tui import line


def game_from(name: str, options: Sequence[str]) -> tablier.Game:
    try:
        return tablier.game(name, **dict(read_option(option) for option in options))
    except ValueError as error:
        raise click.ClickException(str(error)) from None


with_options = click.option(
    "-o", "--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of the game, as size=4."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablier")
def main() -> None:
    """X, Plateau X, Quixo and OLIX, by their exact rules."""


main.add_command(arena)
main.add_command(bench)
main.add_command(solve)


@main.command()
def games() -> None:
    """List the games and their options."""
    table = Table(box=None, pad_edge=False)
    for column in ("id", "game", "players", "by", "options"):
        table.add_column(column)
    for name in tablier.games():
        found = kind(name)
        options = "; ".join(
            f"{key} ({option.about}): {option.default}" for key, option in found.choices.items()
        )
        table.add_row(name, found.title, str(len(found.seats)), f"{found.author}, {found.year}", options)
    Console().print(table)


@main.command()
@click.argument("name", metavar="[GAME]", required=False)
@with_options
@click.option("--seat", type=int, help="Your seat, counted from 1; the computer plays the others.")
@click.option(
    "--bot", "opponent", default="level:3", show_default=True, help="The computer player: level:1 to level:8."
)
@click.option("--record", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option("--position", help="Begin from a position written as text.")
def play(
    name: str | None,
    options: Sequence[str],
    seat: int | None,
    opponent: str,
    record: Path | None,
    position: str | None,
) -> None:
    """Play a game in the terminal: with friends at this keyboard, or --seat 1 against the computer."""
    console = Console()
    if record is not None:
        match = line.load(record).match
    else:
        name = name or line.choose(console, tuple(kind(each) for each in tablier.games()))
        game = game_from(name, options)
        match = tablier.Match(game, start=line.at(game, position))
    seats = range(len(match.game.seats))
    if seat is not None and seat - 1 not in seats:
        raise click.ClickException(f"{match.game.title} has the seats 1 to {len(seats)}, not {seat}")
    players = {} if seat is None else {other: computer(opponent) for other in seats if other != seat - 1}
    line.Table(match, players, console).run()


def computer(name: str) -> line.Player:
    try:
        player = bot(name)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    return lambda match: player.choose(match).move


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port; without it 8000, or the next that is free."
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that keeps the games; without it the usual one of this system.",
)
@click.option("--store", metavar="URL", help="A database instead of that folder, as postgresql+psycopg://...")
@click.option(
    "--bus", metavar="URL", default="memory:", help="News between several server processes, as redis://..."
)
def serve(host: str, port: int | None, data: Path | None, store: str | None, bus: str) -> None:
    """Open the tables in the browser."""
    from tablier import server  # the other commands do without it

    try:
        server.serve(host, port, data, store=store, bus=bus, say=click.echo)
    except OSError as error:
        raise click.ClickException(error.strerror or str(error)) from None


@main.command()
@click.argument("name", metavar="GAME")
@click.argument("moves", nargs=-1)
@with_options
@click.option("--position", help="Begin from a position written as text.")
def show(name: str, moves: Sequence[str], options: Sequence[str], position: str | None) -> None:
    """Draw the board after some MOVES."""
    game = game_from(name, options)
    match = tablier.Match(game, start=line.at(game, position))
    try:
        match.play(*moves)
    except (tablier.IllegalMove, tablier.NotationError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(game.sketch(match.state))
    click.echo(f"\n{match.state}")
    if match.outcome:
        click.echo(line.ending(game, match.outcome))
    else:
        click.echo(f"{game.seats[match.turn]} to play, {len(match.legal_moves)} moves")


if __name__ == "__main__":
    main()
