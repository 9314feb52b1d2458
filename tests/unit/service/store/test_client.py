from pathlib import Path

import pytest
from redis.asyncio import Redis, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.cluster import RedisCluster

from service.operations.embedded import EmbeddedRedis
from service.store import RedisConnection, RedisUnavailable, StoreError, connect
from service.store.connection import Script
from tests.support.processes import free_port


@pytest.mark.parametrize(
    "url, kind",
    [
        ("redis://127.0.0.1:1", Redis),
        ("rediss://127.0.0.1:1", Redis),
        ("unix:///nowhere.sock", Redis),
        ("redis+cluster://127.0.0.1:1", RedisCluster),
        ("rediss+cluster://127.0.0.1:1", RedisCluster),
    ],
)
def test_url_chooses_the_client(url: str, kind: type) -> None:
    assert isinstance(connect(url), kind)


def test_url_chooses_the_connection() -> None:
    tls, unix = connect("rediss://127.0.0.1:1"), connect("unix:///nowhere.sock")
    assert isinstance(tls, Redis)
    assert isinstance(unix, Redis)
    assert issubclass(tls.connection_pool.connection_class, SSLConnection)
    assert issubclass(unix.connection_pool.connection_class, UnixDomainSocketConnection)


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
async def test_missing_redis_is_unavailable(scheme: str) -> None:
    link = RedisConnection(connect(f"{scheme}://127.0.0.1:{free_port()}", timeout=1))
    for attempt in (
        link.call("GET", "a"),
        link.pipeline([("GET", "a")]),
        link.run(Script("load.lua"), ["a"] * 3),
    ):
        with pytest.raises(RedisUnavailable):
            await attempt
    with pytest.raises(StoreError):
        await link.run_and_wait((1, 10), Script("load.lua"), ["a"] * 3)
    await link.close()


async def test_missing_socket_is_unavailable(tmp_path: Path) -> None:
    link = RedisConnection(connect(f"unix://{tmp_path}/no.sock"))
    with pytest.raises(RedisUnavailable):
        await link.call("GET", "a")
    await link.close()


async def test_commands_of_two_words_and_arbitrary_bytes_arrive(redis_url: str) -> None:
    link = RedisConnection(connect(redis_url))
    every_byte = bytes(range(256)) * 100
    await link.call("SET", "a b", every_byte)
    assert await link.call("GET", "a b") == every_byte
    assert await link.call("CONFIG GET", "save") == {"save": ""}
    assert await link.pipeline([("STRLEN", "a b"), ("APPEND", "n", 12), ("GET", "n")]) == [25600, 2, b"12"]
    await link.close()


@pytest.mark.parametrize(
    "refusing",
    [
        ("CONFIG", "SET", "maxmemory", "1"),
        ("CONFIG", "SET", "min-replicas-to-write", "1"),
        ("REPLICAOF", "127.0.0.1", "1"),
        ("ACL", "SETUSER", "default", "-set", "-evalsha", "-eval"),
    ],
    ids=["full", "without replicas", "a replica", "not allowed"],
)
async def test_redis_that_cannot_write_is_unavailable(
    own_redis: EmbeddedRedis, refusing: tuple[str, ...]
) -> None:
    link = RedisConnection(connect(own_redis.url))
    probe = Script("probe.lua")
    await link.run(probe, ["a"])
    await link.call(*refusing)
    for attempt in (
        link.call("SET", "a", "b"),
        link.pipeline([("SET", "a", "b"), ("SET", "b", "c")]),
        link.run(probe, ["a"]),
        link.run_and_wait((1, 10), probe, ["a"]),
    ):
        with pytest.raises(RedisUnavailable):
            await attempt
    await link.close()


@pytest.mark.parametrize("broken", [AttributeError("'NoneType' object has no attribute 'write'"), EOFError()])
async def test_client_error_on_a_dead_connection_is_unavailable(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, broken: Exception
) -> None:
    """As redis-py does when a master of a cluster dies under it."""
    connection = RedisConnection(connect(redis_url))

    async def trip(*_: object) -> None:
        raise broken

    monkeypatch.setattr(connection.client, "execute_command", trip)
    with pytest.raises(RedisUnavailable):
        await connection.call("STRLEN", "a")
    await connection.close()
