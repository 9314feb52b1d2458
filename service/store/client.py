"""Redis clients for a URL: single server or cluster, with a pool and timeouts, but without retries."""

import asyncio
from typing import Any, cast

from hiredis import pack_command
from redis.asyncio import (
    BlockingConnectionPool,
    Connection,
    Redis,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.store.shared_connection import SharedConnection

Client = Redis | RedisCluster


class _Packed:
    """Packs commands in C, ten times faster than the client does, and lends its transport."""

    _writer: asyncio.StreamWriter | None
    _close: Any

    def pack_command(self, *args: Any) -> list[bytes]:
        words: tuple[Any, ...] = (*args[0].split(), *args[1:])
        return [pack_command(words)]

    def take_over(self, protocol: asyncio.Protocol) -> asyncio.Transport:
        """Send everything that arrives from now on to this protocol. The client must not be used any more."""
        assert self._writer is not None, "connect first"
        transport = cast(asyncio.Transport, self._writer.transport)
        transport.set_protocol(protocol)
        return transport

    def release(self) -> None:
        """Close the connection."""
        self._close()


class _Tcp(_Packed, Connection):
    pass


class _Tls(_Packed, SSLConnection):
    pass


class _Unix(_Packed, UnixDomainSocketConnection):
    pass


_PACKED = {Connection: _Tcp, SSLConnection: _Tls, UnixDomainSocketConnection: _Unix}


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


def shared_connection(client: Redis) -> SharedConnection:
    """A connection beside the client's pool, to the same server, that all callers share."""
    pool: Any = client.connection_pool
    return SharedConnection(pool.make_connection, pool.connection_kwargs["socket_timeout"])
