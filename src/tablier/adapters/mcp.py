"""The games as tools for assistants, by the Model Context Protocol; `tablier mcp` offers them on standard
input and output.

Without a server the tables are in the process; with `--server` they are at a server, and the program plays
there as the account that its token stands for. A server offers the same tools itself (`server/http/mcp.py`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import click

from tablier.adapters.tables import HttpApi, LocalTables, ServerTables, TableProblem, Tables, View
from tablier.board_game import Game, read_option
from tablier.core.values import IllegalMove, NotationError
from tablier.extras import MissingExtra, import_extra
from tablier.registry import game as find_game
from tablier.registry import games, kind

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

INSTRUCTIONS = (
    "Board games with perfect information. Ask `games` for their ids, `rules` for how one is played, and open"
    " a table with `new_table`. `look` shows the board and the legal moves; answer with one of them in"
    " `play`. A move that the rules forbid is refused with the clause that forbids it."
)


def make_server(find_tables: Callable[[], Tables]) -> MCPServer[Any]:
    """An MCP server whose tools play at the tables that are found with each call; MissingExtra if the SDK is
    not installed."""
    sdk = import_extra("mcp.server.mcpserver", extra="mcp", what="The MCP server")
    refuse = import_extra("mcp.server.mcpserver.exceptions", extra="mcp", what="The MCP server").ToolError
    server: MCPServer[Any] = sdk.MCPServer("tablier", instructions=INSTRUCTIONS, version=version("tablier"))

    async def answer(work: Callable[[Tables], Awaitable[str]]) -> str:
        try:
            return await work(find_tables())
        except (TableProblem, IllegalMove, NotationError, ValueError) as error:
            raise refuse(str(error)) from None

    @server.tool(name="games")
    def list_games() -> str:
        """The games: id, title, players, options."""
        return "\n".join(describe_game(kind(name)) for name in games())

    @server.tool()
    def rules(game: str, language: str = "en") -> str:
        """The rules of a game, with numbered clauses, in Markdown. Languages: en, fr."""
        try:
            return read_rules(game, language)
        except ValueError as error:
            raise refuse(str(error)) from None

    @server.tool()
    async def new_table(game: str, options: str = "", seat: int = 1, level: str = "level:3") -> str:
        """Open a table: you on a seat, counted from 1, the computer (level:1 to level:8) on the others.

        Options of the game are written as "size=4 to_the_end=true".
        """

        async def create(tables: Tables) -> str:
            return describe(await tables.create(choose_game(game, options, seat), seat - 1, level))

        return await answer(create)

    @server.tool()
    async def look(table: str) -> str:
        """The board of a table as text, whose turn it is, the moves so far and the legal moves."""

        async def see(tables: Tables) -> str:
            return describe(await tables.look(table))

        return await answer(see)

    @server.tool()
    async def play(table: str, move: str) -> str:
        """Make one of the legal moves; gives the board after the others have answered."""

        async def make_move(tables: Tables) -> str:
            return describe(await tables.play(table, move))

        return await answer(make_move)

    @server.tool()
    async def hint(table: str) -> str:
        """A good move in the position of a table."""
        return await answer(lambda tables: tables.hint(table))

    @server.tool()
    async def review(table: str) -> str:
        """The largest mistakes of a finished game, and the better moves."""
        return await answer(lambda tables: describe_review(tables, table))

    return server


def choose_game(name: str, options: str, seat: int) -> Game:
    """The game to open a table for; ValueError if there is none, or no such seat."""
    found = find_game(name, **dict(read_option(option) for option in options.split()))
    if not 1 <= seat <= len(found.seats):
        raise ValueError(f"{found.title} has the seats 1 to {len(found.seats)}, not {seat}")
    return found


def read_rules(name: str, language: str) -> str:
    """The rule page of a game in Markdown; in English where it is not translated."""
    found = kind(name)
    return found.rules_text(language) or found.rules_text("en") or f"{found.title} has no rule page."


def describe_game(found: type[Game]) -> str:
    """A game in one line."""
    options = "; ".join(
        f"{key}: {option.about}, one of {', '.join(str(choice).lower() for choice in option.choices)}"
        for key, option in found.choices.items()
    )
    about = f"{found.id}: {found.title}, {len(found.seats)} players ({', '.join(found.seats)}). {found.pitch}"
    return f"{about} Options: {options}." if options else about


def describe(view: View) -> str:
    """A table as text: who plays, the board, and what can be played."""
    match = view.match
    game = match.game
    players = ", ".join(f"{seat}: {name}" for seat, name in zip(game.seats, view.names, strict=True))
    lines = [f"Table {view.table}: {game.title}. {players}.", "", game.sketch(match.state), ""]
    if match.moves:
        lines.append(f"Moves so far: {' '.join(game.texts[move] for move in match.moves)}")
    lines.append(f"Position: {match.state}")
    lines.append(view.headline)
    if not view.is_over:
        legal = match.legal_moves
        lines.append(f"{len(legal)} legal moves: {' '.join(game.texts[move] for move in legal)}")
    return "\n".join(lines)


async def describe_review(tables: Tables, table: str) -> str:
    """The mistakes of a finished game, a line each."""
    found = await tables.review(table)
    if not found:
        return "Nobody made a mistake that the computer can see."
    return "\n".join(
        f"Move {each.number}, {each.name}: {each.move} gave away {each.lost:.0%} of the points;"
        f" {each.best} was better."
        for each in found
    )


@click.command()
@click.option("--server", "address", metavar="URL", help="Play at a server instead of in this process.")
@click.option(
    "--token", envvar="TABLIER_TOKEN", help="Your token there, from your account page.  [TABLIER_TOKEN]"
)
def mcp(address: str | None, token: str | None) -> None:
    """Offer the games to an assistant, by the Model Context Protocol on standard input and output."""
    if address and not token:
        raise click.ClickException("A server wants a token: --token, or TABLIER_TOKEN in the environment.")
    if address and not address.startswith(("http://", "https://")):
        raise click.ClickException(
            f"The address of a server begins with http:// or https://, not {address!r}."
        )
    try:
        tables = ServerTables(HttpApi(address, token or "")) if address else LocalTables()
        made = make_server(lambda: tables)
    except MissingExtra as error:
        raise click.ClickException(str(error)) from None
    made.run("stdio")
