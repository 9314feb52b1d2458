"""Releases of the program, whose roles run as processes, and a load balancer before their APIs."""

import asyncio
import itertools
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final

import httpx

from service.operations import children
from tests.support.apis import FREELY, answers
from tests.support.processes import PATIENCE, environment, eventually, free_port

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("domain", "schema", "service", "workers")
PREVIOUS: Final = "a096f0f94d6742d1247b9801302ac0620984ceb5"
"""The commit of the release before this one. Until there is one, it is the oldest code that shares its stored
data with ours. It moves with each release, or with a change that cannot be rolled out side by side."""


def previous_release(folder: Path) -> "Release":
    """The release before this one; in a shallow clone, which does not have it, a copy of this one."""
    folder.mkdir()
    command = ["git", "archive", "--format=tar", PREVIOUS, *PACKAGES]
    archived = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if archived.returncode == 0:
        with tarfile.open(fileobj=BytesIO(archived.stdout)) as files:
            files.extractall(folder, filter="data")
    else:
        for name in PACKAGES:
            shutil.copytree(ROOT / name, folder / name)
    return Release(folder)


@dataclass
class Role:
    """A running process; `address` is set for an API."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path
    address: str

    def is_working(self) -> bool:
        """Whether it has started."""
        return answers(self.address) if self.address else f"{self.name} started" in self.log.read_text()

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, self.log.read_text()[-2000:]


@dataclass
class Release:
    """A tree of the program's packages, from which roles are started."""

    tree: Path
    roles: list[Role] = field(default_factory=list)

    def start(self, output: Path, redis_url: str) -> None:
        """Start an API, a worker and a sweeper, and wait until they work."""
        port = free_port()
        settings = {"redis_url": redis_url, "port": str(port), "drain_seconds": "1", **FREELY}
        settings |= {"redis_seconds": "10", "sweep_seconds": "0.5"}
        # The tree comes first on the path, also before the current folder.
        environ = environment(**settings) | {"PYTHONPATH": str(self.tree), "PYTHONSAFEPATH": "1"}
        for name in ("worker", "sweeper", "api"):
            log = output / f"{name}-{port}.log"
            with log.open("wb") as file:
                command = [sys.executable, "-m", "service.cli", name]
                process = children.spawn(command, environ=environ, log=file.fileno())
            address = f"http://127.0.0.1:{port}" if name == "api" else ""
            self.roles.append(Role(name, process, log, address))
        eventually(lambda: all(role.is_working() for role in self.roles))

    def stop(self) -> None:
        """Stop all its roles, the API last."""
        while self.roles:
            self.roles.pop(0).stop()

    def kill(self) -> None:
        """End whatever still runs."""
        for role in self.roles:
            role.process.kill()
            role.process.wait()

    def addresses(self) -> list[str]:
        """Where its APIs answer."""
        return [role.address for role in self.roles if role.address]


class Balancer(httpx.AsyncBaseTransport):
    """Sends each request to the next API that is there, and again if there was no answer or a 503."""

    def __init__(self, releases: Iterable[Release]) -> None:
        self._releases = list(releases)
        self._wire = httpx.AsyncHTTPTransport()
        self._turns = itertools.count()
        self.repeated = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Ask until an API answers; the caller sends an Idempotency-Key where that matters."""
        async with asyncio.timeout(PATIENCE):
            while True:
                addresses = [address for release in self._releases for address in release.addresses()]
                url = httpx.URL(addresses[next(self._turns) % len(addresses)])
                request.url = request.url.copy_with(host=url.host, port=url.port)
                try:
                    answer = await self._wire.handle_async_request(request)
                except httpx.TransportError:
                    self.repeated += 1
                else:
                    if answer.status_code != 503:
                        return answer
                    await answer.aread()
                    self.repeated += 1
                await asyncio.sleep(0.05)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._wire.aclose()
