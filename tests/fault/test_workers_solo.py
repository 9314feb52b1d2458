"""Solo games through the API while workers die and queues are wiped: all end, no automa moves twice."""

import asyncio
import random
import time
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from domain.games import RULESETS
from domain.kernel.codec import codec
from domain.kernel.entry import Entry
from domain.kernel.fold import due, follow
from domain.kernel.game import Resign
from service.engine.log_verification import verify_export
from service.operations.embedded import EmbeddedRedis
from tests.support.crews import BASILISK, TOM, Crew, Opponent, awaited, log_of, solo, system
from tests.support.games import Table

pytestmark = [pytest.mark.anyio, pytest.mark.long]

GAMES = 50
SLACK = 10.0
"""Seconds that a busy machine may take beside all that is explained; RQ itself would need minutes."""


@pytest.fixture
def queue_redis(own_redis: EmbeddedRedis) -> str:
    """A Redis for the queues alone."""
    return own_redis.url


async def play_all(client: httpx.AsyncClient, against: Opponent) -> list[Table]:
    return await asyncio.gather(*(solo(client, seed, against=against) for seed in range(GAMES)))


async def play_a_while_and_resign(client: httpx.AsyncClient, seed: int, against: Opponent) -> Table:
    game = await solo(client, seed, most_moves=25, against=against)
    answer = await client.post(f"{game.path}/resign", headers=game.headers[0])
    assert answer.status_code == 200, answer.text
    assert await awaited(game) is None
    return game


@pytest.mark.parametrize("against, least", [(TOM, 25), (BASILISK, 24)], ids=["tom", "basilisk"])
async def test_fifty_solo_games_survive_workers_killed_at_random(
    against: Opponent, least: int, redis_url: str, tmp_path: Path
) -> None:
    chance = random.Random(4)
    async with system(tmp_path, redis_url, workers=2) as (client, crew):
        playing = asyncio.create_task(play_all(client, against))
        while not playing.done():
            await asyncio.wait([playing], timeout=chance.uniform(1, 4))
            await asyncio.to_thread(crew.replace, chance.choice((1, 2)))
        turns = [await turns_of(against, game, crew) for game in await playing]
        await assert_nothing_is_left(client)
    assert min(turns) >= least
    assert len(crew.kills) >= 5


@pytest.mark.parametrize("against", [TOM, BASILISK], ids=lambda each: each.automa)
async def test_fifty_solo_games_survive_repeated_flushes_of_the_queue(
    against: Opponent, redis_url: str, queue_redis: str, tmp_path: Path
) -> None:
    chance = random.Random(5)
    async with system(tmp_path, redis_url, workers=2, queue_url=queue_redis) as (client, crew):
        games = (play_a_while_and_resign(client, seed, against) for seed in range(GAMES))
        playing = asyncio.gather(*games)
        with Redis.from_url(queue_redis) as queue:
            while not playing.done():
                await asyncio.wait([playing], timeout=chance.uniform(1, 4))
                queue.flushall()
                crew.kills.append(time.time())
        turns = [await turns_of(against, game, crew) for game in await playing]
        await assert_nothing_is_left(client)
    assert sum(turns) >= 2 * GAMES
    assert len(crew.kills) >= 5


async def test_solo_game_waits_without_a_worker_and_continues_when_one_starts(
    redis_url: str, tmp_path: Path
) -> None:
    async with system(tmp_path, redis_url, workers=1) as (client, crew):
        crew.dismiss()
        game = await solo_until_tom(client)
        before = await game.read()
        assert before["actor"] == {"seats": [], "automa": "tom", "scorer": False}
        with Redis.from_url(redis_url) as queue:
            queue.delete("rq:queue:automa")
        ready = (await client.get("/readyz")).json()
        assert ready["work"]["items"] == 1
        assert (await game.read()) == before
        await asyncio.to_thread(crew.hire)
        assert await awaited(game)
        told = (await client.get(f"{game.path}/events?after={before['version']}")).json()["items"]
        assert told[0]["actor"] == "tom"
        verdict = (await client.get(f"{game.path}/audit")).json()
        assert verdict["ok"]


async def solo_until_tom(client: httpx.AsyncClient) -> Table:
    """A solo game in which it is Tom's turn."""
    game = await solo(client, 1, most_moves=1)
    while moves := await game.moves(game.headers[0]):
        await game.play(game.headers[0], moves[-1])
    return game


async def turns_of(against: Opponent, game: Table, crew: Crew) -> int:
    """The number of the automa's turns: each once, in a valid log, none later than what happened explains."""
    lines = await log_of(game)
    verdict = await asyncio.to_thread(verify_export, lines)
    assert verdict.ok, verdict
    rules, automa = RULESETS[against.ruleset], against.automa
    entries = [codec(rules).entry(line) for line in lines[1:]]
    assert entries[-1].actor == "scorer"
    table, turns = None, 0
    for before, entry in pairwise(entries):
        table = follow(rules, table, before)
        asked = due(rules, table)
        if not isinstance(entry.command, Resign):
            assert (entry.actor == automa) == (asked.automa == automa), (game.id, entry.seq)
        turns += entry.actor == automa
        if entry.actor in (automa, "scorer"):
            since, until = moment(before), moment(entry)
            assert until - since <= crew.allowed(since, until) + SLACK, (game.id, entry.seq)
    return turns


async def assert_nothing_is_left(client: httpx.AsyncClient) -> None:
    work = (await client.get("/readyz")).json()["work"]
    assert (work["items"], work["parked"]) == (0, 0)


def moment(entry: Entry[Any, Any]) -> float:
    return datetime.fromisoformat(entry.at).timestamp()
