"""How much work there is: due in the outbox, standing in the queues, and what the workers have done."""

from collections.abc import Iterator, Mapping

import msgspec
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from service.orders import PARKED, now_ms
from service.queues import DELIVERIES, DELIVERY_OUTCOMES, JOBS, OUTCOMES, QUEUES
from service.store import Link, StoreError
from service.store.outbox import Outbox


class Work(msgspec.Struct, frozen=True):
    """Items in the outbox, those due, for how long the oldest is, those parked; jobs in each queue."""

    items: int
    due: int
    oldest_seconds: float
    parked: int
    queues: dict[str, int]


class Workload(Collector):
    """Asks both Redis; what it last found is what Prometheus is told."""

    def __init__(self, outbox: Outbox, queue: Link) -> None:
        self._outbox = outbox
        self._queue = queue
        self._work: Work | None = None
        self._jobs: Mapping[str, float] = {}
        self._deliveries: Mapping[str, float] = {}

    async def work(self) -> Work:
        """All there is to do now."""
        now = now_ms()
        backlog = await self._outbox.backlog(now)
        parked = await self._outbox.due(PARKED, since_ms=PARKED) if backlog.items else []
        waiting = await self._queue.pipeline([("LLEN", f"rq:queue:{name}") for name in QUEUES])
        return Work(
            items=backlog.items,
            due=backlog.due,
            oldest_seconds=max(0, now - (backlog.oldest_ms or now)) / 1000,
            parked=len(parked),
            queues=dict(zip(QUEUES, waiting)),
        )

    async def measure(self) -> None:
        """Looks anew; while a Redis is away, nothing is told."""
        try:
            self._work = await self.work()
            self._jobs = await self._counted(JOBS)
            self._deliveries = await self._counted(DELIVERIES)
        except StoreError:
            self._work, self._jobs, self._deliveries = None, {}, {}

    def collect(self) -> Iterator[Metric]:
        """For Prometheus."""
        if self._work is not None:
            yield from _gauges(self._work)
        yield from _jobs(self._jobs)
        yield from _deliveries(self._deliveries)

    async def _counted(self, name: str) -> Mapping[str, float]:
        found = await self._queue.call("HGETALL", name)
        return {field.decode(): float(value) for field, value in found.items()}


def _gauges(work: Work) -> Iterator[Metric]:
    yield GaugeMetricFamily("emberlog_outbox_items", "Items in the outbox.", work.items)
    yield GaugeMetricFamily("emberlog_outbox_due", "Items that are due.", work.due)
    yield GaugeMetricFamily(
        "emberlog_outbox_oldest_seconds", "For how long the oldest item is due.", work.oldest_seconds
    )
    yield GaugeMetricFamily("emberlog_outbox_parked", "Items that failed too often.", work.parked)
    depth = GaugeMetricFamily("emberlog_queue_jobs", "Jobs that stand in a queue.", labels=["queue"])
    for name, count in work.queues.items():
        depth.add_metric([name], count)
    yield depth


def _jobs(counted: Mapping[str, float]) -> Iterator[Metric]:
    ended = CounterMetricFamily("emberlog_jobs", "Jobs that ended.", labels=["queue", "outcome"])
    seconds = SummaryMetricFamily("emberlog_job_seconds", "Time that jobs took.", labels=["queue"])
    for name in QUEUES:
        counts = {outcome: counted.get(f"{name}:{outcome}", 0) for outcome in OUTCOMES}
        for outcome, count in counts.items():
            ended.add_metric([name, outcome], count)
        spent = counted.get(f"{name}:ms", 0) / 1000
        seconds.add_metric([name], count_value=int(sum(counts.values())), sum_value=spent)
    yield ended
    yield seconds


def _deliveries(counted: Mapping[str, float]) -> Iterator[Metric]:
    ended = CounterMetricFamily(
        "emberlog_webhook_deliveries", "Attempts at deliveries to webhooks.", labels=["outcome"]
    )
    for outcome in DELIVERY_OUTCOMES:
        ended.add_metric([outcome], counted.get(outcome, 0))
    yield ended
    attempts = int(counted.get("delivered", 0) + counted.get("failed", 0))
    yield SummaryMetricFamily(
        "emberlog_webhook_seconds",
        "Time that attempts took.",
        count_value=attempts,
        sum_value=counted.get("ms", 0) / 1000,
    )
