"""Answers made smaller with gzip, by Starlette. Streams of events are sent as they are; lines are flushed."""

from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

from schema.accept import weights

SMALLEST: Final = 1000
"""Below so many bytes it is not worth it."""
_LEVEL: Final = 4


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether the caller takes gzip, and likes it no less than none at all."""
    liked = weights(accept_encoding)
    weight = liked.get("gzip", liked.get("*", 0.0))
    return weight > 0 and weight >= liked.get("identity", 0.0)


class Compression(GZipMiddleware):
    """Starlette's compression for whoever accepts it; Starlette itself does not read the weights."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app, minimum_size=SMALLEST, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, compressed if the caller takes that."""
        if scope["type"] == "http" and not accepts_gzip(Headers(scope=scope).get("accept-encoding", "")):
            plain = IdentityResponder(
                self.app, self.minimum_size, exclude_content_types=tuple(self.exclude_content_types)
            )
            await plain(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
