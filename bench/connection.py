"""Scripts on our shared connection compared with redis-py's pool: the same script, measured in turns.

Both send a script by its digest, as every command of the service does. Redis does not sync, so that the cost
of the client is visible. Ours stays only as long as it is clearly faster.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop

from bench.size import sized
from service.operations.embedded import EmbeddedRedis
from service.store import connect
from service.store.client import shared_connection

_SCRIPT = "return redis.call('SET', KEYS[1], ARGV[1])"
_VALUE = b"v" * 600
_CALLS = sized(64, 2)
_ROUNDS = sized(60, 4)

Call = Callable[[], Awaitable[object]]


async def _round(call: Call, callers: int) -> float:
    """Microseconds per call in a round in which this number of callers share the calls."""

    async def some() -> None:
        for _ in range(_CALLS):
            await call()

    began = time.perf_counter()
    await asyncio.gather(*(some() for _ in range(callers)))
    return 1e6 * (time.perf_counter() - began) / (_CALLS * callers)


async def measure(url: str) -> dict[str, float | str]:
    """Measure both sides, with one caller and with sixteen."""
    client: Any = connect(url)
    shared = shared_connection(client)
    await client.execute_command("CONFIG", "SET", "appendfsync", "no")
    sha = await client.script_load(_SCRIPT)
    command = ("EVALSHA", sha, 1, "bench", _VALUE)
    sides: dict[str, Call] = {
        "shared": lambda: shared.execute(*command),
        "redis-py's pool": lambda: client.execute_command(*command),
    }
    rows: dict[str, float | str] = {}
    for callers in (1, 16):
        took: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(_ROUNDS):
            for name, call in sides.items():
                took[name].append(await _round(call, callers))
        medians = {name: statistics.median(each[_ROUNDS // 10 :]) for name, each in took.items()}
        rows |= {f"{name}, {callers} at once, µs a call": each for name, each in medians.items()}
        rows[f"redis-py / shared, {callers} at once"] = medians["redis-py's pool"] / medians["shared"]
    shared.close()
    await client.aclose()
    return rows


def run() -> dict[str, float | str]:
    """Measure all rows; takes some seconds."""
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as server:
        return uvloop.run(measure(server.url))
