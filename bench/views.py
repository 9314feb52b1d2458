"""A game's view over HTTP, cold and warm. Cold: another game was read before, and the cache holds only one.

So a cold view reads the last snapshot and the entries after it from Redis; a warm one asks Redis only whether
there are new entries.
"""

import statistics
import tempfile
import time
from pathlib import Path

import uvloop

from bench.api import Connection, Game, Running, Side, free_port, opened, plan, running
from bench.size import sized
from bench.store import report
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.store import RedisConnection, Store, connect

TIMES = sized(150, 4)


async def timed(connection: Connection, game: Game) -> float:
    """Milliseconds until the view is there."""
    token = next(iter(game.tokens.values()))
    began = time.perf_counter()
    status, body = await connection.get(f"/v1/games/{game.id}", token)
    assert status == 200, body
    return 1000 * (time.perf_counter() - began)


async def measure(url: str, api: Running) -> dict[str, float | str]:
    """Read two games in turns, each twice: the first time is cold, the second warm."""
    store, port = Store(RedisConnection(connect(url))), api.port
    games = [await opened(port, n) for n in range(2)]
    for game in games:
        await plan(GameCache(store, 4), game, 61)
    moves = Side(api.process, port)
    for _ in range(5):
        await moves.a_round(games)
    connection = await Connection.open(port)
    took = [(await timed(connection, game), await timed(connection, game)) for game in games * TIMES]
    await store.close()
    cold, warm = (statistics.median(column) for column in zip(*took))
    return {
        "cold view, ms": cold,
        "warm view, ms": warm,
        "cold / warm (goal <= 2)": cold / warm,
    }


def run() -> dict[str, float | str]:
    """Measure all rows; takes some seconds."""
    with (
        tempfile.TemporaryDirectory() as directory,
        EmbeddedRedis(Path(directory)) as redis,
        running(redis.url, free_port(), cache_games=1) as api,
    ):
        return uvloop.run(measure(redis.url, api))


if __name__ == "__main__":
    print(report(run()))
