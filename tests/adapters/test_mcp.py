"""The MCP server, asked by the official SDK's client; its tables in the process and at a real server."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from click.testing import CliRunner
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

import tablier
from tablier.adapters.mcp import make_server, mcp
from tablier.adapters.tables import HttpApi, LocalTables, ServerTables, TableProblem
from tablier.server.people.limits import Limits
from tablier.server.people.tokens import COOKIE
from tests.server.browsers import Browser
from tests.server.harness import Server

SECONDS = 120
"""After which a conversation that hangs fails."""
TOOLS = {"games", "rules", "new_table", "look", "play", "hint", "review"}


@asynccontextmanager
async def process(*arguments: str) -> AsyncIterator[Client]:
    """`tablier mcp` in a process of its own."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "tablier.cli", "mcp", *arguments])
    with anyio.fail_after(SECONDS):
        async with Client(stdio_client(command)) as client:
            yield client


async def ask(client: Client, tool: str, **arguments: Any) -> str:
    found = await client.call_tool(tool, arguments)
    assert not found.is_error, found.content
    return str(found.content[0].text)  # type: ignore[union-attr]


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    found = await client.call_tool(tool, arguments)
    assert found.is_error
    return str(found.content[0].text)  # type: ignore[union-attr]


def id_of(text: str) -> str:
    found = re.match(r"Table (\w+):", text)
    assert found
    return found[1]


async def play_to_the_end(client: Client, table: str, seen: str) -> str:
    """The first legal move, again and again."""
    for _ in range(100):
        legal = re.search(r"legal moves: (\S+)", seen)
        if legal is None:
            return seen
        seen = await ask(client, "play", table=table, move=legal[1])
    raise AssertionError("the game does not end")


def test_a_game_over_standard_input_and_output() -> None:
    async def converse() -> None:
        async with process() as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            listed = await ask(client, "games")
            assert all(f"{name}: " in listed for name in tablier.games())
            assert "§" in await ask(client, "rules", game="quixo")
            seen = await ask(client, "new_table", game="quixo", options="size=3", seat=2, level="level:1")
            table = id_of(seen)
            assert "Circle: you" in seen
            assert "Your turn." in seen
            assert await ask(client, "look", table=table) == seen
            assert await ask(client, "hint", table=table) in seen
            seen = await play_to_the_end(client, table, seen)
            assert "wins" in seen or "draw" in seen
            found = await ask(client, "review", table=table)
            assert "was better" in found or "Nobody" in found

    anyio.run(converse)


def test_what_cannot_be_done_is_refused_in_one_sentence() -> None:
    async def converse() -> None:
        tables = LocalTables()
        async with Client(make_server(lambda: tables)) as client:
            table = id_of(await ask(client, "new_table", game="plateau-x-mini"))
            assert "(§P7)" in await refused(client, "play", table=table, move="a1-a2")
            assert "is not a move" in await refused(client, "play", table=table, move="zz")
            assert "There is no table" in await refused(client, "look", table="nowhere")
            assert "reviewed when it is over" in await refused(client, "review", table=table)
            assert "there is no game" in await refused(client, "new_table", game="chess")
            assert "size is one of" in await refused(client, "new_table", game="quixo", options="size=9")
            assert "the seats 1 to 2" in await refused(client, "new_table", game="quixo", seat=3)
            assert "there is no level 9" in await refused(client, "new_table", game="quixo", level="level:9")

    anyio.run(converse)


def test_old_tables_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.adapters.tables.MAX_TABLES", 2)
    tables, game = LocalTables(), tablier.game("quixo")

    async def converse() -> None:
        first, second = [(await tables.create(game, 0, "level:1")).table for _ in range(2)]
        await tables.look(first)
        await tables.create(game, 0, "level:1")
        assert (await tables.look(first)).table == first
        with pytest.raises(TableProblem):
            await tables.look(second)

    anyio.run(converse)


