"""The client of a Redis, by URL: single or cluster, with a pool, timeouts, and no retries of its own."""

from typing import Any

from hiredis import pack_command
from redis.asyncio import BlockingConnectionPool, Connection, Redis, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.cluster import RedisCluster
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


def connect(url: str, *, connections: int = 64, timeout: float = 5.0) -> Client:
    """A client by URL: `redis://`, `rediss://`, `unix://`, or `redis+cluster://`, `rediss+cluster://`.

    It repeats nothing by itself; `Link` does.
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
