"""The OpenAPI document and the service, judged by tools that others made."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from service.operations.embedded import EmbeddedRedis
from tests.support.node import FOLDER, LOCK, tool
from tests.support.processes import PATIENCE, eventually, free_port, running
from tests.support.service import FREELY, served
from tests.support.validators import openapi_errors

CONFIG = Path(__file__).with_name("schemathesis.toml")
DOCUMENT: dict[str, Any] = json.loads((Path(__file__).parents[2] / "schema" / "openapi.json").read_bytes())
"""As `tests/unit/schema/test_openapi.py` keeps it equal to the code."""
CONFIGURED = schemathesis.Config.from_path(CONFIG)
# What a value can be at its limits is tried by the long test.
CONFIGURED.projects.default.phases.update(phases=["examples", "fuzzing"])
# A stream has no end; its tests are elsewhere.
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT, config=CONFIGURED).exclude(path_regex="stream$")


@pytest.fixture(scope="module")
def client(redis_server: EmbeddedRedis) -> Iterator[httpx.Client]:
    """A client with a token of a server in this process."""
    with served(redis_server.url, **FREELY) as (host, port):
        yield from signed_up(f"http://{host}:{port}")


def signed_up(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        token = client.post("/v1/players", json={"name": "Ada"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def test_the_document_is_valid() -> None:
    assert openapi_errors(DOCUMENT) == []


@SCHEMA.parametrize()
@settings(max_examples=5, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
def test_every_answer_matches_the_document(case: "schemathesis.Case[Any]", client: httpx.Client) -> None:
    case.call_and_validate(
        base_url=str(client.base_url),
        headers={"Authorization": client.headers["Authorization"]},
        timeout=PATIENCE,
    )


@pytest.mark.long
def test_running_server_matches_the_document(tmp_path: Path, own_redis: EmbeddedRedis) -> None:
    port = free_port()
    url, log = f"http://127.0.0.1:{port}", tmp_path / "api.log"
    limits = {name: str(value) for name, value in FREELY.items()}
    with running("api", output=log, redis_url=own_redis.url, port=str(port), drain_seconds="0", **limits):
        eventually(lambda: log.exists() and is_ready(url))
        (client,) = signed_up(url)
        found = judged(url, client.headers["Authorization"], tmp_path)
    assert found.returncode == 0, found.stdout[-20_000:]
    assert "unexpected" not in log.read_text()


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz").is_success
    except httpx.TransportError:
        return False


def judged(url: str, authorization: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """All phases and all checks of the tool, links between operations among them."""
    command = [
        *(
            sys.executable,
            "-m",
            "schemathesis.cli",
            "--config-file",
            str(CONFIG),
            "run",
            f"{url}/openapi.json",
        ),
        *(
            "--header",
            f"Authorization: {authorization}",
            "--exclude-path-regex",
            "stream$",
            "--checks",
            "all",
        ),
        *("--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "40", "--seed", "1"),
        *("--warnings", "off", "--no-color", "--request-timeout", str(PATIENCE)),
    ]
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_linter_finds_no_problems(tmp_path: Path) -> None:
    tool("redocly", "lint", "--config", str(FOLDER / "redocly.yaml"), str(written(tmp_path)))


def test_lock_file_of_the_tools_names_no_host() -> None:
    packages = json.loads(LOCK.read_text())["packages"]
    assert packages
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert all("integrity" in package for name, package in packages.items() if name)


def written(folder: Path) -> Path:
    path = folder / "openapi.json"
    path.write_text(json.dumps(DOCUMENT))
    return path
