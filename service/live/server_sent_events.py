"""The wire format of server-sent events."""

from typing import Final

import msgspec

MEDIA_TYPE: Final = "text/event-stream"
BEGIN: Final = b"retry: 2000\n\n"
KEEP_ALIVE: Final = b": still here\n\n"


def event(value: object, *, name: str | None = None, cursor: int | None = None) -> bytes:
    """One event. A reader resumes from its cursor. Without a name it is a plain message."""
    lines = [b"data: " + msgspec.json.encode(value)]
    if name is not None:
        lines.insert(0, f"event: {name}".encode())
    if cursor is not None:
        lines.insert(0, f"id: {cursor}".encode())
    return b"\n".join(lines) + b"\n\n"
