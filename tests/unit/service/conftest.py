"""What tests of the service begin with."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.support.service import FREELY, service
from tests.support.tables import House, house


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the service, which may call as often as it likes."""
    async with service(redis_url, **FREELY) as client:
        yield client


@pytest.fixture
async def home(redis_url: str) -> AsyncIterator[House]:
    """A process that plays games, without HTTP."""
    async with house(redis_url) as home:
        yield home
