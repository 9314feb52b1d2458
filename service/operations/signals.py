"""Signals that stop a role. Their handlers only set a flag and write to a pipe: they may interrupt anything.

Process 1 of a container has no default handlers: a signal that comes before its own ones is lost. So the
command holds signals back before it does anything else, and a role releases them when it has its handlers.
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
    """Keep signals pending, also over `exec`, until they are released."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)


def release() -> None:
    """Let signals in, those that are pending first. Children that are started before inherit the hold."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


class StopFlag:
    """Whether somebody asked to stop."""

    is_set = False


class StopSignal(StopFlag):
    """Set by SIGINT or SIGTERM."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)

    def wait(self, seconds: float) -> bool:
        """Wait for a signal, at most so long; whether one has come."""
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
    """What SIGINT and SIGTERM set; signals that were held back come now."""
    stop = StopSignal()
    before = {number: signal.signal(number, stop.handle) for number in STOPPING}
    release()
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        stop.close()
