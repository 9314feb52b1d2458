"""Logs outages of a dependency: when one starts and ends, and once a minute in between."""

from typing import Any, Final

from service import runtime

TELL_EVERY: Final = 60.0


class Outage:
    """The state of one dependency, and when it was last logged."""

    def __init__(self, logger: Any, what: str) -> None:
        self._logger = logger
        self._what = what
        self._since: float | None = None
        self._logged_at = 0.0

    def record_failure(self, error: Exception) -> None:
        """Record a failed attempt; logs the start of an outage, then once a minute."""
        now = runtime.monotonic()
        if self._since is None:
            self._since = now
        elif now - self._logged_at < TELL_EVERY:
            return
        self._logged_at = now
        cause = f"{type(error).__name__}: {error}"
        self._logger.warning("away", what=self._what, cause=cause, seconds=round(now - self._since))

    def record_success(self) -> None:
        """Record a success; logs the end of an outage."""
        if self._since is not None:
            self._logger.info("back", what=self._what, seconds=round(runtime.monotonic() - self._since, 1))
            self._since = None
