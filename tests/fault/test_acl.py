"""The users that the guide recommends can do all that the service does, and nothing that it does not."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.store import Store
from service.store.ids import new_id
from tests.support.acl import PASSWORD, commands_of, create_user, denials
from tests.support.crews import solo, system
from tests.support.games import a_game
from tests.support.processes import emberlog, eventually
from tests.support.redis import IN_MEMORY
from tests.support.sentinels import Sentinel
from tests.unit.service.store.entries import write
from tests.unit.service.store.servers import Cluster, Server

pytestmark = pytest.mark.anyio

LOG, QUEUE, SENTINEL = "emberlog", "emberlog-queue", "emberlog-sentinel"
OF_CONNECTIONS = {"PING", "CLIENT SETINFO", "SELECT", "SUBSCRIBE", "UNSUBSCRIBE"}
"""What redis-py sends by itself."""
BY_METHOD = {"SCAN"}
"""What we have redis-py send by one of its methods, when names are rebuilt."""
OF_CLUSTERS = {"CLUSTER SLOTS", "COMMAND", "ASKING"}
OF_QUEUES = {"LLEN", "LRANGE"}


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with Server(tmp_path / "log", **IN_MEMORY) as log, Server(tmp_path / "queue", **IN_MEMORY) as queue:
        yield log, queue


def test_log_user_has_exactly_the_commands_that_our_code_names(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        known = {name.decode().upper() for name in client.command_list()}
    scripts = "".join(path.read_text() for path in Path("service/store").glob("*.lua"))
    sources = "".join(
        path.read_text() for part in ("service", "workers") for path in Path(part).rglob("*.py")
    )
    named = set(re.findall(r"redis\.call\('([A-Z]+)'", scripts))
    named |= {word for word in re.findall(r'"([A-Z]{3,}(?: [A-Z]+)?)"', sources) if word.split()[0] in known}
    needed = (named - OF_QUEUES - {"SENTINEL"}) | BY_METHOD | OF_CONNECTIONS | OF_CLUSTERS
    assert commands_of(LOG) == needed


@pytest.mark.long
async def test_whole_games_are_played_with_the_documented_users(
    servers: tuple[Server, Server], tmp_path: Path
) -> None:
    log, queue = servers
    settings = {"queue_url": create_user(queue, QUEUE), "archive_dir": str(tmp_path / "archive")}
    url = create_user(log, LOG)
    queue.command("CONFIG", "RESETSTAT")
    async with system(tmp_path, url, workers=1, **settings) as (client, _):
        game = await a_game(client)
        await game.play_on(4)
        for headers in game.headers:
            assert (await client.post(f"{game.path}/resign", headers=headers)).status_code == 200
        await solo(client, seed=1)
        async with asyncio.timeout(120):
            while (await game.read())["status"] != "finished":  # noqa: ASYNC110 - the worker is the event
                await asyncio.sleep(0.1)
        for path in ("/readyz", "/metrics", "/v1/leaderboards/bonfire", "/v1/finished", "/v1/games"):
            assert (await client.get(path)).status_code == 200, path
        assert (await client.get("/readyz")).json()["appendonly"] == "no"
        for command in (("rebuild",), ("archive", game.id), ("restore", game.id), ("worker", "--failed")):
            done = await asyncio.to_thread(emberlog, *command, redis_url=url, **settings)
            assert done.returncode == 0, done.stderr
    assert denials(log) == denials(queue) == []
    used = {
        name.removeprefix("cmdstat_").upper().replace("|", " ")
        for name in queue.command("INFO", "commandstats")
    }
    ours = used - {"HELLO", "ACL SETUSER", "ACL LOG", "CONFIG RESETSTAT", "AUTH"}
    # redis-py sends PING to a connection that was idle for 30 seconds.
    assert commands_of(QUEUE) == ours | {"PING"}, (
        "the queue's user has commands that nothing needs, or lacks some"
    )


@pytest.mark.long
async def test_store_works_on_a_cluster_with_the_documented_user(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        for node in cluster.nodes:
            create_user(node, LOG)
        url = cluster.url.replace("://", f"://{LOG}:{PASSWORD}@")
        store = Store.open(url, wait_replicas=1)
        for _ in range(6):
            await write(store, new_id("g"), 2)
        assert len([game async for game in store.games.every()]) == 6
        await store.close()
        assert [denials(node) for node in cluster.nodes] == [[]] * 6


@pytest.mark.long
async def test_sentinel_user_can_ask_for_the_master_and_nothing_else(
    servers: tuple[Server, Server], tmp_path: Path
) -> None:
    log, _ = servers
    create_user(log, LOG)
    with Sentinel(tmp_path / "sentinel", log.port) as sentinel:
        await asyncio.to_thread(eventually, sentinel.answers)
        sentinel.create_user(SENTINEL)
        login = f"sentinel_username={SENTINEL}&sentinel_password={PASSWORD}"
        url = f"redis+sentinel://{LOG}:{PASSWORD}@127.0.0.1:{sentinel.port}/games?{login}"
        store = Store.open(url)
        await write(store, new_id("g"), 2)
        await store.close()
        assert denials(log) == []
        with (
            redis.Redis(host="127.0.0.1", port=sentinel.port, username=SENTINEL, password=PASSWORD) as client,
            pytest.raises(redis.exceptions.NoPermissionError),
        ):
            client.execute_command("SENTINEL", "RESET", "*")
