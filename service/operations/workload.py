"""How much work there is: due in the outbox, waiting in the queues, and done by the workers."""

import asyncio
from collections.abc import Awaitable, Iterator, Mapping
from typing import TypeVar

import msgspec
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from service.jobs.outbox_retries import OutboxRetries
from service.jobs.queues import DELIVERIES, DELIVERY_OUTCOMES, JOBS, OUTCOMES, QUEUES
from service.operations.health import ANSWER_SECONDS, Health, HealthCheck, in_time
from service.runtime import now_ms
from service.store import RedisConnection, StoreError
from service.store.outbox import Outbox

Counted = Mapping[str, float]
T = TypeVar("T")


class WorkAnswer(msgspec.Struct, frozen=True):
    """Outbox items: all, due, the age of the oldest due one, and parked ones; and the jobs in each queue.

    `queues` is null while their Redis is unavailable.
    """

    items: int
    due: int
    oldest_seconds: float
    parked: int
    queues: dict[str, int] | None


class Workload(Collector):
    """Queries both Redis servers; Prometheus gets the latest result."""

    def __init__(self, outbox: Outbox, queue: RedisConnection, health: HealthCheck) -> None:
        self._retries = OutboxRetries(outbox)
        self._queue = queue
        self._health = health
        self._up = Health(log=False, queue=False, away=None)
        self._work: WorkAnswer | None = None
        self._counted: tuple[Counted, Counted] | None = None

    async def work(self) -> WorkAnswer:
        """All pending work."""
        backlog = await self._retries.backlog()
        waited = 0 if backlog.oldest_ms is None else max(0, now_ms() - backlog.oldest_ms)
        return WorkAnswer(
            items=backlog.items,
            due=backlog.due,
            oldest_seconds=waited / 1000,
            parked=backlog.parked,
            queues=await self._depths(),
        )

    async def measure(self) -> None:
        """Update the figures within a second; while a Redis is unavailable, its figures are omitted."""
        self._up, self._work, self._counted = await asyncio.gather(
            self._health.check(), _known(self.work()), _known(self._counters())
        )

    def collect(self) -> Iterator[Metric]:
        """The metrics for Prometheus."""
        up = GaugeMetricFamily("emberlog_redis_up", "Whether a Redis accepts writes.", labels=["what"])
        up.add_metric(["redis"], self._up.log)
        up.add_metric(["queue"], self._up.queue)
        yield up
        if self._work is not None:
            yield from _gauges(self._work)
        if self._counted is not None:
            jobs, deliveries = self._counted
            yield from _jobs(jobs)
            yield from _deliveries(deliveries)

    async def _depths(self) -> dict[str, int] | None:
        try:
            depths = self._queue.pipeline([("LLEN", f"rq:queue:{name}") for name in QUEUES])
            found = await in_time(depths, seconds=ANSWER_SECONDS / 2)
        except StoreError:
            return None
        return dict(zip(QUEUES, found))

    async def _counters(self) -> tuple[Counted, Counted]:
        return await self._ended(JOBS), await self._ended(DELIVERIES)

    async def _ended(self, name: str) -> Counted:
        found = await self._queue.call("HGETALL", name)
        return {field.decode(): float(value) for field, value in found.items()}


async def _known(asked: Awaitable[T]) -> T | None:
    try:
        return await in_time(asked)
    except StoreError:
        return None


def _gauges(work: WorkAnswer) -> Iterator[Metric]:
    yield GaugeMetricFamily("emberlog_outbox_items", "Items in the outbox.", work.items)
    yield GaugeMetricFamily("emberlog_outbox_due", "Items that are due.", work.due)
    yield GaugeMetricFamily(
        "emberlog_outbox_oldest_seconds", "Seconds since the oldest item became due.", work.oldest_seconds
    )
    yield GaugeMetricFamily("emberlog_outbox_parked", "Items parked after too many failures.", work.parked)
    depth = GaugeMetricFamily("emberlog_queue_jobs", "Jobs waiting in a queue.", labels=["queue"])
    for name, count in (work.queues or {}).items():
        depth.add_metric([name], count)
    yield depth


def _jobs(counted: Counted) -> Iterator[Metric]:
    ended = CounterMetricFamily("emberlog_jobs", "Finished jobs.", labels=["queue", "outcome"])
    seconds = SummaryMetricFamily("emberlog_job_seconds", "Seconds spent on jobs.", labels=["queue"])
    for name in QUEUES:
        counts = {outcome: counted.get(f"{name}:{outcome}", 0) for outcome in OUTCOMES}
        for outcome, count in counts.items():
            ended.add_metric([name, outcome], count)
        spent = counted.get(f"{name}:ms", 0) / 1000
        seconds.add_metric([name], count_value=int(sum(counts.values())), sum_value=spent)
    yield ended
    yield seconds


def _deliveries(counted: Counted) -> Iterator[Metric]:
    ended = CounterMetricFamily(
        "emberlog_webhook_deliveries", "Attempts to deliver to webhooks.", labels=["outcome"]
    )
    for outcome in DELIVERY_OUTCOMES:
        ended.add_metric([outcome], counted.get(outcome, 0))
    yield ended
    attempts = int(counted.get("delivered", 0) + counted.get("failed", 0))
    yield SummaryMetricFamily(
        "emberlog_webhook_seconds",
        "Seconds spent on attempts.",
        count_value=attempts,
        sum_value=counted.get("ms", 0) / 1000,
    )
