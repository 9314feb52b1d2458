"""Whether both Redis servers accept writes now; used by `/readyz` and the metrics."""

import asyncio
from collections.abc import Awaitable
from typing import Final, NamedTuple, TypeVar

from service.store import RedisConnection, RedisUnavailable
from service.store.connection import Script

T = TypeVar("T")
_SHARE: Final = 0.7
"""Probes wait shorter than other calls: by default those who ask give up after a second."""
_PROBE: Final = Script("probe.lua")
_KEY: Final = "emberlog:probe"


class Health(NamedTuple):
    """Whether each Redis accepts writes; `away` is the error of the one with the logs, if any."""

    log: bool
    queue: bool
    away: RedisUnavailable | None


class HealthCheck:
    """Checks both at the same time, with a script that writes."""

    def __init__(self, log: RedisConnection, queue: RedisConnection, seconds: float) -> None:
        self._log = log
        self._queue = queue
        self._seconds = _SHARE * seconds

    async def check(self) -> Health:
        """The current state."""
        log, queue = await asyncio.gather(self._refusal(self._log), self._refusal(self._queue))
        return Health(log is None, queue is None, log)

    async def in_time(self, asked: Awaitable[T], share: float = 1.0) -> T:
        """The answer of Redis; raises RedisUnavailable if it takes more than this share of the time."""
        seconds = share * self._seconds
        try:
            async with asyncio.timeout(seconds):
                return await asked
        except TimeoutError as late:
            raise RedisUnavailable(f"no answer within {seconds:.3g} s") from late

    async def _refusal(self, connection: RedisConnection) -> RedisUnavailable | None:
        try:
            await self.in_time(write_probe(connection))
        except RedisUnavailable as away:
            return away
        return None


async def write_probe(connection: RedisConnection) -> None:
    """Write as an append does, by a script; raises RedisUnavailable."""
    await connection.run(_PROBE, [_KEY])
