"""The manifests in k8s/, rendered by `kubectl kustomize`, and the PromQL in them.

Without kubectl, the tests that need it are skipped; where `CI` is set, they fail.
"""

import functools
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import promql_parser
import pytest
import yaml

ROOT = Path(__file__).parents[2]
K8S = ROOT / "k8s"
OVERLAYS = ("dev", "prod")
ROLES = ("api", "worker", "sweeper")
Manifest = dict[str, Any]


@functools.cache
def rendered(overlay: str) -> tuple[Manifest, ...]:
    """Everything that an overlay applies."""
    program = next((name for name in ("kubectl", "kustomize") if shutil.which(name)), None)
    if program is None:
        assert not os.environ.get("CI"), "kubectl is needed here"
        pytest.skip("kubectl is not on this machine")
    verb = "kustomize" if program == "kubectl" else "build"
    command = [program, verb, str(K8S / "overlays" / overlay)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return tuple(yaml.safe_load_all(done.stdout))


def of_kind(overlay: str, kind: str) -> list[Manifest]:
    """The manifests of a kind."""
    return [one for one in rendered(overlay) if one["kind"] == kind]


def deployment(overlay: str, role: str) -> Manifest:
    """The Deployment of a role."""
    (found,) = [
        one for one in of_kind(overlay, "Deployment") if one["metadata"]["name"] == f"emberlog-{role}"
    ]
    return found


def container(overlay: str, role: str) -> Manifest:
    """The only container of a role."""
    (found,) = deployment(overlay, role)["spec"]["template"]["spec"]["containers"]
    assert isinstance(found, dict)
    return found


def config(overlay: str) -> dict[str, str]:
    """What the ConfigMap of the roles sets."""
    maps = of_kind(overlay, "ConfigMap")
    (found,) = [
        one
        for one in maps
        if one["metadata"]["name"].startswith("emberlog-") and "EMBERLOG_PORT" in one["data"]
    ]
    data: dict[str, str] = found["data"]
    return data


class Selector(NamedTuple):
    """A metric that PromQL asks for, with the values that it compares labels with."""

    metric: str
    labels: dict[str, tuple[str, ...]]


def dashboard() -> Manifest:
    """The dashboard for Grafana."""
    found: Manifest = json.loads((K8S / "components" / "monitoring" / "dashboard.json").read_text())
    return found


def alerts() -> list[Manifest]:
    """All alerting rules."""
    (rule,) = of_kind("prod", "PrometheusRule")
    return [one for group in rule["spec"]["groups"] for one in group["rules"]]


def queries() -> Iterator[str]:
    """Every PromQL expression: of alerts, dashboard and autoscaler."""
    yield from (alert["expr"] for alert in alerts())
    for panel in dashboard()["panels"]:
        yield from (target["expr"].replace("$__rate_interval", "5m") for target in panel["targets"])
    for scaled in of_kind("prod", "ScaledObject"):
        yield from (trigger["metadata"]["query"] for trigger in scaled["spec"]["triggers"])


def selectors(query: str) -> list[Selector]:
    """What a query selects; fails if it is not PromQL."""
    found: list[Selector] = []

    def visit(node: Any) -> None:
        if isinstance(node, promql_parser.VectorSelector):
            labels = {one.name: tuple(one.value.split("|")) for one in node.matchers.matchers}
            found.append(Selector(node.name or "", labels))

    promql_parser.walk(promql_parser.parse(query), visit)
    return found
