"""Accepted moves per second over HTTP on one API process, compared with servers that do next to nothing.

Sixteen games are played in parallel over sixteen connections. Beside our API runs a bare Starlette app on
the same HTTP server and event loop. It appends the bytes of an entry by a script, without any check, or
returns a constant. All are measured in turns, in calls per second and in processor time of their process,
which other work on the machine disturbs less. Moves are computed in advance from the games' seeds, which only
a benchmark may read, so that the client does no work while it is measured.
"""

import asyncio
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import Process, get_context
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.size import sized
from bench.store import report
from domain.kernel.actors import seat_actor
from domain.kernel.dice import Dice
from domain.kernel.entry import Meta
from domain.kernel.fold import due
from domain.kernel.game import Input, step
from service.api.http.server import ApiServer, collect_garbage_seldom
from service.app import create_app
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.operations.ports import bound
from service.settings import Settings
from service.store import RedisConnection, Store, connect

GAMES = sized(16, 2)
ROUNDS = sized(9, 2)
MOVES = sized(12, 2)
"""Of each game in each round."""
HOST = "127.0.0.1"
CONSTANT, BARE, BARE_WITH_TOKEN = "/constant", "/append", "/v1/bench/append"
"""The last one is a route of our API: the caller's token and rate are looked at first, as for every move."""
_BARE = "redis.call('XADD', KEYS[1], '*', 'entry', ARGV[1]) return 1"
_ENTRY = b"e" * 1200
_ANSWER = b'{"version":1,"events":[]}'


def serve(settings: Settings, port: int) -> None:
    """The real application, with one more route: the token is looked at, then the bare append."""
    app = create_app(settings)
    app.router.routes.insert(0, Route(BARE_WITH_TOKEN, appending(settings), methods=["POST"]))
    server = ApiServer(app, settings, host=HOST, port=port)
    collect_garbage_seldom()
    server.run([bound(HOST, port, share=True)])


def serve_bare(settings: Settings, port: int) -> None:
    """A Starlette application without middleware, on the same server and event loop."""

    async def constant(_: Request) -> Response:
        return Response(_ANSWER, media_type="application/json")

    routes = [
        Route(BARE, appending(settings), methods=["POST"]),
        Route(CONSTANT, constant, methods=["POST"]),
    ]
    config = uvicorn.Config(
        Starlette(routes=routes),
        host=HOST,
        port=port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        timeout_keep_alive=75,
        log_level="error",
    )
    server = uvicorn.Server(config)
    collect_garbage_seldom()
    server.run()


