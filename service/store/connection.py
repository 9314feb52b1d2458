"""The connection to Redis, single or cluster. All of its failures are `RedisUnavailable`."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha1
from pathlib import Path
from typing import Any, TypeVar

from redis import exceptions as failures
from redis.asyncio import Redis
from redis.asyncio.cluster import PipelineCommand, RedisCluster

from service.store.client import Client, shared_connection
from service.store.errors import RedisUnavailable
from service.store.lasting import lasts

Argument = str | bytes | int
T = TypeVar("T")

_REDIRECTIONS = 5

LOST = (failures.ConnectionError, OSError, EOFError, AttributeError, RuntimeError)
"""The errors that the client raises when a connection breaks.

If a node dies at the wrong moment, the client uses its own closed stream (AttributeError) or a closed
transport (RuntimeError). None of our code runs inside these calls, so such an error has no other cause.
"""
_TRIED_AGAIN = (*LOST, failures.ReadOnlyError)
_AWAY = (
    *LOST,
    failures.TimeoutError,
    failures.ReadOnlyError,
    failures.OutOfMemoryError,
    failures.ClusterError,
    failures.TryAgainError,
    failures.AskError,
    failures.RedisClusterException,
    failures.NoPermissionError,
)
_REFUSING = re.compile(r"(?:^|\W)(?:MISCONF|NOREPLICAS|BUSY|OOM|READONLY|UNBLOCKED) ")
"""How Redis reports that it refuses writes, or became a replica during WAIT.

