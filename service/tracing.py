"""Spans of OpenTelemetry, off by default. While they are off, every span is one object that does nothing.

The context of a span travels as a `traceparent` of W3C, in payloads of the outbox, in jobs and in notices. It
never enters an entry: entries are hashed, and what is decided must not depend on who watches.
"""

from contextlib import AbstractContextManager
from typing import Any, Protocol


class Tracer(Protocol):
    """What makes spans; `service.operations.traces` has the real one."""

    def span(self, name: str, parent: str, attributes: dict[str, str | int]) -> AbstractContextManager[Any]:
        """A span around a block; without a parent, below the current span."""

    def current(self) -> str:
        """The current span as a `traceparent`; empty if there is none."""


class _Nothing:
    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, *_: object) -> None:
        """Do nothing."""


_NOTHING = _Nothing()
_tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """Make spans with this tracer from now on, or none."""
    global _tracer  # noqa: PLW0603  one switch for the whole process
    _tracer = tracer


def is_on() -> bool:
    """Whether spans are made."""
    return _tracer is not None


def span(name: str, parent: str = "", **attributes: str | int) -> AbstractContextManager[Any]:
    """A span around a block. The parent is a `traceparent` from elsewhere, or else the current span."""
    return _NOTHING if _tracer is None else _tracer.span(name, parent, attributes)


def current() -> str:
    """The current span as a `traceparent`, to be passed on; empty while spans are off."""
    return "" if _tracer is None else _tracer.current()
