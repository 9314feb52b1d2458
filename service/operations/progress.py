"""A progress bar on standard error; if that is not a terminal, a line now and then."""

import sys
import time

WIDTH = 30
REDRAW_SECONDS = 0.1
LINES = 10


class ProgressBar:
    """Shows the progress of a task."""

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._live = sys.stderr.isatty()
        self._drawn = 0.0

    def __call__(self, done: int, note: str = "") -> None:
        """Report how much is done."""
        if self._live:
            self._draw(done, note)
        elif done * LINES // self._total != (done - 1) * LINES // self._total:
            sys.stderr.write(f"{self._what}: {100 * done // self._total} %  {note}\n")

    def _draw(self, done: int, note: str) -> None:
        now = time.monotonic()
        if done < self._total and now - self._drawn < REDRAW_SECONDS:
            return
        self._drawn = now
        bar = "#" * (WIDTH * done // self._total)
        end = "\n" if done == self._total else ""
        sys.stderr.write(
            f"\r{self._what} [{bar:<{WIDTH}}] {100 * done // self._total:3} %  {note}\x1b[K{end}"
        )
        sys.stderr.flush()
