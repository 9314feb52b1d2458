"""`emberlog` commands as processes, as an operator runs them, and waiting for what they do."""

import contextlib
import fcntl
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PATIENCE = 300.0
"""Seconds after which a test gives up on what must happen: far more than a busy machine needs."""

REDIS_SECONDS = "10"
"""How long Redis may be silent in tests: far longer than in production, as their machine may be busy."""

PORTS = (10_000, 32_000)


def environment(**settings: str) -> dict[str, str]:
    """Our environment with these EMBERLOG_* settings and no others, but for the server that tests run on."""
    rest = {
        name: value
        for name, value in os.environ.items()
        if name == "EMBERLOG_REDIS_SERVER" or not name.startswith("EMBERLOG_")
    }
    return rest | {f"EMBERLOG_{name.upper()}": value for name, value in settings.items()}


def free_port() -> int:
    """A free port below the range of outgoing connections, so that none of them takes it."""
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def emberlog(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself, with its output."""
    command = [sys.executable, "-m", "service.cli", *arguments]
    return subprocess.run(
        command, env=environment(**settings), capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@contextlib.contextmanager
def running(*arguments: str, output: Path, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command until the end of the block, with its output in a file."""
    command = [sys.executable, "-m", "service.cli", *arguments]
    settings = {"redis_seconds": REDIS_SECONDS, **settings}
    with (
        output.open("wb") as file,
        subprocess.Popen(command, env=environment(**settings), stdout=file, stderr=file) as process,
    ):
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()


@contextlib.contextmanager
def whole_system(folder: Path, **settings: str) -> Iterator[str]:
    """Where `emberlog serve` listens: API, Redis, worker and sweeper, until the end of the block."""
    port, output = free_port(), folder / "output"
    with running("serve", output=output, data=str(folder / "data"), port=str(port), **settings):
        eventually(lambda: "Emberlog is ready" in output.read_text())
        yield f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def shared_system(folder: Path, **settings: str) -> Iterator[str]:
    """The whole system for all processes that name a folder: one starts it, and stops it after the last."""
    address, door = folder / "system.url", folder / "system.door"
    with door.open("w") as entering, (folder / "system.users").open("w") as users:
        fcntl.flock(entering, fcntl.LOCK_EX)
        if address.exists():
            fcntl.flock(users, fcntl.LOCK_SH)
            fcntl.flock(entering, fcntl.LOCK_UN)
            yield address.read_text()
            return
        with whole_system(folder, **settings) as url:
            address.write_text(url)
            fcntl.flock(entering, fcntl.LOCK_UN)
            try:
                yield url
            finally:
                fcntl.flock(entering, fcntl.LOCK_EX)
                address.unlink()
                fcntl.flock(users, fcntl.LOCK_EX)


def eventually(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until the condition holds, and fail if it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
