"""A release is rolled out and back while games are played: nothing stops, no acknowledged move is lost."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.operations.embedded import EmbeddedRedis
from tests.support.games import Table, a_lobby
from tests.support.patient_players import Acknowledged, play_to_the_end
from tests.support.processes import PATIENCE, emberlog
from tests.support.releases import ROOT, Balancer, Release, previous_release

pytestmark = [pytest.mark.anyio, pytest.mark.long]

PLAYERS, MOVES = 2, 4
Played = list[tuple[Table, Acknowledged]]


async def keep_playing(client: httpx.AsyncClient, played: Played, last: asyncio.Event) -> None:
    """Play one game against Tom after another, which needs a worker for each of his turns."""
    while not last.is_set():
        game = await a_lobby(client, seats=1)
        assert (await client.post(f"{game.path}/start", headers=game.headers[0])).status_code == 200
        acknowledged: Acknowledged = {}
        played.append((game, acknowledged))
        await play_to_the_end(game, acknowledged)


def count(played: Played) -> int:
    return sum(len(acknowledged) for _, acknowledged in played)


async def more_moves(played: Played) -> None:
    """Wait until some moves, and turns of Tom, were played by what runs now."""
    before = count(played)
    async with asyncio.timeout(PATIENCE):
        while count(played) < before + MOVES:  # noqa: ASYNC110 - the players are the event
            await asyncio.sleep(0.1)


async def check(client: httpx.AsyncClient, game: Table, acknowledged: Acknowledged) -> None:
    """Every acknowledged move is in the log, and the log is valid."""
    log = [json.loads(line) for line in (await client.get(f"{game.path}/log")).text.splitlines()]
    commands = {row["seq"]: row["command"] for row in log if "seq" in row}
    assert acknowledged == {version: commands[version] for version in acknowledged}
    assert (await client.get(f"{game.path}/audit")).json()["ok"] is True


async def standings(client: httpx.AsyncClient, played: Played) -> list[Any]:
    """What is derived from the games."""
    paths = [f"/v1/players/{game.players[0]}" for game, _ in played]
    return [(await client.get(path)).json() for path in paths]


async def test_games_go_on_while_a_release_is_rolled_out_back_and_out_again(
    own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    old, new = previous_release(tmp_path / "old"), Release(ROOT)
    balancer = Balancer([old, new])
    played: Played = []
    last = asyncio.Event()
    try:
        await asyncio.to_thread(old.start, tmp_path, own_redis.url)
        async with httpx.AsyncClient(
            transport=balancer, base_url="http://api.test", timeout=PATIENCE
        ) as client:
            players = [asyncio.create_task(keep_playing(client, played, last)) for _ in range(PLAYERS)]
            for leaving, coming in ((old, new), (new, old), (old, new)):
                await asyncio.to_thread(coming.start, tmp_path, own_redis.url)
                await more_moves(played)
                await asyncio.to_thread(leaving.stop)
                await more_moves(played)
            last.set()
            await asyncio.gather(*players)
            for game, acknowledged in played:
                await check(client, game, acknowledged)
            before = await standings(client, played)
            rebuilt = await asyncio.to_thread(emberlog, "rebuild", redis_url=own_redis.url)
            assert rebuilt.returncode == 0, rebuilt.stderr
            assert rebuilt.stdout.startswith(f"{len(played)} games, 0 results added"), rebuilt.stdout
            assert await standings(client, played) == before
    finally:
        for release in (old, new):
            release.kill()
