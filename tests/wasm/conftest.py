from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.programs import BROWSER, require
from tests.server.harness import Server
from tests.wasm.test_engine import BUILT, require_engine
from tests.web.conftest import ARGUMENTS


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that hands out the engine, and has no other part in the games."""
    require_engine()
    server = Server(tmp_path_factory.mktemp("data"), engine=str(BUILT.parent))
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = require(BROWSER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()
