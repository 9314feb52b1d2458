"""Processes that play games, one that is killed while it does, and a Redis with a replica."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.processes import eventually
from tests.support.service import FREELY, service
from tests.support.tables import House, house
from tests.unit.service.store.servers import Server, linked


@pytest.fixture
async def home(redis_url: str) -> AsyncIterator[House]:
    """On an empty Redis."""
    async with house(redis_url) as home:
        yield home


@pytest.fixture
async def dead(redis_url: str) -> AsyncIterator[House]:
    """A process that is killed as soon as something is stored, before it does anything else."""
    async with house(redis_url, dead=True) as home:
        yield home


@pytest.fixture
def primary(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "primary", repl_diskless_sync_delay="0") as server:
        yield server


@pytest.fixture
def replica(primary: Server, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "replica", replicaof=f"127.0.0.1 {primary.port}") as replica:
        eventually(lambda: linked(replica))
        yield replica


@pytest.fixture
async def waiting(primary: Server, replica: Server) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that waits for one replica."""
    assert linked(replica)
    async with service(primary.url, wait_replicas=1, wait_timeout_ms=300, **FREELY) as client:
        yield client


@pytest.fixture
async def preparing(primary: Server) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that waits for no replica: what comes before a test's own calls always works."""
    async with service(primary.url, **FREELY) as client:
        yield client
