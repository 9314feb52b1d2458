"""A master with two replicas, watched by three Sentinels, all on loopback ports."""

import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import redis

from service.operations import children
from tests.support.acl import documented_users
from tests.support.processes import eventually, free_port
from tests.support.redis import IN_MEMORY, server_binary
from tests.unit.service.store.servers import Server

SERVICE = "games"
_CONFIG = """\
port {port}
bind 127.0.0.1
dir {directory}
sentinel monitor {service} 127.0.0.1 {master} 2
sentinel down-after-milliseconds {service} 1000
sentinel failover-timeout {service} 5000
sentinel parallel-syncs {service} 2
{more}
"""


class Sentinel:
    """One Sentinel process."""

    def __init__(self, directory: Path, master: int, more: str = "") -> None:
        self.port = free_port()
        directory.mkdir(parents=True)
        self._config = directory / "sentinel.conf"
        self._config.write_text(
            _CONFIG.format(port=self.port, directory=directory, service=SERVICE, master=master, more=more)
        )

    def __enter__(self) -> Self:
        command = [str(server_binary()), str(self._config), "--sentinel"]
        self._process = children.spawn(command, log=subprocess.DEVNULL)
        return self

    def __exit__(self, *_: object) -> None:
        children.stop(self._process, seconds=30)

    def kill(self) -> None:
        """Kill it as a crash would."""
        self._process.kill()
        self._process.wait()

    def command(self, *args: object) -> Any:
        """One command, by a connection of its own."""
        with redis.Redis(host="127.0.0.1", port=self.port) as client:
            untyped: Any = client
            return untyped.execute_command(*args)

    def answers(self) -> bool:
        """Whether it has started."""
        try:
            return bool(self.command("PING"))
        except redis.RedisError:
            return False

    def create_user(self, user: str) -> None:
        """Create a user that the guide documents."""
        self.command("ACL", "SETUSER", user, "reset", *documented_users()[user])

    def knows_everyone(self) -> bool:
        """Whether it has found two replicas and the two other Sentinels."""
        try:
            state = self.command("SENTINEL", "MASTER", SERVICE)
        except redis.ConnectionError:
            return False
        return bool(state[b"num-slaves"] == state[b"num-other-sentinels"] == b"2")


class WatchedMaster(ExitStack):
    """Three servers of which one is the master, and their Sentinels."""

    def __init__(self, directory: Path, **options: str) -> None:
        super().__init__()
        common = {"repl_diskless_sync_delay": "0", **IN_MEMORY, **options}
        first = Server(directory / "0", **common)
        replicas = [Server(directory / str(n), replicaof=f"127.0.0.1 {first.port}", **common) for n in (1, 2)]
        self.servers = [first, *replicas]
        self.sentinels = [Sentinel(directory / f"sentinel{n}", first.port) for n in range(3)]

    @property
    def url(self) -> str:
        """The URL for the settings of log and queues."""
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://{hosts}/{SERVICE}"

    def __enter__(self) -> Self:
        with ExitStack() as starting:
            starting.callback(self.close)
            for server in self.servers:
                self.enter_context(server)
            for sentinel in self.sentinels:
                self.enter_context(sentinel)
            eventually(lambda: self.servers[0].command("WAIT", 2, 1000) == 2)
            eventually(lambda: all(sentinel.knows_everyone() for sentinel in self.sentinels))
            starting.pop_all()
        return self

    @property
    def master(self) -> Server:
        """The server that the Sentinels name."""
        _, port = self.sentinels[-1].command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)
        return next(server for server in self.servers if server.port == int(port))

    def until_promoted(self, old: Server) -> Server:
        """Wait until another server than the old master is the master; returns it."""
        eventually(lambda: self.master is not old and is_master(self.master))
        return self.master


def is_master(server: Server) -> bool:
    """Whether a server considers itself a master."""
    try:
        return bool(server.command("ROLE")[0] == b"master")
    except redis.RedisError:
        return False
