"""The HTTP server of the API: uvicorn with limits; live streams end before it waits for connections."""

import gc
import resource
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.applications import Starlette

from service.api.http.connection_limits import ConnectionLimits, protocol_with
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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the rest."""
        self._app.state.collaborators.live.end()
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
