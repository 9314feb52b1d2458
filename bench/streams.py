"""2,000 open streams on one API process: the cost of one, and how soon an entry reaches 1,000 readers.

Half of the streams follow one game, the others fifty more; nine of ten are server-sent events, the rest
GraphQL subscriptions over sockets; one of four has a token. Two peers run at the same time with the same
readers: a bare asyncio server, and Starlette under the same uvicorn. They write the same bytes to 1,000 open
responses. The three are measured in turns.
"""

import asyncio
import base64
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias, cast

import msgspec
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from bench.api import HOST, Connection, Game, free_port, opened, plan
from bench.size import sized
from bench.store import report
from service.api.http.server import ApiServer
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.settings import Settings
from service.store import RedisConnection, Store, connect

STREAMS = sized(2000, 60)
OF_ONE_GAME = sized(1000, 30)
GAMES = sized(51, 3)
ROUNDS = sized(9, 2)
IDLE_SECONDS = sized(32)
"""Two keep-alives of every stream."""
_AT_ONCE = 50
_PING, _PONG = 0x89, 0x8A
_OPEN_FILES = 4 * STREAMS
_SSE = b"GET /v1/games/%s/stream?after=%d HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n%s\r\n"
_SOCKET = (
    b"GET /graphql HTTP/1.1\r\nhost: bench\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: %s\r\n"
    b"sec-websocket-protocol: graphql-transport-ws\r\n%s\r\n"
)
_ENTRIES = """subscription ($id: ID!, $after: Int!) { gameEvents(gameId: $id, after: $after) {
  ... on Entry { seq at actor hash events { type } } } }"""


Round: TypeAlias = Callable[[], Awaitable[tuple[float, float]]]
"""Writes to all readers: milliseconds until the first and the last got it."""


class Reader(asyncio.Protocol):
    """Records when the expected bytes arrive; costs the client as little as possible."""

    def __init__(self, hello: bytes, ready: bytes) -> None:
        self._hello = hello
        self._rest = b""
        self._wanted = ready
        self.told: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.is_gone = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's transport is not a subclass
        self.transport.write(self._hello)

    def expect(self, wanted: bytes) -> None:
        """Set the bytes to wait for."""
        self._wanted, self._rest = wanted, b""
        self.told = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        """Look for the expected bytes."""
        if not self.told.done():
            self._rest += data
            if self._wanted in self._rest:
                self.told.set_result(time.perf_counter())
                self._rest = b""

    def connection_lost(self, exc: Exception | None) -> None:
        """Record that the connection was closed."""
        self.is_gone = True
        if not self.told.done():
            self.told.set_exception(exc or EOFError("the stream has ended"))


class Socket(Reader):
    """A reader that also answers pings."""

    def data_received(self, data: bytes) -> None:
        """Look for the expected bytes, and answer pings."""
        if data[0] == _PING:
            self.transport.write(bytes([_PONG, 0x80 | data[1]]) + bytes(4) + data[2 : 2 + data[1]])
        super().data_received(data)


async def reading(port: int, hello: bytes, ready: bytes, kind: type[Reader] = Reader) -> Reader:
    """A reader whose stream has been accepted."""
    loop = asyncio.get_running_loop()
    _, reader = await loop.create_connection(lambda: kind(hello, ready), HOST, port)
    await reader.told
    return reader


async def by_event_stream(port: int, game: str, after: int, token: str) -> Reader:
    """Open a stream of server-sent events."""
    bearer = f"authorization: Bearer {token}\r\n".encode() if token else b""
    return await reading(port, _SSE % (game.encode(), after, bearer), b"retry: ")


async def by_socket(port: int, game: str, after: int, token: str) -> Reader:
    """Open a GraphQL subscription."""
    bearer = f"authorization: Bearer {token}\r\n".encode() if token else b""
    key = base64.b64encode(os.urandom(16))
    reader = await reading(port, _SOCKET % (key, bearer), b"\r\n\r\n", Socket)
    reader.expect(b"connection_ack")
    reader.transport.write(_frame({"type": "connection_init"}))
    await reader.told
    variables = {"id": game, "after": after}
    payload = {"query": _ENTRIES, "variables": variables}
    reader.transport.write(_frame({"type": "subscribe", "id": "1", "payload": payload}))
    return reader


def _frame(message: object) -> bytes:
    """A text frame of a client, masked by zeros."""
    text = msgspec.json.encode(message)
    length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + text


