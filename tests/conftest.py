"""Fixtures of all tests: a real Redis, the event loop, and how hard hypothesis tries."""

import gc
import os
from collections.abc import Iterator

import pytest
import redis
from hypothesis import HealthCheck, settings

from service.operations.embedded import EmbeddedRedis
from tests.support.processes import shared_system
from tests.support.redis import private_redis, shared_redis

# Machines differ in speed, so that no example may be too slow; `ci` gives the same examples each time.
settings.register_profile(
    "ci", derandomize=True, max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("deep", settings.get_profile("ci"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Modules and tests live as long as the process: looking for garbage among them takes a quarter of the time of
# collecting them.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """The Redis of this test process; ask for `redis_url` instead, which is empty."""
    with shared_redis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_url(redis_server: EmbeddedRedis) -> str:
    """The URL of a Redis with nothing in it, no scripts either."""
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
        client.script_flush()
    return redis_server.url


@pytest.fixture
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """A durable Redis for this test alone, which may kill and restart it."""
    with private_redis(tmp_path_factory.mktemp("own-redis")) as server:
        yield server


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the whole system listens, as `make serve` starts it, for callers who are in a hurry.

    All test processes share it, for it is several processes itself.
    """
    hurry = {"rate_per_token": "1000", "rate_per_address": "1000", "signup_rate": "0"}
    own = tmp_path_factory.mktemp("system")
    folder = own.parents[1] if "PYTEST_XDIST_WORKER" in os.environ else own
    with shared_system(folder, **hurry) as url:
        yield url
