from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablier.server.store import Store
from tests.server.houses import Server


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


# Another database that is asked the same, such as postgresql+psycopg://host/name.
ELSEWHERE = [os.environ["TABLIER_TEST_STORE"]] if "TABLIER_TEST_STORE" in os.environ else []


@pytest.fixture(params=["sqlite", *ELSEWHERE])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'log.sqlite'}" if request.param == "sqlite" else str(request.param)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it running."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0