async def in_batches(calls: list[Callable[[], Awaitable[Reader]]]) -> list[Reader]:
    """Run all of them, with a limited number at a time."""
    readers: list[Reader] = []
    for first in range(0, len(calls), _AT_ONCE):
        readers += await asyncio.gather(*(call() for call in calls[first : first + _AT_ONCE]))
    return readers


class Process:
    """The operating system's figures for a process."""

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return int((self._folder / "statm").read_text().split()[1]) * resource.getpagesize()

    @property
    def cpu(self) -> float:
        """Processor seconds used so far."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def fanned_out(readers: list[Reader], tell: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Milliseconds from the trigger until the first and the last reader got the expected bytes."""
    began = time.perf_counter()
    telling = asyncio.ensure_future(tell())
    times = await asyncio.gather(*(reader.told for reader in readers))
    await telling
    return (min(times) - began) * 1000, (max(times) - began) * 1000


async def next_entry(
    game: Game, seqs: Iterator[int], readers: list[Reader], sockets: list[Reader]
) -> tuple[float, float]:
    """Play one move and measure how it reaches all readers of the game."""
    (token, body), seq = game.planned.pop(0), next(seqs)
    for reader in readers:
        reader.expect(b"\nid: %d\n" % seq)
    for socket in sockets:
        socket.expect(b'"seq":%d,' % seq)

    async def move() -> None:
        status, answer = await game.connection.post(f"/v1/games/{game.id}/moves", token, body)
        assert status == 200, answer

    return await fanned_out([*readers, *sockets], move)


def _bare(port: int, chunk: bytes) -> None:
    """A server that only writes to all open connections."""

    async def serve() -> None:
        writers: list[asyncio.StreamWriter] = []

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(EOFError):
                await answered(await reader.readuntil(b"\r\n\r\n"), writer)

        async def answered(head: bytes, writer: asyncio.StreamWriter) -> None:
            if head.startswith(b"POST"):
                for other in writers:
                    other.write(chunk)
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
                writer.close()
            else:
                writer.write(b"HTTP/1.1 200 OK\r\n\r\nretry: 1\n\n")
                writers.append(writer)

        server = await asyncio.start_server(connected, HOST, port, backlog=_AT_ONCE * 2)
        await server.serve_forever()

    uvloop.run(serve())


def _starlette(port: int, chunk: bytes) -> None:
    """The same with Starlette and our uvicorn settings: a queue and a streaming response for each reader."""
    queues: list[asyncio.Queue[bytes]] = []

    async def stream(_: Request) -> Response:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        queues.append(queue)

        async def chunks() -> AsyncIterator[bytes]:
            yield b"retry: 1\n\n"
            while True:
                yield await queue.get()

        return StreamingResponse(chunks(), media_type="text/event-stream")

    async def tell(_: Request) -> Response:
        for queue in queues:
            queue.put_nowait(chunk)
        return Response(b"")

    app = Starlette(routes=[Route("/", stream), Route("/", tell, methods=["POST"])])
    app.state.collaborators = _NoStreams()
    server = ApiServer(app, Settings(), host=HOST, port=port)
    server.config.lifespan = "off"
    server.run()


class _NoStreams:
    """A stand-in for the streams that our server closes at shutdown."""

    def __init__(self) -> None:
        self.live = self

    def end(self) -> None:
        """Do nothing: there are no streams."""


@contextmanager
def beside(target: Callable[[int, bytes], None], chunk: bytes) -> Iterator[tuple[int, Process]]:
    """A peer in a separate process, with its port."""
    port = free_port()
    process = get_context("spawn").Process(target=target, args=(port, chunk), daemon=True)
    process.start()
    try:
        yield port, Process(process.pid or 0)
    finally:
        process.kill()  # its streams never end
        process.join()


@asynccontextmanager
async def peer(target: Callable[[int, bytes], None], chunk: bytes) -> AsyncIterator[tuple[Round, float]]:
    """A peer with 1,000 readers: its fan-out time, and the memory for each reader."""
    with beside(target, chunk) as (port, process):
        await (await Connection.open(port)).close()
        before = process.memory
        hello = b"GET / HTTP/1.1\r\nhost: bench\r\n\r\n"
        readers = await in_batches([lambda: reading(port, hello, b"retry: ")] * OF_ONE_GAME)

        async def tell() -> None:
            await (await Connection.open(port)).post("/", "")

        async def told() -> tuple[float, float]:
            for reader in readers:
                reader.expect(chunk[-40:])
            return await fanned_out(readers, tell)

        yield told, (process.memory - before) / OF_ONE_GAME
        for reader in readers:
            reader.transport.abort()


