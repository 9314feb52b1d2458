"""Where archived games are put: a directory, or a bucket of an object store.

Object stores are reached through obstore, which is imported only if a URL asks for it.
"""

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import unquote, urlsplit

import structlog

from service import runtime
from service.settings import SettingsError
from service.store import ArchiveUnavailable
from service.store.outages import Outage

PLUGINS: Final = "emberlog.archive"
"""The entry point group for other kinds of storage: the name is a URL scheme, the value opens such URLs."""
CONNECT_TIMEOUT: Final = timedelta(seconds=3)
TIMEOUT: Final = timedelta(seconds=5)
"""The time for one request to an object store, and for repeating those that fail."""
REST_SECONDS: Final = 5.0
"""How long nothing is asked of a storage that has just failed."""

logger = structlog.get_logger("emberlog.archive")


class ArchiveStorage(Protocol):
    """A place for files. All its errors are OSError."""

    def write(self, name: str, content: bytes) -> None:
        """Write the whole file or nothing; it is durable when this returns. An existing file is replaced."""

    def read(self, name: str) -> bytes:
        """Read a file."""


class DirectoryStorage:
    """A directory, created if it does not exist."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @classmethod
    def of(cls, address: str) -> "DirectoryStorage":
        """The directory for a path or a file URL."""
        path = unquote(urlsplit(address).path) if address.startswith("file:") else address
        return cls(Path(path).expanduser().absolute())

    def write(self, name: str, content: bytes) -> None:
        """Write to a temporary name first; file and name are on disk before this returns."""
        path = self._root / name
        part = path.with_name(f".{runtime.random_bytes(8).hex()}.part")
        _make(path.parent)
        try:
            with part.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        _sync(path.parent)

    def read(self, name: str) -> bytes:
        """Read a file."""
        return (self._root / name).read_bytes()


class ObjectStorage:
    """A bucket, or a folder of it. Keys, region and endpoint come from the store's usual variables."""

    def __init__(self, address: str) -> None:
        from obstore.exceptions import BaseError
        from obstore.store import from_url

        if "@" in urlsplit(address).netloc:
            scheme = urlsplit(address).scheme
            raise SettingsError(
                f"EMBERLOG_ARCHIVE_DIR={scheme}://… cannot be used: put keys into the variables of the store,"
                " not into the address"
            )
        try:
            # Plain HTTP is used only where the operator's own endpoint says so.
            self._store = from_url(
                address,
                client_options={"connect_timeout": CONNECT_TIMEOUT, "timeout": TIMEOUT, "allow_http": True},
                retry_config={"retry_timeout": TIMEOUT},
            )
        except (BaseError, ValueError) as error:
            raise SettingsError(f"EMBERLOG_ARCHIVE_DIR={address} cannot be used: {_reason(error)}") from error

    def write(self, name: str, content: bytes) -> None:
        """Send the file in one request, which the store takes whole or not at all."""
        from obstore.exceptions import BaseError

        try:
            self._store.put(name, content, use_multipart=False)
        except (BaseError, OSError) as error:
            raise _os_error(error) from error

    def read(self, name: str) -> bytes:
        """Read a file."""
        from obstore.exceptions import BaseError

        try:
            return bytes(self._store.get(name).bytes())
        except (BaseError, OSError) as error:
            raise _os_error(error) from error


class GuardedStorage:
    """A storage whose errors are ArchiveUnavailable.

    After an error it rests, so that a storage that hangs does not hold up every request and job one by one.
    """

    def __init__(self, storage: ArchiveStorage) -> None:
        self._storage = storage
        self._outage = Outage(logger, "archive")
        self._rests_until = 0.0

    def write(self, name: str, content: bytes) -> None:
        """Write the whole file or nothing."""
        with self._asked(name, "written"):
            self._storage.write(name, content)

    def read(self, name: str) -> bytes:
        """Read a file."""
        with self._asked(name, "read"):
            return self._storage.read(name)

    @contextmanager
    def _asked(self, name: str, what: str) -> Iterator[None]:
        if runtime.monotonic() < self._rests_until:
            raise ArchiveUnavailable(f"{name} cannot be {what}: the archive has just failed")
        try:
            yield
        except OSError as error:
            if not isinstance(error, FileNotFoundError):
                self._outage.record_failure(error)
                self._rests_until = runtime.monotonic() + REST_SECONDS
            raise ArchiveUnavailable(f"{name} in the archive cannot be {what}: {error.strerror}") from error
        self._outage.record_success()


STORAGES: Mapping[str, Callable[[str], ArchiveStorage]] = {
    "": DirectoryStorage.of,
    "file": DirectoryStorage.of,
    "s3": ObjectStorage,
    "gs": ObjectStorage,
    "az": ObjectStorage,
}


def archive_storage(address: str) -> ArchiveStorage:
    """The storage for a path or a URL."""
    scheme = urlsplit(address).scheme
    if scheme in STORAGES:
        return STORAGES[scheme](address)
    for plugin in entry_points(group=PLUGINS, name=scheme):
        opened: ArchiveStorage = plugin.load()(address)
        return opened
    raise SettingsError(f"EMBERLOG_ARCHIVE_DIR={scheme}://… cannot be used: nothing here knows {scheme}://")


def _reason(error: Exception) -> str:
    """An error of obstore in one line, without its notes for programmers."""
    return " ".join(str(error).partition("\n\nDebug source")[0].split())[:400]


def _os_error(error: Exception) -> OSError:
    """OSError chooses the subclass that belongs to the number."""
    return OSError(errno.ENOENT if isinstance(error, FileNotFoundError) else errno.EIO, _reason(error))


def _make(directory: Path) -> None:
    """Create a directory and its parents, durably."""
    if not directory.is_dir():
        _make(directory.parent)
        directory.mkdir(exist_ok=True)
        _sync(directory.parent)


def _sync(directory: Path) -> None:
    """Sync a directory, so that the names in it are on disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
