"""The store's append compared with a bare XADD, at the start and at the end of a long log, and with a peer.

All writes are on disk before they are confirmed (`appendfsync always`, SQLite `synchronous=FULL`). The two
sides of a ratio alternate, so that a busy machine slows both, and their medians are compared.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import uvloop

from bench import peers
from bench.size import sized
from service.operations.embedded import EmbeddedRedis
from service.store import GENESIS, Append, Appended, OutboxItem, RedisConnection, Store, connect, snapshots
from service.store.ids import new_id

ENTRY = b"e" * 600
SNAPSHOT = b"s" * 20_000
WRITERS = 16
SINGLE = sized(2_000, 20)
ROUNDS = sized(20, 2)
ROUND = 16
LONG = sized(5_000, 100)

Operation = Callable[[], Awaitable[object]]


class Game:
    """A game that grows as in the service: with an idempotency key, an outbox item and a notice."""

    def __init__(self, store: Store) -> None:
        self.seq = 0
        self._store = store
        self._id = new_id("g")
        self._hash = GENESIS

    async def append(self) -> None:
        """Append one entry."""
        seq = self.seq + 1
        new = Append(
            game=self._id,
            after_seq=self.seq,
            after_hash=self._hash,
            entry=ENTRY,
            hash=sha256(self._hash.encode()).hexdigest(),
            status="active",
            snapshot=SNAPSHOT if snapshots.due(seq) else b"",
            command_id=sha256(b"command %d" % seq).hexdigest(),
            digest=sha256(b"request %d" % seq).hexdigest(),
            seed=b"sealed",
            put=(OutboxItem(f"clock:{seq}", 10**12 + seq, b'{"version":1}'),),
            drop=(f"clock:{seq - 1}",),
            due_players=("p_ann",),
        )
        result = await self._store.append(new)
        assert result == Appended(seq)
        self.seq, self._hash = seq, new.hash


def bare_xadd(client: Any) -> Operation:
    """A bare XADD of the same entry into a separate stream."""
    key = new_id("bare")
    ids: Iterator[int] = count(1)
    return lambda: client.execute_command("XADD", key, f"{next(ids)}-0", "entry", ENTRY)


async def timed(operation: Operation) -> float:
    """The seconds that one operation takes."""
    started = time.perf_counter()
    await operation()
    return time.perf_counter() - started


async def all_at_once(operations: list[Operation]) -> float:
    """The seconds of a round in which every writer repeats its operation a few times."""

    async def write(operation: Operation) -> None:
        for _ in range(ROUND):
            await operation()

    return await timed(lambda: asyncio.gather(*map(write, operations)))


async def in_turns(times: int, *sides: Callable[[], Awaitable[float]]) -> list[float]:
    """The median of each side, measured in turns; the first tenth is a warm-up."""
    took = [[await side() for side in sides] for _ in range(times + times // 10)][times // 10 :]
    return [statistics.median(column) for column in zip(*took)]


async def against_xadd(store: Store) -> dict[str, float | str]:
    """Compare with XADD: one writer, then sixteen."""
    client = store.connection.client
    game, games = Game(store), [Game(store) for _ in range(WRITERS)]
    xadd, xadds = bare_xadd(client), [bare_xadd(client) for _ in range(WRITERS)]
    ours, bare = await in_turns(SINGLE, lambda: timed(game.append), lambda: timed(xadd))
    ours_16, bare_16 = await in_turns(
        ROUNDS, lambda: all_at_once([game.append for game in games]), lambda: all_at_once(xadds)
    )
    return {
        "append, 1 writer, /s": 1 / ours,
        "bare XADD, 1 writer, /s": 1 / bare,
        "append / XADD, 1 writer (goal >= 0.60)": bare / ours,
        "append, 16 writers, /s": WRITERS * ROUND / ours_16,
        "bare XADD, 16 writers, /s": WRITERS * ROUND / bare_16,
        "append / XADD, 16 writers": bare_16 / ours_16,
    }


async def by_length(store: Store) -> dict[str, float | str]:
    """Compare appends at about 50 entries (always a new game) and beyond 5,000."""
    long, short = Game(store), Game(store)
    while long.seq < LONG:
        await long.append()

    async def at_50() -> float:
        nonlocal short
        if short.seq > 80:
            short = Game(store)
        while short.seq < 20:
            await short.append()
        return await timed(short.append)

    early, late = await in_turns(SINGLE, at_50, lambda: timed(long.append))
    return {
        "append at entry 50, ms": 1000 * early,
        "append at entry 5,000, ms": 1000 * late,
        "append at 5,000 / at 50 (goal <= 1.15)": late / early,
    }


async def measure(url: str) -> dict[str, float | str]:
    """Measure all rows of our store."""
    store = Store(RedisConnection(connect(url)))
    try:
        return await against_xadd(store) | await by_length(store)
    finally:
        await store.close()


def run() -> dict[str, float | str]:
    """Measure all rows; takes half a minute."""
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as server:
        rows = uvloop.run(measure(server.url))
    sqlite = peers.sqlite_appends(count=WRITERS * ROUND * ROUNDS, size=len(ENTRY), writers=WRITERS)
    memory = peers.memory_appends(count=WRITERS * ROUND * ROUNDS, size=len(ENTRY), writers=WRITERS)
    ours = rows["append, 16 writers, /s"]
    assert isinstance(ours, float)
    return rows | {
        "peer eventsourcing, SQLite file, 16 writers, /s": sqlite,
        "append / peer in SQLite, 16 writers (goal > 1)": ours / sqlite,
        "peer eventsourcing, in memory (not durable), 16 writers, /s": memory,
    }


def report(rows: dict[str, float | str]) -> str:
    """The rows as a table."""
    width = max(map(len, rows))
    return "\n".join(f"{name:<{width}}  {_figure(value):>10}" for name, value in rows.items())


def _figure(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


if __name__ == "__main__":
    print(report(run() | peers.run()))
