"""Connections that follow the master of a service watched by Sentinel.

The address is asked for at each connect, so a pool needs no more than to reconnect after a failover. A server
that is not a master is refused: a Sentinel that was away may still name the old one.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from redis import Redis
from redis import exceptions as failures
from redis.asyncio import Connection, SSLConnection
from redis.asyncio.connection import parse_url
from redis.sentinel import Sentinel

PORT: Final = 26379
SERVICE: Final = "mymaster"
_OWN: Final = "sentinel_"
_SHORT: Final[dict[str, Any]] = {"socket_connect_timeout": 1.0, "socket_timeout": 1.0, "protocol": 2}
"""A Sentinel that does not answer at once is passed over."""
_QUESTION: Final = ("SENTINEL", "get-master-addr-by-name")

Address = tuple[str, int]


class Sentinels(NamedTuple):
    """The Sentinels of a service, and how to connect to them and to its master."""

    addresses: tuple[Address, ...]
    service: str
    tls: bool
    own: dict[str, Any]
    """Connection options for the Sentinels: their user and password, and the same TLS options."""
    masters: dict[str, Any]
    """Connection options for the master."""


def read_url(url: str) -> Sentinels:
    """Read `redis+sentinel://user:password@host:port,host:port/service/db?sentinel_password=…`.

    Service and database default to `mymaster` and 0. With `rediss`, all connections use TLS.
    """
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    service, _, db = parts.path.strip("/").partition("/")
    query = parse_qsl(parts.query)
    shared = urlencode([(name, value) for name, value in query if not name.startswith(_OWN)])
    scheme = parts.scheme.removesuffix("+sentinel")
    masters: dict[str, Any] = dict(parse_url(f"{scheme}://{login}@host/{db or 0}?{shared}"))
    for name in ("host", "port", "connection_class"):
        masters.pop(name, None)
    own = {name: value for name, value in masters.items() if name.startswith("ssl_")}
    own |= {name.removeprefix(_OWN): value for name, value in query if name.startswith(_OWN)}
    addresses = tuple(addresses_of(hosts, PORT))
    return Sentinels(addresses, unquote(service) or SERVICE, scheme == "rediss", own, masters)


def addresses_of(hosts: str, port: int) -> Iterator[Address]:
    """The addresses in `host:port,host:port`; hosts without a port get this one."""
    for each in hosts.split(","):
        parsed = urlsplit(f"//{each}")
        yield parsed.hostname or "localhost", parsed.port or port


def _master(answer: list[bytes] | None, service: str) -> Address:
    if answer is None:
        raise failures.ConnectionError(f"the Sentinels know no master named {service}")
    return answer[0].decode(), int(answer[1])


class FollowsMaster(Connection):
    """A connection to the current master."""

    def __init__(self, *, sentinels: Sentinels, **options: Any) -> None:
        self._sentinels = sentinels
        super().__init__(**options)

    async def _connect(self) -> None:
        self.host, self.port = await self._ask()
        connect: Any = super()._connect
        await connect()

    async def on_connect_check_health(self, check_health: bool = True) -> None:
        """Greet the server, and refuse it if it is not a master."""
        await super().on_connect_check_health(check_health=check_health)
        await self.send_command("ROLE", check_health=False)
        role: Any = await self.read_response()
        if role[0] != b"master":
            raise failures.ConnectionError(f"{self.host}:{self.port} is not the master")

    async def _ask(self) -> Address:
        """The address of the master according to the first Sentinel that answers."""
        kind = SSLConnection if self._sentinels.tls else Connection
        errors = []
        for host, port in self._sentinels.addresses:
            sentinel: Any = kind(host=host, port=port, **_SHORT, **self._sentinels.own)
            try:
                await sentinel.connect()
                await sentinel.send_command(*_QUESTION, self._sentinels.service)
                return _master(await sentinel.read_response(), self._sentinels.service)
            except (failures.RedisError, OSError) as error:
                errors.append(f"{host}:{port}: {error}")
            finally:
                await sentinel.disconnect(nowait=True)
        raise failures.ConnectionError(f"no Sentinel names a master: {'; '.join(errors)}")


def blocking_master(url: str, **options: Any) -> Redis:
    """A blocking client of the current master; redis-py's own class follows it well enough for queues."""
    known = read_url(url)
    tls = {"ssl": True} if known.tls else {}
    times = {name: value for name, value in options.items() if name.startswith("socket_")}
    untyped: Any = Sentinel
    sentinel = untyped(known.addresses, sentinel_kwargs={**_SHORT, **times, **known.own, **tls})
    client: Redis = sentinel.master_for(known.service, **{**known.masters, **options, **tls})
    return client
