"""One contract, two stores: each test here runs on a single Redis, and in the long run on a cluster."""

from collections.abc import AsyncIterator, Iterator

import pytest

from service.store import Store
from service.store.ids import new_id
from tests.unit.service.store.servers import Cluster, Server


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def single_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = Server(tmp_path_factory.mktemp("redis"))
    try:
        yield server.start().url
    finally:
        server.kill()


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        yield cluster.start().url
    finally:
        cluster.kill()


@pytest.fixture(params=["single", pytest.param("cluster", marks=pytest.mark.long)])
def store_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    store = Store.open(store_url)
    yield store
    await store.close()


@pytest.fixture
def game() -> str:
    return new_id("g")
