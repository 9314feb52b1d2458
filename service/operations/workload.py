"""How much work there is: due in the outbox, waiting in the queues, and done by the workers."""

import asyncio
from collections.abc import Awaitable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

import msgspec
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from service.jobs.outbox_retries import OutboxRetries
from service.jobs.queues import ALIVE, DELIVERIES, DELIVERY_OUTCOMES, JOBS, OUTCOMES, QUEUES
from service.operations.health import Health, HealthCheck
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


class Queued(NamedTuple):
    """The state of the queues' Redis: how long each queue's first job waits, who works, what was done."""

    waits: Mapping[str, float]
    alive: Mapping[str, int]
    jobs: Counted
    deliveries: Counted


class Workload(Collector):
    """Queries both Redis servers; Prometheus gets the latest result."""

    def __init__(self, outbox: Outbox, queue: RedisConnection, health: HealthCheck) -> None:
        self._retries = OutboxRetries(outbox)
        self._queue = queue
        self._health = health
        self._up = Health(log=False, queue=False, away=None)
        self._work: WorkAnswer | None = None
        self._archive = _Archive()
        self._queued: Queued | None = None

    async def work(self) -> WorkAnswer:
        """All pending work."""
        backlog = await self._retries.backlog()
        self._archive = _Archive(backlog.archive_due, _age(backlog.archive_oldest_ms))
        return WorkAnswer(
            items=backlog.items,
            due=backlog.due,
            oldest_seconds=_age(backlog.oldest_ms),
            parked=backlog.parked,
            queues=await self._depths(),
        )

    async def measure(self) -> None:
        """Update the figures within a second; while a Redis is unavailable, its figures are omitted."""
        self._up, self._work, self._queued = await asyncio.gather(
            self._health.check(), self._known(self.work()), self._known(self.queued())
        )

    def collect(self) -> Iterator[Metric]:
        """The metrics for Prometheus."""
        up = GaugeMetricFamily("emberlog_redis_up", "Whether a Redis accepts writes.", labels=["what"])
        up.add_metric(["redis"], self._up.log)
        up.add_metric(["queue"], self._up.queue)
        yield up
        if self._work is not None:
            yield from _gauges(self._work)
            yield from self._archive.gauges()
        if self._queued is not None:
            yield from _processes(self._queued)
            yield from _jobs(self._queued.jobs)
            yield from _deliveries(self._queued.deliveries)

    async def _depths(self) -> dict[str, int] | None:
        try:
            depths = self._queue.pipeline([("LLEN", f"rq:queue:{name}") for name in QUEUES])
            found = await self._health.in_time(depths, share=0.5)
        except StoreError:
            return None
        return dict(zip(QUEUES, found))

    async def queued(self) -> Queued:
        """The state of the queues and of the processes that work on them."""
        now = now_ms()
        commands: list[tuple[str | int, ...]] = [("HGETALL", JOBS), ("HGETALL", DELIVERIES)]
        commands += [("ZRANGEBYSCORE", key, now, "+inf") for key in ALIVE.values()]
        commands += [("LRANGE", f"rq:queue:{name}", 0, 0) for name in QUEUES]
        jobs, deliveries, *more = await self._queue.pipeline(commands)
        alive, first = map(len, more[: len(ALIVE)]), more[len(ALIVE) :]
        heads = {name: waiting[0].decode() for name, waiting in zip(QUEUES, first) if waiting}
        return Queued(await self._waits(heads), dict(zip(ALIVE, alive)), _numbers(jobs), _numbers(deliveries))

    async def _waits(self, heads: Mapping[str, str]) -> Mapping[str, float]:
        """How long the first job of each queue has been waiting; RQ takes jobs from the front."""
        if not heads:
            return {}
        found = await self._queue.pipeline([("HGETALL", f"rq:job:{job}") for job in heads.values()])
        times = {name: fields.get(b"enqueued_at") for name, fields in zip(heads, found)}
        return {name: seconds_since(at.decode()) for name, at in times.items() if at is not None}

    async def _known(self, asked: Awaitable[T]) -> T | None:
        try:
            return await self._health.in_time(asked)
        except StoreError:
            return None


def seconds_since(moment: str) -> float:
    """The seconds since a time as RQ writes it."""
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds())


def _age(since_ms: int | None) -> float:
    return 0 if since_ms is None else max(0, now_ms() - since_ms) / 1000


def _numbers(found: Mapping[bytes, bytes]) -> Counted:
    return {field.decode(): float(value) for field, value in found.items()}


class _Archive(NamedTuple):
    """Finished games that should be in the archive by now, and for how long the oldest has been due."""

    due: int = 0
    lag_seconds: float = 0

    def gauges(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("emberlog_archive_due", "Games that are due to be archived.", self.due)
        yield GaugeMetricFamily(
            "emberlog_archive_lag_seconds", "Seconds since the oldest of them became due.", self.lag_seconds
        )


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


def _processes(queued: Queued) -> Iterator[Metric]:
    yield GaugeMetricFamily("emberlog_workers", "Workers that are alive.", queued.alive["worker"])
    yield GaugeMetricFamily("emberlog_sweepers", "Sweepers that are alive.", queued.alive["sweeper"])
    oldest = GaugeMetricFamily(
        "emberlog_queue_oldest_seconds", "Seconds that the first job of a queue has waited.", labels=["queue"]
    )
    for name in QUEUES:
        oldest.add_metric([name], queued.waits.get(name, 0))
    yield oldest


def _jobs(counted: Counted) -> Iterator[Metric]:
    ended = CounterMetricFamily("emberlog_jobs", "Finished jobs.", labels=["queue", "outcome"])
    seconds = SummaryMetricFamily("emberlog_job_seconds", "Seconds spent on jobs.", labels=["queue"])
    waits = SummaryMetricFamily("emberlog_job_wait_seconds", "Seconds in a queue.", labels=["queue"])
    for name in QUEUES:
        counts = {outcome: counted.get(f"{name}:{outcome}", 0) for outcome in OUTCOMES}
        for outcome, count in counts.items():
            ended.add_metric([name, outcome], count)
        total = int(sum(counts.values()))
        seconds.add_metric([name], count_value=total, sum_value=counted.get(f"{name}:ms", 0) / 1000)
        waits.add_metric([name], count_value=total, sum_value=counted.get(f"{name}:wait_ms", 0) / 1000)
    yield ended
    yield seconds
    yield waits


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