def test_a_game_at_a_server(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def converse() -> None:
        async with process("--server", server.address, "--token", server.guest("Robot")) as client:
            seen = await ask(client, "new_table", game="quixo", options="size=3", level="level:1")
            table = id_of(seen)
            assert "Cross: you" in seen
            assert await ask(client, "hint", table=table) in seen
            assert "is not a move" in await refused(client, "play", table=table, move="zz")
            assert "no table" in (await refused(client, "look", table="../games")).lower()
            seen = await play_to_the_end(client, table, seen)
            status, news = server.call(f"/api/tables/{table}")
            assert (status, news["status"]) == (200, "over")
            assert " ".join(news["moves"]) in seen
            found = await ask(client, "review", table=table)
            assert "was better" in found or "Nobody" in found

    try:
        anyio.run(converse)
        forged = ServerTables(HttpApi(server.address, "forged"))
        with pytest.raises(TableProblem):
            anyio.run(forged.create, tablier.game("quixo"), 0, "level:1")
    finally:
        server.stop()
    with pytest.raises(TableProblem, match="cannot be reached"):
        anyio.run(forged.look, "abc")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that answers assistants."""
    made = Server(tmp_path_factory.mktemp("server"), mcp=True)
    yield made
    made.stop()


def program_token(server: Server, account: str, scope: str) -> str:
    """A token for programs of a new account, made on its page."""
    browser = Browser(server)
    browser.sign_up(account, "correct horse battery staple")
    browser.open("/account")
    found = re.search(
        r'<code class="token">([^<]+)</code>', browser.send("/account/programs", name="Robot", scope=scope)
    )
    assert found
    return found[1]


@asynccontextmanager
async def at_server(server: Server, token: str) -> AsyncIterator[Client]:
    """The SDK's client at the server's own endpoint."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    with anyio.fail_after(SECONDS):
        async with (
            httpx2.AsyncClient(headers=headers, timeout=SECONDS) as http,
            Client(streamable_http_client(f"{server.address}/mcp", http_client=http)) as client,
        ):
            yield client


def test_a_game_over_http_as_the_account_of_a_token(server: Server) -> None:
    tokens = [program_token(server, name, scope) for name, scope in (("Ann", "play"), ("Bob", "read"))]

    async def converse() -> None:
        async with at_server(server, tokens[0]) as ann, at_server(server, tokens[1]) as bob:
            assert {tool.name for tool in (await ann.list_tools()).tools} == TOOLS
            seen = await ask(ann, "new_table", game="quixo", options="size=3", seat=2, level="level:1")
            table = id_of(seen)
            assert "Circle: you" in seen
            assert "Your turn" in seen
            looked = await ask(bob, "look", table=table)
            assert "Circle: Ann" in looked, "each request acts as the account of its own token"
            assert "token does not allow" in await refused(bob, "play", table=table, move="a1a3")
            seen = await play_to_the_end(ann, table, seen)
            assert server.call(f"/api/tables/{table}")[1]["status"] == "over"
            assert "token does not allow" in await refused(bob, "new_table", game="quixo")
            # So many requests a minute, half of them at once; each tool makes one more.
            with pytest.raises(MCPError):  # noqa: PT012 -- which one is refused depends on the time
                for _ in range(Limits().program_requests):
                    await bob.call_tool("look", {"table": table})

    anyio.run(converse)


def test_the_endpoint_takes_a_token_in_the_header_alone(server: Server) -> None:
    hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    kind = {"accept": "application/json, text/event-stream"}
    assert server.call("/mcp", hello, headers=kind)[0] == 401
    assert server.call("/mcp", hello, "forged", headers=kind)[0] == 401
    guest = server.guest("Zoe")
    cookie = {**kind, "cookie": f"{COOKIE}={guest}"}
    assert server.call("/mcp", hello, headers=cookie)[0] == 401
    assert server.call("/mcp", None, guest, headers=kind)[0] == 405
    assert server.call("/mcp", {**hello, "junk": "x" * 100_000}, guest, headers=kind, parse=False)[0] == 413
    status, found = server.call("/mcp", hello, guest, headers=kind)
    assert (status, {each["name"] for each in found["result"]["tools"]}) == (200, TOOLS)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--server", "http://127.0.0.1:1"], "wants a token"),
        (["--server", "file:///etc/passwd", "--token", "x"], "begins with http"),
    ],
)
def test_a_command_that_cannot_work_says_why(arguments: list[str], problem: str) -> None:
    found = CliRunner().invoke(mcp, arguments, env={"TABLIER_TOKEN": ""})
    assert found.exit_code == 1
    assert problem in found.output


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    found = CliRunner().invoke(mcp, [])
    assert found.exit_code == 1
    assert "pip install 'tablier[mcp]'" in found.output
