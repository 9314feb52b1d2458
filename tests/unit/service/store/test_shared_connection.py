"""One connection for all callers: each gets its own answer, whatever happens to the others."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis import exceptions as failures
from redis.asyncio import Redis

from service.operations.embedded import EmbeddedRedis
from service.store import connect
from service.store.client import shared_connection
from service.store.shared_connection import SharedConnection


@pytest.fixture
async def client(own_redis: EmbeddedRedis) -> AsyncIterator[Any]:
    client = connect(own_redis.url, timeout=1)
    yield client
    await client.aclose()


@pytest.fixture
async def shared(client: Redis) -> AsyncIterator[SharedConnection]:
    connection = shared_connection(client)
    yield connection
    connection.close()


async def test_callers_at_the_same_time_get_their_own_answers(shared: SharedConnection) -> None:
    answers = await asyncio.gather(*(shared.execute("ECHO", str(n)) for n in range(500)))
    assert answers == [str(n).encode() for n in range(500)]


async def test_callers_share_one_connection(shared: SharedConnection) -> None:
    assert len(set(await asyncio.gather(*(shared.execute("CLIENT", "ID") for _ in range(20))))) == 1


async def test_arbitrary_bytes_and_long_values_arrive(shared: SharedConnection) -> None:
    every_byte = bytes(range(256)) * 4000
    await shared.execute("SET", "a b", every_byte)
    assert await shared.execute("GET", "a b") == every_byte


async def test_error_reaches_only_its_own_caller(shared: SharedConnection) -> None:
    commands: list[tuple[Any, ...]] = [("ECHO", "a"), ("INCR",), ("EVALSHA", "0" * 40, 0)]
    sent = [shared.execute(*command) for command in commands]
    good, bad, unknown = await asyncio.gather(*sent, return_exceptions=True)
    assert good == b"a"
    assert isinstance(bad, failures.ResponseError)
    assert isinstance(unknown, failures.NoScriptError)


async def test_cancelled_caller_does_not_shift_the_answers(shared: SharedConnection) -> None:
    await shared.execute("PING")
    given_up = asyncio.ensure_future(shared.execute("ECHO", "given up"))
    await asyncio.sleep(0)  # sent, not answered
    given_up.cancel()
    assert await shared.execute("ECHO", "later") == b"later"
    with pytest.raises(asyncio.CancelledError):
        await given_up


async def test_broken_connection_fails_its_callers_and_is_replaced(
    shared: SharedConnection, client: Any, own_redis: EmbeddedRedis
) -> None:
    number = await shared.execute("CLIENT", "ID")
    await client.execute_command("CLIENT", "PAUSE", 60_000, "WRITE")
    waiting = [asyncio.ensure_future(shared.execute("SET", "a", n)) for n in range(3)]
    await asyncio.sleep(0)
    await client.execute_command("CLIENT", "KILL", "ID", number)
    for each in waiting:
        with pytest.raises(failures.ConnectionError):
            await each
    await client.execute_command("CLIENT", "UNPAUSE")
    assert await shared.execute("CLIENT", "ID") != number


async def test_missing_answer_times_out_and_the_next_caller_gets_a_new_connection(
    shared: SharedConnection, client: Any
) -> None:
    number = await shared.execute("CLIENT", "ID")
    await client.execute_command("CLIENT", "PAUSE", 60_000, "WRITE")
    with pytest.raises(failures.TimeoutError):
        await shared.execute("SET", "a", "b")
    await client.execute_command("CLIENT", "UNPAUSE")
    assert await shared.execute("CLIENT", "ID") != number


async def test_connection_to_a_server_that_became_a_replica_is_left(
    shared: SharedConnection, client: Any
) -> None:
    number = await shared.execute("CLIENT", "ID")
    await client.execute_command("REPLICAOF", "127.0.0.1", "1")
    with pytest.raises(failures.ReadOnlyError):
        await shared.execute("SET", "a", "b")
    assert await shared.execute("CLIENT", "ID") != number
