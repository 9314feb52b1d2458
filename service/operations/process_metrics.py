"""Metrics of this process alone: its build, its appends and its cache, its memory and processor time."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.engine.game_cache import GameCache
from service.operations.build import Build
from service.store import Store


class EngineMetrics(Collector):
    """How games were changed and loaded here. The engine counts in plain numbers, which costs it nothing."""

    def __init__(self, store: Store, game_cache: GameCache) -> None:
        self._appends = store.append_counts
        self._game_cache = game_cache

    def collect(self) -> Iterator[Metric]:
        """The metrics for Prometheus."""
        appends = CounterMetricFamily("emberlog_appends", "Appends, by how they ended.", labels=["result"])
        appends.add_metric(["appended"], self._appends.appended)
        appends.add_metric(["repeated"], self._appends.repeated)
        appends.add_metric(["conflict"], self._appends.conflict)
        yield appends
        counts = self._game_cache.counts
        lookups = CounterMetricFamily("emberlog_cache_lookups", "Lookups of games.", labels=["result"])
        lookups.add_metric(["hit"], counts.hits)
        lookups.add_metric(["miss"], counts.misses)
        yield lookups
        loads = CounterMetricFamily("emberlog_game_loads", "Games loaded from the store.", labels=["start"])
        loads.add_metric(["snapshot"], counts.from_snapshot)
        loads.add_metric(["first_entry"], counts.from_first_entry)
        yield loads
        yield GaugeMetricFamily("emberlog_cache_games", "Games in the cache.", self._game_cache.size)


class BuildMetric(Collector):
    """The build, as labels of a constant."""

    def __init__(self, build: Build) -> None:
        self._build = build

    def collect(self) -> Iterator[Metric]:
        """The metric for Prometheus."""
        build = GaugeMetricFamily(
            "emberlog_build_info", "What runs here; always 1.", labels=["version", "commit", "python"]
        )
        build.add_metric([self._build.version, self._build.commit, self._build.python], 1)
        yield build


def register_process(
    registry: CollectorRegistry, store: Store | None = None, game_cache: GameCache | None = None
) -> None:
    """Add the metrics of this process to a registry; those of its engine, if it has one."""
    ProcessCollector(registry=registry)
    if store is not None and game_cache is not None:
        registry.register(EngineMetrics(store, game_cache))
