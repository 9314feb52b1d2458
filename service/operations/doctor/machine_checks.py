"""What the doctor looks at on this machine: settings, data directory, archive, limits."""

import os
import resource
from collections.abc import Iterator
from typing import Final

from service.accounts.addresses import is_loopback
from service.engine.archive_storage import archive_storage
from service.operations.doctor.findings import Finding, fail, ok, warn
from service.operations.embedded import EmbeddedError, find_binary
from service.settings import Settings, SettingsError, rows

PROBE_FILE: Final = "doctor/probe"
"""The file that the doctor writes into the archive, always the same."""


def settings_are(settings: Settings) -> Iterator[Finding]:
    """The settings that were given, by name, and what they mean together."""
    given = [row.variable for row in rows(settings) if not row.is_default]
    yield ok("settings", ", ".join(given) if given else "all are defaults")
    if not is_loopback(settings.host) and settings.metrics_token is None:
        advice = "set EMBERLOG_METRICS_TOKEN, and give it to Prometheus"
        yield warn("settings", "nobody on another machine can read /metrics", advice)
    if settings.webhook_private and not is_loopback(settings.host):
        advice = "set EMBERLOG_WEBHOOK_PRIVATE only in a closed network"
        yield warn("settings", "players can send webhooks to private addresses", advice)


def unreadable_settings(error: SettingsError) -> Iterator[Finding]:
    """Each setting that cannot be used."""
    for line in str(error).splitlines():
        yield fail("settings", line, "`emberlog config` lists all settings with their meaning")


def files(settings: Settings) -> Finding:
    """Whether this machine permits as many connections as configured."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY or most >= settings.connections + 256:
        return ok("files", f"a process may open {'any number of' if most < 0 else most} files")
    advice = f"raise the limit (ulimit -Hn) to {settings.connections + 256}, or lower EMBERLOG_CONNECTIONS"
    return warn("files", f"a process may open only {most} files", advice)


def data_directory(settings: Settings) -> Iterator[Finding]:
    """Whether `serve` can run its own Redis."""
    try:
        yield ok("redis", f"`serve` runs {find_binary(settings.redis_server)}")
    except EmbeddedError as error:
        yield fail("redis", str(error), "set EMBERLOG_REDIS_SERVER or EMBERLOG_REDIS_URL")
    path = next(place for place in (settings.data_path, *settings.data_path.parents) if place.exists())
    if os.access(path, os.W_OK | os.X_OK) and path.is_dir():
        yield ok("data", f"{settings.data_path} is writable")
    else:
        yield fail("data", f"{path} is not writable", "set EMBERLOG_DATA, or change its owner")


def archive(settings: Settings) -> Iterator[Finding]:
    """Whether the archive takes a file and returns it."""
    if settings.archive_dir is None:
        yield ok("archive", "there is none: every log stays in Redis")
        return
    content = os.urandom(32)
    try:
        storage = archive_storage(settings.archive_dir)
        storage.write(PROBE_FILE, content)
        returned = storage.read(PROBE_FILE)
    except (OSError, SettingsError) as error:
        advice = (
            "mount it, or correct the address, keys and rights of the bucket: see The archive in "
            "docs/operations.md; EMBERLOG_ARCHIVE_DIR must be the same for all roles"
        )
        yield fail("archive", f"it cannot be used: {error}", advice)
        return
    if returned == content:
        yield ok("archive", "a file was written and read back")
    else:
        yield fail("archive", "it returned another file than was written", "do not use this storage")
