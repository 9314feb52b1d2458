"""A process that plays games, for the tests beside this file."""

from collections.abc import AsyncIterator

import pytest

from tests.support.tables import House, house
from workers import automa, plan


@pytest.fixture(autouse=True)
def _jobs_have_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job ends after its moves, not when its time is up, however slow the machine is."""
    for module in (automa, plan):
        monkeypatch.setattr(module, "MOST_SECONDS", 3600)
    monkeypatch.setattr(automa, "MOST_SECONDS_ALONE", 3600)


@pytest.fixture
async def home(redis_url: str) -> AsyncIterator[House]:
    """On an empty Redis."""
    async with house(redis_url) as home:
        yield home
