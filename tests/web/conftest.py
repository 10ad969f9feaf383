from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.programs import BROWSER, require
from tests.server.harness import Server
from tests.web.people import Player

ARGUMENTS = [
    "--no-sandbox",  # tests may run as root, in a container
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Push services and webhooks of tests are on this machine.
    server = Server(tmp_path_factory.mktemp("data"), private_reminders=True)
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = require(BROWSER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Callable[..., Player]]:
    """Creates players, each in a new browser context; fails if one of them had an error on the console."""
    players: list[Player] = []

    def create(**context: Any) -> Player:
        players.append(Player(server, browser, **context))
        return players[-1]

    yield create
    for player in players:
        player.leave()
    assert [problem for player in players for problem in player.problems] == []
