"""Accepted moves per second over HTTP on one API process, compared with nearly empty routes.

Sixteen games are played in parallel over sixteen connections. The same server also returns a constant JSON
and performs a bare script append of an entry's bytes; the three are measured in turns. Moves are computed in
advance from the games' seeds, which only a benchmark may read, so that the client does no work while it is
measured. The bare append is measured with and without the token and rate checks that every move has.
"""

import asyncio
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.store import report
from domain.kernel.actors import seat_actor
from domain.kernel.dice import Dice
from domain.kernel.entry import Meta
from domain.kernel.fold import due
from domain.kernel.game import Input, step
from service.api.http.server import ApiServer
from service.app import create_app
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.settings import Settings
from service.store import RedisConnection, Store, connect

GAMES = 16
ROUNDS = 9
MOVES = 12
"""Of each game in each round."""
HOST = "127.0.0.1"
CONSTANT, BARE, BARE_WITH_TOKEN = "/bench/constant", "/bench/append", "/v1/bench/append"
"""Under /v1 the caller's token and rate are looked at first, by a script of their own, as for every move."""
_BARE = "redis.call('XADD', KEYS[1], '*', 'entry', ARGV[1]) return 1"
_ENTRY = b"e" * 1200


def serve(settings: Settings, port: int) -> None:
    """The real application with additional routes that measure the cost of the server itself."""
    app = create_app(settings)
    bare = connect(settings.redis, connections=GAMES)

    async def constant(_: Request) -> Response:
        return Response(b'{"version":1,"events":[]}', media_type="application/json")

    async def append(request: Request) -> Response:
        await request.body()
        await bare.eval(_BARE, 1, "bare", _ENTRY)
        return Response(b'{"version":1,"events":[]}', media_type="application/json")

    for path, handler in ((CONSTANT, constant), (BARE, append), (BARE_WITH_TOKEN, append)):
        app.router.routes.append(Route(path, handler, methods=["POST"]))
    ApiServer(app, settings, host=HOST, port=port).run()


class Connection:
    """One kept-alive HTTP/1.1 connection that costs the client as little as possible."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> "Connection":
        """Connect, and retry until the server is up."""
        for _ in range(900):
            try:
                return cls(*await asyncio.open_connection(HOST, port))
            except OSError:
                await asyncio.sleep(0.1)
        raise RuntimeError("the server does not answer")

    async def post(
        self, path: str, token: str, body: bytes = b"{}", headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Send a request and return the status and body of the response."""
        bearer = f"authorization: Bearer {token}\r\n" if token else ""
        bearer += "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nhost: bench\r\n{bearer}"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        return int(head[9:12]), await self._reader.readexactly(length)

    async def close(self) -> None:
        """Close the connection."""
        self._writer.close()
        await self._writer.wait_closed()


@dataclass
class Game:
    """A game with its connection, its players' tokens by seat, and the planned moves."""

    connection: Connection
    id: str
    tokens: dict[str, str]
    planned: list[tuple[str, bytes]] = field(default_factory=list)


async def opened(port: int, n: int) -> Game:
    """A started game of two players."""
    connection = await Connection.open(port)
    tokens: dict[str, str] = {}
    for name in ("ann", "ben"):
        _, body = await connection.post("/v1/players", "", msgspec.json.encode({"name": f"{name} {n}"}))
        made = msgspec.json.decode(body)
        tokens[made["player"]["id"]] = made["token"]
    ann, ben = tokens.values()
    options = {"auto_start": True}
    _, body = await connection.post(
        "/v1/games", ann, msgspec.json.encode({"ruleset": "bonfire", "seats": 2, "options": options})
    )
    game = msgspec.json.decode(body)["id"]
    status, body = await connection.post(f"/v1/games/{game}/seats", ben)
    assert status in (200, 201), body
    return Game(connection, game, tokens)


async def plan(game_cache: GameCache, game: Game, moves: int) -> None:
    """Random plain moves, decided in advance on a copy."""
    loaded = await game_cache.newest(game.id)
    rules, table = loaded.rules, loaded.table
    dice = Dice(sha256(game.id.encode()).digest(), 0)
    while len(game.planned) < moves:
        (seat,) = due(rules, table).seats
        legal = rules.legal(table.state, seat)
        move = legal[dice.below(len(legal))]
        given = Input(at=table.at, actor=seat_actor(seat), command=move, meta=Meta(engine="bench"))
        table = step(rules, table, given, loaded.seed).table
        game.planned.append((game.tokens[table.seats[seat].player or ""], msgspec.json.encode(move)))


async def moves(game: Game) -> None:
    """Send the next moves of a game; all must be accepted."""
    for _ in range(MOVES):
        token, body = game.planned.pop(0)
        status, answer = await game.connection.post(f"/v1/games/{game.id}/moves", token, body)
        assert status == 200, answer


def beside(path: str) -> Callable[[Game], Any]:
    """Send the same number of calls with the same bodies to a route that does almost nothing."""

    async def calls(game: Game) -> None:
        token, body = game.planned[0] if game.planned else (next(iter(game.tokens.values())), b"{}")
        for _ in range(MOVES):
            status, answer = await game.connection.post(path, token, body)
            assert status == 200, answer

    return calls


async def a_round(games: list[Game], play: Callable[[Game], Any]) -> float:
    """Calls per second with all games in parallel."""
    started = time.perf_counter()
    await asyncio.gather(*(play(game) for game in games))
    return len(games) * MOVES / (time.perf_counter() - started)


async def measure(url: str, port: int) -> dict[str, float | str]:
    """Measure the routes in turns; return medians and the ratio of ours to each of the others."""
    store = Store(RedisConnection(connect(url)))
    games = [await opened(port, n) for n in range(GAMES)]
    game_cache = GameCache(store, GAMES)
    for game in games:
        await plan(game_cache, game, (ROUNDS + 1) * MOVES)
    sides = (moves, beside(BARE_WITH_TOKEN), beside(BARE), beside(CONSTANT))
    took = [[await a_round(games, side) for side in sides] for _ in range(ROUNDS + 1)][1:]
    await store.close()
    ours, checked, bare, constant = (statistics.median(column) for column in zip(*took))
    return {
        "moves through HTTP, 16 games, /s": ours,
        "bare script append, same server, token and rate looked at, /s": checked,
        "bare script append, same server, nothing else, /s": bare,
        "constant JSON, same server, /s": constant,
        "moves / bare append with token (goal >= 0.50)": ours / checked,
        "moves / bare append (goal >= 0.50)": ours / bare,
        "moves / constant": ours / constant,
    }


@contextmanager
def running(url: str, port: int) -> Iterator[None]:
    """The API in a separate process, without rate limits."""
    settings = Settings(redis_url=url, rate_per_token=0, rate_per_address=0, signup_rate=0, log_level="error")
    process = get_context("spawn").Process(target=serve, args=(settings, port))
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def run() -> dict[str, float | str]:
    """Measure all rows; takes half a minute."""
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis:
        port = free_port()
        with running(redis.url, port):
            return uvloop.run(measure(redis.url, port))


def free_port() -> int:
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.stdout.write(report(run()) + "\n")
