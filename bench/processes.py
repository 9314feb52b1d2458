"""One and two API processes on a port, as `emberlog api --processes N` runs them: what a move costs.

Two processes should play 1.7 times the moves of one. Only a machine with cores to spare, beside client and
Redis, can show that. But every machine shows whether processes hinder each other: then the processor time of
a move would rise. Games are played over one connection each, so that one process plays all moves of a game,
and over a connection for each player, so that processes have to read each other's entries.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvloop

from bench.api import Connection, Game, Running, cpu_seconds, free_port, opened, plan, running
from bench.size import sized
from bench.store import report
from service.engine.game_cache import GameCache
from service.operations.embedded import EmbeddedRedis
from service.store import RedisConnection, Store, connect

GAMES = sized(16, 2)
MOVES = sized(12, 2)
ROUNDS = sized(4, 1)
_LISTENING = "0A"
"""The state of a listening socket in the kernel's table."""


class Team:
    """API processes that share a port, with games of their own and what their moves took."""

    def __init__(self, members: Sequence[Running], *, by_player: bool) -> None:
        self._members = members
        self._by_player = by_player
        self._games: list[Game] = []
        self.rates: list[float] = []
        self.cpu_us: list[float] = []

    async def open(self, store: Store) -> None:
        """Start the games and decide all of their moves."""
        port = self._members[0].port
        for n in range(GAMES):
            game = await opened(port, n)
            await plan(GameCache(store, GAMES), game, (ROUNDS + 1) * MOVES)
            self._games.append(game)

    async def a_round(self) -> None:
        """Play some moves of all games at once, over connections that a busy machine cannot let go stale."""
        connections = {key: await Connection.open(self._members[0].port) for key in self._keys()}
        before, began = self._cpu(), time.perf_counter()
        await asyncio.gather(*(self._play(game, connections) for game in self._games))
        calls = GAMES * MOVES
        self.rates.append(calls / (time.perf_counter() - began))
        self.cpu_us.append(1e6 * (self._cpu() - before) / calls)
        await asyncio.gather(*(connection.close() for connection in connections.values()))

    def _keys(self) -> list[str]:
        """The players or the games: whatever has a connection of its own."""
        tokens = [token for game in self._games for token in game.tokens.values()]
        return tokens if self._by_player else [game.id for game in self._games]

    async def _play(self, game: Game, connections: dict[str, Connection]) -> None:
        for _ in range(MOVES):
            token, body = game.planned.pop(0)
            connection = connections[token if self._by_player else game.id]
            status, answer = await connection.post(f"/v1/games/{game.id}/moves", token, body)
            assert status == 200, (status, answer)

    def _cpu(self) -> float:
        return sum(cpu_seconds(member.process.pid) for member in self._members)


async def measure(url: str, one: Sequence[Running], two: Sequence[Running]) -> dict[str, float | str]:
    """Measure one and two processes in turns; the first round is the warm-up."""
    store = Store(RedisConnection(connect(url)))
    teams = {
        (count, by_player): Team(members, by_player=by_player)
        for count, members in ((1, one), (2, two))
        for by_player in (False, True)
    }
    for team in teams.values():
        await team.open(store)
    for _ in range(ROUNDS + 1):
        for team in teams.values():
            await team.a_round()
    await store.close()
    rate = {name: statistics.median(team.rates[1:]) for name, team in teams.items()}
    cpu = {name: statistics.fmean(team.cpu_us[1:]) for name, team in teams.items()}
    rows: dict[str, float | str] = {}
    for by_player, name in ((False, "a connection for each game"), (True, "one for each player")):
        one_us, two_us = cpu[1, by_player], cpu[2, by_player]
        rows[f"{name}: processor time of a move, 1 process, µs"] = one_us
        rows[f"{name}: the same, 2 processes, µs"] = two_us
        rows[f"{name}: 2 processes / 1, processor time of a move"] = two_us / one_us
        rows[f"{name}: 2 processes / 1, moves per second"] = rate[2, by_player] / rate[1, by_player]
    return rows


@contextmanager
def sharing(url: str, processes: int) -> Iterator[list[Running]]:
    """API processes on one port, all of them listening."""
    with ExitStack() as stack:
        port = free_port()
        members = [stack.enter_context(running(url, port)) for _ in range(processes)]
        give_up = time.monotonic() + 120
        while _listeners(port) < processes and time.monotonic() < give_up:
            time.sleep(0.1)
        yield members


def _listeners(port: int) -> int:
    """How many sockets listen on a port."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == _LISTENING for row in rows)


def run() -> dict[str, float | str]:
    """Measure all rows; takes half a minute."""
    with (
        tempfile.TemporaryDirectory() as directory,
        EmbeddedRedis(Path(directory)) as redis,
        sharing(redis.url, 1) as one,
        sharing(redis.url, 2) as two,
    ):
        return uvloop.run(measure(redis.url, one, two))


if __name__ == "__main__":
    print(report(run()))
