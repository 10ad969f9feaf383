from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tablier.server.bus import open_bus
from tablier.server.hall import Hall
from tablier.server.store import Store
from tests.server.houses import Server, a_hall
from tests.server.services import PostgreSQL, Redis, running


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    with running(PostgreSQL) as service:
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    with running(Redis) as service:
        yield service


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'log.sqlite'}"
    service: PostgreSQL = request.getfixturevalue("postgresql")
    return service.create()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
async def two_halls(url: str, redis: Redis) -> AsyncIterator[tuple[Hall, Hall]]:
    """Those of two processes over one store, with news between them."""
    one, other = (a_hall(url, bus=open_bus(redis.url)) for _ in range(2))
    async with one as first, other as second:
        yield first, second


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it running."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0
