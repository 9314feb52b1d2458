"""What one of each thing costs, for the capacity plan: a move, an open stream, a running game.

The processor times are those of the processes, so other work on the machine hardly disturbs them.
"""

import tempfile
from pathlib import Path
from typing import Any

import uvloop

from bench.api import GAMES, MOVES, Connection, Running, Side, cpu_seconds, free_port, opened, plan, running
from bench.size import sized
from bench.store import report
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.store import RedisConnection, Store, connect

ROUNDS = sized(8, 2)
STREAMS = sized(400, 8)


async def measure(url: str, api: Running) -> dict[str, float | str]:
    """Measure all rows."""
    store = Store(RedisConnection(connect(url)))
    games = [await opened(api.port, n) for n in range(GAMES)]
    for game in games:
        await plan(GameCache(store, GAMES), game, (ROUNDS + 1) * MOVES + 1)
    side = Side(api.process, api.port)
    await side.a_round(games)
    before, cpu = await _info(store), cpu_seconds(api.process.pid)
    for _ in range(ROUNDS):
        await side.a_round(games)
    after, moves = await _info(store), ROUNDS * GAMES * MOVES
    spent = cpu_seconds(api.process.pid) - cpu
    each = {name: (after[name] - before[name]) / moves for name in before}
    streams = await _stream_kb(api, games[0].id, next(iter(games[0].tokens.values())))
    await store.close()
    return {
        "move: processor time of the API, µs": 1e6 * spent / moves,
        "move: processor time of Redis, µs": 1e6 * (each["used_cpu_user"] + each["used_cpu_sys"]),
        "move: calls of scripts and commands from outside": each["calls"],
        "move: bytes to Redis": each["total_net_input_bytes"],
        "move: bytes from Redis": each["total_net_output_bytes"],
        "move: bytes in the append-only file": each["aof_current_size"],
        "open stream: memory of the API, KB": streams,
    }


async def _info(store: Store) -> dict[str, float]:
    found: Any = await store.connection.call("INFO", "everything")
    names = (
        *("used_cpu_user", "used_cpu_sys", "aof_current_size"),
        *("total_net_input_bytes", "total_net_output_bytes"),
    )
    scripts = sum(found.get(f"cmdstat_{name}", {}).get("calls", 0) for name in ("evalsha", "eval"))
    return {name: float(found[name]) for name in names} | {"calls": float(scripts)}


async def _stream_kb(api: Running, game: str, token: str) -> float:
    before = _rss_kb(api)
    streams = []
    for _ in range(STREAMS):
        connection = await Connection.open(api.port)
        await connection.begin(f"/v1/games/{game}/stream", token, accept="text/event-stream")
        streams.append(connection)
    used = (_rss_kb(api) - before) / STREAMS
    for connection in streams:
        await connection.close()
    return used


def _rss_kb(api: Running) -> float:
    return int(Path(f"/proc/{api.process.pid}/statm").read_text().split()[1]) * 4.096


def run() -> dict[str, float | str]:
    """Measure all rows; takes some seconds."""
    with (
        tempfile.TemporaryDirectory() as directory,
        EmbeddedRedis(Path(directory)) as redis,
        running(redis.url, free_port(), streams_per_caller=STREAMS) as api,
    ):
        return uvloop.run(measure(redis.url, api))


if __name__ == "__main__":
    print(report(run()))
