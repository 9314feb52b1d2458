"""A Redis that accepts connections but never answers: every call is answered soon all the same."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import httpx
import pytest

from service.operations.embedded import EmbeddedRedis
from service.settings import Settings
from service.store import Store
from tests.support.games import a_game
from tests.support.processes import PATIENCE
from tests.support.service import FREELY, code, service, sign_up

pytestmark = pytest.mark.anyio

SOON, LATE = 0.3, 4 * PATIENCE
Call = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]


@pytest.fixture
async def hung(own_redis: EmbeddedRedis) -> AsyncIterator[EmbeddedRedis]:
    yield own_redis
    os.kill(own_redis.pid, signal.SIGCONT)


@pytest.fixture
async def client(hung: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that does not wait long, though everything else would: the setting decides."""
    monkeypatch.setitem(cast(Any, Store.open).__func__.__kwdefaults__, "seconds", LATE)
    async with service(hung.url, redis_seconds=SOON, request_seconds=LATE, **FREELY) as client:
        yield client


async def test_every_kind_of_call_on_a_hung_redis_is_answered_with_503(
    client: httpx.AsyncClient, hung: EmbeddedRedis
) -> None:
    game = await a_game(client)
    own = await game.due()
    move = (await game.moves(own))[0]
    calls: list[Call] = [
        lambda client: client.get("/v1/games"),
        lambda client: client.get(game.path, headers=own),
        lambda client: client.post(f"{game.path}/moves", json=move, headers=own),
        lambda client: client.post("/v1/players", json={"name": "Bea"}),
        lambda client: client.get("/v1/me", headers=own),
        lambda client: client.post("/graphql", json={"query": "{ me { id } }"}, headers=own),
        lambda client: client.get(f"{game.path}/stream", headers=own),
    ]
    os.kill(hung.pid, signal.SIGSTOP)
    async with asyncio.timeout(PATIENCE):
        for call in calls:
            answer = await call(client)
            assert code(answer, 503) == "unavailable"
            assert int(answer.headers["retry-after"]) >= 1


async def test_calls_work_again_as_soon_as_redis_goes_on(
    client: httpx.AsyncClient, hung: EmbeddedRedis
) -> None:
    _, own = await sign_up(client)
    os.kill(hung.pid, signal.SIGSTOP)
    assert code(await client.get("/v1/me", headers=own), 503) == "unavailable"
    os.kill(hung.pid, signal.SIGCONT)
    async with asyncio.timeout(PATIENCE):
        while (answer := await client.get("/v1/me", headers=own)).status_code != 200:
            assert code(answer, 503) == "unavailable"


async def test_waiting_for_replicas_extends_the_time_that_redis_has(own_redis: EmbeddedRedis) -> None:
    patient: dict[str, Any] = {"wait_replicas": 1, "wait_timeout_ms": 900}
    async with service(own_redis.url, redis_seconds=SOON, **patient, **FREELY) as client:
        assert code(await client.post("/v1/players", json={"name": "Ada"}), 503) == "not_replicated"


def test_redis_may_be_silent_for_one_second_by_default() -> None:
    assert Settings().redis_seconds == 1.0
