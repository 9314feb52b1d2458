"""Redis killed under an API process: nothing acknowledged is lost, and the process recovers by itself."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from service.operations.embedded import EmbeddedRedis
from tests.support.apis import api, client_of
from tests.support.games import Table, a_game
from tests.support.processes import PATIENCE, eventually
from tests.support.service import code
from tests.support.streams import reading

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client(own_redis: EmbeddedRedis, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of one process that is never restarted."""
    with api(own_redis.url, tmp_path, keep_alive_seconds="0.5") as address:
        (client,) = client_of(address)
        async with client:
            yield client


async def answered(client: httpx.AsyncClient, method: str, path: str, **request: Any) -> httpx.Response:
    """The first answer that is no 503; each 503 says when to come back."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await client.request(method, path, **request)
            if answer.status_code != 503:
                return answer
            assert code(answer, 503) == "unavailable"
            assert int(answer.headers["retry-after"]) >= 1
            await asyncio.sleep(0.05)


async def test_every_acknowledged_entry_survives_a_kill_right_after_its_answer(
    client: httpx.AsyncClient, own_redis: EmbeddedRedis
) -> None:
    game = await a_game(client)
    for seed in range(4):
        version = await game.play_on(1, seed)
        own_redis.kill()
        away = await client.get(game.path)
        assert code(away, 503) == "unavailable"
        assert int(away.headers["retry-after"]) >= 1
        refused = await client.post(f"{game.path}/moves", json={"type": "end_turn"}, headers=game.headers[0])
        assert code(refused, 503) == "unavailable"
        assert (await client.get("/healthz")).status_code == 200
        assert code(await client.get("/readyz"), 503) == "not_ready"
        await anyio.to_thread.run_sync(own_redis.restart)
        assert (await answered(client, "GET", game.path)).json()["version"] == version
    verdict = (await client.get(f"{game.path}/audit")).json()
    assert (verdict["ok"], verdict["version"]) == (True, 7)


async def test_players_who_repeat_with_their_key_lose_nothing_and_double_nothing(
    client: httpx.AsyncClient, own_redis: EmbeddedRedis
) -> None:
    tables = [await a_game(client) for _ in range(4)]
    acknowledged: dict[str, list[tuple[int, int]]] = {table.id: [] for table in tables}
    moves = 25

    async def play(table: Table) -> None:
        for n in range(moves):
            seat = (await answered(client, "GET", table.path)).json()["actor"]["seats"][0]
            headers = table.headers[seat] | {"Idempotency-Key": f"move-{n}"}
            listed = (await answered(client, "GET", f"{table.path}/moves", headers=headers)).json()
            answer = await answered(
                client, "POST", f"{table.path}/moves", json=listed["moves"][-1], headers=headers
            )
            assert answer.status_code == 200, answer.text
            acknowledged[table.id].append((n, answer.json()["version"]))

    playing = asyncio.gather(*map(play, tables))
    for step in (5, 12, 18):
        reached = partial(has_reached, acknowledged, step)
        await anyio.to_thread.run_sync(eventually, reached)
        own_redis.kill()
        await anyio.to_thread.run_sync(own_redis.restart)
    await playing
    for table in tables:
        assert acknowledged[table.id] == [(n, 4 + n) for n in range(moves)]
        verdict = (await client.get(f"{table.path}/audit")).json()
        assert (verdict["ok"], verdict["version"]) == (True, 3 + moves)


def has_reached(acknowledged: dict[str, list[tuple[int, int]]], step: int) -> bool:
    return min(map(len, acknowledged.values())) >= step


async def test_a_live_reader_goes_on_through_an_outage(
    client: httpx.AsyncClient, own_redis: EmbeddedRedis
) -> None:
    game = await a_game(client)
    async with reading(client, f"{game.path}/stream", after=3) as reader:
        await game.play_on(1)
        assert (await reader.next()).data["seq"] == 4
        own_redis.kill()
        await reader.keep_alive()
        await anyio.to_thread.run_sync(own_redis.restart)
        await answered(client, "GET", game.path)
        await game.play_on(2)
        assert [told.data["seq"] for told in await reader.take(2)] == [5, 6]


async def test_a_process_starts_without_redis_and_serves_when_it_comes(
    own_redis: EmbeddedRedis, tmp_path: Path
) -> None:
    own_redis.kill()
    with api(own_redis.url, tmp_path) as address:
        (client,) = client_of(address)
        async with client:
            assert code(await client.post("/v1/players", json={"name": "Ada"}), 503) == "unavailable"
            await anyio.to_thread.run_sync(own_redis.restart)
            answer = await answered(client, "POST", "/v1/players", json={"name": "Ada"})
            assert answer.status_code == 201
