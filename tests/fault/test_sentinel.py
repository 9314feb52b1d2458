"""A Redis watched by Sentinel: masters are killed or replaced, and acknowledged writes are counted."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store import Appended, RedisUnavailable, Store, TooFewReplicas, connect
from service.store.connection import RedisConnection
from service.store.ids import new_id
from tests.support.crews import system
from tests.support.games import a_lobby
from tests.support.patient_players import play_to_the_end, read
from tests.support.processes import PATIENCE
from tests.support.sentinels import SERVICE, WatchedMaster
from tests.support.writers import Writers
from tests.unit.service.store.entries import entry, nth, write

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[WatchedMaster]:
    with WatchedMaster(tmp_path) as watched:
        yield watched


async def test_killed_master_loses_no_confirmed_entry(watched: WatchedMaster) -> None:
    store = Store.open(watched.url, wait_replicas=1)
    writers = Writers(store)
    playing = asyncio.create_task(writers.play(40))
    for least in (8, 20):
        await writers.until(least)
        old = watched.master
        old.kill()
        await asyncio.to_thread(watched.until_promoted, old)
        await asyncio.to_thread(old.restart)
    await playing
    await writers.assert_complete()
    assert store.connection.connected > 0
    await store.close()


async def test_planned_failover_is_followed_even_though_the_old_master_lives(watched: WatchedMaster) -> None:
    store = Store.open(watched.url, wait_replicas=1)
    writers = Writers(store)
    playing = asyncio.create_task(writers.play(40))
    await writers.until(8)
    old = watched.master
    watched.sentinels[0].command("SENTINEL", "FAILOVER", SERVICE)
    new = await asyncio.to_thread(watched.until_promoted, old)
    await playing
    await writers.assert_complete()
    assert new.command("DBSIZE") > 0
    await store.close()


async def test_dead_sentinels_are_passed_over_while_one_answers(watched: WatchedMaster) -> None:
    for sentinel in watched.sentinels[:2]:
        sentinel.kill()
    store = Store.open(watched.url)
    assert await store.append(nth(new_id("g"), 1)) == Appended(1)
    await store.close()
    watched.sentinels[2].kill()
    store = Store.open(watched.url)
    with pytest.raises(RedisUnavailable, match="no Sentinel names a master"):
        await store.append(nth(new_id("g"), 1))
    await store.close()


async def test_sentinel_that_names_a_replica_is_not_believed(watched: WatchedMaster) -> None:
    """As one that was away during a failover does."""
    replica = watched.servers[1]
    for sentinel in watched.sentinels:
        sentinel.command("SENTINEL", "REMOVE", SERVICE)
        sentinel.command("SENTINEL", "MONITOR", SERVICE, "127.0.0.1", replica.port, 4)
    link = RedisConnection(connect(watched.url))
    with pytest.raises(RedisUnavailable, match="is not the master"):
        await link.call("GET", "a")
    await link.close()


async def test_without_wait_a_failover_loses_what_no_replica_had(watched: WatchedMaster) -> None:
    """How many depends on how far the replicas are behind: here they are cut off, so it is all of them."""
    store = Store.open(watched.url)
    strict = Store.open(watched.url, wait_replicas=1, wait_ms=100)
    game, other = new_id("g"), new_id("g")
    await write(store, game, 5)
    assert watched.master.command("WAIT", 2, int(PATIENCE * 1000)) == 2
    old, replicas = watched.servers[0], watched.servers[1:]
    for replica in replicas:
        replica.pause()
    old.command("CLIENT", "KILL", "TYPE", "replica")
    for seq in range(6, 13):
        assert await store.append(nth(game, seq)) == Appended(seq)
    with pytest.raises(TooFewReplicas):
        await strict.append(nth(other, 1))
    old.kill()
    for replica in replicas:
        replica.resume()
    await asyncio.to_thread(watched.until_promoted, old)
    found = await _entries(store, game)
    assert found == [entry(game, seq) for seq in range(1, 6)], "seven acknowledged entries were on no replica"
    assert await _entries(store, other) == []
    await store.close()
    await strict.close()


async def _entries(store: Store, game: str) -> list[bytes]:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await store.log.entries(game)
            except RedisUnavailable:
                await asyncio.sleep(0.05)


async def test_solo_game_ends_although_the_master_was_killed_twice(
    watched: WatchedMaster, tmp_path: Path
) -> None:
    """Log and queues are behind the same Sentinels; API, worker and sweeper follow the new master."""
    settings = {"wait_replicas": "1", "wait_timeout_ms": "5000"}
    async with system(tmp_path, watched.url, workers=1, **settings) as (client, _):
        game = await a_lobby(client, seats=1)
        assert (await client.post(f"{game.path}/start", headers=game.headers[0])).status_code == 200
        playing = asyncio.create_task(play_to_the_end(game))
        for version in (30, 60):
            while not playing.done() and (await read(game))["version"] < version:  # noqa: ASYNC110 - a game
                await asyncio.sleep(0.1)
            old = watched.master
            old.kill()
            await asyncio.to_thread(watched.until_promoted, old)
            await asyncio.to_thread(old.restart)
        acknowledged = await playing
        log = [json.loads(line) for line in (await client.get(f"{game.path}/log")).text.splitlines()]
        commands = {row["seq"]: row["command"] for row in log if "seq" in row}
        assert acknowledged == {version: commands[version] for version in acknowledged}
        assert (await client.get(f"{game.path}/audit")).json()["ok"] is True
