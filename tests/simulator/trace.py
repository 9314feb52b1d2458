"""What happened in a simulation: a digest of everything, and the last lines for people."""

import hashlib
import sys
import traceback
from collections import deque
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Final

import structlog

_KEPT: Final = 400


class Trace:
    """Two runs with the same digest did the same, down to every byte sent and when."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=_KEPT)
        self.counts: dict[str, int] = {}
        self._hash = hashlib.blake2b(digest_size=16)

    @property
    def digest(self) -> str:
        """The digest of all that happened until now."""
        return self._hash.hexdigest()

    def bytes_moved(self, at: float, process: str, data: bytes) -> None:
        """Bytes that a process sent or received; only the digest remembers them."""
        self._hash.update(b"%.9f %s %d " % (at, process.encode(), len(data)))
        self._hash.update(data)

    def tell(self, at: float, who: str, what: str, /, **details: object) -> None:
        """Something a person wants to know."""
        told = " ".join(f"{name}={value}" for name, value in details.items())
        line = f"{at:10.4f}  {who:<10} {what}" + (f"  {told}" if told else "")
        self._hash.update(line.encode())
        self.lines.append(line)
        self.counts[what] = self.counts.get(what, 0) + 1


class LogCapture:
    """Receives the service's log lines; errors in it are findings."""

    def __init__(self, tell: Callable[..., None], errors: list[str]) -> None:
        self._tell = tell
        self._errors = errors

    def __call__(self, _logger: Any, level: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
        """A processor of structlog; nothing is printed."""
        cause = event.pop("exc_info", None)
        details = {name: value for name, value in event.items() if name not in ("event", "pid")}
        if level in ("warning", "error", "exception", "critical"):
            self._tell("log", str(event["event"]), **details)
        if cause or level in ("exception", "critical"):
            self._errors.append(f"logged: {event['event']} {details}: {_cause(cause)}")
        raise structlog.DropEvent


def _cause(cause: Any) -> str:
    error = sys.exc_info()[1] if cause is True else cause
    if not isinstance(error, BaseException):
        return ""
    return "".join(traceback.format_exception(error)[-6:])
