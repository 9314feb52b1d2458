"""The manifests are valid, and name settings, ports, paths and commands as the program has them."""

import re
from pathlib import Path

import pytest
import yaml
from starlette.routing import Route

from service.api.http.server import GRACEFUL_SECONDS
from service.api.routes import ROUTES
from service.cli import COMMANDS
from service.engine.archive_storage import ObjectStorage, archive_storage
from service.jobs.queues import JOB_RULES
from service.settings import load, rows
from tests.support.container import USER
from tests.support.manifests import (
    K8S,
    OVERLAYS,
    ROLES,
    ROOT,
    Manifest,
    config,
    container,
    deployment,
    of_kind,
    rendered,
)
from tests.support.validators import manifest_error

VERSIONS = ("1.30", "1.37")
"""The oldest Kubernetes with a preStop that sleeps, and the newest that we have schemas of."""
CUSTOM = {"ServiceMonitor", "PrometheusRule", "ScaledObject"}
KNOWN = {row.variable for row in rows(load({}))}
IN_BOTH = [(overlay, role) for overlay in OVERLAYS for role in ROLES]
OF_OTHERS = {"FORWARDED_ALLOW_IPS", "AWS_REGION"}
"""Variables that uvicorn and the client of the object store read."""


def spec(overlay: str, role: str) -> Manifest:
    found: Manifest = deployment(overlay, role)["spec"]["template"]["spec"]
    return found


def environment(overlay: str, role: str) -> dict[str, str]:
    """The variables of a container; a value from a Secret is its key."""
    own = {one["name"]: one["valueFrom"]["secretKeyRef"]["key"] for one in container(overlay, role)["env"]}
    return config(overlay) | own


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_manifest_is_valid_and_has_no_unknown_field(overlay: str, version: str) -> None:
    known = [manifest for manifest in rendered(overlay) if manifest["kind"] not in CUSTOM]
    assert [error for manifest in known if (error := manifest_error(manifest, version))] == []


def test_misspelt_field_would_be_found() -> None:
    broken = yaml.safe_load((K8S / "base" / "service-account.yaml").read_text()) | {"automount": False}
    assert "automount" in str(manifest_error(broken, VERSIONS[-1]))


def test_every_file_belongs_to_a_kustomization() -> None:
    named = {
        (path.parent / name.rpartition("=")[2]).resolve()
        for path in K8S.rglob("kustomization.yaml")
        for name in _files(yaml.safe_load(path.read_text()))
    }
    files = {path for path in K8S.rglob("*") if path.is_file() and path.name != "kustomization.yaml"}
    assert files == {path for path in named if path.is_file()}


def _files(kustomization: Manifest) -> list[str]:
    generated = [name for one in kustomization.get("configMapGenerator", []) for name in one.get("files", [])]
    return [*kustomization.get("resources", []), *generated]


@pytest.mark.parametrize("overlay,role", IN_BOTH)
def test_variables_are_settings_and_can_be_read(overlay: str, role: str) -> None:
    names = environment(overlay, role).keys() - OF_OTHERS
    assert names <= KNOWN
    load({name: value for name, value in config(overlay).items() if name in KNOWN})


@pytest.mark.parametrize("overlay,role", IN_BOTH)
def test_container_runs_one_role_without_a_shell(overlay: str, role: str) -> None:
    found = container(overlay, role)
    assert (found["args"], "command" in found) == ([role], False)
    assert COMMANDS[role].is_role


@pytest.mark.parametrize("overlay,role", IN_BOTH)
def test_ports_and_paths_of_probes_are_those_of_the_program(overlay: str, role: str) -> None:
    settings = load({name: value for name, value in config(overlay).items() if name in KNOWN})
    (port,) = container(overlay, role)["ports"]
    assert port["containerPort"] == (settings.port if role == "api" else settings.health_port)
    paths = {route.path for route in ROUTES if isinstance(route, Route)}
    for probe, path in (("startup", "/healthz"), ("liveness", "/healthz"), ("readiness", "/readyz")):
        asked = container(overlay, role)[f"{probe}Probe"]["httpGet"]
        assert (asked["path"], asked["port"]) == (path, port["name"])
        assert path in paths


