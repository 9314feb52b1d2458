"""Custom resources, judged by the types and schemas that others made of their definitions."""

import json
from pathlib import Path

import pytest

from tests.support.manifests import Manifest, of_kind
from tests.support.node import project, script, tool

MODULES = {
    "ServiceMonitor": "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor",
    "PrometheusRule": "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule",
    "ScaledObject": "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject",
}
COMPILE = ("tsc", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022")


def program(manifest: Manifest) -> str:
    """A program that has the manifest as a literal, so that unknown fields are errors, and validates it."""
    kind = manifest["kind"]
    literal = json.dumps(manifest)
    return (
        f'import {{ {kind}, type I{kind} }} from "{MODULES[kind]}";\n'
        f"const manifest: I{kind} = {literal};\nnew {kind}(manifest).validate();\n"
    )


@pytest.mark.long
@pytest.mark.parametrize("kind", MODULES)
def test_custom_resource_has_the_types_of_its_definition(kind: str, tmp_path: Path) -> None:
    (manifest,) = of_kind("prod", kind)
    folder = project(tmp_path)
    (folder / "check.mts").write_text(program(manifest))
    assert tool(*COMPILE, "check.mts", cwd=folder) == ""
    tool("tsc", *COMPILE[2:], "check.mts", cwd=folder)
    script("check.mjs", cwd=folder)


@pytest.mark.long
def test_misspelt_field_of_a_custom_resource_would_be_found(tmp_path: Path) -> None:
    (manifest,) = of_kind("prod", "ScaledObject")
    folder = project(tmp_path)
    broken = manifest | {"spec": manifest["spec"] | {"minReplicas": 3}}
    (folder / "check.mts").write_text(program(broken))
    with pytest.raises(AssertionError, match="minReplicas"):
        tool(*COMPILE, "check.mts", cwd=folder)
