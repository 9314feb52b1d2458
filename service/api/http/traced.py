"""A middleware that puts a span around each request, below the caller's span if the request names one."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service import tracing
from service.api.http.header_fields import header_field
from service.api.http.observation import QUIET


class Traced:
    """Is part of the application only if spans are made."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request inside a span."""
        if scope["type"] != "http" or scope["path"] in QUIET:
            await self.app(scope, receive, send)
            return
        parent = header_field(scope, b"traceparent")
        with tracing.span(f"{scope['method']} request", parent) as span:

            async def seen(message: Message) -> None:
                if message["type"] == "http.response.start":
                    route = getattr(scope.get("route"), "path", "unmatched")
                    span.update_name(f"{scope['method']} {route}")
                    span.set_attribute("http.response.status_code", message["status"])
                await send(message)

            await self.app(scope, receive, seen)