Pipelines and scripts on older servers add text before it.
"""


_READING = frozenset({"EXISTS", "GET", "HEXISTS", "HGET", "HGETALL", "HKEYS", "HMGET", "HVALS", "INFO"})
_READING |= {"SMEMBERS", "WAIT", "XRANGE", "XREVRANGE", "ZRANGE", "ZREVRANK"}
"""Commands that change nothing."""

_PLAIN = frozenset({"GET", "HGET", "HMGET"})
"""Commands whose answers the client does not convert: like scripts, they share one connection."""

_written: ContextVar[set[str] | None] = ContextVar("_written", default=None)


class Script:
    """A Lua script stored next to this module."""

    def __init__(self, name: str, *, writes: bool = True) -> None:
        self.writes = writes
        self.source = Path(__file__).with_name(name).read_text()
        self.sha = sha1(self.source.encode(), usedforsecurity=False).hexdigest()


class RedisConnection:
    """Talks to one Redis or one cluster. It retries once when a connection breaks, as it may be a stale one.

    Therefore, only send commands that are safe to repeat.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.connected = 0
        self._reconnections: set[asyncio.Task[None]] = set()
        self._scripts = shared_connection(client) if isinstance(client, Redis) else None

    @property
    def is_cluster(self) -> bool:
        """Whether keys are on several nodes, each of which may lose its last writes on its own."""
        return isinstance(self.client, RedisCluster)

    @contextmanager
    def noting_writes(self) -> Iterator[set[str]]:
        """Collects the keys that are written inside and not yet confirmed, unless they can be rebuilt."""
        written: set[str] = set()
        token = _written.set(written)
        try:
            yield written
        finally:
            _written.reset(token)

    def note_write(self, key: str) -> None:
        """Note that the answer depends on this key, as if it had been written just now."""
        written = _written.get()
        if written is not None and lasts(key):
            written.add(key)

    def one_key_per_node(self, names: set[str]) -> list[str]:
        """One of the keys for each server that has any of them."""
        if isinstance(self.client, Redis):
            return sorted(names)[:1]
        return list({self._node(name): name for name in sorted(names)}.values())

    async def call(self, *command: Argument) -> Any:
        """Send one command."""
        if command[0] not in _READING and len(command) > 1:
            self.note_write(str(command[1]))
        scripts = self._scripts if command[0] in _PLAIN else None
        execute = self._execute if scripts is None else scripts.execute
        return await self._twice(lambda: execute(*command))

    async def call_masters(self, *command: Argument) -> list[Any]:
        """Send a command to every master of a cluster, or to the single server; returns all answers."""
        client: Any = self.client
        if isinstance(self.client, Redis):
            return [await self.call(*command)]

        async def once() -> list[Any]:
            await client.initialize()
            answers = await client.execute_command(*command, target_nodes=RedisCluster.PRIMARIES)
            return list(answers.values())

        return await self._twice(once)

    async def run(self, script: Script, names: Sequence[str], *args: Argument) -> Any:
        """Run a script; send its source only if Redis lacks it (a new server, a promoted replica)."""
        execute = self._execute if self._scripts is None else self._scripts.execute
        if script.writes:
            self.note_write(names[0])

        async def once() -> Any:
            try:
                return await execute("EVALSHA", script.sha, len(names), *names, *args)
            except failures.NoScriptError:
                return await execute("EVAL", script.source, len(names), *names, *args)

        return await self._twice(once)

    async def run_and_wait(
        self, wait: tuple[int, int], script: Script, names: Sequence[str], *args: Argument
    ) -> tuple[Any, int]:
        """Run a script and WAIT on one connection; returns the answer and how many replicas confirmed."""

        async def once() -> tuple[Any, int]:
            tail = (len(names), *names, *args)
            answer, replicas = await self._pair(names[0], ("EVALSHA", script.sha, *tail), ("WAIT", *wait))
            if isinstance(answer, failures.NoScriptError):
                answer, replicas = await self._pair(names[0], ("EVAL", script.source, *tail), ("WAIT", *wait))
            for result in (answer, replicas):
                if isinstance(result, Exception):
                    raise result
            return answer, replicas

        answer, replicas = await self._twice(once)
        if replicas >= wait[0]:
            self._note_confirmed(names[0])
        return answer, replicas

    async def pipeline(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """Send many commands, in one batch for each node; not atomic."""

        async def once() -> list[Any]:
            pipe: Any = self.client.pipeline(transaction=False)
            for command in commands:
                pipe.execute_command(*command)
            answers: list[Any] = await pipe.execute()
            return answers

        return await self._twice(once)

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(*self._reconnections)
        if self._scripts is not None:
            self._scripts.close()
        await self.client.aclose()

    def _note_confirmed(self, key: str) -> None:
        """A server's replicas get its writes in order, so a confirmed write confirms all earlier ones."""
        written = _written.get() or set()
        node = self._node(key)
        written -= {name for name in written if self._node(name) == node}

    def _node(self, key: str) -> str:
        if isinstance(self.client, Redis):
            return ""
        node = self.client.get_node_from_key(key)
        return "" if node is None else str(node.name)

    async def _twice(self, do: Callable[[], Awaitable[T]]) -> T:
        try:
            try:
                return await do()
            except _TRIED_AGAIN:
                await self._look_anew()
                return await do()
            except (failures.TimeoutError, failures.ClusterError):
                self._look_anew_later()
                raise
        except _AWAY as error:
            raise RedisUnavailable(str(error)) from error
        except failures.ResponseError as error:
            if _REFUSING.search(str(error)):
                raise RedisUnavailable(str(error)) from error
            raise

    async def _look_anew(self) -> None:
        """Reconnect: after a failover, the host name or the slots may belong to other servers.

        `connected` counts the reconnections, so that callers know when to check their cached data again.
        """
        self.connected += 1
        if isinstance(self.client, RedisCluster):
            await self.client.nodes_manager.initialize()
        else:
            await self.client.connection_pool.disconnect(inuse_connections=False)

    def _look_anew_later(self) -> None:
        """Reconnect without letting the caller wait: it has waited long enough."""
        task = asyncio.create_task(self._try_to_look_anew())
        self._reconnections.add(task)
        task.add_done_callback(self._reconnections.discard)

    async def _try_to_look_anew(self) -> None:
        with suppress(*_AWAY):
            await self._look_anew()

    async def _execute(self, *command: Argument) -> Any:
        if isinstance(self.client, RedisCluster):
            await self.client.initialize()  # before the client knows the slots, it would send to any node
        client: Any = self.client
        return await client.execute_command(*command)

    async def _pair(self, key: str, first: tuple[Argument, ...], second: tuple[Argument, ...]) -> list[Any]:
        """Send two commands on one connection to the key's node; errors are returned as answers."""
        if isinstance(self.client, Redis):
            pipe: Any = self.client.pipeline(transaction=False)
            pipe.execute_command(*first)
            pipe.execute_command(*second)
            answers: list[Any] = await pipe.execute(raise_on_error=False)
            return answers
        # Do not use the cluster's pipeline: if redirected, script and WAIT would run on different nodes.
        await self.client.initialize()
        for _ in range(_REDIRECTIONS):
            node = self.client.get_node_from_key(key)
            if node is None:
                raise failures.ClusterError("no node has the slot")
            commands = [PipelineCommand(0, *first), PipelineCommand(1, *second)]
            await node.execute_pipeline(commands)
            if not isinstance(moved := commands[0].result, failures.MovedError):
                return [command.result for command in commands]
            await self.client.nodes_manager.move_slot(moved)
        raise failures.ClusterError("the slot keeps moving")
