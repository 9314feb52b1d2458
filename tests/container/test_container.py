"""The Dockerfile: what it says, and whether the tree that it builds runs every role as in a container."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest

from service.cli import COMMANDS
from service.settings import load
from tests.support.container import (
    DOCKERFILE,
    NO_SANDBOX,
    ROOT,
    USER,
    Contained,
    Image,
    build,
    contained,
    has_sandbox,
    image_environment,
    instructions,
    of,
)
from tests.support.processes import PATIENCE, eventually, free_port
from tests.support.redis import private_redis

PACKAGES = ("domain", "schema", "service", "workers")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The tree that the Dockerfile builds."""
    return build(tmp_path_factory.mktemp("image"))


def test_image_installs_only_pinned_packages_with_hashes() -> None:
    installs = [step for step in of("RUN", 1) if " install " in step]
    assert all("--require-hashes" in step or "--no-deps --no-build-isolation" in step for step in installs)
    assert len(installs) == 2


def test_image_runs_as_an_unprivileged_user_and_needs_no_shell() -> None:
    assert of("USER", 2) == [f"{USER}:{USER}"]
    assert of("ENTRYPOINT", 2) == ['["emberlog"]']
    assert of("CMD", 2) == ['["api"]']
    assert [step for step in instructions() if step.stage == 2 and step.name == "RUN"] == []
    (check,) = of("HEALTHCHECK", 2)
    assert check.endswith('CMD ["emberlog", "probe"]')


def test_environment_of_the_image_is_readable_and_its_ports_are_exposed() -> None:
    settings = load(image_environment())
    assert of("EXPOSE", 2) == [f"{settings.port} {settings.health_port}"]
    assert {"api", "worker", "sweeper", "probe", "doctor"} <= COMMANDS.keys()


def test_image_gets_every_package_of_the_wheel() -> None:
    copied = {rest.split()[0] for rest in of("COPY", 1)}
    assert set(PACKAGES) <= copied
    unignored = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"}
    files = {name for rest in of("COPY", 1) for name in rest.split()[:-1]}
    assert unignored == files


def tracked() -> list[str]:
    """Every file of the packages in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return listed.stdout.splitlines()


@pytest.mark.long
def test_built_tree_has_every_file_and_no_build_tools(image: Image) -> None:
    assert [name for name in tracked() if not (image.packages / name).is_file()] == []
    held = {path.name for path in image.packages.iterdir()}
    assert held & {"hatchling", "pip", "pytest", "setuptools", "mypy"} == set()
    assert list(image.packages.glob("service/__pycache__/cli.*.pyc"))


@pytest.mark.long
def test_machine_offers_what_the_sandbox_needs() -> None:
    if not has_sandbox():
        pytest.skip(NO_SANDBOX)


@pytest.mark.long
def test_sandbox_is_read_only_and_has_no_shell(image: Image, tmp_path: Path) -> None:
    if not has_sandbox():
        pytest.skip(NO_SANDBOX)
    script = """
import os, pathlib
def writable(place):
    try:
        pathlib.Path(place, "x").touch()
    except OSError:
        return False
    return True
