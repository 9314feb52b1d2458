"""What the service takes from its machine: time, randomness and threads. Simulations have their own runtime.

The runtime belongs to the context, so that each simulated process can have another clock.
"""

import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, TypeVar, TypeVarTuple

from anyio import to_thread

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class Runtime:
    """The real machine."""

    def time_ns(self) -> int:
        """Nanoseconds since 1970, by a clock that an operator may set."""
        return time.time_ns()

    def monotonic(self) -> float:
        """Seconds since some moment, by a clock that never goes back."""
        return time.monotonic()

    def random_bytes(self, count: int) -> bytes:
        """Bytes that nobody can predict."""
        return secrets.token_bytes(count)

    async def in_thread(self, function: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        """Call a function that takes long or blocks, outside of the event loop."""
        return await to_thread.run_sync(function, *arguments)


_MACHINE: Final = Runtime()
RUNTIME: Final[ContextVar[Runtime]] = ContextVar("runtime", default=_MACHINE)
"""The runtime of the current task or thread."""


def now_ms() -> int:
    """The current time in milliseconds since 1970."""
    return RUNTIME.get().time_ns() // 1_000_000


def now() -> datetime:
    """The current time in UTC."""
    return datetime.fromtimestamp(RUNTIME.get().time_ns() // 1000 / 1_000_000, UTC)


def now_moment() -> str:
    """The current time in RFC 3339 format, in milliseconds."""
    return as_moment(now_ms())


def as_moment(ms: int) -> str:
    """A time, given in milliseconds since 1970, in RFC 3339 format."""
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%dT%H:%M:%S}.{ms % 1000:03}Z"


def monotonic() -> float:
    """Seconds since some moment, by a clock that never goes back."""
    return RUNTIME.get().monotonic()


def random_bytes(count: int) -> bytes:
    """Bytes that nobody can predict."""
    return RUNTIME.get().random_bytes(count)


async def in_thread(function: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
    """Call a function that takes long or blocks, outside of the event loop."""
    return await RUNTIME.get().in_thread(function, *arguments)
