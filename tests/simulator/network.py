"""Connections between simulated processes and the simulated Redis, and what may happen to each request."""

import asyncio
from collections import deque
from contextvars import Context
from enum import Enum, auto
from typing import Any, Final, Protocol

import hiredis

from tests.simulator.loop import Process
from tests.simulator.redis_commands import ReplyError
from tests.simulator.redis_data import Argv
from tests.simulator.redis_server import Redis, Shard, encoded

_SPLIT_EVERY: Final = 16
"""A pipeline is not atomic: commands of others may come between two of its commands."""


_APART: Final = 1e-6
"""Seconds between two messages of a connection, which always arrive in order."""


class Fate(Enum):
    """What happens to a request."""

    ANSWERED = auto()
    LOST = auto()
    """The connection breaks before the server has read it."""
    ANSWER_LOST = auto()
    """The connection breaks after the server has run it."""
    SENDER_DIES = auto()
    """The process dies, having sent it."""
    SENDER_DIES_AT_ANSWER = auto()
    """The process dies when the answer arrives."""


class Chances(Protocol):
    """Who decides what happens."""

    def fate(self, process: Process) -> Fate:
        """What happens to a request."""

    def delay(self) -> float:
        """How long bytes travel."""

    def splits(self) -> bool:
        """Whether others come between two commands of a pipeline."""

    def kill(self, process: Process, why: str) -> None:
        """Kill a process."""

    def note(self, process: Process, sent: bytes) -> None:
        """Record what was sent or received."""


class SimulatedNetwork:
    """Leads to the servers of one Redis."""

    def __init__(self, redis: Redis, chances: Chances) -> None:
        self.redis = redis
        self.chances = chances
        self.connections: list[Connection] = []

    async def connect(
        self, process: Process, protocol: asyncio.BaseProtocol, host: str, port: int
    ) -> asyncio.Transport:
        """Open a connection to a server, unless it is down."""
        await asyncio.sleep(self.chances.delay())
        found = self.redis.at((host, port))
        if found is None:
            raise ConnectionRefusedError(f"nobody listens at {host}:{port}")
        connection = Connection(self, process, protocol, found[0], is_master=found[1])
        self.connections = [known for known in self.connections if not known.is_closing()]
        self.connections.append(connection)
        protocol.connection_made(connection)
        return connection

    def break_all(self, shard: Shard) -> None:
        """Break all connections to a shard's servers, as when the master dies."""
        for connection in self.connections:
            if connection.shard is shard:
                connection.break_off()


class Connection(asyncio.Transport):
    """A connection, seen by its client as a transport; the server's side of it is here too."""

    def __init__(
        self,
        network: SimulatedNetwork,
        process: Process,
        protocol: Any,
        shard: Shard,
        *,
        is_master: bool,
    ) -> None:
        super().__init__()
        self.shard = shard
        self._network = network
        self._process = process
        self._protocol = protocol
        self._is_master = is_master
        self._context: Context = process.context
        self._reader = hiredis.Reader()
        self._requests: deque[tuple[Argv, Fate]] = deque()
        self._is_busy = False
        self._is_closed = False
        self._there = self._back = 0.0
        self._written = 0
        """The offset of this connection's last write, for WAIT."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send a request."""
        if self._is_closed:
            return
        chances = self._network.chances
        chances.note(self._process, bytes(data))
        fate = chances.fate(self._process)
        if fate is Fate.LOST:
            self.break_off()
            return
        loop = asyncio.get_running_loop()
        self._there = max(self._there + _APART, loop.time() + chances.delay())
        loop.call_at(self._there, self._arrive, bytes(data), fate, context=Context())
        if fate is Fate.SENDER_DIES:
            chances.kill(self._process, "after sending a request")

    def _arrive(self, data: bytes, fate: Fate) -> None:
        self._reader.feed(data)
        while (request := self._reader.gets()) is not False:
            self._requests.append((tuple(request), fate))
        if not self._is_busy:
            self._serve()

    def _serve(self) -> None:
        """Run the requests that have arrived, in order."""
        self._is_busy = False
        answers: list[bytes] = []
        while self._requests and (not self._is_closed or self._requests[0][1] is Fate.SENDER_DIES):
            argv, fate = self._requests.popleft()
            if argv[0].upper() == b"WAIT":
                self._answer(answers)
                self._is_busy = True
                asyncio.get_running_loop().create_task(self._wait(argv, fate), context=Context())
                return
            answers.append(self._run(argv))
            if self._requests:
                if len(self._requests) % _SPLIT_EVERY == 0 and self._network.chances.splits():
                    self._is_busy = True
                    self._answer(answers)
                    asyncio.get_running_loop().call_later(
                        self._network.chances.delay(), self._serve, context=Context()
                    )
                    return
            elif not self._survives(fate):
                return
        self._answer(answers)

    def _run(self, argv: Argv) -> bytes:
        before = self.shard.offset
        try:
            reply = self._network.redis.answer(self.shard, argv, is_master=self._is_master)
        except ReplyError as error:
            reply = error
        if self.shard.offset != before:
            self._written = self.shard.offset
        return encoded(reply)

    async def _wait(self, argv: Argv, fate: Fate) -> None:
        replicas = await self.shard.wait(self._written, int(argv[1]), int(argv[2]))
        if self._survives(fate):
            self._answer([encoded(replicas)])
            self._serve()

    def _survives(self, fate: Fate) -> bool:
        """Whether the answer still comes back."""
        if fate is Fate.ANSWER_LOST:
            self.break_off()
        elif fate is Fate.SENDER_DIES_AT_ANSWER:
            self._network.chances.kill(self._process, "before it read an answer")
        return not self._is_closed and self._process.is_alive

    def _answer(self, answers: list[bytes]) -> None:
        if answers and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._back = max(self._back + _APART, loop.time() + self._network.chances.delay())
            loop.call_at(self._back, self._receive, b"".join(answers), context=self._context)

    def _receive(self, data: bytes) -> None:
        if not self._is_closed:
            self._network.chances.note(self._process, data)
            self._protocol.data_received(data)

    def break_off(self) -> None:
        """Break the connection: neither side hears the other any more."""
        self._close(ConnectionResetError("the connection broke"))

    def _close(self, error: Exception | None) -> None:
        if not self._is_closed:
            self._is_closed = True
            asyncio.get_running_loop().call_soon(self._tell_lost, error, context=self._context)

    def _tell_lost(self, error: Exception | None) -> None:
        self._protocol.connection_lost(error)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Let another protocol take over."""
        self._protocol = protocol

    def get_protocol(self) -> Any:
        """The protocol that gets the answers."""
        return self._protocol

    def close(self) -> None:
        """Close it from the client's side."""
        self._close(None)

    def abort(self) -> None:
        """Close it from the client's side."""
        self._close(None)

    def is_closing(self) -> bool:
        """Whether it is closed or broken."""
        return self._is_closed

    def get_extra_info(self, _name: str, default: Any = None) -> Any:
        """Nothing is known about the socket: there is none."""
        return default

    def pause_reading(self) -> None:
        """Ignored: all answers fit into memory."""

    def resume_reading(self) -> None:
        """Ignored likewise."""

    def can_write_eof(self) -> bool:
        """Connections end both ways at once."""
        return False
