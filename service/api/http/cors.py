"""Which pages of other origins may call from a browser; tokens are sent by scripts, never by the browser."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ANY: Final = "*"
METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
TAKEN: Final = (
    "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match,"
    " Last-Event-ID, X-Request-Id"
)
SHOWN: Final = (
    "Allow, Content-Language, Deprecation, ETag, Link, Location, RateLimit-Limit, RateLimit-Remaining,"
    " RateLimit-Reset, Retry-After, Sunset, WWW-Authenticate, X-Request-Id"
)
_DAY: Final = "86400"


class Cors:
    """Answers a browser's preliminary question, and tells it which answers a page may read."""

    def __init__(self, app: ASGIApp, origins: frozenset[str]) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve; an origin that is not ours to let in is served too, but its page does not get to see it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        allowed = self._allowed(headers.get("origin"))
        if (
            scope["method"] == "OPTIONS"
            and "origin" in headers
            and "access-control-request-method" in headers
        ):
            await self._preflight(allowed)(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add_headers(MutableHeaders(scope=message), allowed)
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _allowed(self, origin: str | None) -> str | None:
        """What to answer to a page of this origin."""
        if ANY in self.origins:
            return ANY
        return origin if origin in self.origins else None

    def _preflight(self, allowed: str | None) -> Response:
        response = Response(status_code=204)
        self._add_headers(response.headers, allowed)
        if allowed:
            response.headers["Access-Control-Allow-Methods"] = METHODS
            response.headers["Access-Control-Allow-Headers"] = TAKEN
            response.headers["Access-Control-Max-Age"] = _DAY
        return response

    def _add_headers(self, headers: MutableHeaders, allowed: str | None) -> None:
        if ANY not in self.origins:
            headers.add_vary_header("Origin")
        if allowed:
            headers["Access-Control-Allow-Origin"] = allowed
            headers["Access-Control-Expose-Headers"] = SHOWN
