"""The game cache: how many games it keeps, which are dropped first, and how snapshots are used."""

import pytest

from domain.kernel.errors import CorruptLog, UnknownRules
from service.engine.game_cache import GameCache
from service.engine.loaded_game import named_rules
from service.errors import NotFound
from service.store import keys
from service.store.ids import new_id
from tests.support.tables import House


@pytest.mark.parametrize("look", ["recent", "newest"])
async def test_least_recently_used_game_is_evicted(home: House, look: str) -> None:
    first, second, third = [await home.open("p_1", ("me", "open")) for _ in range(3)]
    game_cache = GameCache(home.store, 2)
    for game in (first, second, first, third):
        assert (await getattr(game_cache, look)(game)).table.game == game
    assert list(game_cache._loaded) == [first, third]


async def test_evicted_game_is_loaded_again_on_request(home: House) -> None:
    one, other = [await home.open("p_1", ("me", "open")) for _ in range(2)]
    game_cache = GameCache(home.store, 1)
    before = await game_cache.newest(one)
    await game_cache.newest(other)
    await home.join(one, "p_2")
    again = await game_cache.newest(one)
    assert (before.table.version, again.table.version) == (1, 2)


async def test_unknown_game_is_not_found(home: House) -> None:
    with pytest.raises(NotFound):
        await home.game_cache.newest(new_id("g"))
    with pytest.raises(NotFound):
        await home.game_cache.refolded(new_id("g"))


def test_unknown_rules_are_a_corrupt_log() -> None:
    with pytest.raises(CorruptLog, match="bonfire/0"):
        named_rules(b'{"rules":"bonfire/0"}')


async def played(home: House, moves: int = 70) -> str:
    """A game with a snapshot that is kept."""
    game = await home.started("p_1", "p_2")
    await home.play(game, moves)
    return game


@pytest.mark.parametrize(
    "damaged",
    [
        b"poison",
        b'{"rules":"bonfire/1","version":8}',
        b'bonfire/1 00000000 {"rules":"bonfire/1"}',
        b"\x28\xb5\x2f\xfd no frame of zstd",
    ],
)
async def test_unreadable_snapshot_is_skipped(home: House, damaged: bytes) -> None:
    game = await played(home)
    newest = (await home.newest(game)).table
    sound = GameCache(home.store, 8)
    earlier = (await sound.at(game, 66)).table
    client = home.store.connection.client
    await client.hset(keys.snap(game), "state", damaged)
    assert await client.delete(keys.snaps(game)) == 1
    await client.xadd(keys.snaps(game), {"state": damaged}, "64-0")
    cold = GameCache(home.store, 8)
    assert (await cold.newest(game)).table == newest
    assert (await cold.at(game, 66)).table == earlier


async def test_rules_of_a_newer_version_are_distinguished_from_corruption(home: House) -> None:
    game = await played(home, 9)
    client = home.store.connection.client
    await client.hset(keys.snap(game), "state", b"bonfire/99 00000000 {}")
    with pytest.raises(UnknownRules, match="bonfire/99"):
        await GameCache(home.store, 8).newest(game)


async def test_missing_log_is_corrupt(home: House) -> None:
    game = await played(home, 1)
    await home.store.connection.client.delete(keys.log(game))
    with pytest.raises(CorruptLog, match="empty"):
        await GameCache(home.store, 8).newest(game)
