"""Processes that play games, and one that is killed while it does."""

from collections.abc import AsyncIterator

import pytest

from tests.support.tables import House, house


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
