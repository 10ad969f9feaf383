"""The load test of bench/server.py for boardgame.io's server, which holds its games in memory.

It is installed from npm into a temporary folder. Its clients are boardgame.io's own, in a Node process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from msgspec import Struct, json

VERSION = "0.50.2"
SCRIPTS = ("game.cjs", "server.cjs", "players.cjs")
INSTALL_SECONDS = 300.0


class Memory(Struct):
    """In KB: the server with one table, a table, a connection."""

    empty: float
    table: float
    connection: float


class Part(Struct):
    """What a part of the test found; times in milliseconds, `busy` in processors."""

    rate: float
    p50: float
    p99: float
    longest: float
    busy: float


def main(*, games: int, seconds: float, fastest: float, paces: dict[str, float]) -> None:
    """Play so many games at each of these paces (seconds that a player thinks), and print what was found."""
    if shutil.which("npm") is None:
        print("boardgame.io: not measured, npm is not installed")
        return
    with tempfile.TemporaryDirectory(prefix="tablier-bench-") as name:
        folder = Path(name)
        try:
            install(folder)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            print(f"boardgame.io: not measured, npm could not install it ({type(error).__name__})")
            return
        server = subprocess.Popen(
            ["node", "server.cjs"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            port = next(line for line in server.stdout if line.strip().isdecimal()).strip()
            numbers = [port, *map(str, (games, seconds, fastest, *paces.values()))]
            lines = play(folder, server.pid, numbers, within=120 + 2 * seconds * len(paces))
        finally:
            server.kill()
            server.wait()
    describe(lines, games, list(paces))


def install(folder: Path) -> None:
    for script in SCRIPTS:
        shutil.copy(Path(__file__).parent / script, folder)
    (folder / "package.json").write_text('{"private": true}')
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", f"boardgame.io@{VERSION}"]
    subprocess.run(command, cwd=folder, check=True, timeout=INSTALL_SECONDS)


def play(folder: Path, server: int, numbers: list[str], *, within: float) -> list[str]:
    """Run the players; gives the lines they print."""
    environment = {**os.environ, "SERVER_PID": str(server)}
    found = subprocess.run(
        ["node", "players.cjs", *numbers],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=within,
    )
    return found.stdout.splitlines()


def describe(lines: list[str], games: int, names: list[str]) -> None:
    held = json.decode(lines[0], type=Memory)
    print(
        f"boardgame.io {VERSION}, in memory: {games} games held over {2 * games} connections; server"
        f" {held.empty / 1024:.0f} MB, a table {held.table:.0f} KB, a connection {held.connection:.0f} KB"
    )
    for name, line in zip(names, lines[1:], strict=True):
        part = json.decode(line, type=Part)
        print(
            f"boardgame.io {name}: {part.rate:.0f} moves/s, to the other player p50 {part.p50:.1f} ms,"
            f" p99 {part.p99:.1f} ms, longest {part.longest:.1f} ms;"
            f" server at {100 * part.busy:.0f} % of a core"
        )
