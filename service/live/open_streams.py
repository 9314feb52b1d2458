"""Counts the open streams of each caller in this process, and limits them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.accounts.caller import Caller
from service.errors import TooMany

_RETRY_SECONDS = 5


class OpenStreams:
    """Counts the streams of each player, or of each address if there is no token."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def check(self, caller: Caller) -> None:
        """Raise TooMany if the caller cannot open another stream."""
        if self._open[_key(caller)] >= self._most:
            raise TooMany("too_many_streams", most=self._most, retry_after=_RETRY_SECONDS)

    @contextmanager
    def one(self, caller: Caller) -> Iterator[None]:
        """Count a stream while it is open."""
        self.check(caller)
        key = _key(caller)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


def _key(caller: Caller) -> str:
    return caller.player_id or caller.address
