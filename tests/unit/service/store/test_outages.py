"""An outage in the log: told when it begins, once a minute, and when it ends."""

from typing import Any

import pytest

from service.store.outages import Outage


class Heard:
    """A logger that remembers."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, float]] = []

    def warning(self, event: str, **said: Any) -> None:
        self.lines.append((event, said["seconds"]))

    info = warning


def test_outage_is_logged_at_its_start_once_a_minute_and_at_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard, clock = Heard(), 1000.0
    monkeypatch.setattr("service.runtime.monotonic", lambda: clock)
    outage = Outage(heard, "redis")
    outage.record_success()
    for _ in range(130):
        outage.record_failure(ConnectionError("nobody there"))
        clock += 1
    outage.record_success()
    outage.record_success()
    outage.record_failure(ConnectionError("gone again"))
    assert heard.lines == [("away", 0), ("away", 60), ("away", 120), ("back", 130.0), ("away", 0)]
