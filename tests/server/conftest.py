from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.houses import Server


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it running."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0
