"""The metrics for Prometheus: requests by route, and gauges that other modules register."""

import os
from collections.abc import Callable
from hmac import compare_digest
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

SHARED_DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the directory in which processes share their counts; prometheus_client reads it too."""
MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


def may_read(token: str | None, authorization: str, *, is_local: bool) -> bool:
    """Whether a caller may read metrics: with the token or, if there is none, from the same machine."""
    if token is None:
        return is_local
    return compare_digest(authorization.encode(), f"Bearer {token}".encode())


_add_all_processes: Callable[[CollectorRegistry], object] = MultiProcessCollector


class Metrics:
    """The metrics of one application; labels are templates and names of ours, never user input."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        """Of metrics that every process would answer alike."""
        self.own = CollectorRegistry()
        """Of metrics of this process alone."""
        self._counted = CollectorRegistry()
        self._by_route: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._requests = Counter(
            "emberlog_requests", "Requests answered.", ("method", "route", "status"), registry=self._counted
        )
        self._seconds = Histogram(
            "emberlog_request_seconds",
            "Seconds until the answer was complete.",
            ("method", "route"),
            buckets=SECONDS,
            registry=self._counted,
        )

        self.streams_dropped = self.counter(
            "streams_dropped", "Streams closed because their reader was too slow."
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        requests, durations = self._of_route(method if method in METHODS else "other", route, status)
        requests.inc()
        durations.observe(seconds)

    def _of_route(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """The two metrics of a route, looked up once."""
        known = self._by_route.get((method, route, status))
        if known is None:
            known = self._requests.labels(method, route, str(status)), self._seconds.labels(method, route)
            self._by_route[method, route, status] = known
        return known

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Register the gauge `emberlog_<name>`, which calls `value` on every scrape."""
        Gauge(f"emberlog_{name}", meaning, registry=self.own).set_function(value)

    def counter(self, name: str, meaning: str, *labels: str) -> Counter:
        """Register the counter `emberlog_<name>_total`."""
        return Counter(f"emberlog_{name}", meaning, labels, registry=self._counted)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus.

        If processes share a port, any of them may be asked: it adds up what all have counted, and leaves out
        what is true only of itself.
        """
        shared = generate_latest(self.registry)
        if SHARED_DIRECTORY not in os.environ:
            return generate_latest(self._counted) + shared + generate_latest(self.own)
        everybody = CollectorRegistry()
        _add_all_processes(everybody)
        return generate_latest(everybody) + shared
