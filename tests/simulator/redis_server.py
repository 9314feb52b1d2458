"""A Redis with a replica that follows it, single or as a shard of a cluster.

The replica is a number: how many of the master's transactions it has. What it would hold is worked out only
when it is promoted, from a copy and the transactions since. Transactions beyond that number are lost.
"""

import asyncio
from binascii import crc_hqx
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from tests.simulator.redis_commands import COMMANDS, OK, Reply, ReplyError, Status, execute
from tests.simulator.redis_data import Argv, Database
from tests.simulator.redis_scripts import Scripts

SLOTS: Final = 16384
Address = tuple[str, int]
Delay = Callable[[], float]


def slot_of(name: bytes) -> int:
    """The slot of a key in a cluster."""
    start = name.find(b"{")
    end = name.find(b"}", start + 1)
    tagged = name[start + 1 : end] if start >= 0 and end > start + 1 else name
    return crc_hqx(tagged, 0) % SLOTS


class Shard:
    """A master and its replica, who change places in a failover."""

    def __init__(
        self, name: str, addresses: Sequence[Address], slots: range, now_ms: Callable[[], int]
    ) -> None:
        self.name = name
        self.addresses = list(addresses)
        self.slots = slots
        self.data = Database(now_ms)
        self.scripts = Scripts()
        self.is_up = True
        self.is_linked = True
        self.replicated = 0
        """How many transactions the replica has."""
        self.acknowledged = 0
        """How many of them the master knows of."""
        self.lag: Delay = lambda: 0.001
        self.watch: Callable[[tuple[Argv, ...]], None] = lambda _transaction: None
        self._base = self.data.copy()
        self._since: list[tuple[Argv, ...]] = []
        self._base_offset = 0
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    @property
    def address(self) -> Address:
        """Where the master is now."""
        return self.addresses[0]

    @property
    def offset(self) -> int:
        """How many transactions the master has."""
        return self._base_offset + len(self._since)

    def execute(self, argv: Argv) -> Reply:
        """Run a command or a script as one transaction; raises ReplyError."""
        try:
            match argv[0].upper():
                case b"EVALSHA":
                    return self.scripts.run(argv[1], self.data, argv[2:])
                case b"EVAL":
                    return self.scripts.run(self.scripts.load(argv[1]), self.data, argv[2:])
                case _:
                    return execute(self.data, argv)
        finally:
            self._record()

    def _record(self) -> None:
        if not self.data.changes:
            return
        self._since.append(tuple(self.data.changes))
        self.watch(self._since[-1])
        self.data.changes.clear()
        if self.is_linked:
            self._replicate()

    def _replicate(self) -> None:
        loop = asyncio.get_running_loop()
        offset, arrival = self.offset, loop.time() + self.lag()
        loop.call_at(arrival, self._received, offset)
        loop.call_at(arrival + self.lag(), self._acknowledge, offset)

    def _received(self, offset: int) -> None:
        if self.is_linked:
            self.replicated = max(self.replicated, min(offset, self.offset))

    def _acknowledge(self, offset: int) -> None:
        if not self.is_linked or offset > self.replicated:
            return
        self.acknowledged = max(self.acknowledged, offset)
        for wanted, waiter in self._waiting:
            if wanted <= self.acknowledged and not waiter.done():
                waiter.set_result(None)
        self._waiting = [(wanted, waiter) for wanted, waiter in self._waiting if not waiter.done()]

    def cut(self) -> None:
        """Cut the link: the replica gets nothing more."""
        self.is_linked = False

    def link(self) -> None:
        """Restore the link: the replica catches up."""
        if not self.is_linked:
            self.is_linked = True
            self._replicate()

    async def wait(self, offset: int, replicas: int, ms: int) -> int:
        """WAIT for the writes up to an offset; the number of replicas that have them."""
        if self.acknowledged < offset:
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append((offset, waiter))
            await asyncio.wait([waiter], timeout=ms / 1000)
            waiter.cancel()
        return int(replicas > 0 and self.acknowledged >= offset)

    def promote(self) -> list[tuple[Argv, ...]]:
        """Replace the master by its replica; returns the transactions that are lost."""
        kept = self.replicated - self._base_offset
        lost = self._since[kept:]
        promoted = self._base.copy()
        for transaction in self._since[:kept]:
            for argv in transaction:
                execute(promoted, argv)
        promoted.changes.clear()
        self.data, self.scripts = promoted, Scripts()
        self._base, self._since = promoted.copy(), []
        self._base_offset = self.acknowledged = self.replicated
        self._waiting.clear()
        self.addresses.reverse()
        self.is_linked = True
        return lost


