"""Limits the size of request bodies, and responds to a body that is too large."""

from typing import Final

import anyio
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.http.header_fields import header_field
from service.errors import TooLarge

_DRAINED_BYTES: Final = 16 * 2**20


_DRAINED_SECONDS: Final = 5


class BodyLimit:
    """Refuses a body that is too long, by its announced length or as soon as it exceeds the limit."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request and count the bytes of the body."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = header_field(scope, b"content-length")
        if length.isdecimal() and int(length[:20]) > self.limit:
            raise TooLarge(limit=self.limit)
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.limit:
                raise TooLarge(limit=self.limit)
            return message

        await self.app(scope, counted, send)


async def answer_early(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Respond while the client is still sending, and read on for a while so that it can read the response."""

    async def unfinished(message: Message) -> None:
        await send({**message, "more_body": True} if message["type"] == "http.response.body" else message)

    await response(scope, receive, unfinished)
    with anyio.move_on_after(_DRAINED_SECONDS):
        await _drain(receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _drain(receive: Receive) -> None:
    taken, more = 0, True
    while more and taken < _DRAINED_BYTES:
        message = await receive()
        taken += len(message.get("body", b""))
        more = message.get("more_body", False)
