"""Probes and metrics of roles without an API: a worker and a sweeper answer them from a thread.

The thread says whether the main loop still makes progress; that the thread itself answers proves nothing.
"""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from redis.exceptions import RedisError

from service.accounts.addresses import is_loopback
from service.engine.game_cache import GameCache
from service.jobs.queues import Queues
from service.operations.build import Build
from service.operations.metrics import MEDIA_TYPE, may_read
from service.operations.process_metrics import BuildMetric, register_process
from service.runtime import now_ms
from service.settings import Settings, SettingsError
from service.store import Store

ALIVE_SECONDS: Final = 30.0
"""A main loop that has made no progress for so long counts as hung."""
ANNOUNCE_EVERY: Final = 5.0
ANNOUNCED_SECONDS: Final = 45.0
"""How often a process announces itself in Redis, and for how long. Most jobs end within that time."""
_REQUEST_SECONDS: Final = 5.0


class Liveness:
    """What the main loop of a role reports about itself; without `queues`, only to its own probes."""

    def __init__(self, role: str = "", queues: Queues | None = None) -> None:
        self._role = role
        self._queues = queues
        self._name = f"{socket.gethostname()}-{os.getpid()}"
        self._until = time.monotonic() + ALIVE_SECONDS
        self._next = self._announced = 0.0
        self._connected = False

    @property
    def is_alive(self) -> bool:
        """Whether the main loop has kept its last promise to report again."""
        return time.monotonic() <= self._until

    @property
    def is_ready(self) -> bool:
        """Whether the main loop is alive and reaches its Redis."""
        return self.is_alive and self._connected

    def beat(self, seconds: float = ALIVE_SECONDS, *, connected: bool | None = None) -> None:
        """Report progress, and promise to report again within so many seconds."""
        self._until = time.monotonic() + seconds
        if connected is not None:
            self._connected = connected

    def announce(self) -> None:
        """Announce the process in Redis from time to time, for the metrics; ignore errors."""
        now = time.monotonic()
        if self._queues is None or (now < self._next and self._until <= self._announced):
            return
        until = max(self._until, now + ANNOUNCED_SECONDS)
        self._next, self._announced = now + ANNOUNCE_EVERY, until
        with suppress(RedisError):
            self._queues.announce(self._role, self._name, now_ms() + int((until - now) * 1000))

    def close(self) -> None:
        """Report that the role has stopped."""
        if self._queues is not None and self._announced:
            with suppress(RedisError):
                self._queues.withdraw(self._role, self._name)


class _Answer(msgspec.Struct, frozen=True):
    status: str


class _Handler(BaseHTTPRequestHandler):
    """Answers `/healthz`, `/readyz` and `/metrics`."""

    server: "_RoleHttpServer"
    timeout = _REQUEST_SECONDS
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        """Answer a probe."""
        liveness = self.server.liveness
        if self.path == "/healthz":
            self._say(liveness.is_alive, "alive", "hung")
        elif self.path == "/readyz":
            self._say(liveness.is_ready, "ready", "not ready")
        elif self.path == "/metrics" and self._may_read_metrics():
            self._send(HTTPStatus.OK, MEDIA_TYPE, generate_latest(self.server.registry))
        elif self.path == "/metrics":
            self.send_error(HTTPStatus.UNAUTHORIZED)
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, *_: object) -> None:
        """Log nothing: probes come every few seconds."""

    def version_string(self) -> str:
        """Say no more than who answers."""
        return "emberlog"

    def _may_read_metrics(self) -> bool:
        is_local = is_loopback(self.client_address[0])
        return may_read(self.server.token, self.headers.get("Authorization", ""), is_local=is_local)

    def _say(self, holds: bool, yes: str, no: str) -> None:
        status = HTTPStatus.OK if holds else HTTPStatus.SERVICE_UNAVAILABLE
        self._send(status, "application/json", msgspec.json.encode(_Answer(yes if holds else no)))

    def _send(self, status: HTTPStatus, media_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _RoleHttpServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(
        self, address: tuple[str, int], liveness: Liveness, registry: CollectorRegistry, token: str | None
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.liveness = liveness
        self.registry = registry
        self.token = token
        super().__init__(address, _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a prober that went away."""


@contextmanager
def role_server(
    settings: Settings, liveness: Liveness, engine: tuple[Store, GameCache] | tuple[()] = ()
) -> Iterator[None]:
    """Answer probes while the block runs, if the settings name a port."""
    if settings.health_port is None:
        yield
        return
    registry = CollectorRegistry()
    registry.register(BuildMetric(Build(commit=settings.commit or "")))
    register_process(registry, *engine)
    address = (settings.host, settings.health_port)
    try:
        server = _RoleHttpServer(address, liveness, registry, settings.metrics_token)
    except OSError as error:
        raise SettingsError(
            f"probes cannot be answered on {settings.host}:{settings.health_port} ({error.strerror});"
            " set EMBERLOG_HOST or EMBERLOG_HEALTH_PORT"
        ) from error
    with server:
        thread = threading.Thread(target=server.serve_forever, name="probes", daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
