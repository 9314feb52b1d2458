"""The client of a Redis, by URL: single or cluster, with a pool, timeouts, and no retries of its own."""

import asyncio
from typing import Any

from hiredis import pack_command
from redis import exceptions as failures
from redis.asyncio import (
    BlockingConnectionPool,
    Connection,
    ConnectionPool,
    Redis,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

Client = Redis | RedisCluster


class _Packed:
    """Packs commands in C, ten times as fast as the client would; an append has some thirty arguments."""

    def pack_command(self, *args: Any) -> list[bytes]:
        words: tuple[Any, ...] = (*args[0].split(), *args[1:])
        return [pack_command(words)]


class _Tcp(_Packed, Connection):
    pass


class _Tls(_Packed, SSLConnection):
    pass


class _Unix(_Packed, UnixDomainSocketConnection):
    pass


_PACKED = {Connection: _Tcp, SSLConnection: _Tls, UnixDomainSocketConnection: _Unix}


class Wire:
    """Scripts on connections of their own, without the client's detours, which cost more than the command.

    A connection that broke stays: it connects anew when it is used again.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool: Any = pool
        self._seconds: float = pool.connection_kwargs["socket_timeout"]
        self._free = asyncio.Semaphore(pool.max_connections)
        self._idle: list[AbstractConnection] = []

    async def execute(self, *command: Any) -> Any:
        """The answer to one command; raises the client's errors."""
        async with self._free:
            connection = self._idle.pop() if self._idle else self._made()
            try:
                async with asyncio.timeout(self._seconds):
                    await connection.send_packed_command(
                        connection.pack_command(*command), check_health=False
                    )
                    return await connection.read_response()
            except TimeoutError as late:
                raise failures.TimeoutError("no answer in time") from late
            finally:
                self._idle.append(connection)

    async def close(self) -> None:
        """Cut the connections that are not in use."""
        for connection in self._idle:
            await connection.disconnect(nowait=True)

    def _made(self) -> AbstractConnection:
        connection: AbstractConnection = self._pool.make_connection()
        connection.socket_timeout = None  # one timeout around both halves is enough
        return connection


def connect(url: str, *, connections: int = 64, timeout: float = 5.0) -> Client:
    """A client by URL: `redis://`, `rediss://`, `unix://`, or `redis+cluster://`, `rediss+cluster://`.

    It repeats nothing by itself; `RedisConnection` does.
    """
    scheme, rest = url.split("://", 1)
    options: dict[str, Any] = {
        "socket_connect_timeout": min(2.0, timeout),
        "socket_timeout": timeout,
        "health_check_interval": 30,
        "protocol": 2,
        "retry": Retry(NoBackoff(), 0),
        "max_connections": connections,
    }
    if scheme.endswith("+cluster"):
        # Each redirection mends its slot; the other way, after some of them, cuts off all commands under way.
        options["reinitialize_steps"] = 0
        return RedisCluster.from_url(f"{scheme.removesuffix('+cluster')}://{rest}", **options)
    pool = BlockingConnectionPool.from_url(url, timeout=timeout, **options)
    pool.connection_class = _PACKED[pool.connection_class]
    return Redis.from_pool(pool)
