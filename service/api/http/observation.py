"""The outermost middleware: it gives each request its id, its log line and its metrics."""

import re
import secrets
import time
from typing import Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service import runtime
from service.api.http.header_fields import header_field
from service.operations.metrics import Metrics

QUIET: Final = ("/healthz", "/readyz", "/metrics")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
logger = structlog.get_logger("emberlog.access")


def request_id_of(scope: Scope) -> str:
    """The caller's `X-Request-Id` if it is well-formed, else a new one."""
    given = header_field(scope, b"x-request-id")
    return given if given and _ID.fullmatch(given) else secrets.token_hex(8)


class Observation:
    """The outermost middleware: request id, common response headers, one log line and the metrics."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, then log and count it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = request_id_of(scope)
        headers = [(b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
        scope.setdefault("state", {}).update(request_id=request_id, headers=headers)
        status, began = 499, time.perf_counter()

        async def labelled(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                time_now = (b"server-time", runtime.now_moment().encode())
                message = {**message, "headers": [*message.get("headers", []), *headers, time_now]}
            await send(message)

        bound = structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            await self.app(scope, receive, labelled)
        finally:
            self._record(scope, status, time.perf_counter() - began)
            structlog.contextvars.reset_contextvars(**bound)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
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
