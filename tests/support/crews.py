"""The system as processes: one API, one sweeper, and workers that come and go; and a solo player."""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.support.apis import api, client_of
from tests.support.games import Table, a_lobby
from tests.support.jobs import running
from tests.support.processes import PATIENCE, environment, eventually

SWEEP = 2.0
"""Seconds between two looks of the sweeper; the default."""


class Crew:
    """Workers, some of which are killed now and then; records the kills and the outages."""

    def __init__(self, output: Path, size: int, **settings: str) -> None:
        self._output = output
        self._size = size
        self._settings = settings
        self._workers: list[subprocess.Popen[bytes]] = []
        self._hired = 0
        self.kills: list[float] = []
        self.outages: list[tuple[float, float]] = []

    def hire(self) -> None:
        """Start missing workers and wait until they are running."""
        new = [self._start() for _ in range(self._size - len(self._workers))]
        eventually(lambda: all(b"worker started" in log.read_bytes() for _, log in new))
        self._workers += (process for process, _ in new)

    def kill(self, count: int) -> None:
        """Kill this number of workers at once, without a shutdown."""
        began = time.time()
        for worker in self._workers[:count]:
            worker.kill()
            worker.wait()
        self.kills.append(began)
        self._workers = self._workers[count:]

    def replace(self, count: int) -> None:
        """Kill some workers and start new ones; if none is left, the games wait until then."""
        self.kill(count)
        began = self.kills[-1]
        self.hire()
        if count >= self._size:
            self.outages.append((began, time.time()))

    def dismiss(self) -> None:
        """Shut all workers down gracefully."""
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            assert worker.wait(PATIENCE) == 0
        self._workers = []

    def allowed(self, since: float, until: float) -> float:
        """How long a game may wait in this time: each kill costs a sweep, and each outage its duration."""
        kills = sum(since - 1 <= kill <= until for kill in self.kills)
        away = sum(max(0.0, min(until, end) - max(since, begin)) for begin, end in self.outages)
        return SWEEP * kills + away

    def _start(self) -> tuple[subprocess.Popen[bytes], Path]:
        self._hired += 1
        log = self._output / f"worker-{self._hired}.log"
        with log.open("wb") as file:
            command = [sys.executable, "-m", "workers.run"]
            process = subprocess.Popen(command, env=environment(**self._settings), stderr=file)
        return process, log


@asynccontextmanager
async def system(
    output: Path, redis_url: str, *, workers: int, **settings: str
) -> AsyncIterator[tuple[httpx.AsyncClient, Crew]]:
    """The whole system on this Redis: a client of the API, and the workers."""
    settings = {"redis_url": redis_url, **settings}
    crew = Crew(output, workers, **settings)
    with ExitStack() as stack:
        address = stack.enter_context(api(output=output, **settings))
        stack.enter_context(running("workers.sweeper", sweep_seconds=str(SWEEP), **settings))
        stack.callback(crew.dismiss)
        await asyncio.to_thread(crew.hire)
        (client,) = client_of(address)
        async with client:
            yield client, crew


@dataclass(frozen=True)
class Opponent:
    """An automa, and how to open a game of one person against it."""

    automa: str
    ruleset: str
    options: Mapping[str, Any] = field(default_factory=dict)


TOM = Opponent("tom", "bonfire")
_AGAINST_BASILISK = {"mode": "solo", "difficulty": "medium", "style": "story", "scenario": "ember_court"}
BASILISK = Opponent("basilisk", "phoenix", {**_AGAINST_BASILISK, "solo_allies": 2})


async def solo(
    client: httpx.AsyncClient, seed: int, most_moves: int = 10_000, against: Opponent = TOM
) -> Table:
    """Play a random solo game to its end or for some moves, waiting whenever the automa has to act."""
    game = await a_lobby(client, seats=1, ruleset=against.ruleset, **against.options)
    answer = await client.post(f"{game.path}/start", headers=game.headers[0])
    assert answer.status_code == 200, answer.text
    chance, (headers,) = random.Random(seed), game.headers
    for _ in range(most_moves):
        if (moves := await awaited(game)) is None:
            break
        quick = [move for move in moves if move["type"] in ("end_turn", "discard_action_tiles")]
        await game.play(headers, chance.choice(quick or moves))
    return game


async def awaited(game: Table, seconds: float = PATIENCE) -> list[dict[str, Any]] | None:
    """The moves of the only player once there are any; None when the game is over."""
    async with asyncio.timeout(seconds):
        while not (moves := await game.moves(game.headers[0])):
            if (await game.read())["status"] == "finished":
                return None
            await asyncio.sleep(0.3)
        return moves


async def log_of(game: Table) -> list[bytes]:
    """The lines of a finished game's log."""
    answer = await game.client.get(f"{game.path}/log")
    assert answer.status_code == 200, answer.text
    return answer.content.splitlines()
