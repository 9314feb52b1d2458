"""Real servers for the store's tests: one with a port, which can be paused, and a cluster of six."""

import os
import signal
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import redis

from service.operations.embedded import EmbeddedRedis
from tests.support.processes import eventually, free_port
from tests.support.redis import IN_MEMORY, server_binary

SLOTS = 16384


class Server(EmbeddedRedis):
    """An embedded Redis that listens on a loopback port as well."""

    def __init__(self, directory: Path, **options: str) -> None:
        self.port = free_port()
        named = {name.replace("_", "-"): value for name, value in options.items()}
        super().__init__(
            directory, binary=server_binary(), options={"bind": "127.0.0.1", "port": str(self.port), **named}
        )

    def command(self, *args: object) -> Any:
        """One command, by a connection of its own."""
        with redis.Redis.from_url(self.url) as client:
            untyped: Any = client
            return untyped.execute_command(*args)

    def pause(self) -> None:
        """Stop it without a word: its connections stay, and nothing answers."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        os.kill(self.pid, signal.SIGCONT)


class Cluster(ExitStack):
    """Three primaries and a replica of each; `client_ports` are what they announce to clients."""

    def __init__(
        self, directory: Path, node_timeout_ms: int = 2000, client_ports: Sequence[int] = ()
    ) -> None:
        super().__init__()
        self._bus = [free_port() for _ in range(6)]
        common = {"cluster_enabled": "yes", "cluster_node_timeout": str(node_timeout_ms), **IN_MEMORY}
        self.nodes = []
        for n, bus in enumerate(self._bus):
            announced = {"cluster_announce_client_port": str(client_ports[n])} if client_ports else {}
            self.nodes.append(Server(directory / str(n), cluster_port=str(bus), **common, **announced))
        self.url = f"redis+cluster://127.0.0.1:{self.nodes[0].port}"

    def __enter__(self) -> Self:
        for node in self.nodes:
            self.enter_context(node)
        primaries, replicas = self.nodes[:3], self.nodes[3:]
        for n, primary in enumerate(primaries):
            primary.command("CLUSTER", "ADDSLOTSRANGE", n * SLOTS // 3, (n + 1) * SLOTS // 3 - 1)
        for node in self.nodes[1:]:
            node.command("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port, self._bus[0])
        eventually(lambda: all(len(node.command("CLUSTER NODES")) == 6 for node in self.nodes))
        for primary, replica in zip(primaries, replicas):
            replica.command("CLUSTER", "REPLICATE", primary.command("CLUSTER", "MYID").decode())
        eventually(lambda: all(_agrees(node) for node in self.nodes))
        return self

    def master_of(self, slot: int) -> Server:
        """The node that serves a slot."""
        for first, last, (_, _, node_id, *_), *_ in self._anyone().command("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(node for node in self.nodes if node_id_of(node) == node_id)
        raise AssertionError(f"nobody serves slot {slot}")

    def slots_in_use(self) -> list[int]:
        """The slots that have keys."""
        return sorted(
            {
                node.command("CLUSTER", "KEYSLOT", key)
                for node in self.nodes
                if is_master(node)
                for key in node.command("KEYS", "*")
            }
        )

    def move_slot(self, slot: int) -> None:
        """Move a slot to another master, key by key, as `redis-cli --cluster reshard` does."""
        source = self.master_of(slot)
        masters = [node for node in self.nodes if is_master(node)]
        target = masters[(masters.index(source) + 1) % len(masters)]
        target.command("CLUSTER", "SETSLOT", slot, "IMPORTING", node_id_of(source))
        source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", node_id_of(target))
        while names := source.command("CLUSTER", "GETKEYSINSLOT", slot, 1):
            source.command("MIGRATE", "127.0.0.1", target.port, "", 0, 60_000, "KEYS", *names)
        for node in (target, source, *masters):
            node.command("CLUSTER", "SETSLOT", slot, "NODE", node_id_of(target))

    def _anyone(self) -> Server:
        return next(node for node in self.nodes if is_master(node))


def node_id_of(node: Server) -> bytes:
    """The name of a node in its cluster."""
    return bytes(node.command("CLUSTER", "MYID"))


def is_master(node: Server) -> bool:
    """Whether a node answers and is a master."""
    try:
        return bool(node.command("ROLE")[0] == b"master")
    except redis.RedisError:
        return False


def _agrees(node: Server) -> bool:
    roles = [row["flags"] for row in node.command("CLUSTER NODES").values()]
    linked = node.command("INFO", "replication").get("master_link_status", "up") == "up"
    ready = node.command("CLUSTER INFO")["cluster_state"] == "ok"
    return linked and ready and sum("slave" in role for role in roles) == 3


def linked(replica: Server) -> bool:
    """Whether a replica follows its primary."""
    return bool(replica.command("INFO", "replication").get("master_link_status") == "up")


def caught_up(primary: Server, replica: Server) -> bool:
    """Whether a replica has everything that its primary has."""
    here = replica.command("INFO", "replication")["slave_repl_offset"]
    return bool(here >= primary.command("INFO", "replication")["master_repl_offset"])
