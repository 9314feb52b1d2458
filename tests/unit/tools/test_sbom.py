"""`make sbom` writes every pinned package into a CycloneDX document."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.audit import pinned

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_sbom_lists_every_pinned_package_with_its_hashes(tmp_path: Path) -> None:
    target, place = tmp_path / "sbom.json", Path(sys.executable).parent
    # `-o`: this environment is up to date, whatever the stamps of the Makefile say.
    command = ["make", "-s", "-o", ".venv/.dev-stamp", "sbom", f"BIN={place}", f"SBOM={target}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    document = json.loads(target.read_text())
    assert (document["bomFormat"], document["metadata"]["component"]["name"]) == ("CycloneDX", "emberlog")
    packages = {component["name"]: component for component in document["components"]}
    assert packages.keys() == pinned(ROOT / "requirements.lock")
    assert all(component["externalReferences"][0]["hashes"] for component in packages.values())
