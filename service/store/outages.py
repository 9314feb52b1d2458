"""What is away is asked for again and again; the log tells when that begins and ends, and once a minute."""

import time
from typing import Any, Final

TELL_EVERY: Final = 60.0


class Outage:
    """Whether one thing that is needed is away, and what is told of it."""

    def __init__(self, logger: Any, what: str) -> None:
        self._logger = logger
        self._what = what
        self._since: float | None = None
        self._told = 0.0

    def record_failure(self, error: Exception) -> None:
        """It was asked for in vain."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        elif now - self._told < TELL_EVERY:
            return
        self._told = now
        cause = f"{type(error).__name__}: {error}"
        self._logger.warning("away", what=self._what, cause=cause, seconds=round(now - self._since))

    def record_success(self) -> None:
        """It is there."""
        if self._since is not None:
            self._logger.info("back", what=self._what, seconds=round(time.monotonic() - self._since, 1))
            self._since = None
