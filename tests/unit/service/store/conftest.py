"""One contract, two stores: each test here runs on a single Redis, and in the long run on a cluster."""

from collections.abc import AsyncIterator, Iterator

import pytest

from service.store import Store
from service.store.ids import new_id
from tests.unit.service.store.servers import Cluster


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster.url


@pytest.fixture(params=["redis_url", pytest.param("cluster_url", marks=pytest.mark.long)])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    store = Store.open(request.getfixturevalue(request.param))
    yield store
    await store.close()


@pytest.fixture
def game() -> str:
    return new_id("g")
