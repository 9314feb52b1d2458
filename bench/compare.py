"""Ours beside its peers in one run, all on the same cores: who accepts how many moves per second.

Sixteen games at once, one connection each, every move answered before the next. Ours is durable: Redis syncs
each write. boardgame.io plays a game that only counts, whereas ours decides the moves of a real one; it is
measured with its storage in memory and with its files, which are synced too. The library `eventsourcing`
appends events without any server or rules. A bare Starlette application with one script append is the limit
that Python leaves. All take turns, and medians are compared.
"""

import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop

from bench import api, peers
from bench.api import GAMES, MOVES, Running, Side, free_port, opened, plan, running, serve_bare
from bench.size import sized
from bench.store import report
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.store import RedisConnection, Store, connect

FOLDER = Path(__file__).parent / "boardgame"
ROUNDS = sized(5, 2)
PEER_EVENTS = sized(1600, 64)


@contextmanager
def boardgame(*directory: str) -> Iterator[str]:
    """A boardgame.io server, with its files in a directory if one is given."""
    port = free_port()
    command = ["node", str(FOLDER / "server.cjs"), str(port), *directory]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def boardgame_rate(url: str) -> float:
    """Accepted moves per second; the client retries until the server is up."""
    command = ["node", str(FOLDER / "client.cjs"), url, str(GAMES), str(MOVES)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout)


async def measure(redis: str, ours: Running, bare: Running, urls: tuple[str, str]) -> dict[str, float]:
    """All sides in turns; the first round is a warm-up."""
    store = Store(RedisConnection(connect(redis)))
    games = [await opened(ours.port, n) for n in range(GAMES)]
    for game in games:
        await plan(GameCache(store, GAMES), game, (ROUNDS + 1) * MOVES + 1)
    await store.close()
    sides = Side(ours.process, ours.port), Side(bare.process, bare.port, api.BARE)
    found: list[list[float]] = []
    for _ in range(ROUNDS + 1):
        for side in sides:
            await side.a_round(games)
        found.append([*(side.rates[-1] for side in sides), *map(boardgame_rate, urls)])
    names = ("ours", "bare", "memory", "files")
    return {name: statistics.median(column) for name, column in zip(names, zip(*found[1:]))}


def run() -> dict[str, float | str]:
    """Measure all rows; takes a minute or two."""
    if shutil.which("npm") is None:
        return {"npm is needed for boardgame.io": "not measured"}
    subprocess.run(["npm", "ci", "--silent"], cwd=FOLDER, check=True)
    with (
        tempfile.TemporaryDirectory() as directory,
        EmbeddedRedis(Path(directory) / "redis") as redis,
        running(redis.url, free_port()) as ours,
        running(redis.url, free_port(), serve_bare) as bare,
        boardgame() as memory,
        boardgame(str(Path(directory) / "files")) as files,
    ):
        rate = uvloop.run(measure(redis.url, ours, bare, (memory, files)))
    return {
        "ours: durable moves over HTTP, /s": rate["ours"],
        "bare Starlette and script append, /s": rate["bare"],
        "boardgame.io in memory, /s": rate["memory"],
        "boardgame.io in files, synced, /s": rate["files"],
        "eventsourcing in SQLite, synced, appends without a server, /s": peers.sqlite_appends(
            count=PEER_EVENTS, size=800
        ),
        "eventsourcing in memory, appends without a server, /s": peers.memory_appends(
            count=PEER_EVENTS, size=800
        ),
        "ours / bare (goal >= 0.60)": rate["ours"] / rate["bare"],
        "ours / boardgame.io in memory (goal >= 2)": rate["ours"] / rate["memory"],
        "ours / boardgame.io in files (goal >= 5)": rate["ours"] / rate["files"],
    }


if __name__ == "__main__":
    print(report(run()))
