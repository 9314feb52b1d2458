"""Compresses responses with gzip, using Starlette. Event streams are not compressed; lines are flushed."""

import math
from typing import Final

from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.accept import weights
from service.api.http.header_fields import header_field

SMALLEST: Final = 1000
"""Responses with fewer bytes are not compressed."""
_LEVEL: Final = 4


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether the caller accepts gzip and does not prefer an uncompressed response."""
    if not accept_encoding:
        return False
    liked = weights(accept_encoding)
    weight = liked.get("gzip", liked.get("*", 0.0))
    return weight > 0 and weight >= liked.get("identity", 0.0)


class Compression:
    """Starlette's compression, for callers that accept it and responses that are long enough.

    Starlette itself ignores the weights. Most responses are short and need no responder of their own.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._excluded = IdentityResponder(app, SMALLEST).exclude_content_types

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, compressed if the caller accepts it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        responder: IdentityResponder | None = None

        async def compressed(message: Message) -> None:
            nonlocal responder
            if responder is None:
                if message["type"] != "http.response.start" or _length(message) < SMALLEST:
                    await send(message)
                    return
                responder = self._responder(scope, send)
            await responder.send_with_compression(message)

        await self.app(scope, receive, compressed)

    def _responder(self, scope: Scope, send: Send) -> IdentityResponder:
        if accepts_gzip(header_field(scope, b"accept-encoding")):
            responder: IdentityResponder = GZipResponder(self.app, SMALLEST, compresslevel=_LEVEL)
        else:
            responder = IdentityResponder(self.app, SMALLEST, exclude_content_types=())
            responder.exclude_content_types = self._excluded
        responder.send = send
        return responder


def _length(start: Message) -> float:
    """The length of a response, which is unknown for a stream."""
    for name, value in start.get("headers", ()):
        if name == b"content-length":
            return int(value)
    return math.inf
