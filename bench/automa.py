"""The time from a human's `end_turn` to the automa's entry on the stream, beside RQ's own enqueue latency.

Redis syncs every write. API and worker are separate processes, and the client reads the stream over HTTP.
RQ's bare latency is measured in turns with ours, on the same Redis and with the same serializer, by its own
worker that does not fork; its forking worker is reported as well.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from redis import Redis
from rq import Queue, SimpleWorker, Worker

from bench.api import HOST, Connection, free_port, running
from bench.size import sized
from bench.store import report
from domain.games import RULESETS
from domain.kernel.actors import seat_actor
from domain.kernel.dice import Dice
from domain.kernel.entry import Meta
from domain.kernel.fold import due
from domain.kernel.game import Input, step
from domain.kernel.lobby import CreateGame, StartGame
from domain.kernel.messages import Command
from domain.kernel.work import WorkKind
from service.engine.commands import CommandRequest, Commands
from service.engine.game_cache import GameCache
from service.engine.loaded_game import LoadedGame
from service.jobs.queues import QUEUES, SERIALIZER, Job, Queues
from service.operations.embedded import EmbeddedRedis
from service.operations.structured_logs import configure_logs
from service.settings import Settings
from service.store import OutboxItem, RedisConnection, Store, connect
from service.store.ids import new_id
from workers import run as worker

TURNS = sized(220, 4)
WARM_UP = sized(20, 2)
PAUSE = 0.05
"""Before either side: what the other one leaves to be done after its job is no part of it."""
FORKS = sized(60, 2)
GAMES = sized(200, 4)
BARE, FORKED, RAN = "bench-bare", "bench-forked", "bench:ran"
"""Two queues, and the list in which their jobs leave the moment they ran."""


def note(url: str) -> None:
    """A job that only records when it began."""
    began = time.time()
    with Redis.from_url(url) as redis:
        redis.rpush(RAN, str(began))


def work(settings: Settings) -> None:
    """Run our worker."""
    configure_logs(settings)
    worker.work(settings, burst=False)


def work_bare(url: str, queue: str) -> None:
    """Run RQ's own worker, either the simple or the forking one."""
    kind = SimpleWorker if queue == BARE else Worker
    with Redis.from_url(url) as redis:
        names = [queue, *(f"{queue}-{n}" for n in range(len(QUEUES) - 1))]  # as many queues as ours
        queues = [Queue(name, connection=redis, serializer=SERIALIZER) for name in names]
        kind(queues, connection=redis, serializer=SERIALIZER).work(logging_level="WARNING")


@dataclass(frozen=True)
class Opponent:
    """An automa, and the game of one person against it."""

    automa: str
    ruleset: str
    options: Mapping[str, Any] = field(default_factory=dict)


OPPONENTS = (
    Opponent("tom", "bonfire"),
    Opponent(
        "basilisk",
        "phoenix",
        {"mode": "solo", "difficulty": "medium", "style": "vanilla", "solo_allies": 2},
    ),
)


@contextmanager
def process(target: Callable[..., None], *args: object) -> Iterator[None]:
    """Run a process until the end of the block."""
    started = get_context("spawn").Process(target=target, args=args)
    started.start()
    try:
        yield
    finally:
        started.terminate()
        started.join()


class Bare:
    """RQ's latency from enqueue to run."""

    def __init__(self, url: str, queue: str) -> None:
        self._url = url
        self._redis = Redis.from_url(url, socket_timeout=None)
        self._queue = Queue(queue, connection=self._redis, serializer=SERIALIZER)

    def once(self) -> float:
        """Milliseconds from the call of enqueue to the first line of the job."""
        began = time.time()
        self._queue.enqueue("bench.automa.note", self._url, result_ttl=60)
        answer = self._redis.blpop([RAN], timeout=60)
        assert answer is not None, "the job did not run"
        return 1000 * (float(answer[1]) - began)

    def close(self) -> None:
        """Close the connection."""
        self._redis.close()


class _Versioned(msgspec.Struct):
    version: int


class _Told(msgspec.Struct):
    seq: int
    actor: str


