"""Signals that stop a role. Their handlers only set a flag and write to a pipe: they may interrupt anything.

Process 1 of a container has no default handlers, so a signal that arrives before it has installed its own is
lost. Therefore the command blocks signals before it does anything else, and a role unblocks them when its
handlers are installed.
"""

import contextlib
import os
import select
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Final

STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


def hold() -> None:
    """Block signals, also across `exec`, until they are released."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)


def release() -> None:
    """Unblock signals; pending ones are delivered first. Children started earlier inherit the block."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


class StopFlag:
    """Whether a stop was requested."""

    is_set = False


class StopSignal(StopFlag):
    """Set by SIGINT or SIGTERM."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)

    def wait(self, seconds: float) -> bool:
        """Wait for a signal, at most this long; returns whether one has arrived."""
        if not self.is_set:
            select.select([self._read], [], [], seconds)
        return self.is_set

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._read)
        os.close(self._write)

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        """The handler of both signals."""
        self.is_set = True
        with contextlib.suppress(BlockingIOError):
            os.write(self._write, b"\0")


@contextlib.contextmanager
def stop_signal() -> Iterator[StopSignal]:
    """The object that SIGINT and SIGTERM set; blocked signals are delivered now."""
    stop = StopSignal()
    before = {number: signal.signal(number, stop.handle) for number in STOPPING}
    release()
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        stop.close()
