"""The HTTP server of the API: uvicorn with limits. Shutdown ends live streams, then waits for connections."""

import asyncio
import gc
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.applications import Starlette

from service.api.http.connection_limits import ConnectionLimits, protocol_with
from service.operations import signals
from service.operations.ports import bound, claim
from service.settings import Settings

STARTUP_FAILURE = 3
GRACEFUL_SECONDS = 5
"""How long open requests may take when the API stops, after the drain."""
_OTHER_FILES = 256
"""Files that a process needs besides client connections: connections to Redis, logs, modules."""
_COLLECT_AFTER = (10_000, 10, 10)
"""Open streams are many long-lived objects, so the garbage collector should not scan them often."""


class ApiServer(uvicorn.Server):
    """Serves the application. Streams never end by themselves, so shutdown ends them."""

    def __init__(self, app: Starlette, settings: Settings, **options: Any) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="uvloop",
                http=protocol_with(ConnectionLimits.of(settings, files=_files())),
                ws_max_size=settings.body_limit,
                ws="websockets-sansio",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=75,  # longer than clients and proxies keep theirs, so they close first
                timeout_graceful_shutdown=GRACEFUL_SECONDS,
                **options,
            )
        )
        self._app = app
        self._drain_seconds = settings.drain_seconds

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening. The signal handlers are installed by now."""
        if threading.current_thread() is threading.main_thread():
            signals.release()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Report not ready, keep serving for a while so that traffic moves away, then end the streams."""
        collaborators = self._app.state.collaborators
        collaborators.probes.stop()
        deadline = time.monotonic() + self._drain_seconds
        while not self.force_exit and time.monotonic() < deadline:  # noqa: ASYNC110  a flag of uvicorn's
            await asyncio.sleep(0.1)
        collaborators.live.end()
        await super().shutdown(sockets)


def serve(
    settings: Settings, create_app: Callable[[Settings], Starlette], *, share_port: bool = False
) -> int:
    """Serve until a signal arrives. Returns the exit code. Other processes may serve a shared port too."""
    listening = [bound(settings.host, settings.port, share=True)] if share_port else None
    if not share_port:
        claim(settings.host, settings.port)
    _allow_many_files()
    server = ApiServer(create_app(settings), settings, host=settings.host, port=settings.port)
    collect_garbage_seldom()
    # uvicorn shuts down cleanly and then raises the same signal again; the exit code must be 0.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        server.run(listening)
    return 0 if server.started else STARTUP_FAILURE


def collect_garbage_seldom() -> None:
    """Tune the garbage collector for a process that has loaded everything and now serves."""
    gc.collect()
    gc.freeze()  # exclude everything loaded so far from garbage collection
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()


def _files() -> int:
    """How many files may be open for client connections."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else max(1, soft - _OTHER_FILES)


def _allow_many_files() -> None:
    """Raise the limit of open files as far as possible, because each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