_VERSION, _TOLD = msgspec.json.Decoder(_Versioned), msgspec.json.Decoder(_Told)


@dataclass
class Solo:
    """A solo game: its player's connection and token, and a reader of its stream."""

    connection: Connection
    token: str
    id: str
    stream: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(cls, port: int, against: Opponent) -> "Solo":
        """Start a game and a reader of its stream."""
        connection = await Connection.open(port)
        _, body = await connection.post("/v1/players", "", b'{"name":"ann"}')
        token = msgspec.json.decode(body)["token"]
        options = {"auto_start": True, **against.options}
        wish = msgspec.json.encode({"ruleset": against.ruleset, "seats": 1, "options": options})
        _, body = await connection.post("/v1/games", token, wish)
        game = msgspec.json.decode(body)["id"]
        stream, writer = await asyncio.open_connection(HOST, port)
        writer.write(f"GET /v1/games/{game}/stream?after=1 HTTP/1.1\r\nhost: bench\r\n\r\n".encode())
        await stream.readuntil(b"\r\n\r\n")
        return cls(connection, token, game, stream, writer)

    async def play(self, move: Command) -> int:
        """Send a move that must be accepted; return its version."""
        path = f"/v1/games/{self.id}/moves"
        status, answer = await self.connection.post(path, self.token, msgspec.json.encode(move))
        assert status == 200, answer
        return _VERSION.decode(answer).version

    def close(self) -> None:
        """Close the reader."""
        self.writer.close()

    async def acts(self, automa: str, after: int) -> None:
        """Wait for the first entry of the automa after a version."""
        told = None
        while told is None or told.seq <= after or told.actor != automa:
            line = await self.stream.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: {") and b'"actor"' in line:
                told = _TOLD.decode(line[6:])


def picked(loaded: LoadedGame) -> tuple[Command, bool]:
    """A move of the only player, and whether it is the automa's turn after it."""
    (seat,) = due(loaded.rules, loaded.table).seats
    legal = loaded.rules.legal(loaded.table.state, seat)
    dice = Dice(sha256(loaded.table.hash.encode()).digest(), 0)
    move = legal[dice.below(len(legal))]
    given = Input(at=loaded.table.at, actor=seat_actor(seat), command=move, meta=Meta(engine="bench"))
    after = step(loaded.rules, loaded.table, given, loaded.seed).table
    return move, due(loaded.rules, after).automa is not None


async def latency(
    against: Opponent, game_cache: GameCache, port: int, between: Callable[[], float]
) -> list[tuple[float, float]]:
    """Milliseconds to the automa's entry on the stream, from sending the move before it and its answer."""
    took: list[tuple[float, float]] = []
    while len(took) < TURNS:
        game = await Solo.open(port, against)
        await settled(game_cache, game.id)
        while len(took) < TURNS:
            loaded = await game_cache.newest(game.id)
            if not due(loaded.rules, loaded.table).seats:
                break  # the game is over
            move, ends = picked(loaded)
            if ends:
                await asyncio.sleep(PAUSE)
            began = time.perf_counter()
            version = await game.play(move)
            answered = time.perf_counter()
            if ends:
                await game.acts(against.automa, version)
                seen = time.perf_counter()
                took.append((1000 * (seen - began), 1000 * (seen - answered)))
                await settled(game_cache, game.id)
                await paused(between)
        game.close()
    return took


async def paused(side: Callable[[], float]) -> float:
    """One measurement after a pause."""
    await asyncio.sleep(PAUSE)
    return await asyncio.to_thread(side)


async def settled(game_cache: GameCache, game: str) -> None:
    """Wait until no automa is due."""
    loaded = await game_cache.newest(game)
    while due(loaded.rules, loaded.table).automa is not None:
        await asyncio.sleep(0.005)
        loaded = await game_cache.newest(game)


async def automas_turn(against: Opponent, commands: Commands, game_cache: GameCache) -> LoadedGame:
    """A new solo game in which the automa has to act."""
    rules, game = RULESETS[against.ruleset], new_id("g")
    options = msgspec.convert(against.options, rules.options)
    create = CreateGame(game=game, options=options, places=("me",))
    await commands.create(rules, game, CommandRequest(actor="p_ann", command=create), bytes(32))
    await commands.run(game, CommandRequest(actor="p_ann", command=StartGame()))
    while due(rules, (loaded := await game_cache.newest(game)).table).automa is None:
        (seat,) = due(rules, loaded.table).seats
        move, _ = picked(loaded)
        await commands.run(game, CommandRequest(actor=seat_actor(seat), command=move))
    return loaded


async def nothing(_game: str, _loaded: LoadedGame, _items: Sequence[OutboxItem]) -> None:
    """Do nothing: the jobs are enqueued all at once."""


async def turns_a_second(against: Opponent, store: Store, url: str) -> float:
    """The automa's turns per second in many games with one worker."""
    game_cache = GameCache(store, GAMES)
    commands = Commands(store, game_cache, nothing)
    waiting = [(await automas_turn(against, commands, game_cache)).table for _ in range(GAMES)]
    queues = Queues(url)
    with process(work, Settings(redis_url=url, log_level="error")):
        await asyncio.to_thread(
            queues.put, [Job(WorkKind.AUTOMA, table.game, table.version) for table in waiting]
        )
        for table in waiting:
            await settled(game_cache, table.game)
    queues.close()
    moments: list[float] = []
    for table in waiting:
        loaded = await game_cache.newest(table.game)
        lines = await store.log.entries(table.game, table.version + 1, loaded.table.version)
        moments += [datetime.fromisoformat(loaded.codec.entry(line).at).timestamp() for line in lines]
    return (len(moments) - 1) / (max(moments) - min(moments))


async def compared(against: Opponent, store: Store, url: str, port: int) -> dict[str, float | str]:
    """Measure ours and RQ's in turns, then many games."""
    name, bare, bare_took = against.automa.title(), Bare(url, BARE), list[float]()

    def between() -> float:
        bare_took.append(bare.once())
        return bare_took[-1]

    with process(work, Settings(redis_url=url, log_level="error")):
        bare.once()
        took = await latency(against, GameCache(store, 16), port, between)
    bare.close()
    a_second = await turns_a_second(against, store, url)
    (ours, answered), rq = zip(*took[WARM_UP:]), bare_took[WARM_UP:]
    median, alone = statistics.median(ours), statistics.median(rq)
    return {
        f"end_turn to {name} on the stream, median, ms": median,
        f"end_turn to {name} on the stream, p99, ms": p99(ours),
        f"{name}: the same from the answer to end_turn, median, ms": statistics.median(answered),
        f"{name}: RQ alone, enqueue to run, SimpleWorker, median, ms": alone,
        f"{name}: RQ alone, enqueue to run, SimpleWorker, p99, ms": p99(rq),
        f"end_turn to {name} / RQ alone, medians (goal <= 2)": median / alone,
        f"{name}: from the answer to end_turn / RQ alone, medians": statistics.median(answered) / alone,
        f"{name}'s turns, one worker, /s": a_second,
    }


async def measure(url: str, port: int) -> dict[str, float | str]:
    """Measure each automa beside RQ, then RQ's forking worker."""
    store, rows = Store(RedisConnection(connect(url))), dict[str, float | str]()
    with process(work_bare, url, BARE):
        for against in OPPONENTS:
            rows |= await compared(against, store, url, port)
    await store.close()
    forked = Bare(url, FORKED)
    with process(work_bare, url, FORKED):
        forks = [await paused(forked.once) for _ in range(FORKS + 5)][5:]
    forked.close()
    return rows | {"RQ alone, enqueue to run, a fork for each job, median, ms": statistics.median(forks)}


def p99(took: Sequence[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(took, n=100)[-1]


def run() -> dict[str, float | str]:
    """Measure all rows; takes a minute."""
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis:
        port = free_port()
        with running(redis.url, port):
            return uvloop.run(measure(redis.url, port))


if __name__ == "__main__":
    sys.stdout.write(report(run()) + "\n")
