"""Reading a whole game of four players over GraphQL and over REST, as a client sees both.

Server, token and Redis are the same, and the calls alternate. Without HTTP, the query is executed by us and
by graphql-core alone, which resolves the finished answer from plain values.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from graphql import ExecutionResult, build_schema, execute, parse

from bench.api import HOST, Connection, Game, free_port, plan, running
from bench.size import sized
from bench.store import report
from schema.answers import GameAnswer
from schema.graphql.limits import Limits
from schema.graphql.schema import schema
from service.engine.game_answers import Reader, game_answer
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.store import RedisConnection, Store, connect
from tests.support.graphql import everything

PLAYERS = 4
MOVES = sized(80, 4)
ROUNDS = sized(200, 10)
WHOLE = f"query ($id: ID!) {{ game(id: $id) {everything('Game')} }}"
TEN = """query ($id: ID!) { game(id: $id) {
  id ruleset rules status version hash commitment host ranks seed } }"""

Call = Callable[[], Awaitable[object]]


class Client(Connection):
    """A connection that also supports GET."""

    async def get(self, path: str, token: str) -> tuple[int, bytes]:
        """Send a GET request and return the status and body of the response."""
        self._writer.write(
            f"GET {path} HTTP/1.1\r\nhost: {HOST}\r\nauthorization: Bearer {token}\r\n\r\n".encode()
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        return int(head[9:12]), await self._reader.readexactly(length)


class Known:
    """A port that always returns the same, already computed game."""

    lang = "en"

    def __init__(self, answer: GameAnswer) -> None:
        self._answer = answer

    async def game(self, _game: str, _at: int | None = None) -> GameAnswer:
        """The game."""
        return self._answer

    async def further(self, _calls: int) -> None:
        """Charge nothing."""


async def played(port: int, game_cache: GameCache) -> Game:
    """A game in the middle."""
    client = await Client.open(port)
    tokens: dict[str, str] = {}
    for n in range(PLAYERS):
        _, body = await client.post("/v1/players", "", msgspec.json.encode({"name": f"player {n}"}))
        made = msgspec.json.decode(body)
        tokens[made["player"]["id"]] = made["token"]
    host, *others = tokens.values()
    wish = {"ruleset": "bonfire", "seats": PLAYERS, "options": {"auto_start": True}}
    _, body = await client.post("/v1/games", host, msgspec.json.encode(wish))
    game = Game(client, msgspec.json.decode(body)["id"], tokens)
    for token in others:
        await client.post(f"/v1/games/{game.id}/seats", token)
    await plan(game_cache, game, MOVES)
    for token, move in game.planned:
        status, answer = await client.post(f"/v1/games/{game.id}/moves", token, move)
        assert status == 200, answer
    return game


async def in_turns(calls: dict[str, Call], rounds: int = ROUNDS) -> dict[str, float]:
    """The median of each call in milliseconds, measured in turns."""
    took: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            began = time.perf_counter()
            await call()
            took[name].append(time.perf_counter() - began)
    return {name: statistics.median(times[rounds // 10 :]) * 1000 for name, times in took.items()}


async def over_http(game: Game) -> dict[str, float]:
    """Measure both over HTTP."""
    client, token = game.connection, next(iter(game.tokens.values()))
    assert isinstance(client, Client)

    async def rest() -> None:
        status, answer = await client.get(f"/v1/games/{game.id}", token)
        assert status == 200, answer

    def graphql(query: str) -> Call:
        body = msgspec.json.encode({"query": query, "variables": {"id": game.id}})

        async def call() -> None:
            status, answer = await client.post("/graphql", token, body)
            assert status == 200, answer
            assert b'"errors"' not in answer[:200], answer

        return call

    return await in_turns({"rest": rest, "whole": graphql(WHOLE), "ten": graphql(TEN)})


async def below_http(answer: GameAnswer) -> dict[str, float]:
    """Measure only the execution, ours and that of graphql-core."""
    ours = schema(Limits(tokens=100_000))
    known: Any = Known(answer)
    result = await ours.execute(WHOLE, {"id": answer.id}, known)
    assert result.errors is None, result.errors
    core = build_schema(str(ours))
    plain: dict[str, Any] = (result.data or {})["game"]
    assert core.query_type is not None
    core.query_type.fields["game"].resolve = lambda _source, _info, **_: _soon(plain)
    document = parse(WHOLE)

    async def by_core() -> None:
        done = execute(core, document, variable_values={"id": answer.id})
        told = await done if not isinstance(done, ExecutionResult) else done
        assert told.errors is None

    async def by_us() -> None:
        assert (await ours.execute(WHOLE, {"id": answer.id}, known)).errors is None

    async def by_msgspec() -> None:
        msgspec.json.encode(answer)

    return await in_turns({"core": by_core, "ours": by_us, "msgspec": by_msgspec})


async def _soon(value: dict[str, Any]) -> dict[str, Any]:
    return value


async def measure(url: str, port: int) -> dict[str, float | str]:
    """Measure all rows."""
    store = Store(RedisConnection(connect(url)))
    game_cache = GameCache(store, 4)
    game = await played(port, game_cache)
    http = await over_http(game)
    loaded = await game_cache.newest(game.id)
    below = await below_http(game_answer(loaded, Reader(visible_seats=(0,))))
    await store.close()
    return {
        "REST, the whole game, ms": http["rest"],
        "GraphQL, the same, ms": http["whole"],
        "GraphQL, ten fields, ms": http["ten"],
        "whole: GraphQL / REST (goal <= 6)": http["whole"] / http["rest"],
        "ten fields: GraphQL / REST (goal <= 2)": http["ten"] / http["rest"],
        "executed by us, without HTTP and Redis, ms": below["ours"],
        "executed by graphql-core alone, ms": below["core"],
        "ours / graphql-core alone (goal <= 1.3)": below["ours"] / below["core"],
        "msgspec.json.encode of the same, ms": below["msgspec"],
    }


def run() -> dict[str, float | str]:
    """Measure all rows; takes some seconds."""
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis:
        port = free_port()
        with running(redis.url, port):
            return uvloop.run(measure(redis.url, port))


if __name__ == "__main__":
    sys.stdout.write(report(run()) + "\n")