def _medians(times: Iterable[tuple[float, float]]) -> tuple[float, float]:
    times = list(times)
    return statistics.median(first for first, _ in times), statistics.median(last for _, last in times)


@contextmanager
def api(url: str, port: int) -> Iterator[Process]:
    """`emberlog api` as it runs in production, without rate limits."""
    free = {"RATE_PER_TOKEN": 0, "RATE_PER_ADDRESS": 0, "SIGNUP_RATE": 0, "STREAMS_PER_CALLER": 100_000}
    settings = {"REDIS_URL": url, "PORT": port, **free}
    given = {f"EMBERLOG_{name}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "service.cli", "api"]
    with subprocess.Popen(command, env=os.environ | given, stderr=subprocess.DEVNULL) as process:
        try:
            yield Process(process.pid)
        finally:
            process.terminate()


async def measure(url: str, port: int) -> dict[str, float | str]:
    """Measure all rows."""
    store = Store(RedisConnection(connect(url)))
    game_cache = GameCache(store, GAMES)
    with api(url, port) as process:
        games = [await opened(port, n) for n in range(GAMES)]
        followed, others = games[0], games[1:]
        await plan(game_cache, followed, ROUNDS + 2)
        version = (await game_cache.newest(followed.id)).table.version

        def stream(n: int) -> Callable[[], Awaitable[Reader]]:
            game = followed if n < OF_ONE_GAME else others[n % len(others)]
            token = list(game.tokens.values())[n % 2] if n % 4 == 0 else ""
            way = by_socket if n % 10 == 9 else by_event_stream
            return lambda: way(port, game.id, version, token)

        for reader in await in_batches([stream(n) for n in range(_AT_ONCE)]):
            reader.transport.abort()
        await asyncio.sleep(1)
        before = process.memory
        began = time.perf_counter()
        readers = await in_batches([stream(n) for n in range(STREAMS)])
        took = time.perf_counter() - began
        await asyncio.sleep(2)
        memory, used, began = process.memory - before, process.cpu, time.perf_counter()
        await asyncio.sleep(IDLE_SECONDS)
        idle = (process.cpu - used) / (time.perf_counter() - began)
        of_game = readers[:OF_ONE_GAME]
        events, sockets = [reader for n, reader in enumerate(of_game) if n % 10 != 9], of_game[9::10]
        seqs = count(version + 1)
        ours = partial(next_entry, followed, seqs, events, sockets)
        await ours()
        chunk = await told(game_cache, followed.id)
        async with peer(_bare, chunk) as (bare, _), peer(_starlette, chunk) as (starlette, theirs):
            times = [(await ours(), await bare(), await starlette()) for _ in range(ROUNDS)]
        assert not any(reader.is_gone for reader in readers), "a reader was disconnected"
        for reader in readers:
            reader.transport.abort()
    await store.close()
    (first, last), of_bare, of_starlette = map(_medians, zip(*times))
    return {
        "streams open": float(STREAMS),
        "opened a second": STREAMS / took,
        "memory for each, KB": memory / STREAMS / 1024,
        "memory for each of Starlette's, KB": theirs / 1024,
        "processor while idle, %": idle * 100,
        f"an entry, to the first of {len(of_game)}, ms": first,
        "an entry, to the last, ms": last,
        "bare asyncio, to the first, ms": of_bare[0],
        "bare asyncio, to the last, ms": of_bare[1],
        "Starlette, to the first, ms": of_starlette[0],
        "Starlette, to the last, ms": of_starlette[1],
        "last: ours / bare asyncio": last / of_bare[1],
        "last: ours / Starlette": last / of_starlette[1],
    }


async def told(game_cache: GameCache, game: str) -> bytes:
    """As many bytes as the last entry had."""
    loaded = await game_cache.newest(game)
    (line,) = await game_cache.lines(game, loaded.table.version, loaded.table.version)
    return b"id: 1\ndata: " + line + b"\n\n"


def run() -> dict[str, float | str]:
    """Measure all rows; takes about two minutes."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    assert most >= _OPEN_FILES, f"a process may open {most} files; this needs {_OPEN_FILES}"
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis:
        return uvloop.run(measure(redis.url, free_port()))


if __name__ == "__main__":
    sys.stdout.write(report(run()) + "\n")