places = [place for place in ("/", "/tmp", "/etc", %r) if writable(place)]
print(os.getpid(), os.getuid(), os.path.exists("/bin/sh"), places)
"""
    with contained(image, ["python", "-c", script % str(image.prefix)], tmp_path / "out", {}) as inside:
        assert inside.process.wait(timeout=PATIENCE) == 0, inside.output.read_text()
    assert inside.output.read_text() == f"1 {USER} False ['/tmp']\n"


class System:
    """API, worker and sweeper of the image, each in its own sandbox."""

    def __init__(self, roles: dict[str, Contained], url: str, environs: dict[str, dict[str, str]]) -> None:
        self.roles = roles
        self.url = url
        self.environs = environs


@pytest.fixture(scope="module")
def system(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    folder = tmp_path_factory.mktemp("roles")
    redis_port, port = free_port(), free_port()
    shared = {
        "EMBERLOG_REDIS_URL": f"redis://127.0.0.1:{redis_port}",
        "EMBERLOG_PORT": str(port),
        "EMBERLOG_DRAIN_SECONDS": "1",
    }
    with ExitStack() as stack:
        stack.enter_context(private_redis(folder / "redis", port=str(redis_port), bind="127.0.0.1"))
        roles, environs = {}, {}
        for role in ("api", "worker", "sweeper"):
            environs[role] = shared | {"EMBERLOG_HEALTH_PORT": str(free_port())}
            process = contained(image, ["emberlog", role], folder / role, environs[role])
            roles[role] = stack.enter_context(process)
        system = System(roles, f"http://127.0.0.1:{port}", environs)
        for role, inside in roles.items():
            address = port if role == "api" else environs[role]["EMBERLOG_HEALTH_PORT"]
            eventually(partial(_has_started, inside, f"http://127.0.0.1:{address}/readyz"))
            assert inside.process.poll() is None, inside.output.read_text()
        yield system


def _has_started(inside: Contained, url: str) -> bool:
    try:
        return inside.process.poll() is not None or httpx.get(url, timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.long
def test_every_role_is_process_one_without_any_privilege(system: System) -> None:
    if not has_sandbox():
        pytest.skip(NO_SANDBOX)
    for role, inside in system.roles.items():
        facts = inside.facts()
        assert facts["Uid"].split() == [str(USER)] * 4, role
        assert facts["NSpid"].split()[-1] == "1", role
        assert (int(facts["CapEff"], 16), int(facts["CapPrm"], 16), facts["NoNewPrivs"]) == (0, 0, "1"), role


@pytest.mark.long
def test_health_check_of_the_image_holds_for_every_role(system: System, image: Image, tmp_path: Path) -> None:
    for role, environ in system.environs.items():
        with contained(image, ["emberlog", "probe"], tmp_path / role, environ) as probe:
            assert probe.process.wait(timeout=PATIENCE) == 0, probe.output.read_text()


@pytest.mark.long
def test_roles_of_the_image_play_a_game_together(system: System) -> None:
    with httpx.Client(base_url=system.url, timeout=PATIENCE) as client:
        token = client.post("/v1/players", json={"name": "Ada"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        ruleset = client.get("/v1/rulesets").json()["items"][0]["name"]
        body = {"ruleset": ruleset, "seats": ["me", "bot:random"]}
        game = client.post("/v1/games", json=body)
        assert game.status_code == 201, game.text
        path = f"/v1/games/{game.json()['id']}"
        assert client.post(f"{path}/start").status_code == 200
        eventually(lambda: _bot_has_played(client, path))
        refused = client.post(f"{path}/moves", json={"type": "none"}, headers={"Accept-Language": "de"})
        assert (refused.status_code, refused.headers["content-language"]) == (400, "de"), refused.text
        for page in (
            "/",
            "/docs",
            "/docs/guide/api-guide",
            "/graphql",
            "/openapi.json",
            f"/v1/rulesets/{ruleset}",
        ):
            assert client.get(page, headers={"Accept": "text/html, */*;q=0.5"}).status_code == 200, page


def _bot_has_played(client: httpx.Client, path: str) -> bool:
    """Whether a worker has played for the bot; plays for the person whenever it is their turn."""
    done = re.search(
        r'emberlog_jobs_total\{outcome="done",queue="automa"\} (\S+)', client.get("/metrics").text
    )
    if done and float(done[1]):
        return True
    if moves := client.get(f"{path}/moves").json().get("moves"):
        client.post(f"{path}/moves", json=moves[0])
    return False


@pytest.mark.long
def test_every_role_of_the_image_ends_cleanly_on_sigterm(system: System) -> None:
    for role, inside in system.roles.items():
        assert inside.stop() == 0, (role, inside.output.read_text())
    assert DOCKERFILE.is_file()
