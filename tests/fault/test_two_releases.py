"""API and workers of two releases beside each other, as while a new one is rolled out."""

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.support.apis import api, client_of
from tests.support.games import Table, a_game
from tests.support.jobs import run
from tests.support.service import code

pytestmark = pytest.mark.anyio

NEWER = {"games": "tests.support.next_bonfire:RULESETS"}


async def resign(game: Table) -> None:
    for headers in game.headers:
        assert (await game.client.post(f"{game.path}/resign", headers=headers)).status_code == 200


async def status(client: httpx.AsyncClient, game: Table) -> str:
    return str((await client.get(game.path)).json()["status"])


@pytest.mark.long
async def test_each_release_plays_the_games_it_knows_and_leaves_the_others(
    redis_url: str, tmp_path: Path
) -> None:
    with api(redis_url, tmp_path) as older_at, api(redis_url, tmp_path, **NEWER) as newer_at:
        older, newer = client_of(older_at, newer_at)
        async with older, newer:
            first, second = await a_game(older), await a_game(newer)
            assert (await first.read())["rules"] == "bonfire/1"
            assert (await second.read())["rules"] == "bonfire/2"
            for _ in range(5):
                await first.play_on(2)
                await Table(newer, first.id, first.players, first.headers).play_on(2)
            assert code(await older.get(second.path), 503) == "unknown_rules"
            await resign(second)
            await resign(first)
            await asyncio.to_thread(run, "workers.run", "--burst", redis_url=redis_url)
            assert await status(newer, first) == "finished"
            assert await status(newer, second) == "scoring"
            third = await a_game(newer)
            await resign(third)
            await asyncio.to_thread(run, "workers.run", "--burst", redis_url=redis_url, **NEWER)
            assert await status(newer, third) == "finished"
            for game in (first, third):
                assert (await newer.get(f"{game.path}/audit")).json()["ok"] is True
