"""Whether this process can serve, and what an acknowledged entry is promised."""

from typing import Final

import msgspec
from redis.exceptions import NoPermissionError, ResponseError

from service.errors import Unavailable
from service.operations.durability import promise
from service.operations.workload import Work, Workload
from service.store import RedisConnection
from service.store import RedisUnavailable as RedisAway
from service.store.connection import Script

_PROBE: Final = Script("probe.lua")
_KEY: Final = "emberlog:probe"


class Ready(msgspec.Struct, frozen=True):
    """The answer of `/readyz`; null where Redis does not tell its settings.

    The status is `degraded` while the Redis of the queues is away: people can play, bots and scores wait.
    """

    status: str
    appendonly: str | None
    appendfsync: str | None
    wait_replicas: int
    durability: str
    work: Work


class Readiness:
    """Asks the Redis of the logs and that of the queues: not only to be there, but to take writes."""

    def __init__(
        self, connection: RedisConnection, queue: RedisConnection, wait_replicas: int, workload: Workload
    ) -> None:
        self._connection = connection
        self._queue = queue
        self._wait_replicas = wait_replicas
        self._workload = workload

    async def ready(self) -> Ready:
        """The Redis of the logs takes writes; else Unavailable."""
        try:
            await _probe(self._connection)
            config = await disk_settings(self._connection) or {}
            work = await self._workload.work()
        except RedisAway as error:
            raise Unavailable("not_ready", what="redis") from error
        return Ready(
            status="ready" if await _takes_writes(self._queue) else "degraded",
            appendonly=config.get("appendonly"),
            appendfsync=config.get("appendfsync"),
            wait_replicas=self._wait_replicas,
            durability=promise(config or None, self._wait_replicas),
            work=work,
        )


async def disk_settings(connection: RedisConnection) -> dict[str, str] | None:
    """How a Redis writes to its disk; hosted servers may not tell."""
    try:
        found = await connection.call("CONFIG GET", "append*")
    except RedisAway as error:
        if isinstance(error.__cause__, NoPermissionError):
            return None
        raise
    except ResponseError:
        return None
    pairs = zip(found[::2], found[1::2]) if isinstance(found, list) else found.items()
    return {_text(name): _text(value) for name, value in pairs}


async def _probe(connection: RedisConnection) -> None:
    """Does what every call does: a script that writes."""
    await connection.run(_PROBE, [_KEY])


async def _takes_writes(connection: RedisConnection) -> bool:
    try:
        await _probe(connection)
    except RedisAway:
        return False
    return True


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
