"""Mixed load on a whole system: players, watchers, readers and bots at once, for a given time.

`emberlog serve` runs with its own Redis, a worker and a sweeper. Pairs of players look at their legal moves
and play one at random; some have a bot as opponent. Watchers hold streams of games open, readers ask for
lists, views and scores. Everything stays on this machine and ends by itself. Each line tells what happened
since the last one: moves and other answers per second, percentiles of a move, entries that reached watchers,
errors, and the memory of all processes. The exit code is 1 if anything failed.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop

from bench.api import HOST, Connection, free_port

RULESET = "bonfire"


@dataclass
class Tally:
    """What happened since the last line."""

    moves: list[float] = field(default_factory=list)
    reads: int = 0
    seen: int = 0
    games: int = 0
    errors: list[str] = field(default_factory=list)


@dataclass
class Load:
    """The clients: what they share, and when they stop."""

    port: int
    until: float
    rng: random.Random
    tally: Tally = field(default_factory=Tally)
    running: dict[str, str] = field(default_factory=dict)
    """Games that are being played, each with the token of a player."""

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.until

    async def player(self, with_bot: bool) -> None:
        """Play one game after the other, for both sides or against a bot."""
        connection = await Connection.open(self.port)
        tokens = [await self._signed_up(connection) for _ in range(1 if with_bot else 2)]
        while not self.is_over:
            game = await self._opened(connection, tokens, with_bot=with_bot)
            self.running[game] = tokens[0]
            try:
                await self._play(connection, game, tokens)
            finally:
                del self.running[game]
        await connection.close()

    async def watcher(self) -> None:
        """Follow a game by its stream until it is over, then another one."""
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{self.port}", timeout=60) as client:
            while not self.is_over:
                if not self.running:
                    await asyncio.sleep(0.1)
                    continue
                game = self.rng.choice(list(self.running))
                headers = {"accept": "text/event-stream", "authorization": f"Bearer {self.running[game]}"}
                async with client.stream("GET", f"/v1/games/{game}/stream", headers=headers) as answer:
                    await self._follow(game, answer)

    async def reader(self) -> None:
        """Read lists, views and scores."""
        connection = None
        while not self.is_over:
            if not self.running:
                await asyncio.sleep(0.1)
                continue
            connection = connection or await Connection.open(self.port)
            game = self.rng.choice(list(self.running))
            path = self.rng.choice(
                (f"/v1/games/{game}", f"/v1/games/{game}/score", f"/v1/games/{game}/events", "/v1/games")
            )
            status, body = await connection.get(path, self.running[game])
            self._check(status, body)
            self.tally.reads += 1
        if connection is not None:
            await connection.close()

    async def _play(self, connection: Connection, game: str, tokens: Sequence[str]) -> None:
        while not self.is_over:
            for token in tokens:
                status, body = await connection.get(f"/v1/games/{game}/moves", token)
                self._check(status, body)
                self.tally.reads += 1
                moves = msgspec.json.decode(body)["moves"]
                if not moves:
                    continue
                began = time.perf_counter()
                move = msgspec.json.encode(self.rng.choice(moves))
                status, body = await connection.post(f"/v1/games/{game}/moves", token, move)
                self._check(status, body)
                self.tally.moves.append(time.perf_counter() - began)
            status, body = await connection.get(f"/v1/games/{game}", tokens[0])
            self.tally.reads += 1
            if msgspec.json.decode(body)["status"] != "active":
                self.tally.games += 1
                return

    async def _follow(self, game: str, answer: httpx.Response) -> None:
        async for line in answer.aiter_lines():
            self.tally.seen += line.startswith("data:")
            if self.is_over or game not in self.running:
                return

    async def _signed_up(self, connection: Connection) -> str:
        name = {"name": f"Load {self.rng.getrandbits(40)}"}
        status, body = await connection.post("/v1/players", "", msgspec.json.encode(name))
        self._check(status, body)
        token: str = msgspec.json.decode(body)["token"]
        return token

    async def _opened(self, connection: Connection, tokens: Sequence[str], *, with_bot: bool) -> str:
        seats: Any = ["me", "bot:random"] if with_bot else 2
        wish = {"ruleset": RULESET, "seats": seats, "options": {"auto_start": True}}
        status, body = await connection.post("/v1/games", tokens[0], msgspec.json.encode(wish))
        self._check(status, body)
        game: str = msgspec.json.decode(body)["id"]
        for token in tokens[1:]:
            status, body = await connection.post(f"/v1/games/{game}/seats", token)
            self._check(status, body)
        return game

    def _check(self, status: int, body: bytes) -> None:
        if status not in (200, 201):
            self.tally.errors.append(f"{status} {body[:120].decode(errors='replace')}")


async def reported(load: Load, pid: int, every: float, write: Callable[[str], object]) -> list[Tally]:
    """Write a line from time to time until the time is up; returns everything that was counted."""
    write("    s  moves/s  reads/s  seen/s   p50 ms   p99 ms  games  errors  memory MB")
    began, past = time.monotonic(), []
    while not load.is_over:
        since = time.monotonic()
        await asyncio.sleep(min(every, max(0.0, load.until - since)))
        tally, load.tally = load.tally, Tally()
        past.append(tally)
        seconds = time.monotonic() - since
        p50, p99 = percentiles(tally.moves)
        write(
            f"{time.monotonic() - began:5.0f}  {len(tally.moves) / seconds:7.0f}"
            f"  {tally.reads / seconds:7.0f}  {tally.seen / seconds:6.0f}  {1000 * p50:7.1f}"
            f"  {1000 * p99:7.1f}  {tally.games:5}  {len(tally.errors):6}  {memory_mb(pid):9.0f}"
        )
    return past


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    if len(seconds) < 2:
        return 0.0, 0.0
    cut = statistics.quantiles(seconds, n=100)
    return cut[49], cut[98]


def memory_mb(pid: int) -> float:
    """The resident memory of a process and of all its children."""
    with suppress(FileNotFoundError, ProcessLookupError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        own = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        return own + sum(memory_mb(int(child)) for child in children)
    return 0.0


@contextmanager
def whole_system(folder: Path, port: int) -> Iterator[int]:
    """`emberlog serve` without rate limits; gives its process id."""
    settings = {
        "DATA": str(folder),
        "PORT": str(port),
        "RATE_PER_TOKEN": "0",
        "RATE_PER_ADDRESS": "0",
        "SIGNUP_RATE": "0",
        "SIGNUPS_PER_DAY": "0",
        "GAMES_PER_PLAYER": "1000",
        "LOG_LEVEL": "error",
    }
    environ = os.environ | {f"EMBERLOG_{name}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "service.cli", "serve"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL) as process:
        try:
            yield process.pid
        finally:
            process.terminate()


async def loaded(chosen: argparse.Namespace, pid: int, port: int) -> list[Tally]:
    """Start all clients, report, and wait until they have ended."""
    await (await Connection.open(port)).close()
    load = Load(port, time.monotonic() + chosen.seconds, random.Random(chosen.seed))
    clients: list[Awaitable[None]] = [
        *(load.player(with_bot=False) for _ in range(chosen.players)),
        *(load.player(with_bot=True) for _ in range(chosen.bots)),
        *(load.watcher() for _ in range(chosen.watchers)),
        *(load.reader() for _ in range(chosen.readers)),
    ]
    tasks = [asyncio.ensure_future(client) for client in clients]
    past = await reported(load, pid, max(2.0, chosen.seconds / 20), print)
    _done, waiting = await asyncio.wait(tasks, timeout=30)
    for task in waiting:  # a watcher of a game in which nothing happens any more
        task.cancel()
    ended: list[object] = [*await asyncio.gather(*tasks, return_exceptions=True)]
    past[-1].errors += [repr(each) for each in ended if isinstance(each, Exception)]
    return past


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the load and print a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--players", type=int, default=8, help="pairs of players")
    parser.add_argument("--bots", type=int, default=2, help="players against a bot")
    parser.add_argument("--watchers", type=int, default=16)
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with whole_system(Path(folder), port) as pid:
            past = uvloop.run(loaded(chosen, pid, port))
    moves = [seconds for tally in past for seconds in tally.moves]
    errors = [error for tally in past for error in tally.errors]
    p50, p99 = percentiles(moves)
    print(f"\n{len(moves)} moves, {sum(tally.reads for tally in past)} reads, {len(errors)} errors")
    print(f"p99 / p50 of a move: {p99 / p50:.1f}" if p50 else "no moves")
    for error in errors[:10]:
        print(error)
    return 1 if errors or not moves else 0


if __name__ == "__main__":
    sys.exit(main())
