"""Limits the time until a response begins."""

import asyncio
import math

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import TimedOut


class Deadline:
    """Cancels a request whose response has not begun in time. One that has begun may go on, as streams do.

    The change may have been stored by then. A caller that sent an `Idempotency-Key` can safely retry.
    """

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the request, unless it takes too long."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = asyncio.timeout(self.seconds)

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                limit.reschedule(None)
            await send(message)

        try:
            async with limit:
                await self.app(scope, receive, watched)
        except TimeoutError as error:
            if limit.expired():
                raise TimedOut(seconds=math.ceil(self.seconds)) from error
            raise
