from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tools.static_site import write_site

from tests.programs import BROWSER, require
from tests.server.harness import Server
from tests.wasm.files import FileSite, serve_files
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
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileSite]:
    """The site of static files, in a folder below another one. No page may ask for what is not there."""
    require_engine()
    root = tmp_path_factory.mktemp("files")
    folder = root / "any" / "base"
    write_site(folder, BUILT.parent)
    with serve_files(root) as (address, refused):
        yield FileSite(folder, f"{address}/any/base/")
    assert refused == []


@pytest.fixture(scope="package", params=["server", "files"])
def place(request: pytest.FixtureRequest) -> Server:
    """Where the pages and the engine come from: a server, and a plain server of files."""
    found: Server = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = require(BROWSER)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()
