"""The HTTP server of the API: uvicorn with limits; live streams end before it waits for connections."""

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
from service.operations.ports import claim
from service.settings import Settings

STARTUP_FAILURE = 3
_OTHER_FILES = 256
"""Files that a process needs beside the connections of its clients: connections to Redis, logs, modules."""
_COLLECT_AFTER = (10_000, 10, 10)
"""Open streams are many objects that live long: looking them all over is not worth it too often."""


class ApiServer(uvicorn.Server):
    """Serves the application; streams have no end of their own, so that shutting down gives them one."""

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
                timeout_keep_alive=75,  # longer than clients and proxies keep theirs: they close, not we
                timeout_graceful_shutdown=5,
                **options,
            )
        )
        self._app = app
        self._drain_seconds = settings.drain_seconds

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen; by now signals have their handlers."""
        if threading.current_thread() is threading.main_thread():
            signals.release()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop being ready and answer on for a while, so that nobody is sent here; then end the streams."""
        collaborators = self._app.state.collaborators
        collaborators.probes.stop()
        deadline = time.monotonic() + self._drain_seconds
        while not self.force_exit and time.monotonic() < deadline:  # noqa: ASYNC110  a flag of uvicorn's
            await asyncio.sleep(0.1)
        collaborators.live.end()
        await super().shutdown(sockets)


def serve(settings: Settings, create_app: Callable[[Settings], Starlette]) -> int:
    """Serve until a signal ends it; the exit code."""
    claim(settings.host, settings.port)
    _allow_many_files()
    server = ApiServer(create_app(settings), settings, host=settings.host, port=settings.port)
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(*_COLLECT_AFTER)
    # uvicorn ends in good order, and then raises the signal again that ended it: the exit code is to be 0.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        server.run()
    return 0 if server.started else STARTUP_FAILURE


def _files() -> int:
    """How many files may be open for connections of clients."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else max(1, soft - _OTHER_FILES)


def _allow_many_files() -> None:
    """As many open files as this process may have: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
