"""Games in plain Python of another package, played by clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablier.registry import registered
from tests.python.games import GAMES
from tests.server.harness import Server
from tests.test_registry import install
from tests.web.people import Player

Visit = Callable[..., Player]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where a package with these games is installed."""
    packages = tmp_path_factory.mktemp("packages")
    install(packages, "several", "from tests.python.games import GAMES", "GAMES")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{packages}:{Path(__file__).parents[2]}")
        running = Server(tmp_path_factory.mktemp("data"))
    yield running
    assert running.stop() == 0


@pytest.mark.parametrize(
    ("game", "options", "moves", "end"),
    [
        ("hex-test", {"option__side": "3"}, "a1 a2 b1 b2 c1", "Black wins.*a chain from side to side"),
        ("breakthrough-test", {}, "a1a2 d5d4 a2a3 d4d3 a3b4 d3d2 b4a5", "White wins.*a pawn on the far row"),
        ("four-test", {}, "b1 c1 d1 pass c3 pass pass pass pass", "A draw.*all have passed"),
    ],
    ids=["hexagons", "two clicks", "a button"],
)
def test_a_game_on_one_screen(visit: Visit, game: str, options: dict[str, str], moves: str, end: str) -> None:
    us = visit()
    with registered(*GAMES):
        us.start(game, "screen", **options)
        for move in moves.split():
            us.play(move)
        us.says(end)
    expect(us.page.locator(".spot.live")).to_have_count(0)
