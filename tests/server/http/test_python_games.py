"""A server with games of other packages in Python: found, played, drawn; a fault closes its own table."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.server.harness import Server
from tests.test_registry import GOOD, install

ROOT = Path(__file__).parents[3]
FAULTY = GOOD.replace('"row"', '"faulty"').replace(
    "return self.next_turn", "if move == 1: raise RuntimeError('a trap')\n        return self.next_turn"
)
SILENT = GOOD.replace('"row"', '"silent"').replace("id =", "__doc__ = None\n    id =")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    packages = tmp_path_factory.mktemp("packages")
    install(packages, "row", GOOD)
    install(packages, "faulty", FAULTY)
    install(packages, "silent", SILENT)
    install(packages, "several", "from tests.python.games import GAMES", "GAMES")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{packages}:{ROOT}")
        running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def play(server: Server, game: str) -> dict[str, Any]:
    """A whole game by HTTP and socket against the computer: the example of the documentation."""
    example = runpy.run_path(str(ROOT / "docs" / "play_by_api.py"))
    found: dict[str, Any] = example["play"](server.address, game)
    return found


@pytest.mark.parametrize("game", ["row", "breakthrough-test", "four-test", "nim-test"])
def test_a_game_is_played_at_a_table(server: Server, game: str) -> None:
    last = play(server, game)
    assert last["outcome"]["reason"] != "error"
    assert last["outcome"]["says"]
    assert len(last["moves"]) >= 3


def test_a_fault_closes_its_own_table_only(server: Server) -> None:
    token = server.call("/api/guest", {"name": "Ann"})[1]["token"]
    seats = [{"who": "me"}, {"who": "me"}]
    one, other = (
        server.call("/api/tables", {"game": "faulty", "seats": seats}, token)[1]["table"] for _ in range(2)
    )

    def act(table: str, move: str, ply: int) -> Any:
        return server.call(f"/api/tables/{table}/acts", {"act": "play", "move": move, "ply": ply}, token)

    assert act(one, "b1", 0)[0] < 300
    broken = server.call(f"/api/tables/{one}", token=token)[1]
    assert broken["status"] == "over"
    assert broken["outcome"]["reason"] == "error"
    assert broken["outcome"]["says"] == "the program of this game made a mistake"
    assert act(other, "a1", 0)[0] < 300
    assert server.call(f"/api/tables/{other}", token=token)[1]["status"] != "over"


def test_pages_offer_what_a_game_has(server: Server) -> None:
    home = urlopen(Request(server.address, headers={"accept-language": "fr"})).read().decode()
    assert "Rangée" in home
    assert 'href="/rules/row"' in home
    assert 'href="/rules/silent"' not in home
    assert "/learn/row" not in home
    rules = urlopen(f"{server.address}/rules/row").read().decode()
    assert 'id="R1"' in rules
    with pytest.raises(HTTPError) as missing:
        urlopen(f"{server.address}/rules/silent")
    with missing.value as page:
        assert page.code == 404
    for path in ("/pictures/row", "/pictures/hex-test", "/pictures/nim-test"):
        assert urlopen(server.address + path).read().startswith(b"<svg")
