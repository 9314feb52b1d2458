"""Answers of probes, cached briefly: frequent or concurrent requests cost no more than one."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from service.operations.metrics import Metrics
from service.operations.readiness import Readiness, Ready
from service.operations.workload import Workload

T = TypeVar("T")


class Kept(Generic[T]):
    """The result or error of a function, cached for some seconds; concurrent callers share one call."""

    def __init__(self, make: Callable[[], Awaitable[T]], seconds: float) -> None:
        self._make = make
        self._seconds = seconds
        self._made: asyncio.Future[T] | None = None
        self._until = 0.0

    async def get(self) -> T:
        """The answer; if a caller is cancelled, the others still get it."""
        if self._made is None or (self._made.done() and time.monotonic() >= self._until):
            self._made = asyncio.ensure_future(self._make())
            self._made.add_done_callback(self._keep)
        return await asyncio.shield(self._made)

    def forget(self) -> None:
        """Clear the cache."""
        self._made = None

    def _keep(self, made: asyncio.Future[T]) -> None:
        self._until = time.monotonic() + self._seconds
        if not made.cancelled():
            made.exception()  # all callers may have been cancelled


class Probes:
    """The answers of `/readyz` and `/metrics`."""

    def __init__(
        self, readiness: Readiness, workload: Workload, metrics: Metrics, *, kept_seconds: float
    ) -> None:
        self._readiness = readiness
        self._workload = workload
        self._metrics = metrics
        self._ready = Kept(readiness.ready, kept_seconds)
        self._text = Kept(self._measured, kept_seconds)

    def stop(self) -> None:
        """Report the process as not ready from now on, whatever is cached."""
        self._readiness.stop()
        self._ready.forget()

    async def ready(self) -> Ready:
        """Whether this process can serve; raises Unavailable if not."""
        return await self._ready.get()

    async def metrics_text(self) -> bytes:
        """The metrics in the text format of Prometheus."""
        return await self._text.get()

    async def _measured(self) -> bytes:
        await self._workload.measure()
        return self._metrics.text()