@pytest.mark.parametrize("overlay,role", IN_BOTH)
def test_pod_has_no_privilege_and_writes_only_to_tmp(overlay: str, role: str) -> None:
    pod, found = spec(overlay, role), container(overlay, role)
    assert pod["securityContext"]["runAsUser"] == pod["securityContext"]["runAsGroup"] == USER
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert not pod["automountServiceAccountToken"]
    assert not pod["enableServiceLinks"]
    assert found["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    writable = [mount["mountPath"] for mount in found["volumeMounts"] if not mount.get("readOnly")]
    assert writable == ["/tmp"]


@pytest.mark.parametrize("overlay,role", IN_BOTH)
def test_pod_has_time_to_end(overlay: str, role: str) -> None:
    settings = load({name: value for name, value in config(overlay).items() if name in KNOWN})
    sleep = container(overlay, role)["lifecycle"]["preStop"]["sleep"]["seconds"]
    short = max(rule.seconds for rule in JOB_RULES.values() if rule.seconds < 60)
    needed = {
        "api": settings.drain_seconds + GRACEFUL_SECONDS,
        "worker": short,
        "sweeper": settings.sweep_seconds,
    }
    assert sleep + needed[role] < spec(overlay, role)["terminationGracePeriodSeconds"]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_selectors_select_the_pods_they_mean(overlay: str) -> None:
    pods = {
        role: deployment(overlay, role)["spec"]["template"]["metadata"]["labels"].items() for role in ROLES
    }
    for kind in ("Service", "PodDisruptionBudget"):
        for one in of_kind(overlay, kind):
            role = one["metadata"]["name"].removeprefix("emberlog-")
            selector = one["spec"]["selector"]
            labels = selector.get("matchLabels", selector).items()
            assert [other for other, has in pods.items() if labels <= has] == ([role] if role in pods else [])
    for role in ROLES:
        assert deployment(overlay, role)["spec"]["selector"]["matchLabels"].items() <= pods[role]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_policy_for_names_selects_the_pods_of_dns_alone(overlay: str) -> None:
    (policy,) = [
        one for one in of_kind(overlay, "NetworkPolicy") if one["metadata"]["name"] == "emberlog-names"
    ]
    (peer,) = policy["spec"]["egress"][0]["to"]
    assert peer["podSelector"]["matchLabels"] == {"k8s-app": "kube-dns"}
    denied = [one for one in of_kind(overlay, "NetworkPolicy") if one["spec"]["podSelector"] == {}]
    assert {"Ingress", "Egress"} in [set(one["spec"]["policyTypes"]) for one in denied]


@pytest.mark.parametrize("role", ROLES)
def test_every_role_reaches_the_same_bucket_with_keys_that_the_guide_creates(role: str) -> None:
    storage = archive_storage(config("prod")["EMBERLOG_ARCHIVE_DIR"])
    assert isinstance(storage, ObjectStorage)
    assert {"name": "emberlog-archive", "optional": True} in [
        one["secretRef"] for one in container("prod", role)["envFrom"] if "secretRef" in one
    ]
    assert "secret generic emberlog-archive " in (ROOT / "docs" / "kubernetes.md").read_text()


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_secrets_that_roles_refer_to_have_the_names_that_the_guide_creates(overlay: str) -> None:
    references = [one["valueFrom"]["secretKeyRef"] for one in container(overlay, "api")["env"]]
    if overlay == "dev":
        (secret,) = of_kind(overlay, "Secret")
        assert {ref["name"] for ref in references} == {secret["metadata"]["name"]}
        assert {ref["key"] for ref in references if not ref.get("optional")} == secret["data"].keys()
    else:
        guide = (ROOT / "docs" / "kubernetes.md").read_text()
        assert {ref["name"] for ref in references} == {"emberlog"}
        assert "secret generic emberlog " in guide
        assert "secret generic redis-ca " in guide
        assert all(f"--from-literal={ref['key']}=" in guide for ref in references)


def test_autoscaled_roles_have_no_fixed_number_of_replicas() -> None:
    scaled = [
        one["spec"]["scaleTargetRef"]["name"]
        for kind in ("HorizontalPodAutoscaler", "ScaledObject")
        for one in of_kind("prod", kind)
    ]
    assert scaled == ["emberlog-api", "emberlog-worker"]
    for name in scaled:
        assert "replicas" not in deployment("prod", name.removeprefix("emberlog-"))["spec"]


def test_redis_for_development_keeps_its_data() -> None:
    (server,) = of_kind("dev", "StatefulSet")
    (found,) = server["spec"]["template"]["spec"]["containers"]
    options = dict(zip(found["args"][::2], found["args"][1::2]))
    assert (options["--appendonly"], options["--appendfsync"]) == ("yes", "always")
    assert options["--maxmemory-policy"] == "noeviction"
    (claim,) = server["spec"]["volumeClaimTemplates"]
    assert options["--dir"] == next(
        mount["mountPath"] for mount in found["volumeMounts"] if mount["name"] == claim["metadata"]["name"]
    )


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_image_has_the_version_of_this_release(overlay: str) -> None:
    pyproject = (ROOT / "pyproject.toml").read_text()
    version = re.search(r'^version = "(.+)"$', pyproject, re.MULTILINE)
    assert version is not None
    assert {container(overlay, role)["image"].rpartition(":")[2] for role in ROLES} == {version[1]}


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\bEMBERLOG_[A-Z_]*[A-Z]\b", text))


@pytest.mark.parametrize(
    "file",
    [*K8S.rglob("*.yaml"), ROOT / "Dockerfile", ROOT / "docs" / "kubernetes.md"],
    ids=lambda path: path.name,
)
def test_every_setting_that_a_file_names_exists(file: Path) -> None:
    assert names_in(file.read_text()) - KNOWN == set()