class Redis:
    """All shards as a client sees them: one server, or a cluster."""

    def __init__(self, shards: Sequence[Shard]) -> None:
        self.shards = shards
        self.is_cluster = len(shards) > 1

    def at(self, address: Address) -> tuple[Shard, bool] | None:
        """The shard of an address, and whether its master is there; None if nobody answers there."""
        for shard in self.shards:
            if address in shard.addresses:
                is_master = address == shard.address or not self.is_cluster  # its name moves with it
                return (shard, is_master) if shard.is_up or not is_master else None
        return None

    def shard_of(self, name: bytes) -> Shard:
        """The shard that holds a key."""
        slot = slot_of(name)
        return next(shard for shard in self.shards if slot in shard.slots)

    def answer(self, shard: Shard, argv: Argv, *, is_master: bool) -> Reply:
        """The reply of a server to one command, except WAIT; raises ReplyError."""
        match argv[0].upper():
            case b"CLIENT" | b"SELECT" | b"READONLY":
                return OK
            case b"CLUSTER":
                return [self._slots(each) for each in self.shards]
            case b"COMMAND":
                return [_described(name) for name in sorted(COMMANDS)]
        names = _names(argv)
        if self.is_cluster and names:
            owners = {self.shard_of(name).name for name in names}
            if len({slot_of(name) for name in names}) > 1:
                raise ReplyError("CROSSSLOT Keys in request don't hash to the same slot")
            if owners != {shard.name} or not is_master:
                host, port = self.shard_of(names[0]).address
                raise ReplyError(f"MOVED {slot_of(names[0])} {host}:{port}")
        return shard.execute(argv)

    def _slots(self, shard: Shard) -> Reply:
        nodes = [[host.encode(), port, f"{host}-{port}".encode()] for host, port in shard.addresses]
        return [shard.slots.start, shard.slots.stop - 1, *nodes]


def _names(argv: Argv) -> Sequence[bytes]:
    """The keys of a command; all our commands begin with their keys."""
    match argv[0].upper():
        case b"EVAL" | b"EVALSHA":
            return argv[3 : 3 + int(argv[2])]
        case b"DEL" | b"EXISTS" | b"RENAME":
            return argv[1:]
        case b"PING" | b"TIME" | b"PUBLISH" | b"SCAN" | b"SCRIPT" | b"INFO":
            return ()
    return argv[1:2]


def _described(name: bytes) -> Reply:
    """A row of COMMAND: name, arity, flags, first key, last key, step."""
    has_keys = bool(_names((name, b"key", b"0")))
    position = [1, 1, 1] if has_keys else [0, 0, 0]
    return [name.lower(), -1, [], *position, [], [], [], []]


def encoded(reply: Reply | Exception) -> bytes:
    """A reply as bytes of the protocol (RESP 2)."""
    out: list[bytes] = []
    _encode(reply, out.append)
    return b"".join(out)


def _encode(reply: Any, put: Callable[[bytes], object]) -> None:
    if reply is None:
        put(b"$-1\r\n")
    elif isinstance(reply, Status):
        put(b"+%s\r\n" % reply)
    elif isinstance(reply, bytes):
        put(b"$%d\r\n%s\r\n" % (len(reply), reply))
    elif isinstance(reply, int):
        put(b":%d\r\n" % reply)
    elif isinstance(reply, Exception):
        put(b"-%s\r\n" % str(reply).replace("\n", " ").encode())
    else:
        put(b"*%d\r\n" % len(reply))
        for part in reply:
            _encode(part, put)


def logged_entries(transactions: Iterable[tuple[Argv, ...]]) -> Iterator[tuple[str, int, str]]:
    """The game, seq and hash of each log entry that these transactions append."""
    for transaction in transactions:
        for argv in transaction:
            if argv[0] == b"XADD" and b":log:" in argv[1]:
                game = argv[1].rpartition(b":")[2].decode()
                yield game, int(argv[2].partition(b"-")[0]), argv[-1].decode()
