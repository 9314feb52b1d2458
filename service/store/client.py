"""Redis clients for a URL: single server or cluster, with a pool and timeouts, but without retries."""

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
    """Packs commands in C, ten times faster than the client does; an append has about thirty arguments."""

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
    """Runs scripts on its own connections and bypasses the client, whose overhead exceeds the command's cost.

    A broken connection stays in the pool and reconnects when it is used again.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool: Any = pool
        self._seconds: float = pool.connection_kwargs["socket_timeout"]
        self._free = asyncio.Semaphore(pool.max_connections)
        self._idle: list[AbstractConnection] = []

    async def execute(self, *command: Any) -> Any:
        """Send one command and return the answer; raises the client's errors."""
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
        """Close the connections that are not in use."""
        for connection in self._idle:
            await connection.disconnect(nowait=True)

    def _made(self) -> AbstractConnection:
        connection: AbstractConnection = self._pool.make_connection()
        connection.socket_timeout = None  # one timeout around sending and receiving is enough
        return connection


def connect(url: str, *, connections: int = 64, timeout: float = 5.0) -> Client:
    """Create a client for `redis://`, `rediss://`, `unix://`, `redis+cluster://` or `rediss+cluster://`.

    The client does not retry; `RedisConnection` does.
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
        # Each redirection updates its slot. Reinitializing instead would abort all commands in flight.
        options["reinitialize_steps"] = 0
        return RedisCluster.from_url(f"{scheme.removesuffix('+cluster')}://{rest}", **options)
    pool = BlockingConnectionPool.from_url(url, timeout=timeout, **options)
    pool.connection_class = _PACKED[pool.connection_class]
    return Redis.from_pool(pool)
