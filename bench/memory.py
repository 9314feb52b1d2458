"""What a game takes in Redis and in the archive: a whole game of four players, with random moves over HTTP.

Every move has an `Idempotency-Key`, as those of a careful client. `MEMORY USAGE` tells what Redis needs for
each key, its own bookkeeping included.
"""

import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from bench.api import Connection, free_port, running
from bench.store import report
from domain.games import RULESETS
from domain.kernel.actors import SCORER, seat_actor
from domain.kernel.dice import Dice
from domain.kernel.entry import Meta
from domain.kernel.fold import due
from domain.kernel.game import Input, ScoreGame, step
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import AnyTable, Status
from service.engine.archive import LogArchive
from service.engine.commands import CommandRequest, Commands
from service.engine.game_cache import GameCache
from service.engine.log_verification import ExportHeader
from service.operations.embedded import EmbeddedRedis
from service.settings import Settings
from service.store import RedisConnection, Store, connect, keys

PLAYERS = 4
KEYS = {
    "log": keys.log,
    "kept snapshots": keys.snaps,
    "latest snapshot": keys.snap,
    "commands seen": keys.seen,
    "head": keys.head,
}


async def opened(connection: Connection, ruleset: str) -> tuple[str, dict[str, str]]:
    """A started game, and the token of each player."""
    tokens: dict[str, str] = {}
    for n in range(PLAYERS):
        _, body = await connection.post("/v1/players", "", msgspec.json.encode({"name": f"{ruleset} {n}"}))
        made = msgspec.json.decode(body)
        tokens[made["player"]["id"]] = made["token"]
    host, *others = tokens.values()
    wish = {"ruleset": ruleset, "seats": PLAYERS, "options": {"auto_start": True}}
    _, body = await connection.post("/v1/games", host, msgspec.json.encode(wish))
    game: str = msgspec.json.decode(body)["id"]
    for token in others:
        status, body = await connection.post(f"/v1/games/{game}/seats", token)
        assert status in (200, 201), body
    return game, tokens


async def played(connection: Connection, game_cache: GameCache, game: str, tokens: dict[str, str]) -> None:
    """Play random moves, decided in advance on a copy, until the game is scored."""
    loaded = await game_cache.newest(game)
    rules, table, dice = loaded.rules, loaded.table, Dice(sha256(b"memory").digest(), 0)
    while table.status is Status.ACTIVE:
        seat, *_ = due(rules, table).seats
        legal = rules.legal(table.state, seat)
        move = legal[dice.below(len(legal))]
        given = Input(at=table.at, actor=seat_actor(seat), command=move, meta=Meta(engine="bench"))
        table = step(rules, table, given, loaded.seed).table
        key = {"idempotency-key": f"{game}-{table.version}"}
        token = tokens[table.seats[seat].player or ""]
        status, answer = await connection.post(
            f"/v1/games/{game}/moves", token, msgspec.json.encode(move), key
        )
        assert status == 200, answer


async def scored(store: Store, game_cache: GameCache, game: str) -> AnyTable:
    """Score the game, as a worker does."""

    async def nothing(*_: Any) -> None:
        pass

    done = await Commands(store, game_cache, nothing).run(
        game, CommandRequest(actor=SCORER, command=ScoreGame())
    )
    return done.loaded.table


async def of_game(connection: Connection, store: Store, rules: Ruleset) -> dict[str, float | str]:
    """The rows of one game."""
    game_cache = GameCache(store, 4)
    game, tokens = await opened(connection, rules.name)
    await played(connection, game_cache, game, tokens)
    table = await scored(store, game_cache, game)
    call = store.connection.call
    sizes = {
        name: int(await call("MEMORY USAGE", key(game), "SAMPLES", 0) or 0) for name, key in KEYS.items()
    }
    lines = await game_cache.lines(game, 1, table.version)
    with tempfile.TemporaryDirectory() as directory:
        archive = LogArchive.of(Settings(archive_dir=directory))
        assert archive is not None
        exported = [ExportHeader.of(table).line(), *(line + b"\n" for line in lines)]
        packed = (Path(directory) / await archive.write(game, exported)).stat().st_size
    name = rules.name
    return {
        f"{name}, entries": float(len(lines)),
        f"{name}, entries as JSON, KB": sum(map(len, lines)) / 1000,
        **{f"{name}, {part} in Redis, KB": size / 1000 for part, size in sizes.items()},
        f"{name}, game in Redis, KB (goal < 120)": sum(sizes.values()) / 1000,
        f"{name}, archived game, KB (goal < 16)": packed / 1000,
    }


async def measure(url: str, port: int) -> dict[str, float | str]:
    """Measure a game of every ruleset."""
    store = Store(RedisConnection(connect(url)))
    connection = await Connection.open(port)
    rows: dict[str, float | str] = {}
    for rules in RULESETS.values():
        rows |= await of_game(connection, store, rules)
    await store.close()
    return rows


def run() -> dict[str, float | str]:
    """Measure all rows; takes some seconds."""
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis:
        port = free_port()
        with running(redis.url, port):
            return uvloop.run(measure(redis.url, port))


if __name__ == "__main__":
    print(report(run()))
