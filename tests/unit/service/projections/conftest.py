"""A process that plays games, for the tests beside this file."""

from collections.abc import AsyncIterator

import pytest

from tests.support.tables import House, house


@pytest.fixture
async def home(redis_url: str) -> AsyncIterator[House]:
    """On an empty Redis."""
    async with house(redis_url) as home:
        yield home
