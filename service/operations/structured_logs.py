"""Structured logs, one line for each event."""

import logging
import re
import sys
from typing import Final

import msgspec
import structlog
from structlog.types import Processor

from service.settings import Settings

_SECRETS = re.compile(
    r"(?i:(?<=ticket=)|(?<=token=)|(?<=ticket%3d)|(?<=token%3d)|(?<=bearer ))[^&\s\"']+"
    r"|\b(?:emb|tkt)_[0-9a-z]{26}_[a-z2-7]{32}\b|\beyJ[\w-]+\.[\w-]+\.[\w-]+"
)
"""Tickets, tokens and JWTs, wherever a library may log them; in a URL, in any form."""


_SHARED: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def mask_secrets(line: str) -> str:
    """The line with all secrets masked."""
    return _SECRETS.sub("***", line)


class _Logger:
    """Writes finished lines to the current standard error."""

    def __init__(self, name: str = "emberlog") -> None:
        self.name = name

    def msg(self, line: str) -> None:
        """Write one line of the log."""
        sys.stderr.write(mask_secrets(line) + "\n")

    debug = info = warning = error = critical = msg


class _LibraryHandler(logging.Handler):
    """Receives the log records of libraries."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line of the log."""
        sys.stderr.write(mask_secrets(self.format(record)) + "\n")


def configure_logs(settings: Settings) -> None:
    """Send our log, and that of every library in the same format, to standard error."""
    is_json = settings.log_format == "json"
    rendering: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)]
        if is_json
        else [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    )
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*_SHARED, *rendering],
        logger_factory=_Logger,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )
    handler = _LibraryHandler()
    unwrap = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_SHARED, processors=[unwrap, *rendering])
    )
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if not isinstance(other, _LibraryHandler)] + [handler]
    root.setLevel(level)


def _json(event: object, **_: object) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()
