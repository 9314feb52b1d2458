"""Server-sent events as a response, until they end or the reader leaves, is too slow, or loses access."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, aclosing, nullcontext
from functools import partial
from typing import Final, Self

import anyio
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from service.live.server_sent_events import BEGIN, MEDIA_TYPE, event

TOO_SLOW: Final = "too_slow"


_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


_FAREWELL_SECONDS: Final = 1.0


Held = Callable[[Callable[[str], None]], AbstractContextManager[None]]
"""A context manager that, while entered, may call the given function with the reason to end the stream."""


def _for_ever(_: Callable[[str], None]) -> AbstractContextManager[None]:
    return nullcontext()


class EventStream(Response):
    """A streaming response. Readers that do not take an event within `patience` seconds are dropped."""

    media_type = MEDIA_TYPE

    def __init__(
        self,
        events: AsyncGenerator[bytes],
        patience: float,
        dropped: Callable[[], None] = lambda: None,
        held: Held = _for_ever,
    ) -> None:
        self.status_code = 200
        self.background = None
        self._events = events
        self._patience = patience
        self._dropped = dropped
        self._held = held
        self.init_headers(_HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the stream ends."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        if scope["method"] != "HEAD":
            async with anyio.create_task_group() as group:
                group.start_soon(_until_gone, receive, group.cancel_scope)
                await self._pour_while_held(send)
                group.cancel_scope.cancel()
        with anyio.move_on_after(_FAREWELL_SECONDS):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _pour_while_held(self, send: Send) -> None:
        reasons: list[str] = []
        with anyio.CancelScope() as pouring:

            def end(reason: str) -> None:
                reasons.append(reason)
                pouring.cancel()

            with self._held(end), _Patience(self._patience, partial(end, TOO_SLOW)) as patience:
                await self._pour(send, patience)
        if TOO_SLOW in reasons:
            self._dropped()
        if reasons:
            with anyio.move_on_after(_FAREWELL_SECONDS):
                await send(_body(event({"code": reasons[0]}, name="dropped")))

    async def _pour(self, send: Send, patience: "_Patience") -> None:
        async with aclosing(self._events) as events:
            patience.begin()
            await send(_body(BEGIN))
            patience.end()
            async for chunk in events:
                patience.begin()
                await send(_body(chunk))
                patience.end()


class _Patience:
    """Detects slow sends with one timer for the whole stream, which costs less than one for each event."""

    def __init__(self, seconds: float, over: Callable[[], None]) -> None:
        self._seconds = seconds
        self._over = over
        self._began: float | None = None
        self._loop = asyncio.get_running_loop()

    def __enter__(self) -> Self:
        self._timer = self._loop.call_later(self._seconds, self._look)
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def begin(self) -> None:
        """A send begins."""
        self._began = self._loop.time()

    def end(self) -> None:
        """The send is complete."""
        self._began = None

    def _look(self) -> None:
        left = self._seconds if self._began is None else self._began + self._seconds - self._loop.time()
        if left <= 0:
            self._over()
        else:
            self._timer = self._loop.call_later(left, self._look)


def _body(chunk: bytes) -> Message:
    return {"type": "http.response.body", "body": chunk, "more_body": True}


async def _until_gone(receive: Receive, everything: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    everything.cancel()
