"""Jobs that fail and games that cannot be read: set aside, told, brought back; all the others go on."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from redis import Redis

from domain.kernel.table import Status
from service.store import keys
from service.store.outbox import read_task
from tests.support.jobs import running
from tests.support.processes import PATIENCE, emberlog
from tests.support.service import code, metrics, service
from tests.support.tables import House, reaches

pytestmark = [pytest.mark.anyio, pytest.mark.long]

SWEEPER = "workers.sweeper"
FAST = {"sweep_seconds": "0.2"}


@pytest.fixture
async def client(redis_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with service(redis_url) as client:
        yield client


async def to_be_scored(home: House) -> str:
    game = await home.started("p_1", "p_2")
    await home.resign(game, 0, 1)
    return game


async def failures(home: House, game: str) -> int:
    payload = await home.store.outbox.payload(game, "scoring")
    return 0 if payload is None else read_task(payload).failures


async def until_parked(home: House, game: str) -> list[int]:
    """Waits until the game's work is parked; the failures that were seen on the way."""
    seen: list[int] = []
    async with asyncio.timeout(PATIENCE):
        while True:
            count = await failures(home, game)
            if await home.retries.parked():  # asked second: what was counted was counted before
                break
            if count not in seen:
                seen.append(count)
            await asyncio.sleep(0.05)
    return seen


async def metric(client: httpx.AsyncClient, name: str) -> float:
    lines = (await metrics(client)).splitlines()
    return next(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name} "))


async def test_a_job_that_raises_is_tried_again_with_pauses_parked_shown_and_brought_back(
    home: House, client: httpx.AsyncClient, redis_url: str, tmp_path: Path
) -> None:
    failing = tmp_path / "failing"
    game = await to_be_scored(home)
    version = (await home.newest(game)).table.version
    failing.write_text(game)
    with (
        running("tests.support.sabotage", str(failing), redis_url=redis_url) as worker,
        running(SWEEPER, redis_url=redis_url, **FAST),
    ):
        others = [await to_be_scored(home) for _ in range(5)]
        assert await until_parked(home, game) == [0, 1, 2]
        for other in others:
            await reaches(home, other, Status.FINISHED)
        assert await metric(client, "emberlog_outbox_parked") == 1
        assert await metric(client, 'emberlog_jobs_total{outcome="failed",queue="scoring"}') == 3
        assert (await client.get("/readyz")).json()["work"]["parked"] == 1
        shown = await asyncio.to_thread(emberlog, "worker", "--failed", redis_url=redis_url)
        assert f"scoring {game} at {version}, failed 3 times" in shown.stdout
        failing.write_text("")
        assert (await home.newest(game)).table.status is Status.SCORING
        await asyncio.to_thread(emberlog, "worker", "--retry", redis_url=redis_url)
        await reaches(home, game, Status.FINISHED)
        assert worker.poll() is None
    assert await home.retries.parked() == []
    assert (await home.newest(game)).table.version == version + 1
    assert (await home.auditor.audit(game, full=True)).ok


async def test_a_game_that_cannot_be_read_is_set_aside_and_told_and_the_worker_goes_on(
    home: House, client: httpx.AsyncClient, redis_url: str
) -> None:
    poisoned = await to_be_scored(home)
    version = (await home.newest(poisoned)).table.version
    with Redis.from_url(redis_url) as redis:
        rows = redis.xrange(keys.log(poisoned))
        redis.delete(keys.log(poisoned), keys.snap(poisoned))
        for row_id, fields in [*rows[:2], (rows[2][0], {**rows[2][1], b"entry": b"poison"}), *rows[3:]]:
            redis.xadd(keys.log(poisoned), fields, row_id)
    with (
        running("workers.run", redis_url=redis_url) as worker,
        running(SWEEPER, redis_url=redis_url, **FAST),
    ):
        others = [await to_be_scored(home) for _ in range(5)]
        for other in others:
            await reaches(home, other, Status.FINISHED)
        await until_parked(home, poisoned)
        assert worker.poll() is None
    shown = await asyncio.to_thread(emberlog, "worker", "--failed", redis_url=redis_url)
    assert f"scoring {poisoned} at {version}, failed " in shown.stdout
    assert await metric(client, "emberlog_outbox_parked") == 1
    assert code(await client.get(f"/v1/games/{poisoned}"), 500)
    verdict = (await client.get(f"/v1/games/{poisoned}/audit")).json()
    assert (verdict["ok"], verdict["checks"]["form"]) == (False, False)
    assert (await client.get(f"/v1/games/{others[0]}")).status_code == 200
