"""A Redis watched by Sentinel: masters are killed or replaced, and acknowledged writes are counted."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.store import Appended, RedisUnavailable, SeenCommand, Store, TooFewReplicas, connect
from service.store.connection import RedisConnection
from service.store.ids import new_id
from tests.support.crews import system
from tests.support.games import Table, a_lobby
from tests.support.processes import PATIENCE
from tests.support.sentinels import SERVICE, WatchedMaster
from tests.unit.service.store.entries import entry, nth, write

pytestmark = [pytest.mark.anyio, pytest.mark.long]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[WatchedMaster]:
    with WatchedMaster(tmp_path) as watched:
        yield watched


class Writers:
    """Writers of some games, who repeat an append until it is confirmed and count the confirmations."""

    def __init__(self, store: Store, games: int = 16) -> None:
        self._store = store
        self.confirmed = {new_id("g"): 0 for _ in range(games)}

    async def play(self, entries: int) -> None:
        """Append this many entries to each game."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(self._play(game, entries) for game in self.confirmed))

    async def _play(self, game: str, entries: int) -> None:
        first = self.confirmed[game] + 1
        for seq in range(first, first + entries):
            while self.confirmed[game] < seq:
                try:
                    result = await self._store.append(nth(game, seq, command_id=str(seq)))
                except (RedisUnavailable, TooFewReplicas):
                    await asyncio.sleep(0.05)
                    continue
                assert isinstance(result, Appended | SeenCommand), "a confirmed entry before this one is lost"
                self.confirmed[game] = seq

    async def until(self, least: int) -> None:
        """Wait until each game has this many entries."""
        async with asyncio.timeout(PATIENCE):
            while min(self.confirmed.values()) < least:  # noqa: ASYNC110 - the writers are the event
                await asyncio.sleep(0.01)

    async def assert_complete(self) -> None:
        for game, last in self.confirmed.items():
            expected = [entry(game, seq) for seq in range(1, last + 1)]
            assert await self._store.log.entries(game) == expected


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
        playing = asyncio.create_task(_play_to_the_end(game))
        for version in (30, 60):
            while not playing.done() and (await _read(game))["version"] < version:  # noqa: ASYNC110 - a game
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


async def _play_to_the_end(game: Table) -> dict[int, object]:
    """Play quickly and repeat what got no answer; returns the acknowledged moves by version."""
    chance, (headers,) = random.Random(1), game.headers
    acknowledged: dict[int, object] = {}
    while (found := await _read(game))["status"] != "finished":
        moves = (await _patiently(game, "GET", "moves", headers)).json()["moves"]
        if not moves:
            await asyncio.sleep(0.1)
            continue
        quick = [move for move in moves if move["type"] in ("end_turn", "discard_action_tiles")]
        key = {"Idempotency-Key": f"move-{found['version']}"}
        move = chance.choice(quick or moves)
        answer = await _patiently(game, "POST", "moves", headers | key, move)
        assert answer.status_code == 200, answer.text
        acknowledged[answer.json()["version"]] = move
    return acknowledged


async def _read(game: Table) -> dict[str, Any]:
    found: dict[str, Any] = (await _patiently(game, "GET", "", game.headers[0])).json()
    return found


async def _patiently(
    game: Table, method: str, part: str, headers: dict[str, str], body: object = None
) -> httpx.Response:
    """Ask until the answer is not 503."""
    path = f"{game.path}/{part}".rstrip("/")
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await game.client.request(method, path, headers=headers, json=body)
            if answer.status_code != 503:
                return answer
            await asyncio.sleep(0.1)
