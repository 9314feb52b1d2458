"""Ends a stream when the token that opened it is revoked, banned or expired."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from service.accounts.caller import AccessGrant
from service.live.change_notifications import ChangeNotifications
from service.runtime import now_ms
from service.store import RedisConnection, StoreError, keys

OnAccessEnd = Callable[[str], None]
"""Called with the code of the reason when access ends."""

_INVALID: Final = "token_invalid"
_BANNED: Final = "banned"
_LONGEST_NAP: Final = 86_400


class _OpenStream:
    """An open stream."""

    def __init__(self, access: AccessGrant, over: OnAccessEnd) -> None:
        self.access = access
        self.over = over


class AccessWatch:
    """The open streams of this process by token. It checks them on each notification and at intervals."""

    def __init__(
        self, connection: RedisConnection, notifications: ChangeNotifications, seconds: float
    ) -> None:
        self._connection = connection
        self._notifications = notifications
        self._seconds = seconds
        self._open: dict[str, set[_OpenStream]] = {}
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def watching(self, access: AccessGrant | None, over: OnAccessEnd) -> Iterator[None]:
        """Call `over` as soon as access ends, while the block runs. Without a token, access never ends."""
        if access is None:
            yield
            return
        stream = _OpenStream(access, over)
        self._open.setdefault(access.token_id, set()).add(stream)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())
        expiry = self._expiry(stream)
        try:
            yield
        finally:
            if expiry is not None:
                expiry.cancel()
            streams = self._open[access.token_id]
            streams.discard(stream)
            if not streams:
                del self._open[access.token_id]

    async def close(self) -> None:
        """Stop watching all streams."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _expiry(self, stream: _OpenStream) -> asyncio.TimerHandle | None:
        if stream.access.expires is None:
            return None
        left = (stream.access.expires - now_ms()) / 1000
        # A timer cannot be set years ahead; the regular check covers those tokens.
        return (
            asyncio.get_running_loop().call_later(left, stream.over, _INVALID)
            if left < _LONGEST_NAP
            else None
        )

    async def _watch(self) -> None:
        with self._notifications.listening(keys.ACCESS_CHANNEL) as listener:
            await self._notifications.subscribe(keys.ACCESS_CHANNEL)
            while True:
                changed = await listener.wait(self._seconds)
                with suppress(StoreError):
                    await self._look(self._open if changed is None else changed.keys() & self._open)

    async def _look(self, tokens: Iterable[str]) -> None:
        asked = list(tokens)
        if not asked:
            return
        found = await self._connection.pipeline(
            [("HMGET", keys.token(token), "digest", "banned", "since") for token in asked]
        )
        for token, (digest, banned, since) in zip(asked, found):
            for stream in list(self._open.get(token, ())):
                reason = _reason(stream.access, digest or b"", banned or b"", int(since or 0))
                if reason is not None:
                    stream.over(reason)


def _reason(access: AccessGrant, digest: bytes, banned: bytes, since: int) -> str | None:
    """The reason why access has ended, or None."""
    if digest.decode() != access.digest or (access.issued is not None and access.issued < since):
        return _INVALID
    if access.expires is not None and access.expires <= now_ms():
        return _INVALID
    return _BANNED if banned else None
