from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tablier.server.live.bus import open_bus
from tablier.server.live.registry import TableRegistry
from tablier.server.store.log import Store
from tests.server.harness import Server, open_registry
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
    """The URL of an empty database, of each kind."""
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
async def two_registries(url: str, redis: Redis) -> AsyncIterator[tuple[TableRegistry, TableRegistry]]:
    """The registries of two processes over one store, connected by Redis."""
    one, other = (open_registry(url, bus=open_bus(redis.url)) for _ in range(2))
    async with one as first, other as second:
        yield first, second


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server shared by all tests that do not stop it."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0
