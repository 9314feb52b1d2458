"""Compresses responses with gzip, using Starlette. Event streams are not compressed; lines are flushed."""

from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

from schema.accept import weights

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


class Compression(GZipMiddleware):
    """Starlette's compression, for callers that accept it. Starlette itself ignores the weights."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=SMALLEST, compresslevel=_LEVEL)
        self._excluded = IdentityResponder(app, SMALLEST).exclude_content_types

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, compressed if the caller accepts it."""
        if scope["type"] == "http" and not accepts_gzip(Headers(scope=scope).get("accept-encoding", "")):
            plain = IdentityResponder(self.app, self.minimum_size, exclude_content_types=())
            plain.exclude_content_types = self._excluded
            await plain(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