def appending(settings: Settings) -> Callable[[Request], Awaitable[Response]]:
    """A handler that only appends the bytes of an entry by a script."""
    client: Any = connect(settings.redis, connections=GAMES)

    async def append(request: Request) -> Response:
        await request.body()
        await client.eval(_BARE, 1, "bare", _ENTRY)
        return Response(_ANSWER, media_type="application/json")

    return append


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
        return await self._answer()

    async def get(self, path: str, token: str) -> tuple[int, bytes]:
        """Read something."""
        self._writer.write(
            f"GET {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n\r\n".encode()
        )
        return await self._answer()

    async def begin(self, path: str, token: str, accept: str) -> None:
        """Ask for a stream, and read only the head of the answer."""
        lines = f"host: bench\r\nauthorization: Bearer {token}\r\naccept: {accept}\r\n\r\n"
        self._writer.write(f"GET {path} HTTP/1.1\r\n{lines}".encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head[9:12] == b"200", head

    async def _answer(self) -> tuple[int, bytes]:
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


class Running(NamedTuple):
    """A server in a process of its own."""

    process: Process
    port: int


class Side:
    """One of the things that are measured: what a game sends, where, and what it took."""

    def __init__(self, process: Process, port: int, path: str = "") -> None:
        self._pid = process.pid
        self._port = port
        self._path = path
        self._connections: list[Connection] = []
        self.rates: list[float] = []
        self.cpu_us: list[float] = []
        self.latencies: list[float] = []

    async def a_round(self, games: list[Game]) -> None:
        """Let all games send in parallel, and note calls per second and processor time per call."""
        while len(self._connections) < len(games):
            self._connections.append(await Connection.open(self._port))
        cpu, started = cpu_seconds(self._pid), time.perf_counter()
        await asyncio.gather(*map(self._send, games, self._connections))
        seconds, calls = time.perf_counter() - started, len(games) * MOVES
        self.rates.append(calls / seconds)
        self.cpu_us.append(1e6 * (cpu_seconds(self._pid) - cpu) / calls)

    async def _send(self, game: Game, connection: Connection) -> None:
        """Send the next moves of a game, or as many calls with such a body; all must be accepted."""
        for _ in range(MOVES):
            token, body = game.planned[0] if self._path else game.planned.pop(0)
            began = time.perf_counter()
            path = self._path or f"/v1/games/{game.id}/moves"
            status, answer = await connection.post(path, token, body)
            assert status == 200, answer
            self.latencies.append(time.perf_counter() - began)

    def forget(self) -> None:
        """Forget the rounds so far: they were the warm-up."""
        for each in (self.rates, self.cpu_us, self.latencies):
            each.clear()


def cpu_seconds(pid: int | None) -> float:
    """The processor time that the threads of a process have used, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


async def measure(url: str, ours: Running, bare: Running) -> dict[str, float | str]:
    """Measure all sides in turns; return medians and ratios."""
    store = Store(RedisConnection(connect(url)))
    games = [await opened(ours.port, n) for n in range(GAMES)]
    game_cache = GameCache(store, GAMES)
    for game in games:
        await plan(game_cache, game, (ROUNDS + 1) * MOVES + 1)
    sides = {
        "moves": Side(ours.process, ours.port),
        "checked": Side(ours.process, ours.port, BARE_WITH_TOKEN),
        "bare": Side(bare.process, bare.port, BARE),
        "constant": Side(bare.process, bare.port, CONSTANT),
    }
    for turn in range(ROUNDS + 1):
        for side in sides.values():
            await side.a_round(games)
            if not turn:
                side.forget()
    await store.close()
    rate = {name: statistics.median(side.rates) for name, side in sides.items()}
    cpu = {name: statistics.fmean(side.cpu_us) for name, side in sides.items()}
    late = statistics.quantiles(sides["moves"].latencies, n=100)
    return {
        "moves over HTTP, 16 games, /s": rate["moves"],
        "script append on our server, token and rate checked, /s": rate["checked"],
        "bare Starlette and script append, /s": rate["bare"],
        "bare Starlette and a constant, /s": rate["constant"],
        "processor time of the API per move, µs (goal < 1,000)": cpu["moves"],
        "processor time of the bare append, µs": cpu["bare"],
        "moves / bare append (goal >= 0.60)": rate["moves"] / rate["bare"],
        "the same by processor time": cpu["bare"] / cpu["moves"],
        "moves / append on our server": rate["moves"] / rate["checked"],
        "p50 of a move under full load, ms": 1000 * late[49],
        "p99 of a move under full load, ms": 1000 * late[98],
        "p99 / p50 (goal <= 10)": late[98] / late[49],
    }


@contextmanager
def running(
    url: str, port: int, target: Callable[[Settings, int], None] = serve, **changed: Any
) -> Iterator[Running]:
    """A server in a separate process, by default the API, without rate limits."""
    limits: dict[str, Any] = {"rate_per_token": 0, "rate_per_address": 0, "signup_rate": 0}
    settings = Settings(redis_url=url, log_level="error", **limits, **changed)
    process: Any = get_context("spawn").Process(target=target, args=(settings, port))
    process.start()
    try:
        yield Running(process, port)
    finally:
        process.terminate()
        process.join()


def run() -> dict[str, float | str]:
    """Measure all rows; takes half a minute."""
    with (
        tempfile.TemporaryDirectory() as directory,
        EmbeddedRedis(Path(directory)) as redis,
        running(redis.url, free_port()) as ours,
        running(redis.url, free_port(), serve_bare) as bare,
    ):
        return uvloop.run(measure(redis.url, ours, bare))


def free_port() -> int:
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.stdout.write(report(run()) + "\n")
