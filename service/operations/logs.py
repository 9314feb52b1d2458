"""Structured logs, one line an event, and the middleware that gives each request its id and its line."""

import logging
import re
import secrets
import sys
import time
from typing import Final

import msgspec
import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.types import Processor

from service.operations.metrics import Metrics
from service.settings import Settings

QUIET: Final = ("/healthz", "/readyz", "/metrics")

_SECRETS = re.compile(
    r"(?<=ticket=)[^&\s\"']+|\b(?:emb|tkt)_[0-9a-z]{26}_[a-z2-7]{32}\b|\beyJ[\w-]+\.[\w-]+\.[\w-]+"
)
"""Tickets, tokens and signed identities, wherever a library may write them."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SHARED: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
logger = structlog.get_logger("emberlog.access")


def hidden(line: str) -> str:
    """A line without anything that would let its reader in."""
    return _SECRETS.sub("***", line)


class _Logger:
    """Writes ready lines to whatever standard error is at the moment."""

    def __init__(self, name: str = "emberlog") -> None:
        self.name = name

    def msg(self, line: str) -> None:
        """One line of the log."""
        sys.stderr.write(hidden(line) + "\n")

    debug = info = warning = error = critical = msg


class _LibraryHandler(logging.Handler):
    """Takes what libraries log."""

    def emit(self, record: logging.LogRecord) -> None:
        """One line of the log."""
        sys.stderr.write(hidden(self.format(record)) + "\n")


def configure_logs(settings: Settings) -> None:
    """Sends our log, and in the same form that of every library, to standard error."""
    is_json = settings.log_format == "json"
    rendering: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)]
        if is_json
        else [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    )
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*_SHARED, *rendering],
        logger_factory=_Logger,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )
    handler = _LibraryHandler()
    unwrap = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_SHARED, processors=[unwrap, *rendering])
    )
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if not isinstance(other, _LibraryHandler)] + [handler]
    root.setLevel(level)


def _json(event: object, **_: object) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()


def request_id_of(headers: Headers) -> str:
    """The caller's `X-Request-Id` if it is harmless, else a fresh one."""
    given = headers.get("x-request-id", "")
    return given if _ID.fullmatch(given) else secrets.token_hex(16)


class Observation:
    """The outermost middleware: request id, headers that every answer has, one log line and the metrics."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and tell of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = request_id_of(Headers(scope=scope))
        headers = [(b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
        scope.setdefault("state", {}).update(request_id=request_id, headers=headers)
        status, began = 499, time.perf_counter()

        async def labelled(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", []), *headers]}
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self.app(scope, receive, labelled)
            finally:
                self._tell(scope, status, time.perf_counter() - began)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        self.metrics.request(scope["method"], route, status, seconds)
        if route in QUIET:
            return
        caller = scope["state"].get("caller")
        player = {"player": caller.player_id} if caller and caller.player_id else {}
        logger.info(
            "request",
            method=scope["method"],
            route=route,
            status=status,
            ms=round(seconds * 1000, 2),
            **player,
        )
