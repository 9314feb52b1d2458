"""Pages of the lists of games, whose keys are spread over parts, against the same lists in one part each.

A month of the index has several parts, which a reader asks in one pipeline and merges. The parts of the
results follow each other, so that a page reads one or two of them.
"""

import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import uvloop

from bench.api import free_port, opened, running
from bench.size import sized
from domain.kernel.table import Status
from schema.answers import GameRow
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.projections.index import GameFilter, Index, game_row
from service.projections.results import GameResult, Results, SeatResult
from service.store import RedisConnection, Store, connect, ids, keys

GAMES, PAGES = sized(500, 60), sized(100, 4)
MONTHS = 13
MONTH_MS = 31 * 86_400_000
Read = Callable[[], Awaitable[object]]


async def _row_of_a_game(connection: RedisConnection, port: int) -> GameRow:
    game = await opened(port, 0)
    loaded = await GameCache(Store(connection), 1).newest(game.id)
    return game_row(loaded.rules, loaded.table)


async def _fill(connection: RedisConnection, row: GameRow) -> None:
    """Write copies of a row, spread over the months."""
    index, last = Index(connection), ids.time_ms(row.id)
    for n in range(GAMES):
        moment = last - n % MONTHS * MONTH_MS - n
        await index.write(msgspec.structs.replace(row, id=ids.new_id("g", moment)))


async def _cost(connection: RedisConnection, read: Read) -> tuple[float, float]:
    """Milliseconds and commands of a page."""
    (before,) = await connection.call_masters("INFO", "stats")
    took = []
    for _ in range(PAGES):
        began = time.perf_counter()
        await read()
        took.append(1000 * (time.perf_counter() - began))
    (after,) = await connection.call_masters("INFO", "stats")
    commands = int(after["total_commands_processed"]) - int(before["total_commands_processed"]) - 1
    return statistics.median(took), commands / PAGES


def _pages(connection: RedisConnection) -> dict[str, Read]:
    index = Index(connection)
    rare = GameFilter(status=Status.CANCELLED)
    return {
        "page of all games": lambda: index.list_games(first=20),
        "page of a ruleset and status": lambda: index.list_games(
            GameFilter(status=Status.ACTIVE, ruleset="bonfire"), first=20
        ),
        f"page of a status that no game has, {MONTHS} months": lambda: index.list_games(rare, first=20),
    }


async def _results(connection: RedisConnection, part_size: int) -> tuple[float, float]:
    await connection.call("FLUSHALL")
    results = Results(connection, part_size)
    seat = SeatResult("p_1", None, None, resigned=False, rank=1, total=1)
    for n in range(sized(400, 40)):
        result = GameResult(
            game=f"g_{n}",
            ruleset="bonfire",
            rules="bonfire/1",
            version=1,
            at="",
            rated=True,
            seats=(seat,),
            result=None,
            hash=str(n),
        )
        await results.write(result)
    middle = (await results.batch("bonfire", "0-0", sized(200, 20)))[-1][0]
    return await _cost(connection, lambda: results.batch("bonfire", middle, 20))


async def measure(url: str, port: int) -> dict[str, float | str]:
    """Measure each page with the parts of production, then with one part."""
    connection = RedisConnection(connect(url))
    row = await _row_of_a_game(connection, port)
    parts, found = keys.INDEX_PARTS, dict[int, dict[str, tuple[float, float]]]()
    for count in (parts, 1):
        keys.INDEX_PARTS = count
        keys.index_part.cache_clear()
        await connection.call("FLUSHALL")
        await _fill(connection, row)
        found[count] = {what: await _cost(connection, read) for what, read in _pages(connection).items()}
    keys.INDEX_PARTS = parts
    keys.index_part.cache_clear()
    rows: dict[str, float | str] = {}
    for what, (ms, commands) in found[parts].items():
        rows[f"{what}, {parts} parts, ms"] = ms
        rows[f"{what}, one part, ms"] = found[1][what][0]
        rows[f"{what}, commands for Redis"] = f"{commands:.0f} / {found[1][what][1]:.0f}"
    for size in (keys.RESULTS_IN_PART, 50):
        rows[f"20 results, parts of {size}, ms"] = (await _results(connection, size))[0]
    await connection.close()
    return rows


def run() -> dict[str, float | str]:
    """Measure all rows; takes some seconds."""
    with (
        tempfile.TemporaryDirectory() as directory,
        EmbeddedRedis(Path(directory), options={"appendfsync": "no"}) as redis,
        running(redis.url, free_port()) as api,
    ):
        return uvloop.run(measure(redis.url, api.port))
