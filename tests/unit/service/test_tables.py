"""The tables that a process keeps in memory: how many, and which of them make room."""

from collections.abc import AsyncIterator

import pytest

from domain.kernel.errors import CorruptLog
from service.errors import NotFound
from service.store.ids import new_id
from service.tables import Tables, named_rules
from tests.support.tables import House, house


@pytest.fixture
async def home(redis_url: str) -> AsyncIterator[House]:
    async with house(redis_url) as home:
        yield home


@pytest.mark.parametrize("look", ["recent", "newest"])
async def test_the_game_that_was_asked_for_longest_ago_makes_room(home: House, look: str) -> None:
    first, second, third = [await home.open("p_1", ("me", "open")) for _ in range(3)]
    tables = Tables(home.store, 2)
    for game in (first, second, first, third):
        assert (await getattr(tables, look)(game)).table.game == game
    assert list(tables._held) == [first, third]


async def test_a_game_that_made_room_is_there_again_when_it_is_asked_for(home: House) -> None:
    one, other = [await home.open("p_1", ("me", "open")) for _ in range(2)]
    tables = Tables(home.store, 1)
    before = await tables.newest(one)
    await tables.newest(other)
    await home.join(one, "p_2")
    again = await tables.newest(one)
    assert (before.table.version, again.table.version) == (1, 2)


async def test_what_is_not_there_is_not_found(home: House) -> None:
    with pytest.raises(NotFound):
        await home.tables.newest(new_id("g"))
    with pytest.raises(NotFound):
        await home.tables.refolded(new_id("g"))


def test_rules_that_nobody_knows_are_a_broken_log() -> None:
    with pytest.raises(CorruptLog, match="bonfire/0"):
        named_rules(b'{"rules":"bonfire/0"}')
