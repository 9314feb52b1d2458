"""Redis clients for a URL: single server, Sentinel or cluster, with a pool and timeouts, without retries."""

import asyncio
from typing import Any, cast
from urllib.parse import urlsplit

from hiredis import pack_command
from redis import Redis as BlockingRedis
from redis.asyncio import (
    BlockingConnectionPool,
    Connection,
    Redis,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.store.sentinels import FollowsMaster, addresses_of, blocking_master, read_url
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


class _Master(_Packed, FollowsMaster):
    pass


class _TlsMaster(_Packed, FollowsMaster, SSLConnection):
    pass


class _Unix(_Packed, UnixDomainSocketConnection):
    pass


_PACKED = {Connection: _Tcp, SSLConnection: _Tls, UnixDomainSocketConnection: _Unix}


def connect(url: str, *, connections: int = 64, timeout: float = 5.0) -> Client:
    """Create a client for `redis://`, `unix://`, `redis+sentinel://` or `redis+cluster://`; `rediss` is TLS.

    The client does not retry; `RedisConnection` does.
    """
    options: dict[str, Any] = {
        "socket_connect_timeout": timeout,
        "socket_timeout": timeout,
        "health_check_interval": 30,
        "protocol": 2,
        "retry": Retry(NoBackoff(), 0),
        "max_connections": connections,
    }
    kind = urlsplit(url).scheme.partition("+")[2]
    if kind == "cluster":
        return _cluster(url, options)
    if kind == "sentinel":
        sentinels = read_url(url)
        options |= {**sentinels.masters, "sentinels": sentinels}
        master = _TlsMaster if sentinels.tls else _Master
        return Redis.from_pool(BlockingConnectionPool(timeout=timeout, connection_class=master, **options))
    pool = BlockingConnectionPool.from_url(url, timeout=timeout, **options)
    pool.connection_class = _PACKED[pool.connection_class]
    return Redis.from_pool(pool)


def shared_connection(client: Redis) -> SharedConnection:
    """A connection beside the client's pool, to the same server, that all callers share."""
    pool: Any = client.connection_pool
    return SharedConnection(pool.make_connection, pool.connection_kwargs["socket_timeout"])


def connect_blocking(url: str, **options: Any) -> BlockingRedis:
    """Create a blocking client for any of these URLs except a cluster's; RQ needs one."""
    if "+sentinel://" in url:
        return blocking_master(url, **options)
    client: BlockingRedis = BlockingRedis.from_url(url, **options)
    return client


def _cluster(url: str, options: dict[str, Any]) -> RedisCluster:
    """A client that learns the cluster from any of the nodes in the URL."""
    parts = urlsplit(url)
    login, at, hosts = parts.netloc.rpartition("@")
    first, *others = addresses_of(hosts, 6379)
    netloc = f"{login}{at}{first[0]}:{first[1]}"
    single = parts._replace(scheme=parts.scheme.removesuffix("+cluster"), netloc=netloc)
    # Each redirection updates its slot. Reinitializing instead would abort all commands in flight.
    options["reinitialize_steps"] = 0
    options["startup_nodes"] = [ClusterNode(*node) for node in others]
    return RedisCluster.from_url(single.geturl(), **options)
