"""Loading stored games: the fold, and the load of a cold game, compared with a peer with as many events."""

import statistics
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from bench import peers
from bench.size import sized
from bench.store import report
from domain.games import RULESETS
from domain.kernel.codec import codec
from domain.kernel.fold import fold
from domain.kernel.table import AnyTable
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.operations.simulate import SimulatedGame, play
from service.store import GENESIS, Append, RedisConnection, Store, connect, snapshots

RULES = RULESETS["bonfire"]
GAMES = sized(12)
TIMES = sized(15, 2)


async def stored(store: Store, game: SimulatedGame) -> str:
    """A played game, stored as the service stores it."""
    table: AnyTable | None = None
    for entry, line in zip(game.entries, game.lines):
        before, table = table, fold(RULES, [entry], table)
        await store.append(
            Append(
                game=table.game,
                after_seq=0 if before is None else before.version,
                after_hash=GENESIS if before is None else before.hash,
                entry=line,
                hash=entry.hash,
                status=table.status.value,
                snapshot=codec(RULES).snapshot(table) if snapshots.due(entry.seq) else b"",
                seed=b"sealed" if before is None else b"",
            )
        )
    assert table is not None
    return table.game


async def cold_load_ms(url: str, game: SimulatedGame) -> float:
    """Milliseconds to load a game that this process has never seen."""
    store = Store(RedisConnection(connect(url)))
    try:
        name = await stored(store, game)
        took = []
        for _ in range(TIMES):
            started = time.perf_counter()
            await GameCache(store, 1).newest(name)
            took.append(time.perf_counter() - started)
        return 1000 * statistics.median(took)
    finally:
        await store.close()


def folded_a_second(game: SimulatedGame) -> float:
    """Stored entries decoded and folded per second."""
    took = []
    for _ in range(TIMES):
        started = time.perf_counter()
        fold(RULES, map(codec(RULES).entry, game.lines))
        took.append(time.perf_counter() - started)
    return len(game.lines) / statistics.median(took)


def run() -> dict[str, float | str]:
    """Measure all rows; takes a quarter of a minute."""
    game = max((play(RULES, ("random",) * 4, n) for n in range(GAMES)), key=lambda played: len(played.lines))
    entries = len(game.lines)
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis:
        ours = uvloop.run(cold_load_ms(redis.url, game))
    memory, sqlite = peers.memory_reload_ms(events=entries), peers.sqlite_reload_ms(events=entries)
    return {
        "stored entries decoded and folded, /s": folded_a_second(game),
        f"cold load of {entries} entries, ms": ours,
        f"peer eventsourcing, reload of {entries} events from memory, ms": memory,
        f"peer eventsourcing, reload of {entries} events from SQLite, ms": sqlite,
        "peer in memory / ours, time (goal > 1)": memory / ours,
        "peer in SQLite / ours, time (goal > 1)": sqlite / ours,
    }


if __name__ == "__main__":
    sys.stdout.write(report(run()) + "\n")
