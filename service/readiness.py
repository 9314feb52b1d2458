"""Whether this process can serve, and what an acknowledged entry is promised."""

import msgspec
import structlog
from redis.exceptions import RedisError

from service.durability import promise
from service.errors import Unavailable
from service.store import Link
from service.store import Unavailable as RedisAway
from service.workload import Work, Workload

logger = structlog.get_logger("emberlog.readiness")


class Ready(msgspec.Struct, frozen=True):
    """The answer of `/readyz`; null where Redis does not tell its settings."""

    status: str
    appendonly: str | None
    appendfsync: str | None
    wait_replicas: int
    durability: str
    work: Work


class Readiness:
    """Asks the Redis of the logs and that of the queues."""

    def __init__(self, link: Link, queue: Link, wait_replicas: int, workload: Workload) -> None:
        self._link = link
        self._queue = queue
        self._wait_replicas = wait_replicas
        self._workload = workload

    async def ready(self) -> Ready:
        """Both can be reached; else Unavailable, which names the one that cannot."""
        await _ping(self._link, "redis")
        await _ping(self._queue, "queue")
        config = await disk_settings(self._link) or {}
        durability = promise(config or None, self._wait_replicas)
        return Ready(
            status="ready",
            appendonly=config.get("appendonly"),
            appendfsync=config.get("appendfsync"),
            wait_replicas=self._wait_replicas,
            durability=durability,
            work=await self._workload.work(),
        )


async def disk_settings(link: Link) -> dict[str, str] | None:
    """How a Redis writes to its disk; hosted servers may not tell."""
    try:
        found = await link.call("CONFIG GET", "append*")
    except RedisError:
        return None
    pairs = zip(found[::2], found[1::2]) if isinstance(found, list) else found.items()
    return {_text(name): _text(value) for name, value in pairs}


async def _ping(link: Link, what: str) -> None:
    try:
        await link.call("PING")
    except RedisAway as error:
        logger.warning("not ready", what=what, cause=str(error))
        raise Unavailable("not_ready", what=what) from error


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
