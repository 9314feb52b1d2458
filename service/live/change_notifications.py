"""Notifications over Redis pub/sub that a game has changed, with one subscriber for each process.

A message may get lost, so listeners are also notified after each subscription to their channel.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import structlog
from redis.exceptions import RedisError

from service.store import RedisConnection
from service.store.connection import LOST
from service.store.outages import Outage

_HOME: Final = "live"
"""A channel without messages, so that the subscriber always has a subscription."""
_LISTENING_SECONDS: Final = 5.0
_PAUSE_SECONDS: Final = 0.5
_AWAY: Final = (RedisError, *LOST)

logger = structlog.get_logger("emberlog.live")


class ChangeListener:
    """Waits for changes and remembers the latest seq of each game that was reported."""

    def __init__(self) -> None:
        self._notified = asyncio.Event()
        self._changed: dict[str, int] = {}
        self._gap = False
        self.trace = ""
        """The span of the latest change, if spans are made."""

    def notify(self, change: tuple[str, int] | None = None, trace: str = "") -> None:
        """Report a change of this game. Without one, report that any game may have changed."""
        self.trace = trace
        if change is None:
            self._gap = True
        else:
            self._changed[change[0]] = change[1]
        self._notified.set()

    async def wait(self, seconds: float) -> dict[str, int] | None:
        """Wait at most this many seconds for changed games. None means that any game may have changed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._notified.wait()
        changed = None if self._gap or not self._changed else self._changed
        self._changed, self._gap = {}, False
        self._notified.clear()
        return changed


class ChangeNotifications:
    """Passes notifications on to the listeners of each channel."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection
        self._listeners: dict[str, set[ChangeListener]] = {}
        self._idle: set[str] = set()
        self._changing = asyncio.Lock()
        self._outage = Outage(logger, "notifications")
        self._pubsub: Any = None
        self._task: asyncio.Task[None] | None = None
        self.ended = False

    @contextmanager
    def listening(self, channel: str) -> Iterator[ChangeListener]:
        """A listener on a channel. `subscribe` sends it the first notification."""
        listener = ChangeListener()
        self._listeners.setdefault(channel, set()).add(listener)
        self._idle.discard(channel)
        try:
            yield listener
        finally:
            self._listeners[channel].discard(listener)
            if not self._listeners[channel]:
                del self._listeners[channel]
                self._idle.add(channel)

    async def subscribe(self, channel: str) -> None:
        """Subscribe to a channel. While Redis is unavailable, the subscription is postponed."""
        if self._task is None:
            self._task = asyncio.create_task(self._listen())
        async with self._changing:
            if self._pubsub is not None:
                with suppress(*_AWAY):
                    await self._pubsub.subscribe(channel)

    def end(self) -> None:
        """End all waiting."""
        self.ended = True
        for listener in {listener for listeners in self._listeners.values() for listener in listeners}:
            listener.notify()

    async def close(self) -> None:
        """Stop listening."""
        self.end()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _listen(self) -> None:
        while True:
            try:
                await self._connect()
                while True:
                    self._hear(await self._pubsub.get_message(timeout=_LISTENING_SECONDS))
                    await self._forget_idle()
            except _AWAY as error:
                self._outage.record_failure(error)
            finally:
                lost, self._pubsub = self._pubsub, None
                if lost is not None:
                    with suppress(*_AWAY):
                        await lost.aclose()
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _connect(self) -> None:
        async with self._changing:
            self._pubsub = self._connection.client.pubsub()
            await self._pubsub.subscribe(_HOME, *self._listeners)
            self._outage.record_success()

    async def _forget_idle(self) -> None:
        if self._idle:
            async with self._changing:
                idle, self._idle = self._idle, set()
                await self._pubsub.unsubscribe(*idle)

    def _hear(self, message: dict[str, Any] | None) -> None:
        if message is None or message["type"] not in {"message", "subscribe"}:
            return
        change, trace = None, list[str]()
        if message["type"] == "message":
            game, seq, *trace = message["data"].decode().split()
            change = game, int(seq)
        for listener in self._listeners.get(message["channel"].decode(), ()):
            listener.notify(change, *trace)
