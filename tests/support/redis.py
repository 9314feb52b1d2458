"""Real Redis servers for tests: one for each test process, and private ones for those that kill them.

`EMBERLOG_REDIS_SERVER=redis-server make test` runs them on another server than the bundled one.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from service.operations.embedded import EmbeddedRedis, find_binary

# What a test writes need not outlive it, so the shared server does not wait for the disk.
IN_MEMORY = {"appendonly": "no", "appendfsync": "no"}


def server_binary() -> Path:
    """The server that tests run on."""
    return find_binary(os.environ.get("EMBERLOG_REDIS_SERVER"))


@contextlib.contextmanager
def shared_redis(directory: Path) -> Iterator[EmbeddedRedis]:
    """The server that most tests of a process share, flushed before each of them."""
    with EmbeddedRedis(directory, binary=server_binary(), options=IN_MEMORY) as server:
        yield server


@contextlib.contextmanager
def private_redis(directory: Path, **options: str) -> Iterator[EmbeddedRedis]:
    """A server as `emberlog serve` runs it, for one test: it may be killed, stopped and started again."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    with EmbeddedRedis(directory, binary=server_binary(), options=named) as server:
        yield server
