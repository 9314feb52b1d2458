"""Alerts, dashboard and scrape targets ask for metrics, labels and ports that exist, and miss none."""

import re
from collections import defaultdict

import anyio
import pytest
from starlette.routing import Route

from service.api.routes import ROUTES
from service.operations.embedded import EmbeddedRedis
from tests.support.container import ROOT
from tests.support.games import a_game
from tests.support.manifests import alerts, dashboard, of_kind, queries, selectors
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, metrics, service

TARGET_LABELS = {"namespace", "job", "le"}
"""Labels that Prometheus adds, or that buckets have."""
OPEN = {"route", "method", "status", "version", "commit", "python"}
"""Labels whose values are not all known in advance."""


@pytest.fixture
async def samples(own_redis: EmbeddedRedis) -> dict[str, dict[str, set[str]]]:
    """Every sample name of a running service, with the values of each label."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    async with service(own_redis.url, **FREELY) as client:
        await a_game(client)
        text = ""
        with anyio.fail_after(PATIENCE):
            while not all(name in text for name in ("emberlog_workers ", "emberlog_outbox_items ")):
                text = await metrics(client)
    for line in text.splitlines():
        if not line.startswith("#"):
            name, labels = re.match(r"(\w+)(?:\{(.*)\})? ", line).groups()  # type: ignore[union-attr]
            values = found[name]
            for label, value in re.findall(r'(\w+)="([^"]*)"', labels or ""):
                values[label].add(value)
    return found


async def test_queries_are_promql_and_ask_for_existing_metrics_and_labels(
    samples: dict[str, dict[str, set[str]]],
) -> None:
    for query in queries():
        for selector in selectors(query):
            assert selector.metric in samples or selector.metric == "up", query
            for label, values in selector.labels.items():
                if label in TARGET_LABELS:
                    continue
                known = samples[selector.metric][label]
                assert known, query
                assert label in OPEN or set(values) <= known, query


async def test_every_metric_of_ours_is_on_the_dashboard(samples: dict[str, dict[str, set[str]]]) -> None:
    shown = {
        re.sub(r"_(bucket|sum|count)$", "", selector.metric)
        for panel in dashboard()["panels"]
        for target in panel["targets"]
        for selector in selectors(target["expr"].replace("$__rate_interval", "5m"))
    }
    ours = {re.sub(r"_(bucket|sum|count)$", "", name) for name in samples if name.startswith("emberlog_")}
    assert {name for name in ours if not name.endswith("_created")} - shown == set()


def test_scrape_targets_are_ports_of_services_and_a_path_that_answers() -> None:
    (monitor,) = of_kind("prod", "ServiceMonitor")
    services = of_kind("prod", "Service")
    ports = {port["name"] for one in services for port in one["spec"]["ports"]}
    assert {endpoint["port"] for endpoint in monitor["spec"]["endpoints"]} == ports
    assert {endpoint["path"] for endpoint in monitor["spec"]["endpoints"]} == {"/metrics"}
    assert "/metrics" in {route.path for route in ROUTES if isinstance(route, Route)}
    labels = monitor["spec"]["selector"]["matchLabels"].items()
    assert all(labels <= one["metadata"]["labels"].items() for one in services)
    for endpoint in monitor["spec"]["endpoints"]:
        assert endpoint["authorization"]["credentials"] == {
            "name": "emberlog",
            "key": "EMBERLOG_METRICS_TOKEN",
        }


def test_queries_name_jobs_that_are_services() -> None:
    services = {one["metadata"]["name"] for one in of_kind("prod", "Service")}
    for query in queries():
        for selector in selectors(query):
            for job in selector.labels.get("job", ()):
                assert any(re.fullmatch(job, name) for name in services), query


def test_every_alert_has_a_severity_and_a_section_in_the_guide() -> None:
    headings = re.findall(r"^### (\w+)$", (ROOT / "docs" / "kubernetes.md").read_text(), re.MULTILINE)
    assert [alert["alert"] for alert in alerts()] == headings
    for alert in alerts():
        assert alert["labels"]["severity"] in {"critical", "warning"}
        assert alert["annotations"]["runbook"] == f"docs/kubernetes.md#{alert['alert'].lower()}"
        assert alert["annotations"]["summary"]
        assert alert["annotations"]["description"]


def test_panels_of_the_dashboard_do_not_overlap_and_have_titles() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    places = [
        (panel["gridPos"]["x"] + dx, panel["gridPos"]["y"] + dy)
        for panel in panels
        for dx in range(panel["gridPos"]["w"])
        for dy in range(panel["gridPos"]["h"])
    ]
    assert len(places) == len(set(places))
    assert max(x for x, _ in places) < 24


def test_broken_promql_would_be_found() -> None:
    with pytest.raises(ValueError, match=r"."):
        selectors("sum(rate(emberlog_requests_total[5m])")
