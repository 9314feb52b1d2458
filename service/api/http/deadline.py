"""How long a caller waits for an answer to begin."""

import math

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import TimedOut


class Deadline:
    """Gives up what has not begun to answer in time. Once it has begun it may go on, as streams do.

    What was asked may have been stored by then: who sent an `Idempotency-Key` repeats it without harm.
    """

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, if it does not take too long."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with anyio.move_on_after(self.seconds) as limit:

            async def watched(message: Message) -> None:
                if message["type"] == "http.response.start":
                    limit.deadline = math.inf
                await send(message)

            await self.app(scope, receive, watched)
            return
        raise TimedOut(seconds=math.ceil(self.seconds))
