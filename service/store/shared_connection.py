"""One connection to Redis that all callers share: commands that are ready together leave in one packet.

redis-py opens the connection (address, TLS, user, database) and parses its URL; the bytes are ours. A caller
waits for its answer only, and never for another caller's turn, so a move costs few system calls under load.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import hiredis
from redis import exceptions as failures
from redis._parsers.base import BaseParser

_INCOMPLETE: Any = object()


class Opened(Protocol):
    """A connection of redis-py whose bytes can be taken over."""

    async def connect(self) -> None:
        """Connect and log in."""

    def take_over(self, protocol: asyncio.Protocol) -> asyncio.Transport:
        """Send everything that arrives from now on to this protocol."""

    def release(self) -> None:
        """Close the connection."""


class SharedConnection:
    """Sends commands whose answers come in order and at once; never use it for a command that blocks."""

    def __init__(self, make: Callable[[], Opened], seconds: float) -> None:
        self._make = make
        self._seconds = seconds
        self._pipeline: _Pipeline | None = None
        self._opening = asyncio.Lock()

    async def execute(self, *command: Any) -> Any:
        """Send one command and return the answer; raises the client's errors."""
        pipeline = self._pipeline
        if pipeline is None or not pipeline.is_open:
            pipeline = await self._opened()
        answer = await pipeline.send(hiredis.pack_command(command))
        if isinstance(answer, Exception):
            if isinstance(answer, failures.ReadOnlyError):
                self._leave(pipeline)
            raise answer
        return answer

    def close(self) -> None:
        """Close the connection; the next command opens another."""
        if self._pipeline is not None:
            self._leave(self._pipeline)

    async def _opened(self) -> "_Pipeline":
        async with self._opening:
            if self._pipeline is None or not self._pipeline.is_open:
                connection = self._make()
                await connection.connect()
                self._pipeline = _Pipeline(connection, self._seconds)
            return self._pipeline

    def _leave(self, pipeline: "_Pipeline") -> None:
        """Use this pipeline no more: its server has become a replica."""
        if self._pipeline is pipeline:
            self._pipeline = None
        pipeline.end()


class _Pipeline(asyncio.Protocol):
    """The commands that wait for an answer, in the order in which they were sent."""

    def __init__(self, connection: Opened, seconds: float) -> None:
        self.is_open = True
        self._connection = connection
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(
            protocolError=failures.InvalidResponse,
            replyError=BaseParser.parse_error,
            notEnoughData=_INCOMPLETE,
        )
        self._unsent: list[bytes] = []
        self._waiting: deque[tuple[float, asyncio.Future[Any]]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._transport = connection.take_over(self)

    def send(self, packed: bytes) -> asyncio.Future[Any]:
        """The answer to come. Commands of the same moment are written together."""
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(packed)
        future = self._loop.create_future()
        self._waiting.append((self._loop.time() + self._seconds, future))
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._check_time)
        return future

    def end(self) -> None:
        """Accept no more commands; close when the last answer is there."""
        self.is_open = False
        if not self._waiting:
            self._connection.release()

    def data_received(self, data: bytes) -> None:
        """Hand the answers to the callers. A caller that has given up leaves its answer unread."""
        self._reader.feed(data)
        while (answer := self._reader.gets()) is not _INCOMPLETE:
            _, future = self._waiting.popleft()
            if not future.done():
                future.set_result(answer)
        if not self.is_open:
            self.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell all callers that their answers will not come."""
        self.is_open = False
        if self._timer is not None:
            self._timer.cancel()
        self._connection.release()
        now = self._loop.time()
        while self._waiting:
            deadline, future = self._waiting.popleft()
            if not future.done():
                future.set_exception(
                    _lost(exc) if deadline > now else failures.TimeoutError("no answer in time")
                )

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if self._transport.is_closing():
            return  # the callers hear of it from `connection_lost`
        self._transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    def _check_time(self) -> None:
        """Give the connection up if the oldest command waits too long: answers come in order."""
        self._timer = None
        if not self._waiting:
            return
        left = self._waiting[0][0] - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._check_time)
        else:
            self.is_open = False
            self._transport.abort()


def _lost(cause: Exception | None) -> failures.ConnectionError:
    return failures.ConnectionError(f"the connection to Redis broke: {cause or 'closed by the server'}")
