"""Whether the two Redis of this service take writes now: the one answer behind `/readyz` and the metrics."""

import asyncio
from collections.abc import Awaitable
from typing import Final, NamedTuple, TypeVar

from service.store import RedisConnection, RedisUnavailable
from service.store.connection import Script

T = TypeVar("T")
ANSWER_SECONDS: Final = 0.7
"""A Redis that has not answered by then counts as away: a probe itself is given a second."""
_PROBE: Final = Script("probe.lua")
_KEY: Final = "emberlog:probe"


class Health(NamedTuple):
    """Whether each Redis takes writes; `away` is what the one of the logs says if it does not."""

    log: bool
    queue: bool
    away: RedisUnavailable | None


class HealthCheck:
    """Asks both at once: not only to be there, but to run a script that writes."""

    def __init__(self, log: RedisConnection, queue: RedisConnection) -> None:
        self._log = log
        self._queue = queue

    async def check(self) -> Health:
        """The state of this moment."""
        log, queue = await asyncio.gather(_refusal(self._log), _refusal(self._queue))
        return Health(log is None, queue is None, log)


async def in_time(asked: Awaitable[T], seconds: float = ANSWER_SECONDS) -> T:
    """An answer of Redis; raises RedisUnavailable if there is none in time."""
    try:
        async with asyncio.timeout(seconds):
            return await asked
    except TimeoutError as late:
        raise RedisUnavailable(f"no answer within {seconds} s") from late


async def _refusal(connection: RedisConnection) -> RedisUnavailable | None:
    try:
        await in_time(connection.run(_PROBE, [_KEY]))
    except RedisUnavailable as away:
        return away
    return None
