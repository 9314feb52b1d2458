"""`emberlog serve`: starts the roles as child processes, restarts them when they die, stops them in order."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from service.operations import children
from service.operations.embedded import EmbeddedRedis, find_binary
from service.operations.ports import claim, reachable
from service.operations.signals import StopSignal, stop_signal
from service.settings import Settings

LOOK_EVERY = 0.1
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
STEADY_AFTER = 10.0
STOP_WITHIN = 15.0
NO_HEALTH_PORT = {"EMBERLOG_HEALTH_PORT": ""}
"""Several processes on one machine cannot share a port."""

Report = Callable[[str], None]


class Role:
    """A child process that must always run, with a longer pause after each crash in a row."""

    def __init__(
        self, name: str, start: Callable[[], None], poll: Callable[[], int | None], *, log: Path | None = None
    ) -> None:
        self.name = name
        self._why = "" if log is None else f" ({log} says why)"
        self._start = start
        self._poll = poll
        self._pause = FIRST_PAUSE
        self._started = time.monotonic()
        self._due: float | None = None

    def look(self, report: Report) -> None:
        """Restart it if it has died and its pause is over."""
        code = self._poll()
        now = time.monotonic()
        if code is None:
            return
        if self._due is None:
            self._due = now + self.next_pause(now - self._started)
            report(f"{self.name} ended with code {code}{self._why}; restarting it")
        elif now >= self._due:
            self._due, self._started = None, now
            self._start()

    def next_pause(self, lived: float) -> float:
        """The pause after a crash: twice the last one, or the first one if the process ran long enough."""
        pause = FIRST_PAUSE if lived > STEADY_AFTER else self._pause
        self._pause = min(2 * pause, LONGEST_PAUSE)
        return pause


class Child:
    """One of our roles: `emberlog <name>` as a process."""

    def __init__(self, name: str, environ: Mapping[str, str], *arguments: str) -> None:
        self.name = name
        self._environ = environ
        self._command = [sys.executable, "-m", "service.cli", name, *arguments]
        self._process = self._spawn()

    def _spawn(self) -> subprocess.Popen[bytes]:
        return children.spawn(self._command, environ=self._environ)

    def start(self) -> None:
        """Restart the process."""
        self._process = self._spawn()

    def poll(self) -> int | None:
        """None while it runs, else its exit code."""
        return self._process.poll()

    def terminate(self) -> None:
        """Ask it to stop."""
        self._process.terminate()

    def stop(self, seconds: float = STOP_WITHIN) -> None:
        """Wait until it has ended, and kill it if that takes too long."""
        children.stop(self._process, seconds)


def serve(settings: Settings, report: Report) -> None:
    """Run the whole system until SIGINT or SIGTERM."""
    claim(settings.host, settings.port)
    report(_starting(settings))
    with stop_signal() as stopped, _redis(settings) as (url, keepers):
        # No load balancer sends requests to this API, so it need not drain.
        environ = {"EMBERLOG_REDIS_URL": url, "EMBERLOG_DRAIN_SECONDS": "0", **NO_HEALTH_PORT}
        family = [Child(name, environ) for name in _names(settings)]
        roles = [*keepers, *(Role(child.name, child.start, child.poll) for child in family)]
        try:
            _watch(settings, roles, stopped, report)
        finally:
            report("stopping")
            for child in family:
                child.terminate()
            for child in family:
                child.stop()


def _names(settings: Settings) -> list[str]:
    return ["api", "sweeper", *["worker"] * settings.workers]


@contextlib.contextmanager
def _redis(settings: Settings) -> Iterator[tuple[str, list[Role]]]:
    """The Redis to use, and the role that keeps it running if it is embedded."""
    if settings.redis_url is not None:
        yield settings.redis_url, []
        return
    binary = find_binary(settings.redis_server)
    with EmbeddedRedis(settings.data_path, binary=binary) as server:
        log = server.directory / "redis.log"
        yield server.url, [Role("redis", server.launch, server.poll, log=log)]


def _watch(settings: Settings, roles: list[Role], stopped: StopSignal, report: Report) -> None:
    announced = False
    while not stopped.wait(LOOK_EVERY):
        for role in roles:
            role.look(report)
        if not announced and _answers(settings.host, settings.port):
            announced = True
            report(_welcome(settings))


def _answers(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((reachable(host), port), timeout=1):
        return True
    return False


def _starting(settings: Settings) -> str:
    redis = f"Redis (data in {settings.data_path}), " if settings.redis_url is None else ""
    workers = f"{settings.workers} worker{'' if settings.workers == 1 else 's'}"
    return f"Starting {redis}the API, the sweeper and {workers} …"


def _welcome(settings: Settings) -> str:
    host = reachable(settings.host)
    root = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
    return f"""
Emberlog is ready. Stop it with Ctrl+C; your games are kept.

  Start page   {root}/
  REST API     {root}/docs
  GraphiQL     {root}/graphql

Sign up your first player from another terminal:

  curl -sS {root}/v1/players -H 'Content-Type: application/json' -d '{{"name": "Ada"}}'

The answer has the token for all further calls. README.md plays a first game with it.
"""
