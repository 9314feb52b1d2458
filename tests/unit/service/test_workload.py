"""How much work there is, as Prometheus and `/readyz` tell it."""

import asyncio

import httpx

from service.embedded import EmbeddedRedis
from tests.support.jobs import run
from tests.support.service import service
from tests.support.tables import house


async def told(client: httpx.AsyncClient) -> dict[str, float]:
    """Every sample of ours about work."""
    text = (await client.get("/metrics")).text
    rows = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    words = ("outbox", "queue", "job")
    return {name: float(value) for name, _, value in rows if any(word in name for word in words)}


async def test_what_is_due_stands_in_a_queue_failed_or_was_done_is_told(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url) as home:
        games = [await home.started("p_1", "p_2") for _ in range(2)]
        for game in games:
            await home.resign(game, 0, 1)
        version = (await home.newest(games[0])).table.version
        for _ in range(6):
            await home.orders.failed("scoring", games[0], version, ValueError())
        before = await told(client)
        assert before["emberlog_outbox_items"] == 2
        assert before["emberlog_outbox_parked"] == 1
        assert before['emberlog_queue_jobs{queue="scoring"}'] == 2
        assert before['emberlog_jobs_total{outcome="done",queue="scoring"}'] == 0
        await asyncio.to_thread(run, "workers.run", "--burst", redis_url=redis_url)
        after = await told(client)
        assert after["emberlog_outbox_items"] == after["emberlog_outbox_parked"] == 0
        assert after['emberlog_queue_jobs{queue="scoring"}'] == 0
        assert after['emberlog_jobs_total{outcome="done",queue="scoring"}'] == 2
        assert after['emberlog_job_seconds_count{queue="scoring"}'] == 2
        assert after['emberlog_job_seconds_sum{queue="scoring"}'] > 0


async def test_ready_tells_how_much_waits(redis_url: str) -> None:
    async with service(redis_url) as client, house(redis_url, dead=True) as home:
        game = await home.started("p_1", "p_2")
        await home.resign(game, 0, 1)
        work = (await client.get("/readyz")).json()["work"]
        assert (work["items"], work["parked"], work["queues"]["scoring"]) == (2, 0, 0)


async def test_without_redis_nothing_is_told_of_work(own_redis: EmbeddedRedis) -> None:
    async with service(own_redis.url) as client:
        assert "emberlog_outbox_items" in await told(client)
        own_redis.kill()
        assert "emberlog_outbox_items" not in await told(client)
        own_redis.restart()
        assert "emberlog_outbox_items" in await told(client)
