"""Leases: a stream lives by the token that opened it, and no longer, be that revoked, banned or expired."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from service.auth import Lease
from service.live.hints import Hints
from service.orders import now_ms
from service.store import Link, StoreError, keys

Over = Callable[[str], None]
"""What is called, with the reason's code, when a lease is over."""

_INVALID: Final = "token_invalid"
_BANNED: Final = "banned"
_LONGEST_NAP: Final = 86_400


class _Open:
    """A stream that is open."""

    def __init__(self, lease: Lease, over: Over) -> None:
        self.lease = lease
        self.over = over


class Leases:
    """The open streams of this process by token. All are looked at when a hint says so, and regularly."""

    def __init__(self, link: Link, hints: Hints, seconds: float) -> None:
        self._link = link
        self._hints = hints
        self._seconds = seconds
        self._open: dict[str, set[_Open]] = {}
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def held(self, lease: Lease | None, over: Over) -> Iterator[None]:
        """While the block lasts, `over` is called as soon as the lease is; nobody's never is."""
        if lease is None:
            yield
            return
        stream = _Open(lease, over)
        self._open.setdefault(lease.token_id, set()).add(stream)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())
        expiry = self._expiry(stream)
        try:
            yield
        finally:
            if expiry is not None:
                expiry.cancel()
            streams = self._open[lease.token_id]
            streams.discard(stream)
            if not streams:
                del self._open[lease.token_id]

    async def close(self) -> None:
        """Nobody is watched any longer."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _expiry(self, stream: _Open) -> asyncio.TimerHandle | None:
        if stream.lease.expires is None:
            return None
        left = (stream.lease.expires - now_ms()) / 1000
        # A timer may not be set for years ahead; the regular look sees to those.
        return (
            asyncio.get_running_loop().call_later(left, stream.over, _INVALID)
            if left < _LONGEST_NAP
            else None
        )

    async def _watch(self) -> None:
        with self._hints.listening(keys.ACCESS_CHANNEL) as bell:
            await self._hints.subscribe(keys.ACCESS_CHANNEL)
            while True:
                heard = await bell.wait(self._seconds)
                with suppress(StoreError):
                    await self._look(self._open if heard is None else heard.keys() & self._open)

    async def _look(self, tokens: Iterable[str]) -> None:
        asked = list(tokens)
        if not asked:
            return
        found = await self._link.pipeline(
            [("HMGET", keys.token(token), "digest", "banned", "since") for token in asked]
        )
        for token, (digest, banned, since) in zip(asked, found):
            for stream in list(self._open.get(token, ())):
                reason = _reason(stream.lease, digest or b"", banned or b"", int(since or 0))
                if reason is not None:
                    stream.over(reason)


def _reason(lease: Lease, digest: bytes, banned: bytes, since: int) -> str | None:
    """Why a lease is over, if it is."""
    if digest.decode() != lease.digest or (lease.issued is not None and lease.issued < since):
        return _INVALID
    if lease.expires is not None and lease.expires <= now_ms():
        return _INVALID
    return _BANNED if banned else None
